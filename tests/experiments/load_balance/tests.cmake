# SPDX-License-Identifier: Apache-2.0
duelo_test(load_balance/tst_load_balance.cpp LIBS Duelo::ExperimentsPlain THREADED)
