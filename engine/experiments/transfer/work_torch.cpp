// SPDX-License-Identifier: Apache-2.0
#include "experiments/transfer/work_torch.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "experiments/gpu_calls.h"
#include "experiments/transfer/work.h"
#include "gpu/failure.h"
#include "gpu/gpu_device_state.h"
#include "gpu/opencl_gpu.h"
#include "machine/process_memory.h"

namespace duelo {

namespace {

const char* partOf(Direction direction) {
    if (direction == Direction::ToDevice) return "h2d";
    return direction == Direction::FromDevice ? "d2h" : "copy";
}

constexpr std::int64_t kWord = 4;

/// Mapped memory has one address on both sides (CUDA C++ Programming Guide, Unified Virtual Address
/// Space), so a kernel takes the host's.
KernelLaunch copyLaunch(void* to, const void* from, std::int64_t bytes) {
    constexpr unsigned kCopyThreads = 256, kMostCopyBlocks = 1024;
    const auto words = static_cast<std::uint64_t>(bytes / kWord);
    const std::uint64_t blocks = (words + kCopyThreads - 1) / kCopyThreads;
    return {.text = "kernels/copy_words.cu",
            .kernel = "copy_words",
            .blocks = static_cast<unsigned>(std::clamp<std::uint64_t>(blocks, 1, kMostCopyBlocks)),
            .threads = kCopyThreads,
            .arguments = {from, static_cast<const void*>(to), words}};
}

/// A kernel copies, not the driver.
bool isMapped(const TransferWay& way) {
    return way.direction != Direction::WithinDevice && way.memory == HostMemory::Mapped;
}

bool runsKernel(const TransferWay& way) {
    return isMapped(way) || way.beside == Beside::Compute;
}

/// Memory that both sides have is handed over and taken back.
bool isShared(const TransferWay& way) {
    return way.direction == Direction::ToDevice && way.memory == HostMemory::Shared;
}

class DeviceCopy final : public Work {
public:
    DeviceCopy(std::int64_t bytes, const TransferWay& way, PlainGpu& gpu)
        : m_bytes(bytes), m_way(way), m_gpu(gpu), m_watch(gpu), m_calls(gpu) {}

    Result<Prepared> prepare() override;
    Timing step(int calls) override;
    Output output() override;
    void beginBlock() override { m_watch.beginBlock(); }
    std::optional<DeviceState> deviceState() override { return m_watch.state(); }

private:
    void copyOnce();
    [[nodiscard]] Prepared prepareShared(std::size_t size);

    const std::int64_t m_bytes;
    const TransferWay m_way;
    PlainGpu& m_gpu;
    GpuWatch m_watch;
    GpuCalls m_calls;
    GpuBlock m_block, m_other;  ///< of the device; the second for copies within it
    GpuBlock m_locked;
    Lines m_pageable;                              ///< of the host
    std::byte *m_to = nullptr, *m_from = nullptr;  ///< of these
    /// The kernel that copies mapped memory; of shared memory the one that reads it for the check.
    std::optional<KernelLaunch> m_launch;
    OpenClGpu* m_sharer = nullptr;  ///< of shared memory, the GPU
};

/// Rounds up to whole words of four bytes, by which a kernel copies.
std::int64_t roundedUp(std::int64_t bytes) {
    return (bytes + kWord - 1) / kWord * kWord;
}

Prepared DeviceCopy::prepareShared(std::size_t size) {
    m_locked = m_gpu.allocatePinned(size);
    std::byte* const host = m_locked.as<std::byte>();
    std::fill_n(host, size, std::byte{});
    fillWords({host, static_cast<std::size_t>(m_bytes)}, 0);
    m_from = host;
    // Where the GPU puts what it found, so that it can be checked.
    m_block = m_gpu.allocate(size);
    m_to = m_block.as<std::byte>();
    m_launch = copyLaunch(m_to, m_from, static_cast<std::int64_t>(size));
    m_gpu.synchronize();
    // No byte is copied, so there is no rate.
    return {};
}

Result<Prepared> DeviceCopy::prepare() {
    if (isShared(m_way)) {
        m_sharer = dynamic_cast<OpenClGpu*>(&m_gpu);
        return prepareShared(static_cast<std::size_t>(roundedUp(m_bytes)));
    }
    const bool mapped = isMapped(m_way);
    const std::int64_t bytes = mapped ? roundedUp(m_bytes) : m_bytes;
    const auto size = static_cast<std::size_t>(bytes);
    if (m_way.memory == HostMemory::Pageable)
        m_pageable = makeLines(size);
    else
        m_locked = m_gpu.allocatePinned(size);
    std::byte* host = m_locked.data ? m_locked.as<std::byte>() : m_pageable.get();
    std::fill_n(host, size, std::byte{});
    fillWords({host, static_cast<std::size_t>(m_bytes)}, 0);
    // The memory's old bytes could be the very ones that a copy must bring.
    m_block = m_gpu.allocate(size);
    m_from = host;
    m_to = m_block.as<std::byte>();
    if (m_way.direction != Direction::ToDevice) {
        m_gpu.copyBytes(m_to, m_from, size);
        m_gpu.synchronize();
        std::swap(m_from, m_to);
        if (m_way.direction == Direction::WithinDevice) {
            m_other = m_gpu.allocate(size);
            m_to = m_other.as<std::byte>();
        } else {
            // Each page is there, and what is read back was copied.
            std::fill_n(host, size, std::byte{});
        }
    }
    m_gpu.synchronize();
    if (mapped) m_launch = copyLaunch(m_to, m_from, bytes);
    return preparedCopy(m_bytes);
}

void DeviceCopy::copyOnce() {
    if (m_sharer != nullptr)
        m_sharer->handOver(m_from);
    else if (m_launch)
        m_gpu.launch(*m_launch);
    else
        m_gpu.copyBytes(m_to, m_from, static_cast<std::size_t>(m_bytes));
}

Timing DeviceCopy::step(int calls) {
    return m_calls.time(calls, partOf(m_way.direction), [this] { copyOnce(); });
}

Output DeviceCopy::output() {
    std::vector<std::byte> found(static_cast<std::size_t>(m_bytes));
    if (m_sharer != nullptr) m_gpu.launch(*m_launch);
    if (m_way.direction == Direction::FromDevice) return outputOfCopy({m_to, found.size()});
    m_gpu.copyBytes(found.data(), m_to, found.size());
    m_gpu.synchronize();
    return outputOfCopy(found);
}

bool onGpu(const Cell& cell) {
    return deviceOf(cell.variant).isGpu();
}

}  // namespace

std::unique_ptr<Work> deviceCopy(std::int64_t bytes, const TransferWay& way, PlainGpu& gpu) {
    if (way.beside == Beside::Compute) return overlappedCopy(bytes, way, gpu);
    return std::make_unique<DeviceCopy>(bytes, way, gpu);
}

Result<void> TorchTransferMaker::check(const Cell& cell) {
    if (!onGpu(cell)) return {};
    const Device device = deviceOf(cell.variant);
    const TransferWay way = transferWay(cell.variant);
    if (runsKernel(way)) return m_gpu.canUse(device, NvidiaLibrary::Nvrtc);
    const auto gpu = m_gpu.of(device);
    if (!gpu) return tl::unexpected(gpu.error());
    if (!isShared(way)) return {};
    const auto* const opencl = dynamic_cast<const OpenClGpu*>(*gpu);
    if (opencl == nullptr) return fail("shared_needs_opencl");
    if (!opencl->facts().shares_memory)
        return fail("opencl_memory_apart", {{"name", opencl->facts().name}});
    return {};
}

Result<std::unique_ptr<Work>> TorchTransferMaker::create(const Cell& cell) {
    if (auto possible = check(cell); !possible) return tl::unexpected(possible.error());
    if (!onGpu(cell)) return TransferMaker::create(cell);
    PlainGpu& gpu = **m_gpu.of(deviceOf(cell.variant));
    m_stream.take(gpu);
    return deviceCopy(bytesCopied(cell.work), transferWay(cell.variant), gpu);
}

Result<Forecast> TorchTransferMaker::forecast(const Cell& cell) {
    if (!onGpu(cell)) return TransferMaker::forecast(cell);
    if (auto possible = check(cell); !possible) return tl::unexpected(possible.error());
    const std::int64_t bytes = bytesCopied(cell.work);
    // The bytes to copy are made here.
    const Forecast host{.bytes = bytes, .free_bytes = freeMemoryBytes()};
    if (host.lack()) return host;
    const GpuMemory memory = (*m_gpu.of(deviceOf(cell.variant)))->memory();
    const bool both = transferWay(cell.variant).direction == Direction::WithinDevice;
    return Forecast{.bytes = both ? 2 * bytes : bytes, .free_bytes = usableBytes(memory)};
}

Failure TorchTransferMaker::describe(const std::exception_ptr& error) {
    return describeFailure(error, m_gpu);
}

void TorchTransferMaker::release() {
    m_stream.release();
}

}  // namespace duelo
