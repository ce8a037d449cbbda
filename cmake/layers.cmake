# The layers of the house. A layer is a folder, and a target made of the sources in it:
#
#   grmf_layer(solve OBJECT USES engine linalg)
#
# A layer may include its own headers and those of the layers that it USES, directly or through
# others; these are declared above it. HEADERS are the public headers that belong to it: a NAME stands
# for grmf/NAME.h and for all in the folder grmf/NAME. tools/layers.py reads these calls and holds every
# #include against them, so a call is made of plain names.
#
# STATIC layers are libraries; OBJECT layers are the parts of a library that is put together of them.
function(grmf_layer name type)
  cmake_parse_arguments(layer "" "" "USES;HEADERS" ${ARGN})
  foreach(used ${layer_USES})
    if(NOT TARGET grmf_${used})
      message(FATAL_ERROR "layer ${name} uses ${used}, which is no layer declared above it")
    endif()
  endforeach()
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${name}/*.cpp)
  add_library(grmf_${name} ${type} ${sources})
  target_include_directories(grmf_${name} PUBLIC $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}>
                                                 $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>)
  grmf_set_warnings(grmf_${name})
  set(grmf_layers ${grmf_layers} grmf_${name} PARENT_SCOPE)
endfunction()
