// SPDX-License-Identifier: Apache-2.0
#pragma once

#ifndef _WIN32

#include <sys/resource.h>
#include <csignal>
#include <cstddef>

namespace duelo::test {

/// While it lives, no file of this process grows beyond a size: as on a disk that fills up, a write
/// fails half-way. Windows has no such limit.
class FullDisk {
public:
    explicit FullDisk(std::size_t most_bytes) : m_handler(std::signal(SIGXFSZ, SIG_IGN)) {
        getrlimit(RLIMIT_FSIZE, &m_before);
        const rlimit small{most_bytes, m_before.rlim_max};
        setrlimit(RLIMIT_FSIZE, &small);
    }
    ~FullDisk() {
        setrlimit(RLIMIT_FSIZE, &m_before);
        std::signal(SIGXFSZ, m_handler);
    }
    FullDisk(const FullDisk&) = delete;
    FullDisk& operator=(const FullDisk&) = delete;

private:
    rlimit m_before{};
    void (*const m_handler)(int);
};

}  // namespace duelo::test

#endif
