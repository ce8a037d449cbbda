# Makes a C++ source of the page's files.
#
#   cmake -DOUTPUT=FILE.cpp -P embed.cmake
set(folder ${CMAKE_CURRENT_LIST_DIR})
include(${folder}/files.cmake)

# Reads `files`, one after another, into `variable`.
function(read_all variable)
  set(whole "")
  foreach(file ${ARGN})
    file(READ ${folder}/${file} content)
    string(APPEND whole "${content}")
  endforeach()
  set(${variable} "${whole}" PARENT_SCOPE)
endfunction()

read_all(html page.html)
read_all(style ${page_styles})
read_all(theme theme.js)
read_all(script ${page_scripts})

set(source "#include \"report/page_assets.h\"\n\nnamespace grmf::report::page_assets {\n")
foreach(asset html style theme script)
  string(APPEND source "\nconst std::string_view ${asset} = R\"asset(${${asset}})asset\";\n")
endforeach()
string(APPEND source "\n}  // namespace grmf::report::page_assets\n")
file(WRITE ${OUTPUT} "${source}")
