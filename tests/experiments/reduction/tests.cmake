# SPDX-License-Identifier: Apache-2.0
foreach(test tst_reduction tst_reduction_run)
  duelo_test(reduction/${test}.cpp LIBS Duelo::ExperimentsPlain THREADED)
endforeach()
