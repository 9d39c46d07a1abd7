// SPDX-License-Identifier: Apache-2.0
#include "gpu/opencl_gpu.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "gpu/self_check.h"
#include "machine/process_memory.h"
#include "measure/work.h"
#include "opencl_c/kernel_resources.h"

namespace duelo {

using opencl::check;

namespace {

constexpr std::size_t kWordBytes = 4;

Reason failureOf(const opencl::Error& error) {
    return {"opencl_failed",
            {{"function", error.function()}, {"error", opencl::errorName(error.number())}},
            error.what()};
}

}  // namespace

/// Makes a queue current for the time being; the one of the work waits for the device at both ends.
class OpenClGpu::Scope final : public GpuScope {
public:
    Scope(OpenClGpu& gpu, opencl::Queue queue, bool waits)
        : m_gpu(gpu), m_former(gpu.m_current), m_waits(waits) {
        if (waits) check(gpu.m_calls.finish(queue), "clFinish");
        gpu.m_current = queue;
    }
    // An error of the device shows in the next call.
    ~Scope() override {
        if (m_waits) static_cast<void>(m_gpu.health());
        m_gpu.m_current = m_former;
    }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

private:
    OpenClGpu& m_gpu;
    opencl::Queue m_former;
    bool m_waits;
};

OpenClGpu::OpenClGpu(const opencl::Calls& calls, OpenClFacts facts)
    : m_calls(calls), m_facts(std::move(facts)) {}

OpenClGpu::~OpenClGpu() = default;

Result<opencl::Queue> OpenClGpu::newQueue() {
    std::int32_t state = opencl::kSuccess;
    const opencl::Queue queue =
        m_calls.createQueue(m_context, m_facts.id, opencl::kQueueProfiling, &state);
    if (state == opencl::kSuccess) return queue;
    return tl::unexpected(failureOf({"clCreateCommandQueue", state}));
}

std::optional<Reason> OpenClGpu::open(const GpuRequirements&) {
    if (m_current != nullptr) return std::nullopt;
    const std::intptr_t properties[]{opencl::kContextPlatform,
                                     reinterpret_cast<std::intptr_t>(m_facts.platform), 0};
    std::int32_t state = opencl::kSuccess;
    if (m_context == nullptr)
        m_context = m_calls.createContext(properties, 1, &m_facts.id, nullptr, nullptr, &state);
    if (state != opencl::kSuccess || m_context == nullptr)
        return failureOf({"clCreateContext", state});
    for (opencl::Queue* one : {&m_queue, &m_copies}) {
        auto queue = newQueue();
        if (!queue) return queue.error();
        *one = *queue;
    }
    m_current = m_queue;
    m_memory = std::make_unique<OpenClMemory>(m_calls, m_context, m_queue, m_facts.align_bytes);
    m_programs = std::make_unique<OpenClPrograms>(m_calls, m_context, m_facts);
    return std::nullopt;
}

GpuSheet OpenClGpu::sheet() {
    GpuSheet sheet{.name = m_facts.name,
                   .memory_total_bytes = static_cast<std::int64_t>(m_facts.memory_bytes),
                   .multiprocessors = m_facts.compute_units,
                   .driver = m_facts.driver};
    if (m_facts.clock_mhz > 0) sheet.sm_clock_max_mhz = m_facts.clock_mhz;
    sheet.integrated = m_facts.shares_memory;
    // No driver tells whether the system ends long kernels; Windows does, and so do the drivers of
    // integrated GPUs of Linux.
    sheet.launch_timeout = !m_facts.is_software;
    return sheet;
}

std::unique_ptr<GpuScope> OpenClGpu::measuringStream() {
    return std::make_unique<Scope>(*this, m_queue, true);
}

std::unique_ptr<GpuScope> OpenClGpu::copyingStream() {
    return std::make_unique<Scope>(*this, m_copies, false);
}

void OpenClGpu::synchronize() {
    check(m_calls.finish(m_current), "clFinish");
}

void OpenClGpu::flushSubmission() {
    check(m_calls.flush(m_current), "clFlush");
}

std::unique_ptr<GpuEvents> OpenClGpu::events(std::size_t count) {
    return makeEvents(m_calls, *this, count);
}

GpuBlock OpenClGpu::allocate(std::size_t bytes, std::uint32_t fill) {
    if (bytes > m_facts.most_bytes)
        throw WorkFailed{
            {"opencl_buffer_too_large",
             {{"name", m_facts.name}, {"asked_bytes", bytes}, {"most_bytes", m_facts.most_bytes}}}};
    const std::size_t whole =
        std::max(kWordBytes, (bytes + kWordBytes - 1) / kWordBytes * kWordBytes);
    GpuBlock block = m_memory->take(whole);
    block.bytes = bytes;
    // Drivers take memory when it is first used.
    check(m_calls.fill(m_current, m_memory->find(block.data.get())->buffer, &fill, sizeof fill, 0,
                       whole, 0, nullptr, nullptr),
          "clEnqueueFillBuffer");
    return block;
}

GpuBlock OpenClGpu::allocatePinned(std::size_t bytes) {
    return m_memory->takeOfHost(bytes);
}

void OpenClGpu::copyBytes(void* to, const void* from, std::size_t bytes) {
    if (bytes == 0) return;
    const auto target = m_memory->find(to), source = m_memory->find(from);
    const auto isDevices = [](const std::optional<OpenClMemory::Part>& part) {
        return part && part->host == nullptr;
    };
    // A driver reads and writes what is not page-locked while nobody touches it.
    const std::uint32_t waits = (target && source) ? 0 : 1;
    if (isDevices(target) && isDevices(source)) {
        check(m_calls.copy(m_current, source->buffer, target->buffer, source->offset,
                           target->offset, bytes, 0, nullptr, nullptr),
              "clEnqueueCopyBuffer");
    } else if (isDevices(target)) {
        check(m_calls.write(m_current, target->buffer, waits, target->offset, bytes, from, 0,
                            nullptr, nullptr),
              "clEnqueueWriteBuffer");
    } else if (isDevices(source)) {
        check(m_calls.read(m_current, source->buffer, waits, source->offset, bytes, to, 0, nullptr,
                           nullptr),
              "clEnqueueReadBuffer");
    } else {
        synchronize();
        std::memcpy(to, from, bytes);
    }
}

void OpenClGpu::launch(const KernelLaunch& launch) {
    m_programs->launch(launch, *m_memory, m_current);
}

Result<std::string> OpenClGpu::compiled(const std::string& name, std::string_view text) {
    const auto translated = openClText({name, text}, kernelHeaders());
    if (!translated) return tl::unexpected(translated.error());
    if (auto built = m_programs->tryBuild(name, *translated); !built)
        return tl::unexpected(built.error());
    return translated->text;
}

void OpenClGpu::handOver(const void* place) {
    m_memory->giveToDevice(m_current, place);
    m_memory->giveToHost(m_current, place);
}

std::function<void()> OpenClGpu::product(const ProductOperands&) {
    throw WorkFailed{{"opencl_no_library"}};
}

void OpenClGpu::cudnnMaxPool(float*, const float*, const PoolSides&, const PoolWindow&) {
    throw WorkFailed{{"opencl_no_library"}};
}

GpuMemory OpenClGpu::memory() {
    const auto total = static_cast<std::int64_t>(m_facts.memory_bytes);
    const std::int64_t taken = m_memory->takenBytes();
    std::int64_t free = std::max<std::int64_t>(0, total - taken);
    // Nobody tells what other programs have taken of a GPU's own memory.
    if (m_facts.shares_memory)
        if (const auto left = freeMemoryBytes()) free = std::min(free, *left);
    return {.free_bytes = free,
            .total_bytes = total,
            .dedicated = !m_facts.shares_memory,
            .allocated_bytes = taken,
            .reserved_bytes = taken,
            .peak_allocated_bytes = m_memory->peakBytes(),
            .peak_reserved_bytes = m_memory->peakBytes(),
            .device_allocs = m_memory->count()};
}

int OpenClGpu::health() noexcept {
    for (const opencl::Queue queue : {m_queue, m_copies})
        if (queue != nullptr)
            if (const std::int32_t state = m_calls.finish(queue); state != opencl::kSuccess)
                return state;
    return 0;
}

std::vector<GpuCheck> OpenClGpu::selfCheck() {
    const auto scope = measuringStream();
    return runOpenClSelfCheck(*this);
}

}  // namespace duelo
