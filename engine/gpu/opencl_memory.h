// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>

#include "gpu/gpu_values.h"
#include "gpu/opencl_calls.h"

namespace duelo {

/// The buffers of a device. OpenCL 1.2 has no addresses of memory: those that are handed out are
/// places at which nothing lies, so that a kernel's arguments and copies may name a part of a
/// buffer as with any other GPU. Page-locked memory of the host has its own address. Worker thread
/// only; blocks may go later.
class OpenClMemory {
public:
    /// A part of a buffer.
    struct Part {
        opencl::Memory buffer = nullptr;
        std::size_t offset = 0;
        void* host = nullptr;  ///< where the host sees the beginning of all of it; null: nowhere
    };

    /// `align_bytes`: of where a buffer's part may begin.
    OpenClMemory(const opencl::Calls& calls, opencl::Context context, opencl::Queue queue,
                 std::size_t align_bytes)
        : m_calls(calls), m_context(context), m_queue(queue), m_alignBytes(align_bytes) {}

    /// Takes memory of the device, or of the host where both can reach it. Throws TensorError of
    /// Kind::OutOfMemory; std::bad_alloc of the host's.
    [[nodiscard]] GpuBlock take(std::size_t bytes);
    [[nodiscard]] GpuBlock takeOfHost(std::size_t bytes);
    /// Finds what lies at an address; nothing: it is none of these.
    [[nodiscard]] std::optional<Part> find(const void* place) const;
    /// Returns the buffer, or a part of it, that a kernel is given for an address. Throws
    /// WorkFailed: "opencl_offset" {offset, align} where no part may begin there.
    [[nodiscard]] opencl::Memory argument(const void* place);
    /// Hands the host's memory at an address to the device, and back. Nothing waits.
    void giveToDevice(opencl::Queue queue, const void* place);
    void giveToHost(opencl::Queue queue, const void* place);

    [[nodiscard]] std::int64_t takenBytes() const { return m_takenBytes; }
    [[nodiscard]] std::int64_t peakBytes() const { return m_peakBytes; }
    [[nodiscard]] std::int64_t count() const { return m_count; }
    void resetPeak() { m_peakBytes = m_takenBytes; }

private:
    struct Buffer {
        opencl::Memory memory = nullptr;
        std::size_t bytes = 0;
        void* host = nullptr;
        std::map<std::size_t, opencl::Memory> parts{};  ///< that kernels were given, by offset
    };
    using Buffers = std::map<std::uintptr_t, Buffer>;

    [[nodiscard]] opencl::Memory made(std::uint64_t flags, std::size_t bytes, std::int32_t& state);
    [[nodiscard]] Buffers::const_iterator at(const void* place) const;
    void giveBack(std::uintptr_t address);

    const opencl::Calls& m_calls;
    const opencl::Context m_context;
    const opencl::Queue m_queue;
    const std::size_t m_alignBytes;
    Buffers m_buffers;
    std::uintptr_t m_next = 0;
    std::int64_t m_takenBytes = 0, m_peakBytes = 0, m_count = 0;
};

}  // namespace duelo
