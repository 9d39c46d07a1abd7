// SPDX-License-Identifier: Apache-2.0
#include "gpu/opencl_memory.h"

#include <algorithm>
#include <iterator>
#include <new>
#include <string>
#include <utility>

#include "gpu/gpu_failure.h"
#include "measure/work.h"
#include "tensor/error.h"

namespace duelo {

using opencl::check;

namespace {

/// No system has memory there, so that what follows such an address by mistake ends at once.
constexpr std::uintptr_t kFirstPlace = std::uintptr_t{1} << 60;
/// Room between buffers: what leaves one is in none.
constexpr std::uintptr_t kBetween = 1 << 20;

}  // namespace

opencl::Memory OpenClMemory::made(std::uint64_t flags, std::size_t bytes, std::int32_t& state) {
    return m_calls.createBuffer(m_context, opencl::kReadWrite | flags,
                                std::max<std::size_t>(4, bytes), nullptr, &state);
}

GpuBlock OpenClMemory::take(std::size_t bytes) {
    std::int32_t state = opencl::kSuccess;
    const opencl::Memory memory = made(0, bytes, state);
    if (state == opencl::kAllocationFailure || state == opencl::kOutOfResources ||
        state == opencl::kInvalidBufferSize || state == opencl::kOutOfHostMemory)
        throw TensorError(TensorError::Kind::OutOfMemory,
                          "Tried to allocate " + gibibytes(bytes) + ".");
    check(state, "clCreateBuffer");
    const std::uintptr_t address = std::max(m_next, kFirstPlace);
    m_next = (address + bytes + 2 * kBetween) / kBetween * kBetween;
    m_buffers.emplace(address, Buffer{.memory = memory, .bytes = bytes});
    m_takenBytes += static_cast<std::int64_t>(bytes);
    m_peakBytes = std::max(m_peakBytes, m_takenBytes);
    ++m_count;
    return {{reinterpret_cast<void*>(address), [this, address](void*) { giveBack(address); }},
            bytes};
}

GpuBlock OpenClMemory::takeOfHost(std::size_t bytes) {
    std::int32_t state = opencl::kSuccess;
    const opencl::Memory memory = made(opencl::kAllocHostPointer, bytes, state);
    if (state == opencl::kAllocationFailure || state == opencl::kOutOfHostMemory)
        throw std::bad_alloc();
    check(state, "clCreateBuffer");
    void* const host = m_calls.map(m_queue, memory, 1, opencl::kMapRead | opencl::kMapWrite, 0,
                                   std::max<std::size_t>(4, bytes), 0, nullptr, nullptr, &state);
    if (state != opencl::kSuccess) static_cast<void>(m_calls.releaseMemory(memory));
    check(state, "clEnqueueMapBuffer");
    const auto address = reinterpret_cast<std::uintptr_t>(host);
    m_buffers.emplace(address, Buffer{.memory = memory, .bytes = bytes, .host = host});
    return {{host, [this, address](void*) { giveBack(address); }}, bytes};
}

void OpenClMemory::giveBack(std::uintptr_t address) {
    const auto found = m_buffers.find(address);
    Buffer& buffer = found->second;
    if (buffer.host != nullptr)
        static_cast<void>(m_calls.unmap(m_queue, buffer.memory, buffer.host, 0, nullptr, nullptr));
    else
        m_takenBytes -= static_cast<std::int64_t>(buffer.bytes);
    for (const auto& [offset, part] : buffer.parts) static_cast<void>(m_calls.releaseMemory(part));
    static_cast<void>(m_calls.releaseMemory(buffer.memory));
    m_buffers.erase(found);
}

OpenClMemory::Buffers::const_iterator OpenClMemory::at(const void* place) const {
    const auto address = reinterpret_cast<std::uintptr_t>(place);
    auto next = m_buffers.upper_bound(address);
    if (next == m_buffers.begin()) return m_buffers.end();
    --next;
    return address < next->first + std::max<std::size_t>(1, next->second.bytes) ? next
                                                                                : m_buffers.end();
}

std::optional<OpenClMemory::Part> OpenClMemory::find(const void* place) const {
    const auto found = at(place);
    if (found == m_buffers.end()) return std::nullopt;
    return Part{found->second.memory, reinterpret_cast<std::uintptr_t>(place) - found->first,
                found->second.host};
}

opencl::Memory OpenClMemory::argument(const void* place) {
    if (place == nullptr) return nullptr;
    const auto known = at(place);
    if (known == m_buffers.end())
        throw WorkFailed{{"opencl_failed",
                          {{"function", "clSetKernelArg"}, {"error", "CL_INVALID_MEM_OBJECT"}}}};
    Buffer& buffer = m_buffers.find(known->first)->second;
    const std::size_t offset = reinterpret_cast<std::uintptr_t>(place) - known->first;
    if (offset == 0) return buffer.memory;
    if (const auto part = buffer.parts.find(offset); part != buffer.parts.end())
        return part->second;
    if (offset % m_alignBytes != 0)
        throw WorkFailed{{"opencl_offset", {{"offset", offset}, {"align", m_alignBytes}}}};
    const opencl::Region region{offset, buffer.bytes - offset};
    std::int32_t state = opencl::kSuccess;
    const opencl::Memory part = m_calls.createSubBuffer(buffer.memory, opencl::kReadWrite,
                                                        opencl::kCreateRegion, &region, &state);
    check(state, "clCreateSubBuffer");
    return buffer.parts.emplace(offset, part).first->second;
}

void OpenClMemory::giveToDevice(opencl::Queue queue, const void* place) {
    if (const auto part = find(place); part && part->host != nullptr)
        check(m_calls.unmap(queue, part->buffer, part->host, 0, nullptr, nullptr),
              "clEnqueueUnmapMemObject");
}

void OpenClMemory::giveToHost(opencl::Queue queue, const void* place) {
    const auto found = at(place);
    if (found == m_buffers.end() || found->second.host == nullptr) return;
    std::int32_t state = opencl::kSuccess;
    void* const host =
        m_calls.map(queue, found->second.memory, 0, opencl::kMapRead | opencl::kMapWrite, 0,
                    std::max<std::size_t>(4, found->second.bytes), 0, nullptr, nullptr, &state);
    check(state, "clEnqueueMapBuffer");
    // Drivers keep the place; whose does not would leave the host with memory of nobody.
    if (host != found->second.host)
        throw WorkFailed{
            {"opencl_failed", {{"function", "clEnqueueMapBuffer"}, {"error", "another address"}}}};
}

}  // namespace duelo
