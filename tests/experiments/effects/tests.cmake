# SPDX-License-Identifier: Apache-2.0
foreach(test tst_effects tst_effects_run)
  duelo_test(effects/${test}.cpp LIBS Duelo::ExperimentsPlain THREADED)
endforeach()
