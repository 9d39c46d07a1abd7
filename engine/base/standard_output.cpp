// SPDX-License-Identifier: Apache-2.0
#include "base/standard_output.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <iostream>
#include <system_error>

#ifdef _WIN32
#include <cstdlib>

#include <fcntl.h>
#include <io.h>
#include <windows.h>

#include "base/pipe_input_windows.h"
#else
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>
#endif

namespace duelo {
namespace {

#ifdef _WIN32
/// The code page that the console had, where it was another than UTF-8; else 0.
UINT former_code_page = 0;

bool isThere(DWORD stream) {
    const HANDLE handle = GetStdHandle(stream);
    return handle != nullptr && handle != INVALID_HANDLE_VALUE;
}

/// A program with a window has no streams of its own; what was sent elsewhere stays there.
void joinConsole() {
    const bool prints = isThere(STD_OUTPUT_HANDLE), tells = isThere(STD_ERROR_HANDLE);
    if ((prints && tells) || AttachConsole(ATTACH_PARENT_PROCESS) == 0) return;
    if (!prints) (void)std::freopen("CONOUT$", "w", stdout);
    if (!tells) (void)std::freopen("CONOUT$", "w", stderr);
}

void readPipeByEvents() {
    const HANDLE input = GetStdHandle(STD_INPUT_HANDLE);
    if (!isThere(STD_INPUT_HANDLE) || GetFileType(input) != FILE_TYPE_PIPE) return;
    static windows::PipeInput reader(input);
    std::cin.rdbuf(&reader);
}

bool hasNoReader() {
    return false;
}
Result<void> closeCopy() {
    return {};
}
#else
bool hasNoReader() {
    pollfd output{.fd = STDOUT_FILENO, .events = POLLOUT, .revents = 0};
    return ::poll(&output, 1, 0) > 0 && (output.revents & POLLERR) != 0;
}

/// Some file systems tell of a full disk only when a file is closed.
Result<void> closeCopy() {
    const int copy = ::dup(STDOUT_FILENO);
    if (copy < 0 || ::close(copy) == 0 || errno == EINTR) return {};
    return fail("output_lost", {{"message", std::generic_category().message(errno)}});
}
#endif

}  // namespace

void holdStandardStreams() {
#ifdef _WIN32
    joinConsole();
    // Else "\n" would become "\r\n", also in CSV that has both, and a 26 would end the input.
    for (std::FILE* const stream : {stdin, stdout})
        if (const int number = _fileno(stream); number >= 0) _setmode(number, _O_BINARY);
    readPipeByEvents();
    if (const UINT now = GetConsoleOutputCP(); now != 0 && now != CP_UTF8) {
        former_code_page = now;
        SetConsoleOutputCP(CP_UTF8);
        std::atexit(releaseConsole);
    }
#else
    // Beyond the largest file allowed (ulimit -f) a write then fails, which is told.
    std::signal(SIGXFSZ, SIG_IGN);
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (::fcntl(stream, F_GETFD) != -1 || errno != EBADF) continue;
        // The lowest number that is free is this one. Read only: then a write to it fails, which of
        // standard error nobody would read.
        (void)::open("/dev/null", stream == STDERR_FILENO ? O_WRONLY : O_RDONLY);
    }
#endif
}

void releaseConsole() {
#ifdef _WIN32
    if (former_code_page != 0) SetConsoleOutputCP(former_code_page);
    former_code_page = 0;
#endif
}

bool hasStandardError() {
#ifdef _WIN32
    return isThere(STD_ERROR_HANDLE);
#else
    return true;
#endif
}

Result<void> flushStandardOutput() {
    std::cout.flush();
    errno = 0;
    const bool flushed = std::fflush(stdout) == 0;
    const int error = errno;
    if (flushed && std::cout && std::ferror(stdout) == 0) return closeCopy();
    if (error == EPIPE || hasNoReader()) return fail("output_unread");
    // What was lost in the middle of a command left no number.
    return fail("output_lost",
                {{"message", std::generic_category().message(error != 0 ? error : EIO)}});
}

int exitCodeOf(int code, const Text& text) {
    const auto out = flushStandardOutput();
    if (out) return code;
    if (out.error().code != "output_unread") {
        std::cerr << text.reason(out.error()) << '\n';
        std::cerr.flush();
    }
    return code == 0 ? 1 : code;
}

}  // namespace duelo
