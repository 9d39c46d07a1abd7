// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdlib>

namespace duelo::bench {

/// The module for the mode Compiled lies beside the engine, not beside these programs.
inline void useBuiltModule() {
#ifdef DUELO_DNN_MODULE_FILE
    static_cast<void>(setenv("DUELO_DNN_MODULE", DUELO_DNN_MODULE_FILE, 0));
#endif
}

}  // namespace duelo::bench
