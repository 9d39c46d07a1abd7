// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <new>
#include <string_view>
#include <type_traits>
#include <utility>

/// Calls into LibTorch that may throw. LibTorch's exceptions are those of the compiler that built
/// it. Code of g++ can catch them on Linux, but not on Windows, where they are Microsoft's.
namespace duelo::symbols {

/// Throws a TensorError for an exception of LibTorch's class `class_name`, mangled by either
/// compiler. `code` is the CUDA runtime's error number of an AcceleratorError.
[[noreturn]] void throwAs(std::string_view class_name, const char* text, int code);

#ifndef _WIN32

/// Throws the exception that is being handled again, one of LibTorch's as a TensorError.
[[noreturn]] void throwTranslated();

/// Returns what `work` returns. Throws LibTorch's errors as TensorErrors.
template <typename Work>
decltype(auto) guarded(const Work& work) {
    try {
        return work();
    } catch (...) {
        throwTranslated();
    }
}

#else

/// Calls work(context). Throws a TensorError for an exception of Microsoft's that leaves it.
///
/// Such an exception runs no destructor in the frames between this function and LibTorch. So `work`
/// must hold no object that has one.
void runGuarded(void (*work)(void* context), void* context);

template <typename Work>
auto guarded(const Work& work) {
    using Result = decltype(work());
    if constexpr (std::is_void_v<Result>) {
        runGuarded([](void* own) { (*static_cast<const Work*>(own))(); }, const_cast<Work*>(&work));
    } else {
        // In a union `result` is not destroyed by itself: where `work` throws it was never made.
        struct Frame {
            explicit Frame(const Work& own) : work(own) {}
            ~Frame() {}
            const Work& work;
            union {
                Result result;
            };
        } frame(work);
        runGuarded(
            [](void* own) {
                auto& in = *static_cast<Frame*>(own);
                new (&in.result) Result(in.work());
            },
            &frame);
        struct End {
            ~End() { result.~Result(); }
            Result& result;
        } end{frame.result};
        return Result(std::move(frame.result));
    }
}

#endif

}  // namespace duelo::symbols
