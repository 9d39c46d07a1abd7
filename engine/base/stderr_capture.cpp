// SPDX-License-Identifier: Apache-2.0
#include "base/stderr_capture.h"

#include <array>
#include <cstdio>

#ifdef _WIN32
#include <fcntl.h>
#include <io.h>
#else
#include <fcntl.h>
#include <unistd.h>
#endif

namespace duelo {
namespace {

constexpr std::size_t kKeptText = 2000;

#ifndef _WIN32
bool neverBlock(int descriptor) {
    return fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0 &&
           fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0;
}
#endif

}  // namespace

#ifdef _WIN32

StderrCapture::StderrCapture() {
    std::fflush(stderr);
    const int nul = _open("NUL", _O_WRONLY);
    if (nul < 0) return;
    m_saved = _dup(2);
    if (m_saved >= 0) _dup2(nul, 2);
    _close(nul);
}

std::string StderrCapture::finish() {
    if (m_saved < 0) return {};
    std::fflush(stderr);
    _dup2(m_saved, 2);
    _close(m_saved);
    m_saved = -1;
    return {};
}

#else

StderrCapture::StderrCapture() {
    std::fflush(stderr);
    std::array<int, 2> ends{};
    if (::pipe(ends.data()) != 0) return;
    m_saved = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
    if (m_saved < 0 || !neverBlock(ends[0]) || !neverBlock(ends[1]) ||
        ::dup2(ends[1], STDERR_FILENO) < 0) {
        if (m_saved >= 0) ::close(m_saved);
        m_saved = -1;
        ::close(ends[0]);
    } else {
        m_read = ends[0];
    }
    ::close(ends[1]);
}

std::string StderrCapture::finish() {
    if (m_saved < 0) return {};
    std::fflush(stderr);
    ::dup2(m_saved, STDERR_FILENO);
    ::close(m_saved);
    m_saved = -1;
    std::array<char, kKeptText> buffer{};
    const ssize_t count = ::read(m_read, buffer.data(), buffer.size());
    ::close(m_read);
    m_read = -1;
    std::string text;
    for (ssize_t i = 0; i < count; ++i) {
        const char c = buffer[static_cast<std::size_t>(i)];
        text += c >= ' ' && c <= '~' ? c : c == '\n' ? ' ' : '?';
    }
    text.erase(text.find_last_not_of(' ') + 1);
    return text;
}

#endif

std::mutex& StderrCapture::everyOnes() {
    static std::mutex mutex;
    return mutex;
}

StderrCapture::~StderrCapture() {
    finish();
}

}  // namespace duelo
