# The files of the page travel inside the program.
include(${CMAKE_CURRENT_LIST_DIR}/files.cmake)
set(page_assets ${CMAKE_CURRENT_BINARY_DIR}/page_assets.cpp)
set(page_files page.html theme.js ${page_styles} ${page_scripts} files.cmake embed.cmake)
list(TRANSFORM page_files PREPEND ${CMAKE_CURRENT_LIST_DIR}/)
add_custom_command(
  OUTPUT ${page_assets}
  COMMAND ${CMAKE_COMMAND} -DOUTPUT=${page_assets} -P ${CMAKE_CURRENT_LIST_DIR}/embed.cmake
  DEPENDS ${page_files}
  COMMENT "Embedding the page"
  VERBATIM)
target_sources(grmf_report PRIVATE ${page_assets})
