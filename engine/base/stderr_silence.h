// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mutex>

namespace duelo {

/// Drops what the process writes to standard error while this lives.
///
/// libxlsxwriter prints there what it returns as well. The redirection concerns the whole process,
/// so it lasts one call; another thread waits for its end.
class StderrSilence {
public:
    StderrSilence();
    ~StderrSilence();
    StderrSilence(const StderrSilence&) = delete;
    StderrSilence& operator=(const StderrSilence&) = delete;

private:
    static std::mutex& everyOnes();

    const std::unique_lock<std::mutex> m_lock{everyOnes()};
    int m_saved = -1;
};

}  // namespace duelo
