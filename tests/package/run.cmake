# Installs the built library into an empty prefix, then configures, builds and
# runs the outside programs beside this file against it.
set(work ${BUILD_DIR}/package_test)
set(prefix ${work}/prefix)
file(REMOVE_RECURSE ${work})

function(run)
  execute_process(COMMAND ${ARGV} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

run(${CMAKE_COMMAND} --install ${BUILD_DIR} --config ${CONFIG} --prefix ${prefix})

foreach(file IN ITEMS bin/grmf share/man/man1/grmf.1 share/bash-completion/completions/grmf)
  if(NOT EXISTS ${prefix}/${file})
    message(FATAL_ERROR "${file} was not installed")
  endif()
endforeach()
run(${prefix}/bin/grmf --version)

# The package must not tie its users to what only its own build needs.
file(GLOB_RECURSE package_files ${prefix}/*.cmake)
foreach(file IN LISTS package_files)
  file(READ ${file} text)
  foreach(word IN ITEMS Eigen nlohmann FastFloat fast_float "${BUILD_DIR}")
    string(FIND "${text}" "${word}" position)
    if(NOT position EQUAL -1)
      message(FATAL_ERROR "${file} mentions ${word}")
    endif()
  endforeach()
endforeach()

# Further arguments are for the configuration of the program.
function(build_and_run program)
  set(build ${work}/${program})
  run(${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR} -B ${build} -G ${GENERATOR}
      -DCMAKE_BUILD_TYPE=${CONFIG} -DCMAKE_CXX_COMPILER=${CXX_COMPILER}
      -DCMAKE_PREFIX_PATH=${prefix} -DGRMF_VERSION=${VERSION} -DPROGRAM=${program} ${ARGN})
  run(${CMAKE_COMMAND} --build ${build} --config ${CONFIG})
  run(${build}/${program} WORKING_DIRECTORY ${build})
endfunction()

# The library alone is found where the libraries behind its component io are missing.
build_and_run(
  outside_program -DLIBRARY=grmf::grmf -DCMAKE_DISABLE_FIND_PACKAGE_ZLIB=ON
  -DCMAKE_DISABLE_FIND_PACKAGE_PNG=ON -DCMAKE_DISABLE_FIND_PACKAGE_JPEG=ON
  -DCMAKE_DISABLE_FIND_PACKAGE_TIFF=ON)
build_and_run(outside_files -DLIBRARY=grmf::io -DCOMPONENTS=io)

# Nothing from inside the library is to be seen, but for the little that the program takes.
file(GLOB archive ${prefix}/lib*/libgrmf.a ${prefix}/lib/*/libgrmf.a)
if(archive)
  run(${CXX_COMPILER} -shared -Wl,--whole-archive ${archive} -Wl,--no-whole-archive -pthread
      -o ${work}/all.so)
  execute_process(COMMAND nm -DC --defined-only ${work}/all.so OUTPUT_VARIABLE names
                  COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX MATCHALL "[TW] grmf::internal::[a-z_]+\\(" inside "${names}")
  list(REMOVE_DUPLICATES inside)
  foreach(name IN LISTS inside)
    if(NOT name MATCHES "(resolved_threads|for_each_matrix|error_of|suggestion|shown|counted|misfit_of|saturated|side_by_side|taken_apart)\\($")
      message(FATAL_ERROR "${name}...) can be seen from outside")
    endif()
  endforeach()
  if(NOT names MATCHES "grmf::make_method")
    message(FATAL_ERROR "make_method cannot be seen from outside")
  endif()
endif()
