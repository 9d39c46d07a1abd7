// SPDX-License-Identifier: Apache-2.0
#include "tensor/symbols/hook.h"

#include <cstdint>
#include <exception>
#include <utility>

#include "tensor/error.h"
#include "tensor/symbols/find.h"
#include "tensor/symbols/guarded.h"
#include "tensor/symbols/impl.h"
#include "tensor/symbols/names.h"

namespace duelo::symbols {

#ifndef _WIN32

void registerHook(const Tensor& tensor, Hook hook) {
    using TorchHook = std::function<Tensor(const Tensor& gradient)>;
    static auto* const add =
        function<unsigned(const Tensor*, TorchHook hook)>(names::register_hook);
    const TorchHook torch_hook = [hook = std::move(hook)](const Tensor& gradient) {
        hook(gradient);
        return Tensor();  // an undefined one leaves the gradient as it is
    };
    guarded([&] { add(&tensor, torch_hook); });
}

void hooksOfThisBackward(const std::function<void()>& work) {
    work();
}

#else

namespace {

thread_local std::exception_ptr hook_error;

/// Returns whether the hook ran to its end. Else hook_error holds what it threw.
bool ran(const Hook& hook, const Tensor& gradient) noexcept {
    try {
        hook(gradient);
        return true;
    } catch (...) {
        hook_error = std::current_exception();
        return false;
    }
}

/// The object that Microsoft's std::function points to where the callable is large. The pointer
/// stands behind the room for a small callable, and `table` lists the six functions below.
struct Callable {
    const void* const* table;
    Hook hook;
    int references;
};
Callable* copied(Callable* own, void*) {
    ++own->references;
    return own;
}
// An exception of g++'s cannot pass LibTorch's frames. So LibTorch is made to throw one of its own.
Tensor* called(Callable* own, Tensor* result, const Tensor& gradient) {
    static auto* const fail = function<void(const char*, const char*, std::uint32_t, const char*)>(
        names::torch_check_fail);
    new (result) Tensor();
    if (!ran(own->hook, gradient)) fail("onGradient", "", 0, "a function of onGradient() threw");
    return result;
}
void* typed(Callable*) {
    return nullptr;
}
void deleted(Callable* own, bool) {
    if (--own->references == 0) delete own;
}
template <typename Function>
const void* entry(Function* function) {
    return reinterpret_cast<const void*>(function);
}
const void* const kTable[] = {entry(copied), entry(copied),  entry(called),
                              entry(typed),  entry(deleted), entry(typed)};
struct TorchHook {
    std::byte small[56];
    Callable* callable;
};

}  // namespace

void registerHook(const Tensor& tensor, Hook hook) {
    static auto* const add = function<unsigned(const Tensor*, TorchHook*)>(names::register_hook);
    TorchHook torch_hook{{}, new Callable{kTable, std::move(hook), 1}};
    guarded([&] { add(&tensor, &torch_hook); });  // LibTorch destroys torch_hook
}

void hooksOfThisBackward(const std::function<void()>& work) {
    hook_error = nullptr;
    try {
        work();
    } catch (const TensorError&) {
        if (hook_error) std::rethrow_exception(std::exchange(hook_error, nullptr));
        throw;
    }
}

#endif

}  // namespace duelo::symbols
