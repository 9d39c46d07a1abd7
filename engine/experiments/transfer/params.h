// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "base/words.h"
#include "plan/params.h"

namespace duelo {

/// From where to where. Within the host the processor copies, otherwise the GPU.
enum class Direction { WithinHost, ToDevice, FromDevice, WithinDevice };
template <>
inline constexpr std::array<std::string_view, 4> wordsOf<Direction>{"within_host", "to_device",
                                                                    "from_device", "within_device"};

/// The host's memory in a copy between host and device. Pageable memory may be moved by the system,
/// so the driver copies it through a page-locked buffer of its own. Mapped memory is page-locked
/// too, and a kernel reads or writes it over the bus: nothing copies. Shared memory is that of a
/// GPU which has none of its own: it is handed to the GPU and taken back (OpenCL's unmap and map),
/// and nothing moves at all.
enum class HostMemory { Pageable, Pinned, Mapped, Shared };
template <>
inline constexpr std::array<std::string_view, 4> wordsOf<HostMemory>{"pageable", "pinned", "mapped",
                                                                     "shared"};

/// The other work of the GPU during a copy: nothing, or in another stream a kernel that takes about
/// as long.
enum class Beside { Nothing, Compute };
template <>
inline constexpr std::array<std::string_view, 2> wordsOf<Beside>{"nothing", "compute"};

/// The code that copies within the host. The C library may write large blocks past the caches, with
/// non-temporal stores; the loop never does, so that the lines that it writes are read into the
/// caches first.
enum class CopyBy { Memcpy, Loop };
template <>
inline constexpr std::array<std::string_view, 2> wordsOf<CopyBy>{"memcpy", "loop"};

inline constexpr std::int64_t kMostCopied = std::int64_t{1} << 36;

struct TransferWay {
    Direction direction = Direction::WithinHost;
    HostMemory memory = HostMemory::Pageable;
    CopyBy by = CopyBy::Memcpy;
    int threads = 1;  ///< within the host
    Beside beside = Beside::Nothing;
    bool fastest = false;  ///< within the host by whichever is faster here, not `by`
};

[[nodiscard]] inline std::int64_t bytesCopied(const Params& work) {
    return work.integer("bytes");
}

[[nodiscard]] inline TransferWay transferWay(const Params& variant) {
    return {.direction = variant.word<Direction>("direction"),
            .memory = variant.word<HostMemory>("memory"),
            .by = variant.word<CopyBy>("copy"),
            .threads = static_cast<int>(variant.integer("threads", 1)),
            .beside = variant.word<Beside>("beside")};
}

}  // namespace duelo
