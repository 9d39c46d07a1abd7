# SPDX-License-Identifier: Apache-2.0
foreach(test tst_stencil tst_stencil_run)
  duelo_test(stencil/${test}.cpp LIBS Duelo::ExperimentsPlain THREADED)
endforeach()
