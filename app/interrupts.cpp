// SPDX-License-Identifier: Apache-2.0
#include "interrupts.h"

#include <atomic>
#include <iostream>

#ifdef _WIN32
#include <windows.h>
#endif

namespace duelo {

namespace {

std::atomic<int> interrupts{0};

#ifdef _WIN32
/// Called on a thread of its own. Windows ends the process too once a closed console, a log-off or
/// a shutdown was answered, so those are not: it gives some seconds, in which the run ends by
/// itself.
template <int>
BOOL WINAPI countInterrupt(DWORD event) {
    interrupts.fetch_add(1);
    if (event != CTRL_C_EVENT && event != CTRL_BREAK_EVENT) Sleep(INFINITE);
    return TRUE;
}

/// Windows calls the one first that was registered last. Intel's OpenMP, which is loaded in the
/// middle of a run, registers one that ends the process: these two take turns to come after it.
constexpr std::array<PHANDLER_ROUTINE, 2> kHandlers{countInterrupt<0>, countInterrupt<1>};
std::size_t registered = 0;

void comeFirst() {
    const std::size_t former = registered;
    registered = 1 - former;
    SetConsoleCtrlHandler(kHandlers[registered], TRUE);
    SetConsoleCtrlHandler(kHandlers[former], FALSE);
}
#else
void countInterrupt(int /*signal*/) {
    interrupts.fetch_add(1);
}
#endif

}  // namespace

#ifdef _WIN32
InterruptGuard::InterruptGuard() {
    interrupts = 0;
    SetConsoleCtrlHandler(kHandlers[registered], TRUE);
}

InterruptGuard::~InterruptGuard() {
    SetConsoleCtrlHandler(kHandlers[registered], FALSE);
}

int InterruptGuard::count() const {
    comeFirst();
    return interrupts;
}
#else
InterruptGuard::InterruptGuard() {
    interrupts = 0;
    for (std::size_t i = 0; i < kSignals.size(); ++i) {
        m_former[i] = std::signal(kSignals[i], countInterrupt);
        // Whoever started this with nohup wants it to go on.
        if (m_former[i] == SIG_IGN) std::signal(kSignals[i], SIG_IGN);
    }
}

InterruptGuard::~InterruptGuard() {
    for (std::size_t i = 0; i < kSignals.size(); ++i) std::signal(kSignals[i], m_former[i]);
}

int InterruptGuard::count() const {
    return interrupts;
}
#endif

void outliveReaders() {
#ifndef _WIN32
    std::signal(SIGPIPE, SIG_IGN);
#endif
    std::cerr.tie(nullptr);
}

}  // namespace duelo
