# Makes a test of ctest for every suite of a GoogleTest program, with its labels.
#
#   cmake -DPROGRAM=... -DOUTPUT=... [-DONLY_SOME=ON] [-DSANITIZED=ON] -P suites.cmake
#
# Starting the program costs more than most tests do, so a suite is started once. A parameterised
# suite (methods/Contract, Typed/0) counts by its own name, whatever stands around it.
cmake_minimum_required(VERSION 3.22)
include(${CMAKE_CURRENT_LIST_DIR}/labels.cmake)

execute_process(COMMAND ${PROGRAM} --gtest_list_tests OUTPUT_VARIABLE list COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "\n[^ \n][^\n]*\\.[ \n]" headings "\n${list}")
set(suites)
foreach(heading ${headings})
  string(REGEX REPLACE "^\n([A-Za-z_]+/)?([A-Za-z0-9_]+)(/[0-9]+)?\\..*$" "\\2" suite "${heading}")
  list(APPEND suites ${suite})
endforeach()
list(REMOVE_DUPLICATES suites)

foreach(label statistical threads slow)
  foreach(suite ${grmf_${label}_suites})
    if(NOT suite IN_LIST suites AND NOT ONLY_SOME)
      message(FATAL_ERROR "tests/labels.cmake: there is no suite ${suite}")
    endif()
  endforeach()
endforeach()

set(left_out "")
foreach(test ${grmf_tests_without_sanitizer})
  string(REGEX REPLACE "^.*\\." "" name ${test})
  if(NOT list MATCHES "\n  ${name}\n" AND NOT ONLY_SOME)
    message(FATAL_ERROR "tests/labels.cmake: there is no test ${test}")
  endif()
  if(SANITIZED)
    string(APPEND left_out ":${test}")
  endif()
endforeach()
string(REGEX REPLACE "^:" "-" left_out "${left_out}")

set(tests "")
foreach(suite ${suites})
  set(labels)
  foreach(label statistical threads slow)
    if(suite IN_LIST grmf_${label}_suites)
      list(APPEND labels ${label})
    endif()
  endforeach()
  if(NOT labels)
    set(labels unit)
  endif()
  set(cost 1)
  if("slow" IN_LIST labels)
    set(cost 100)
  endif()
  set(filter "${suite}.*:*/${suite}.*:${suite}/*.*:*/${suite}/*.*${left_out}")
  # A guard against a hang, not a demand on speed.
  string(APPEND tests "add_test(${suite} ${PROGRAM} --gtest_filter=${filter})\n"
         "set_tests_properties(${suite} PROPERTIES LABELS \"${labels}\" COST ${cost} TIMEOUT 1800 "
         "SKIP_REGULAR_EXPRESSION \"PASSED  \\\\] 0 tests\")\n")
endforeach()
file(WRITE ${OUTPUT} "${tests}")
