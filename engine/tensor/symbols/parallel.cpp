// SPDX-License-Identifier: Apache-2.0
#include "tensor/parallel.h"

#include <exception>
#include <mutex>

#ifdef _WIN32
#include "base/dynamic_library.h"
#endif
#include "tensor/symbols/find.h"
#include "tensor/symbols/names.h"

namespace duelo::ops {

namespace names = symbols::names;

int get_num_threads() {
    static auto* const get = symbols::function<int()>(names::get_num_threads);
    return get();
}

void set_num_threads(int threads) {
    static auto* const set = symbols::function<void(int)>(names::set_num_threads);
    set(threads);
}

void fix_num_threads() {
    using Set = void(int);
#ifdef _WIN32
    static const auto openmp = DynamicLibrary::loaded("libiomp5md.dll");
    static auto* const set = openmp ? openmp->function<Set>("omp_set_dynamic") : nullptr;
    if (set != nullptr) set(0);
#else
    static auto* const set = symbols::function<Set>("omp_set_dynamic");
    set(0);
#endif
}

int get_num_interop_threads() {
    static auto* const get = symbols::function<std::size_t()>(names::get_num_interop_threads);
    return static_cast<int>(get());
}

// On Windows an exception of this program must not pass LibTorch's frames. The first one is kept,
// and thrown again behind them.
void parallel_for(std::int64_t begin, std::int64_t end, std::int64_t grain,
                  const std::function<void(std::int64_t begin, std::int64_t end)>& piece) {
    using Call = void(std::int64_t begin, std::int64_t end, void* context);
    constexpr const char* kName = "torch_parallel_for";
    static auto* const run =
        symbols::function<int(std::int64_t, std::int64_t, std::int64_t, Call*, void*)>(kName);
    struct Work {
        const std::function<void(std::int64_t, std::int64_t)>& piece;
        std::mutex mutex{};
        std::exception_ptr error{};
    } work{piece};
    const int code = run(
        begin, end, grain,
        [](std::int64_t first, std::int64_t past, void* context) {
            auto& [called, mutex, error] = *static_cast<Work*>(context);
            try {
                called(first, past);
            } catch (...) {
                const std::lock_guard lock(mutex);
                if (!error) error = std::current_exception();
            }
        },
        &work);
    if (work.error) std::rethrow_exception(work.error);
    symbols::check(code, kName);
}

}  // namespace duelo::ops
