// SPDX-License-Identifier: Apache-2.0
#include "interrupts.h"

#include <atomic>
#include <iostream>

namespace duelo {

namespace {

std::atomic<int> interrupts{0};

void countInterrupt(int signal) {
    std::signal(signal, countInterrupt);  // Windows forgets it
    interrupts.fetch_add(1);
}

}  // namespace

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

void outliveReaders() {
#ifndef _WIN32
    std::signal(SIGPIPE, SIG_IGN);
#endif
    std::cerr.tie(nullptr);
}

}  // namespace duelo
