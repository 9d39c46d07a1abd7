// SPDX-License-Identifier: Apache-2.0
#include "gpu/torch_gpu.h"

#include <utility>

#include "gpu/kernel_launch.h"
#include "gpu/nvidia_library.h"
#include "gpu/torch_self_check.h"
#include "measure/work.h"
#include "tensor/operators.h"

namespace duelo {

namespace {

ScalarType elementTypeOf(Precision precision) {
    if (precision == Precision::Fp16) return ScalarType::Half;
    return precision == Precision::Bf16 ? ScalarType::BFloat16 : ScalarType::Float;
}

bool areLaidOutAlike(const Tensor& a, const Tensor& b) {
    if (a.scalar_type() != b.scalar_type() || a.sizes() != b.sizes()) return false;
    for (std::int64_t d = 0; d < a.dim(); ++d)
        if (a.stride(d) != b.stride(d)) return false;
    return true;
}

/// LibTorch asks CUDA's runtime for its last error after each launch; one that can be cleared must
/// not be blamed on the next call. On Linux, which has the module for this, only tests come here,
/// and the runtime that LibTorch brings there does not work with their driver.
void clearLastError() noexcept {
#ifdef _WIN32
    if (const auto runtime = DynamicLibrary::loaded(kCudaRuntime))
        if (auto* clear = runtime->function<int()>("cudaGetLastError")) static_cast<void>(clear());
#endif
}

}  // namespace

/// LibTorch's streams do not wait for the default stream. Waiting for the device at both ends lets
/// tensors made outside be used inside, and the other way round.
class TorchGpu::Scope final : public GpuScope {
public:
    explicit Scope(TorchGpu& gpu)
        : m_gpu(gpu), m_current(gpu.m_torch.makeCurrent(gpu.m_stream, gpu.ordinal())) {
        gpu.bind();
        driver::check(gpu.calls().synchronizeContext(), "cuCtxSynchronize");
    }
    // An error of the device shows in the next call or in health().
    ~Scope() override { static_cast<void>(m_gpu.health()); }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

private:
    TorchGpu& m_gpu;
    const std::shared_ptr<void> m_current;
};

/// Makes another stream current for the time being.
class TorchGpu::SideScope final : public GpuScope {
public:
    explicit SideScope(TorchGpu& gpu)
        : m_current(gpu.m_torch.makeCurrent(gpu.m_copies, gpu.ordinal())) {}

private:
    const std::shared_ptr<void> m_current;
};

TensorDevice TorchGpu::device() const {
    return {TensorDevice::Kind::Cuda, static_cast<std::int8_t>(ordinal())};
}

void TorchGpu::use(int ordinal) {
    const driver::Device device = devices().at(static_cast<std::size_t>(ordinal));
    if (device == this->ordinal()) return;
    takeDevice(device);
    m_stream = m_copies = nullptr;
    m_begun = false;
}

std::string TorchGpu::peerId() {
    throw WorkFailed{*whyNoPeers()};
}

std::unique_ptr<GpuPeers> TorchGpu::meetPeers(const std::string&, int, int) {
    throw WorkFailed{*whyNoPeers()};
}

std::unique_ptr<GpuGraph> TorchGpu::capture(const std::function<void()>&) {
    throw WorkFailed{*whyNoGraphs()};
}

void TorchGpu::take(TorchCuda::Stream& stream) {
    begin();
    // The pool hands its streams out in turn, so each is another one.
    if (stream == nullptr) stream = m_torch.newStream(ordinal());
}

std::unique_ptr<GpuScope> TorchGpu::measuringStream() {
    take(m_stream);
    return std::make_unique<Scope>(*this);
}

std::unique_ptr<GpuScope> TorchGpu::copyingStream() {
    take(m_copies);
    return std::make_unique<SideScope>(*this);
}

driver::Stream TorchGpu::currentStream() {
    return static_cast<driver::Stream>(m_torch.currentStream(ordinal()));
}

void TorchGpu::begin() {
    if (m_begun) return;
    static_cast<void>(ops::empty({0}, TensorOptions(device())));
    m_begun = true;
}

std::shared_ptr<void> TorchGpu::takeBytes(std::size_t bytes) {
    const auto held = std::make_shared<Tensor>(ops::empty(
        {static_cast<std::int64_t>(bytes)}, TensorOptions(device()).dtype(ScalarType::Byte)));
    return {held, held->data_ptr()};
}

Tensor TorchGpu::pinned(const Tensor& host) {
    if (!host.is_cpu())
        throw TensorError(TensorError::Kind::Other, "pinned: a tensor of the host is needed");
    return m_torch.emptyPinned(host).copy_(host);
}

void TorchGpu::copy(Tensor& to, const Tensor& from) {
    // Anything else would hide a conversion or a second copy in the time of the transfer.
    if (to.device() == from.device() || !areLaidOutAlike(to, from))
        throw TensorError(TensorError::Kind::Other,
                          "copy: both sides must have the same shape, strides and type");
    to.copy_(from, true);
}

/// LibTorch's product is what is compared with elsewhere (CudaApi::product()).
std::function<void()> TorchGpu::product(const ProductOperands& of) {
    const auto matrix = [&](const void* values) {
        return m_torch.on(ordinal(), const_cast<void*>(values), {of.n, of.n},
                          elementTypeOf(of.precision));
    };
    return
        [a = matrix(of.a), b = matrix(of.b), c = matrix(of.c)]() mutable { ops::mm_out(c, a, b); };
}

void TorchGpu::dropoutFactors(Tensor& factors, const Tensor& update, const DropoutDraw& draw) {
    launch(dropoutLaunch(factors, update, draw));
}

void TorchGpu::addBiasClip(Tensor& y, const Tensor& bias, const Tensor& residual, float low,
                           float high) {
    launch(addBiasClipLaunch(y, bias, residual, low, high));
}

GpuMemory TorchGpu::memory() {
    begin();
    GpuMemory memory = DriverGpu::memory();
    const TorchCudaMemory told = m_torch.memory(ordinal());
    memory.allocated_bytes = told.allocated_bytes;
    memory.reserved_bytes = told.reserved_bytes;
    memory.peak_allocated_bytes = told.peak_allocated_bytes;
    memory.peak_reserved_bytes = told.peak_reserved_bytes;
    memory.alloc_retries = told.alloc_retries;
    memory.ooms = told.ooms;
    memory.device_allocs = told.device_allocs;
    return memory;
}

void TorchGpu::emptyCache() {
    begin();
    m_torch.emptyCache();
}

void TorchGpu::resetPeak() {
    begin();
    m_torch.resetPeak(ordinal());
}

int TorchGpu::health() noexcept {
    const int error = DriverGpu::health();
    clearLastError();
    return error;
}

std::vector<GpuCheck> TorchGpu::selfCheck() {
    const auto scope = measuringStream();
    return runSelfCheck(*this);
}

}  // namespace duelo
