// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mutex>
#include <string>

namespace duelo {

/// Takes what the process writes to standard error from construction to `finish()`.
///
/// libjpeg and libpng, as OpenCV sets them up, have no other channel for "premature end of data
/// segment" than stderr (R-09, R-11), and libxlsxwriter prints what it returns as well. The
/// redirection concerns the whole process, so it lasts one call; another thread waits for its end.
///
/// At most a pipe's capacity is kept, the rest is dropped: nothing can block or grow. On Windows
/// the text is discarded, because a full pipe would block there.
class StderrCapture {
public:
    StderrCapture();
    ~StderrCapture();
    StderrCapture(const StderrCapture&) = delete;
    StderrCapture& operator=(const StderrCapture&) = delete;

    /// Restores standard error and gives the text, at most 2000 bytes of printable ASCII.
    std::string finish();

private:
    static std::mutex& everyOnes();

    const std::unique_lock<std::mutex> m_lock{everyOnes()};
    int m_saved = -1;
    int m_read = -1;
};

}  // namespace duelo
