// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <stop_token>

#include "simt/launch_watch.h"

namespace duelo::simt {

inline constexpr unsigned kMostBlockThreads = 1024;  // as every GPU of today

/// The threads of one block at a time, each a fiber: it stands still where it waits at a barrier,
/// and the next one goes on. One thread of the host runs them all, warp after warp, so that nothing
/// of it depends on chance.
class BlockThreads {
public:
    explicit BlockThreads(LaunchWatch& watch);
    ~BlockThreads();
    BlockThreads(const BlockThreads&) = delete;
    BlockThreads& operator=(const BlockThreads&) = delete;

    /// Runs `kernel` for each thread of the block, whose place is told by threadIdx and so on.
    /// Reasons: those of Emulator::launch().
    [[nodiscard]] Result<void> run(const std::function<void()>& kernel, Dim block,
                                   const std::stop_token& stop);

private:
    class Impl;
    std::unique_ptr<Impl> m_impl;
};

}  // namespace duelo::simt
