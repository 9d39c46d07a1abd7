// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/peer_user.h"

#ifdef Q_OS_WIN
#include <memory>
#include <vector>

#include <windows.h>
#else
#include <sys/socket.h>
#include <sys/types.h>
#include <unistd.h>
#endif

namespace duelo::ui {

#ifdef Q_OS_WIN

namespace {

struct CloseHandles {
    void operator()(HANDLE handle) const { CloseHandle(handle); }
};
using Handle = std::unique_ptr<void, CloseHandles>;

/// A TOKEN_USER and what it points to; empty where the process may not be asked.
std::vector<BYTE> userOf(HANDLE process) {
    HANDLE opened = nullptr;
    if (OpenProcessToken(process, TOKEN_QUERY, &opened) == 0) return {};
    const Handle token(opened);
    DWORD bytes = 0;
    GetTokenInformation(token.get(), TokenUser, nullptr, 0, &bytes);
    std::vector<BYTE> user(bytes);
    if (bytes == 0 || GetTokenInformation(token.get(), TokenUser, user.data(), bytes, &bytes) == 0)
        return {};
    return user;
}

}  // namespace

/// This process is one end of the pipe, the other end is the peer.
bool isPeerOfThisUser(qintptr socket) {
    const auto pipe = reinterpret_cast<HANDLE>(socket);
    ULONG server = 0, client = 0;
    if (GetNamedPipeServerProcessId(pipe, &server) == 0 ||
        GetNamedPipeClientProcessId(pipe, &client) == 0)
        return false;
    const ULONG peer = server == GetCurrentProcessId() ? client : server;
    const Handle process(OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION, FALSE, peer));
    if (!process) return false;
    std::vector<BYTE> its = userOf(process.get());
    std::vector<BYTE> ours = userOf(GetCurrentProcess());
    if (its.empty() || ours.empty()) return false;
    return EqualSid(reinterpret_cast<TOKEN_USER*>(its.data())->User.Sid,
                    reinterpret_cast<TOKEN_USER*>(ours.data())->User.Sid) != 0;
}

void letComeForward(qintptr socket) {
    ULONG server = 0;
    if (GetNamedPipeServerProcessId(reinterpret_cast<HANDLE>(socket), &server) != 0)
        AllowSetForegroundWindow(server);
}

#elif defined(Q_OS_LINUX)

bool isPeerOfThisUser(qintptr socket) {
    ucred peer{};
    socklen_t bytes = sizeof peer;
    const int fd = static_cast<int>(socket);
    return ::getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &bytes) == 0 && peer.uid == ::geteuid();
}

#else

bool isPeerOfThisUser(qintptr socket) {
    uid_t user = 0;
    gid_t group = 0;
    return ::getpeereid(static_cast<int>(socket), &user, &group) == 0 && user == ::geteuid();
}

#endif

#ifndef Q_OS_WIN
void letComeForward(qintptr) {}  // elsewhere the desktop decides
#endif

}  // namespace duelo::ui
