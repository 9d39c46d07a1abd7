// SPDX-License-Identifier: Apache-2.0
#include "tensor/torch_cuda.h"

#include <system_error>

#include "tensor/library.h"
#include "tensor/torch_cuda_parts.h"

namespace duelo {

namespace {

#ifdef _WIN32
/// Loads what cuDNN and the compiler ask for by name while they work: Windows does not look for
/// that beside them, but finds what is loaded.
void loadCompanions(const std::filesystem::path& folder) {
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
        const std::string name = entry.path().filename().string();
        const bool wanted = name.starts_with("cudnn") || name.starts_with("nvrtc");
        if (wanted && name.ends_with(".dll")) static_cast<void>(DynamicLibrary::open(entry.path()));
    }
}
#else
void loadCompanions(const std::filesystem::path&) {}
#endif

void check(int code, const char* name) {
    if (code != 0)
        throw TensorError(
            TensorError::Kind::Other,
            std::string(name) + " failed; LibTorch wrote the reason to standard error");
}

}  // namespace

tl::expected<TorchCuda, std::string> TorchCuda::open(const std::filesystem::path& file) {
    if (std::string why = binding::whyNotWith(file.parent_path()); !why.empty())
        return tl::unexpected(std::move(why));
    loadCompanions(file.parent_path());
    const auto library = DynamicLibrary::open(file);
    if (!library) return tl::unexpected(library.error());
    Calls calls{};
    std::string missing;
    const auto find = [&]<typename... Arguments>(int (*&function)(Arguments...), const char* name) {
        function = library->function<int(Arguments...)>(name);
        if (function == nullptr && missing.empty()) missing = name;
    };
    find(calls.fromPool, "torch_get_cuda_stream_from_pool");
    find(calls.current, "aoti_torch_get_current_cuda_stream");
    find(calls.guard, "aoti_torch_create_cuda_stream_guard");
    find(calls.endGuard, "aoti_torch_delete_cuda_stream_guard");
    if (!missing.empty()) return tl::unexpected(missing + "?");
    // LibTorch asks once per process whether it has this part, and remembers the answer.
    if (!hasCuda()) return tl::unexpected(std::string("LibTorch finds no GPU with it"));
    return TorchCuda(calls);
}

TorchCuda::Stream TorchCuda::newStream(int device) const {
    Stream stream = nullptr;
    check(m_calls.fromPool(false, device, &stream), "torch_get_cuda_stream_from_pool");
    return stream;
}

TorchCuda::Stream TorchCuda::currentStream(int device) const {
    Stream stream = nullptr;
    check(m_calls.current(device, &stream), "aoti_torch_get_current_cuda_stream");
    return stream;
}

std::shared_ptr<void> TorchCuda::makeCurrent(Stream stream, int device) const {
    void* guard = nullptr;
    check(m_calls.guard(stream, device, &guard), "aoti_torch_create_cuda_stream_guard");
    // A device that is lost keeps its stream; the next call says so.
    return {guard, [end = m_calls.endGuard](void* ended) { static_cast<void>(end(ended)); }};
}

Tensor TorchCuda::on(int device, void* data, IntArrayRef sizes, ScalarType type) const {
    const auto index = static_cast<std::int8_t>(device);
    return binding::tensorOn({TensorDevice::Kind::Cuda, index}, data, sizes, type);
}

Tensor TorchCuda::emptyPinned(const Tensor& like) const {
    return binding::emptyPinned(like);
}

TorchCudaMemory TorchCuda::memory(int device) const {
    return binding::allocatorMemory(device);
}

void TorchCuda::emptyCache() const {
    binding::emptyAllocatorCache();
}

void TorchCuda::resetPeak(int device) const {
    binding::resetAllocatorPeak(device);
}

}  // namespace duelo
