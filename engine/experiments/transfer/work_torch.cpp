// SPDX-License-Identifier: Apache-2.0
#include "experiments/transfer/work_torch.h"

#include <algorithm>

#include "experiments/gpu_calls.h"
#include "experiments/transfer/work.h"
#include "gpu/failure.h"
#include "gpu/gpu_device_state.h"
#include "machine/process_memory.h"
#include "tensor/autograd.h"
#include "tensor/operators.h"

namespace duelo {

namespace {

const char* partOf(Direction direction) {
    if (direction == Direction::ToDevice) return "h2d";
    return direction == Direction::FromDevice ? "d2h" : "copy";
}

std::span<std::byte> bytesIn(const Tensor& host) {
    return {static_cast<std::byte*>(host.data_ptr()), host.nbytes()};
}

/// Mapped memory has one address on both sides (CUDA C++ Programming Guide, Unified Virtual Address
/// Space), so a kernel takes the host's.
KernelLaunch copyLaunch(const Tensor& to, const Tensor& from) {
    constexpr unsigned kCopyThreads = 256, kMostCopyBlocks = 1024;
    const auto words = static_cast<std::uint64_t>(from.numel() / 4);
    const std::uint64_t blocks = (words + kCopyThreads - 1) / kCopyThreads;
    return {.text = "kernels/copy_words.cu",
            .kernel = "copy_words",
            .blocks = static_cast<unsigned>(std::clamp<std::uint64_t>(blocks, 1, kMostCopyBlocks)),
            .threads = kCopyThreads,
            .arguments = {from.const_data_ptr(), to.const_data_ptr(), words}};
}

class DeviceCopy final : public Work {
public:
    DeviceCopy(std::int64_t bytes, const TransferWay& way, GpuApi& gpu)
        : m_bytes(bytes), m_way(way), m_gpu(gpu), m_watch(gpu), m_calls(gpu) {}

    Result<Prepared> prepare() override;
    Timing step(int calls) override;
    Output output() override;
    void beginBlock() override { m_watch.beginBlock(); }
    std::optional<DeviceState> deviceState() override { return m_watch.state(); }

private:
    void copyOnce();

    const std::int64_t m_bytes;
    const TransferWay m_way;
    GpuApi& m_gpu;
    GpuWatch m_watch;
    GpuCalls m_calls;
    Tensor m_from, m_to;
    std::optional<KernelLaunch> m_launch;  ///< of mapped memory, on these
};

/// Rounds up to whole words of four bytes, by which a kernel copies.
std::int64_t roundedUp(std::int64_t bytes) {
    constexpr std::int64_t kWord = 4;
    return (bytes + kWord - 1) / kWord * kWord;
}

Result<Prepared> DeviceCopy::prepare() {
    const InferenceMode inference;
    const bool mapped =
        m_way.direction != Direction::WithinDevice && m_way.memory == HostMemory::Mapped;
    Tensor host = ops::zeros({mapped ? roundedUp(m_bytes) : m_bytes}, ScalarType::Byte);
    fillWords(bytesIn(host).first(static_cast<std::size_t>(m_bytes)), 0);
    if (m_way.memory != HostMemory::Pageable) host = m_gpu.pinned(host);
    // The memory's old bytes could be the very ones that a copy must bring.
    Tensor device = ops::zeros({host.numel()}, host.options().device(m_gpu.device()));
    if (m_way.direction == Direction::ToDevice) {
        m_from = host;
        m_to = device;
        if (mapped) m_launch = copyLaunch(m_to, m_from);
        return preparedCopy(m_bytes);
    }
    m_gpu.copy(device, host);
    m_gpu.synchronize();
    m_from = device;
    if (m_way.direction == Direction::WithinDevice)
        m_to = ops::zeros_like(device);
    else
        m_to = host.zero_();  // each page is there, and what is read back was copied
    if (mapped) m_launch = copyLaunch(m_to, m_from);
    return preparedCopy(m_bytes);
}

void DeviceCopy::copyOnce() {
    if (m_launch)
        m_gpu.launch(*m_launch);
    else if (m_way.direction == Direction::WithinDevice)
        m_to.copy_(m_from, true);
    else
        m_gpu.copy(m_to, m_from);
}

Timing DeviceCopy::step(int calls) {
    const InferenceMode inference;
    return m_calls.time(calls, partOf(m_way.direction), [this] { copyOnce(); });
}

Output DeviceCopy::output() {
    const InferenceMode inference;
    return outputOfCopy(bytesIn(m_to.cpu()).first(static_cast<std::size_t>(m_bytes)));
}

bool onGpu(const Cell& cell) {
    return deviceOf(cell.variant).isGpu();
}

}  // namespace

std::unique_ptr<Work> deviceCopy(std::int64_t bytes, const TransferWay& way, GpuApi& gpu) {
    if (way.beside == Beside::Compute) return overlappedCopy(bytes, way, gpu);
    return std::make_unique<DeviceCopy>(bytes, way, gpu);
}

Result<void> TorchTransferMaker::check(const Cell& cell) {
    if (onGpu(cell) && m_gpu.api() == nullptr) return tl::unexpected(*m_gpu.status().reason);
    return {};
}

Result<std::unique_ptr<Work>> TorchTransferMaker::create(const Cell& cell) {
    if (auto possible = check(cell); !possible) return tl::unexpected(possible.error());
    if (!onGpu(cell)) return TransferMaker::create(cell);
    m_stream.take(*m_gpu.api());
    return deviceCopy(bytesCopied(cell.work), transferWay(cell.variant), *m_gpu.api());
}

Result<Forecast> TorchTransferMaker::forecast(const Cell& cell) {
    if (!onGpu(cell)) return TransferMaker::forecast(cell);
    if (auto possible = check(cell); !possible) return tl::unexpected(possible.error());
    const std::int64_t bytes = bytesCopied(cell.work);
    // The bytes to copy are made here.
    const Forecast host{.bytes = bytes, .free_bytes = freeMemoryBytes()};
    if (host.lack()) return host;
    const GpuMemory memory = m_gpu.api()->memory();
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
