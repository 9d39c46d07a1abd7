// SPDX-License-Identifier: Apache-2.0
#include "tensor/symbols/stable.h"

#include <array>
#include <cstdlib>
#include <new>
#ifdef _WIN32
#include <windows.h>
#endif

#include "tensor/symbols/find.h"
#include "tensor/symbols/impl.h"

namespace duelo::symbols {
namespace {

/// An argument or a result of torch_call_dispatcher(), which is a number or a pointer.
using Stable = std::uint64_t;

template <typename Value>
Stable stableOf(Value* pointer) {
    return static_cast<Stable>(reinterpret_cast<std::uintptr_t>(pointer));
}

/// Allocates memory that LibTorch will free, on the heap of the C library that LibTorch uses.
void* allocated(std::size_t bytes) {
#ifdef _WIN32
    static auto* const allocate = reinterpret_cast<void* (*)(std::size_t)>(
        reinterpret_cast<void*>(GetProcAddress(LoadLibraryA("ucrtbase.dll"), "malloc")));
    void* const memory = allocate(bytes);
#else
    void* const memory = std::malloc(bytes);
#endif
    if (memory == nullptr) throw std::bad_alloc();
    return memory;
}

}  // namespace

Tensor packedLinearWeight(const Tensor& weight, std::int64_t rows) {
    constexpr const char* kOperation = "mkldnn::_reorder_linear_weight";
    constexpr Stable kAsOf = Stable{2} << 56 | Stable{11} << 48;  // LibTorch 2.11's conventions
    static auto* const call =
        function<int(const char*, const char*, Stable*, Stable)>("torch_call_dispatcher");
    static auto* const own = function<int(const Tensor*, void***)>("aoti_torch_new_tensor_handle");
    void** handle = nullptr;
    check(own(&weight, &handle), "aoti_torch_new_tensor_handle");
    // LibTorch takes over both arguments and writes the result over the first.
    std::array<Stable, 2> stack{stableOf(handle), stableOf(new (allocated(sizeof(Stable)))
                                                               Stable(static_cast<Stable>(rows)))};
    check(call(kOperation, "", stack.data(), kAsOf), kOperation);
    return takenFrom(reinterpret_cast<void**>(static_cast<std::uintptr_t>(stack[0])));
}

}  // namespace duelo::symbols
