# Code that only prints, parses and arranges, and the tests, are compiled faster with -O1, and are fast
# enough. GCC then follows values less far and warns of things that are not there.
function(grmf_optimise_little target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1> -Wno-array-bounds
                                           -Wno-maybe-uninitialized)
endfunction()
