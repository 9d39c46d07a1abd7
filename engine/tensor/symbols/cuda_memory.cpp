// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tensor/symbols/cuda_memory.h"
#include "tensor/symbols/find.h"
#include "tensor/symbols/guarded.h"
#include "tensor/symbols/impl.h"
#include "tensor/symbols/names.h"
#include "tensor/torch_cuda_parts.h"

namespace duelo::binding {

namespace names = symbols::names;

namespace {

constexpr const char* kPinned = "aoti_torch_empty_strided_pinned";

std::vector<std::int64_t> stridesOf(const Tensor& tensor) {
    std::vector<std::int64_t> strides;
    for (std::int64_t d = 0; d < tensor.dim(); ++d) strides.push_back(tensor.stride(d));
    return strides;
}

}  // namespace

std::string whyNotWith(const std::filesystem::path& folder) {
    if (!symbols::openFrom(folder)) return "another LibTorch is in use already";
    try {
        for (const char* name :
             {names::device_stats, names::empty_device_cache, names::reset_device_peak, kPinned})
            static_cast<void>(symbols::addressOf(name));
    } catch (const TensorError& error) {
        static_cast<void>(symbols::openFrom(programFolder()));
        return error.what();
    }
    return {};
}

Tensor tensorOn(TensorDevice device, void* data, IntArrayRef sizes, ScalarType type) {
    return symbols::fromBlob(
        device, data, sizes, type, [](void*, void*) {}, nullptr);
}

Tensor emptyPinned(const Tensor& like) {
    static auto* const make = symbols::function<int(
        std::int64_t dims, const std::int64_t* sizes, const std::int64_t* strides,
        std::int32_t type, std::int32_t device, std::int32_t index, void*** made)>(kPinned);
    const IntArrayRef sizes = like.sizes();
    const std::vector<std::int64_t> strides = stridesOf(like);
    void** made = nullptr;
    symbols::check(make(like.dim(), sizes.data(), strides.data(),
                        static_cast<std::int32_t>(like.scalar_type()), 0, -1, &made),
                   kPinned);
    return symbols::takenFrom(made);
}

TorchCudaMemory allocatorMemory(int device) {
    using symbols::DeviceStats;
    static auto* const get = symbols::function<DeviceStats(std::int8_t)>(names::device_stats);
    const auto index = static_cast<std::int8_t>(device);
    const DeviceStats stats = symbols::guarded([&] { return get(index); });
    constexpr std::size_t kAll = 0;  // c10::CachingAllocator::StatType::AGGREGATE
    return {.allocated_bytes = stats.allocated_bytes[kAll].current,
            .reserved_bytes = stats.reserved_bytes[kAll].current,
            .peak_allocated_bytes = stats.allocated_bytes[kAll].peak,
            .peak_reserved_bytes = stats.reserved_bytes[kAll].peak,
            .alloc_retries = stats.num_alloc_retries,
            .ooms = stats.num_ooms,
            .device_allocs = stats.num_device_alloc};
}

void emptyAllocatorCache() {
    static auto* const empty = symbols::function<void()>(names::empty_device_cache);
    symbols::guarded([] { empty(); });
}

void resetAllocatorPeak(int device) {
    static auto* const reset = symbols::function<void(std::int8_t)>(names::reset_device_peak);
    symbols::guarded([&] { reset(static_cast<std::int8_t>(device)); });
}

}  // namespace duelo::binding
