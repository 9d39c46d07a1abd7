// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <cstdlib>
#include <iostream>

#include "base/private_folder.h"
#include "base/standard_output.h"
#include "program.h"

int main(int argc, char** argv) {
    duelo::holdStandardStreams();
    duelo::passOverMissingTemporaryFolder();
    const int code = duelo::runEngineProgram(argc, argv);
#ifdef __SANITIZE_ADDRESS__
    return code;  // leaks are looked for on the way out
#else
    // Everything of Duelo is closed by now. The static objects of LibTorch and of what OpenCV
    // brings along would take a tenth of a second to be destroyed, longer than a probe takes.
    std::cout.flush();
    std::cerr.flush();
    std::fflush(nullptr);
    duelo::releaseConsole();
    std::_Exit(code);
#endif
}
