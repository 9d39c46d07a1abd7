// SPDX-License-Identifier: Apache-2.0
#include "base/stderr_silence.h"

#include <cstdio>

#include <fcntl.h>
#ifdef _WIN32
#include <io.h>
#else
#include <unistd.h>
#endif

namespace duelo {
namespace {

constexpr int kStderr = 2;

#ifdef _WIN32
int openNothing() {
    return _open("NUL", _O_WRONLY);
}
int copyOf(int descriptor) {
    return _dup(descriptor);
}
void put(int descriptor, int in_place_of) {
    _dup2(descriptor, in_place_of);
}
void close(int descriptor) {
    _close(descriptor);
}
#else
int openNothing() {
    return ::open("/dev/null", O_WRONLY | O_CLOEXEC);
}
/// No child inherits it.
int copyOf(int descriptor) {
    return ::fcntl(descriptor, F_DUPFD_CLOEXEC, 3);
}
void put(int descriptor, int in_place_of) {
    ::dup2(descriptor, in_place_of);
}
void close(int descriptor) {
    ::close(descriptor);
}
#endif

}  // namespace

StderrSilence::StderrSilence() {
    std::fflush(stderr);
    const int nothing = openNothing();
    if (nothing < 0) return;
    m_saved = copyOf(kStderr);
    if (m_saved >= 0) put(nothing, kStderr);
    close(nothing);
}

StderrSilence::~StderrSilence() {
    if (m_saved < 0) return;
    std::fflush(stderr);
    put(m_saved, kStderr);
    close(m_saved);
}

std::mutex& StderrSilence::everyOnes() {
    static std::mutex mutex;
    return mutex;
}

}  // namespace duelo
