# The labels of the suites; a suite that is not named here is `unit`. ctest -L and -LE choose by them.
# What the sanitizers no longer run, and what covers it, is a table in docs/developer/architecture.md:
# a change here belongs there too.
#
#   statistical  the same code on many draws or real pictures: it judges the mathematics, and a
#                sanitizer would see nothing in it that the unit tests do not show
#   threads      threads share work: what the thread sanitizer is for
#   slow         takes seconds; is started first, so that no core waits for it at the end
#
# Tests that are no suite of grmf_tests (house, io, cli, browser, package, example) get their labels
# where they are made, in CMakeLists.txt here and in examples/.
set(grmf_statistical_suites
    CertificateOnPictures FairDefaults Floats GroupingOnPictures Objective Theorem1)

# Not among them, though threads share work there too:
#   Contract and those like it               the fits of AnyNumberOfThreads; those with gaps and with
#                                            callbacks are among them below
#   Tune, FloatsOfTune                       every trial is such a fit
#   PartialSvd                               its threads are those of Product
set(grmf_threads_suites
    AnotherColumn AnyNumberOfThreads Batch BatchOf CarryOut ContractOfGaps ContractOfSweeps
    ForEachMatrix GroupFinder GroupingThreads Product RescueRows RobustStart Threads Workers)

set(grmf_slow_suites
    Contract Grouping GroupingOnPictures GroupingThreads Objective PartialSvd PublishedPreset Rpca Tsvd
    Tune)

# Single tests that are left out under a sanitizer, because it takes a minute or more over each and
# the same code is reached by others:
#   many triplets in rounds         by Tsvd.never_forms_a_full_svd_of_a_large_matrix
#   threads of the partial SVD      by Product and AnyNumberOfThreads
#   RPCA on a large matrix          by the other tests of Rpca and of PartialSvd
#   the rank of other methods       by the other tests of Tune and by Contract
#   groups, judged on many draws    by Grouping.planted_rows_are_found_from_nothing and GaugeSearch
set(grmf_tests_without_sanitizer
    PartialSvd.more_triplets_than_a_basis_holds_are_found_in_rounds
    PartialSvd.is_bit_for_bit_the_same_for_any_number_of_threads
    Tsvd.never_forms_one_for_hundreds_of_triplets_either
    Rpca.holds_above_the_size_where_partial_svds_begin
    Tune.finds_the_planted_rank_for_other_methods
    Grouping.costs_less_than_without_the_gauge_at_the_same_loss
    Grouping.planted_rows_are_found_from_near_the_truth
    Grouping.under_dense_noise_is_right_where_the_loss_is_smooth_beyond_it
    Grouping.under_dense_noise_loses_no_more_rows_than_a_start_at_the_truth)
