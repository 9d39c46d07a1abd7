// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>

#include "measure/maker.h"

namespace duelo {

/// The exit codes of duelo-engine.
enum ExitCode : int {
    kAllDone = 0,
    /// Some cells or files do not count, each with its reason, or not all that was printed came
    /// out.
    kSomeNotDone = 1,
    kBadInput = 2,       ///< wrong arguments or files; nothing was measured
    kCancelled = 3,      ///< stopped by the user; what was measured is kept
    kNeedsRestart = 70,  ///< a device error that only a new process gets rid of: resume goes on
    kCallHangs = 71,     ///< a call did not come back in time: resume goes on with the next cell
};

/// A door for tests: lets them put faults between the engine and its work. The program
/// that is shipped passes none.
using WrapMaker = std::function<std::unique_ptr<Maker>(std::unique_ptr<Maker>)>;

int runEngineProgram(int argc, char** argv, const WrapMaker& wrap = {});

/// The main() of the engine's program: prepares the process, runs the command, and leaves without
/// taking the libraries down. It returns under the address sanitizer alone.
int engineMain(int argc, char** argv);

}  // namespace duelo
