// SPDX-License-Identifier: Apache-2.0
// What LibTorch's part for CUDA is to the rest of LibTorch and to Duelo, without CUDA: it registers
// hooks, an allocator, a device guard and operations, and exports the functions in C for streams.
// The memory of its GPU is the host's, so the CPU computes what is asked of it; the driver's
// stand-in works on the same memory. It refuses more than 8 GiB.
#include <cstdlib>
#include <map>
#include <mutex>
#include <set>

#include <ATen/ATen.h>
#include <ATen/EmptyTensor.h>
#include <ATen/InferSize.h>
#include <ATen/detail/CUDAHooksInterface.h>
#include <ATen/native/CPUFallback.h>
#include <c10/core/CachingDeviceAllocator.h>
#include <c10/core/impl/FakeGuardImpl.h>
#include <torch/library.h>

#define STUB extern "C" __attribute__((visibility("default")))

namespace at::native {
Tensor view(const Tensor& self, IntArrayRef size);
Tensor as_strided_tensorimpl(const Tensor& self, IntArrayRef size, IntArrayRef stride,
                             std::optional<int64_t> offset);
}  // namespace at::native

namespace {

constexpr std::size_t kTotalBytes = std::size_t{8} << 30;

/// Counts as LibTorch's does; what is given back stays reserved until the cache is emptied.
class DeviceMemory final : public c10::DeviceAllocator {
public:
    c10::DataPtr allocate(std::size_t bytes) override {
        const c10::Device device(c10::DeviceType::CUDA, 0);
        if (bytes == 0) return {nullptr, nullptr, &release, device};
        const std::lock_guard lock(m_mutex);
        if (bytes > kTotalBytes)
            throw c10::OutOfMemoryError({__func__, __FILE__, __LINE__},
                                        "CUDA out of memory. Tried to allocate 9.00 GiB. GPU 0 has "
                                        "a total capacity of 8.00 GiB of which 7.00 GiB is free.");
        void* const made = std::malloc(bytes);
        m_blocks[made] = bytes;
        m_stats.allocated_bytes[0].increase(bytes);
        const auto lacking = m_stats.allocated_bytes[0].current - m_stats.reserved_bytes[0].current;
        if (lacking > 0) {
            m_stats.reserved_bytes[0].increase(static_cast<std::size_t>(lacking));
            ++m_stats.num_device_alloc;
        }
        return {made, made, &release, device};
    }
    c10::DeleterFnPtr raw_deleter() const override { return &release; }
    void copy_data(void* to, const void* from, std::size_t bytes) const override {
        default_copy_data(to, from, bytes);
    }
    bool initialized() override { return true; }
    void emptyCache(c10::MempoolId_t) override {
        const std::lock_guard lock(m_mutex);
        m_stats.reserved_bytes[0].current = m_stats.allocated_bytes[0].current;
    }
    void recordStream(const c10::DataPtr&, c10::Stream) override {}
    c10::CachingDeviceAllocator::DeviceStats getDeviceStats(c10::DeviceIndex) override {
        const std::lock_guard lock(m_mutex);
        return m_stats;
    }
    void resetAccumulatedStats(c10::DeviceIndex) override {}
    void resetPeakStats(c10::DeviceIndex) override {
        const std::lock_guard lock(m_mutex);
        m_stats.allocated_bytes[0].reset_peak();
        m_stats.reserved_bytes[0].reset_peak();
    }

private:
    static void release(void* taken);

    std::mutex m_mutex;
    std::map<void*, std::size_t> m_blocks;
    c10::CachingDeviceAllocator::DeviceStats m_stats;
};

DeviceMemory& deviceMemory() {
    static auto* const memory = new DeviceMemory;  // tensors may outlive everything
    return *memory;
}

void DeviceMemory::release(void* taken) {
    if (taken == nullptr) return;
    DeviceMemory& memory = deviceMemory();
    const std::lock_guard lock(memory.m_mutex);
    const auto known = memory.m_blocks.find(taken);
    memory.m_stats.allocated_bytes[0].decrease(known->second);
    memory.m_blocks.erase(known);
    std::free(taken);
}

class PinnedMemory final : public c10::Allocator {
public:
    c10::DataPtr allocate(std::size_t bytes) override {
        const std::lock_guard lock(m_mutex);
        void* const made = std::malloc(bytes + 1);
        m_blocks.insert(made);
        return {made, made, &release, c10::Device(c10::DeviceType::CPU)};
    }
    c10::DeleterFnPtr raw_deleter() const override { return &release; }
    void copy_data(void* to, const void* from, std::size_t bytes) const override {
        default_copy_data(to, from, bytes);
    }
    bool has(const void* place) {
        const std::lock_guard lock(m_mutex);
        return m_blocks.contains(const_cast<void*>(place));
    }

private:
    static void release(void* taken);

    std::mutex m_mutex;
    std::set<void*> m_blocks;
};

PinnedMemory& pinnedMemory() {
    static auto* const memory = new PinnedMemory;
    return *memory;
}

void PinnedMemory::release(void* taken) {
    const std::lock_guard lock(pinnedMemory().m_mutex);
    pinnedMemory().m_blocks.erase(taken);
    std::free(taken);
}

/// LibTorch looks for a class of this name.
struct CUDAHooks final : at::CUDAHooksInterface {
    explicit CUDAHooks(at::CUDAHooksArgs) {}
    void init() const override {}
    bool hasCUDA() const override { return true; }
    bool hasCUDART() const override { return true; }
    bool isBuilt() const override { return true; }
    bool isAvailable() const override { return true; }
    bool hasPrimaryContext(c10::DeviceIndex) const override { return true; }
    int getNumGPUs() const override { return 1; }
    c10::DeviceIndex deviceCount() const override { return 1; }
    c10::Allocator* getPinnedMemoryAllocator() const override { return &pinnedMemory(); }
    bool isPinnedPtr(const void* place) const override { return pinnedMemory().has(place); }
    c10::Device getDeviceFromPtr(void*) const override { return {c10::DeviceType::CUDA, 0}; }
    std::string showConfig() const override { return {}; }
};

using at::CUDAHooksRegistry;
using at::RegistererCUDAHooksRegistry;
REGISTER_CUDA_HOOKS(CUDAHooks)
C10_REGISTER_GUARD_IMPL(CUDA, c10::impl::FakeGuardImpl<c10::DeviceType::CUDA>)

/// The same elements as a tensor of the host, where they really are.
at::Tensor onHost(const at::Tensor& tensor) {
    return at::from_blob(tensor.data_ptr(), tensor.sizes(), tensor.strides(),
                         at::TensorOptions(tensor.scalar_type()));
}

at::Tensor& copyInto(at::Tensor& to, const at::Tensor& from, bool) {
    onHost(to).copy_(onHost(from));
    return to;
}

at::Tensor copyResized(const at::Tensor& from, const at::Tensor& to) {
    if (to.sizes() != from.sizes()) {
        const c10::Storage& storage = to.storage();
        storage.set_data_ptr_noswap(deviceMemory().allocate(from.nbytes()));
        storage.set_nbytes(from.nbytes());
        to.unsafeGetTensorImpl()->set_sizes_contiguous(from.sizes());
    }
    onHost(to).copy_(from);
    return to;
}

at::Tensor makeEmpty(at::IntArrayRef sizes, std::optional<at::ScalarType> type,
                     std::optional<at::Layout>, std::optional<at::Device>, std::optional<bool>,
                     std::optional<at::MemoryFormat> format) {
    return at::detail::empty_generic(sizes, &deviceMemory(),
                                     c10::DispatchKeySet(c10::DispatchKey::CUDA),
                                     c10::dtype_or_default(type), format);
}

at::Tensor makeStrided(at::IntArrayRef sizes, at::IntArrayRef strides,
                       std::optional<at::ScalarType> type, std::optional<at::Layout>,
                       std::optional<at::Device>, std::optional<bool>) {
    return at::detail::empty_strided_generic(sizes, strides, &deviceMemory(),
                                             c10::DispatchKeySet(c10::DispatchKey::CUDA),
                                             c10::dtype_or_default(type));
}

at::Tensor viewed(const at::Tensor& self, at::IntArrayRef sizes) {
    return at::native::view(self, sizes);
}

at::Tensor convolved(const at::Tensor& image, const at::Tensor& weight,
                     const std::optional<at::Tensor>& bias, at::IntArrayRef stride,
                     at::IntArrayRef padding, at::IntArrayRef dilation, int64_t groups) {
    const std::optional<at::Tensor> there =
        bias && bias->defined() ? std::optional(onHost(*bias)) : std::nullopt;
    return at::convolution(onHost(image), onHost(weight), there, stride, padding, dilation, false,
                           {0, 0}, groups);
}

at::Tensor convolvedRelu(const at::Tensor& image, const at::Tensor& weight,
                         const std::optional<at::Tensor>& bias, at::IntArrayRef stride,
                         at::IntArrayRef padding, at::IntArrayRef dilation, int64_t groups) {
    return convolved(image, weight, bias, stride, padding, dilation, groups)
        .relu()
        .to(image.device());
}

at::Tensor convolvedAddRelu(const at::Tensor& image, const at::Tensor& weight,
                            const at::Tensor& other, const std::optional<at::Scalar>& alpha,
                            const std::optional<at::Tensor>& bias, at::IntArrayRef stride,
                            at::IntArrayRef padding, at::IntArrayRef dilation, int64_t groups) {
    return convolved(image, weight, bias, stride, padding, dilation, groups)
        .add(onHost(other), alpha.value_or(1))
        .relu()
        .to(image.device());
}

at::Tensor convolvedByChannel(const at::Tensor& image, const at::Tensor& weight, at::IntArrayRef,
                              const std::optional<at::Tensor>& bias, at::IntArrayRef stride,
                              at::IntArrayRef padding, at::IntArrayRef dilation) {
    return convolved(image, weight, bias, stride, padding, dilation, image.size(1))
        .to(image.device());
}

void byHost(const c10::OperatorHandle& operation, torch::jit::Stack* stack) {
    at::native::cpu_fallback(operation, stack);
}

TORCH_LIBRARY_IMPL(_, CUDA, m) {
    m.fallback(torch::CppFunction::makeFromBoxedFunction<&byHost>());
}

TORCH_LIBRARY_IMPL(aten, CUDA, m) {
    m.impl("empty.memory_format", &makeEmpty);
    m.impl("empty_strided", &makeStrided);
    m.impl("copy_", &copyInto);
    m.impl("_copy_from_and_resize", &copyResized);
    m.impl("as_strided", &at::native::as_strided_tensorimpl);
    m.impl("view", &viewed);
    m.impl("_conv_depthwise2d", &convolvedByChannel);
    m.impl("cudnn_convolution_relu", &convolvedRelu);
    m.impl("cudnn_convolution_add_relu", &convolvedAddRelu);
}

const bool registered = [] {
    c10::SetAllocator(c10::DeviceType::CUDA, &deviceMemory());
    return true;
}();

/// Their addresses are all that there is to them.
char streams[32];
std::size_t made_streams = 0;
thread_local void* current_stream = nullptr;

struct StreamGuard {
    void* former;
};

}  // namespace

STUB int torch_get_cuda_stream_from_pool(bool urgent, std::int32_t device, void** made) {
    if (urgent || device != 0) return 1;
    *made = &streams[made_streams++ % sizeof streams];
    return 0;
}
STUB int aoti_torch_get_current_cuda_stream(std::int32_t device, void** found) {
    *found = current_stream;
    return device == 0 ? 0 : 1;
}
STUB int aoti_torch_create_cuda_stream_guard(void* stream, std::int32_t device, void** made) {
    if (device != 0 || stream == nullptr) return 1;
    *made = new StreamGuard{std::exchange(current_stream, stream)};
    return 0;
}
STUB int aoti_torch_delete_cuda_stream_guard(void* guard) {
    auto* const ended = static_cast<StreamGuard*>(guard);
    current_stream = ended->former;
    delete ended;
    return 0;
}
