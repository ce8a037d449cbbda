# Makes a test of ctest for every suite of a GoogleTest program, with its labels.
#
#   cmake -DPROGRAM=... -DOUTPUT=... [-DONLY_SOME=ON] [-DSANITIZED=ON] -P suites.cmake
#
# Starting the program costs more than most tests do, so a suite is started once. A parameterised
# suite (methods/Contract, Typed/0) counts by its own name, whatever stands around it.
cmake_minimum_required(VERSION 3.22)
include("${CMAKE_CURRENT_LIST_DIR}/labels.cmake")

# The program lists a suite as "name.", and below it every test as "  name". A parameter may follow
# after "/", and after "#" what it is.
execute_process(COMMAND "${PROGRAM}" --gtest_list_tests OUTPUT_VARIABLE list
                COMMAND_ERROR_IS_FATAL ANY)
string(REGEX REPLACE " *#[^\n]*" "" list "${list}")
string(REPLACE "\n" ";" lines "${list}")
set(suites)
set(all_tests)
foreach(line ${lines})
  if(line MATCHES "^  ([A-Za-z0-9_]+)")
    list(APPEND all_tests ${suite}.${CMAKE_MATCH_1})
  elseif(line MATCHES "^([A-Za-z0-9_/]+)\\.$")
    string(REGEX REPLACE "/[0-9]+$" "" suite ${CMAKE_MATCH_1})
    string(REGEX REPLACE "^.*/" "" suite ${suite})
    list(APPEND suites ${suite})
  endif()
endforeach()
list(REMOVE_DUPLICATES suites)

# Where only some suites are built, these are the ones labelled threads.
foreach(label statistical threads slow)
  foreach(suite ${grmf_${label}_suites})
    if(NOT suite IN_LIST suites AND (label STREQUAL "threads" OR NOT ONLY_SOME))
      message(FATAL_ERROR "tests/labels.cmake: there is no suite ${suite}")
    endif()
  endforeach()
endforeach()

set(left_out "")
foreach(test ${grmf_tests_without_sanitizer})
  if(NOT test IN_LIST all_tests AND NOT ONLY_SOME)
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
  # The time is a guard against a hang, not a demand on speed. A suite is skipped where the output
  # ends in the list of skipped tests and none has passed; a list of failed tests would come after it.
  string(APPEND tests "add_test(${suite} \"${PROGRAM}\" \"--gtest_filter=${filter}\")\n"
         "set_tests_properties(${suite} PROPERTIES LABELS \"${labels}\" COST ${cost} TIMEOUT 1800 "
         "SKIP_REGULAR_EXPRESSION \"PASSED  \\\\] 0 tests\\\\.\\n(\\\\[  SKIPPED \\\\] [^\\n]*\\n)+$\")\n")
endforeach()
file(WRITE "${OUTPUT}" "${tests}")
