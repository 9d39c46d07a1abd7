// SPDX-License-Identifier: Apache-2.0
#include <ATen/ATen.h>
#include <c10/core/CachingDeviceAllocator.h>

#include "tensor/libtorch.h"
#include "tensor/torch_cuda_parts.h"

namespace duelo::binding {

namespace {

const c10::CachingAllocator::Stat& all(const c10::CachingAllocator::StatArray& of) {
    return of[static_cast<std::size_t>(c10::CachingAllocator::StatType::AGGREGATE)];
}

c10::DeviceAllocator& allocator() {
    return *c10::getDeviceAllocator(c10::DeviceType::CUDA);
}

}  // namespace

/// LibTorch is linked.
std::string whyNotWith(const std::filesystem::path&) {
    return {};
}

Tensor tensorOn(TensorDevice device, void* data, IntArrayRef sizes, ScalarType type) {
    return translated([&] {
        return wrapped(at::from_blob(data, {sizes.data(), sizes.size()},
                                     at::TensorOptions(libtorch(type)).device(libtorch(device))));
    });
}

Tensor emptyPinned(const Tensor& like) {
    return translated([&] {
        const at::Tensor& shape = libtorch(like);
        return wrapped(at::empty_strided(shape.sizes(), shape.strides(),
                                         shape.options().device(at::kCPU).pinned_memory(true)));
    });
}

TorchCudaMemory allocatorMemory(int device) {
    return translated([&] {
        const auto stats = allocator().getDeviceStats(static_cast<c10::DeviceIndex>(device));
        return TorchCudaMemory{.allocated_bytes = all(stats.allocated_bytes).current,
                               .reserved_bytes = all(stats.reserved_bytes).current,
                               .peak_allocated_bytes = all(stats.allocated_bytes).peak,
                               .peak_reserved_bytes = all(stats.reserved_bytes).peak,
                               .alloc_retries = stats.num_alloc_retries,
                               .ooms = stats.num_ooms,
                               .device_allocs = stats.num_device_alloc};
    });
}

void emptyAllocatorCache() {
    translated([] { allocator().emptyCache(); });
}

void resetAllocatorPeak(int device) {
    translated([&] { allocator().resetPeakStats(static_cast<c10::DeviceIndex>(device)); });
}

}  // namespace duelo::binding
