# The labels of the suites; a suite that is not named here is `unit`. ctest -L and -LE choose by them.
#
#   statistical  the same code on many draws or real pictures: it judges the mathematics, and a
#                sanitizer would see nothing in it that the unit tests do not show
#   threads      threads share work: what the thread sanitizer is for
#   slow         takes seconds; is started first, so that no core waits for it at the end
set(grmf_statistical_suites
    CertificateOnPictures FairDefaults GroupingOnPictures Objective Theorem1)
set(grmf_threads_suites
    AnotherColumn AnyNumberOfThreads Batch BatchOf CarryOut Contract ForEachMatrix Product
    RobustStart Threads Tune Workers)
set(grmf_slow_suites
    Contract Grouping GroupingOnPictures Objective PartialSvd PublishedPreset Rpca Tsvd Tune)
