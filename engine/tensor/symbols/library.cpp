// SPDX-License-Identifier: Apache-2.0
#include "tensor/library.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <new>
#include <set>
#include <string>

#include "tensor/symbols/capabilities.h"
#include "tensor/symbols/find.h"
#include "tensor/symbols/guarded.h"
#include "tensor/symbols/names.h"
#include "tensor/symbols/text.h"

namespace duelo {

namespace names = symbols::names;

namespace {

/// Calls a function of LibTorch without arguments and returns its text. The std::string that
/// LibTorch made is not freed, because on Windows it lies on another heap.
std::string textOf(const char* name) {
    auto* const get = symbols::function<void*(void*)>(name);
    alignas(symbols::LibraryText) std::array<std::byte, sizeof(symbols::LibraryText)> room;
    symbols::guarded([&] { get(room.data()); });
    const auto* const text =
        std::launder(reinterpret_cast<const symbols::LibraryText*>(room.data()));
    return std::string(symbols::viewOf(*text));
}

/// Calls the setters of LibTorch's at::Context.
class Context {
public:
    Context() : m_context(symbols::function<void*()>(names::global_context)()) {}

    template <typename... Values>
    void set(const char* name, Values... values) const {
        auto* const setter = symbols::function<void(void*, Values...)>(name);
        symbols::guarded([&] { setter(m_context, values...); });
    }

private:
    void* const m_context;
};

}  // namespace

LibraryFacts libraryFacts() {
    static const LibraryFacts facts{.version = std::string(symbols::kVersion) + " by symbols",
                                    .description = textOf(names::show_config),
                                    .openmp = textOf(names::get_openmp_version),
                                    .blas = textOf(names::get_mkl_version),
                                    .onednn = textOf(names::get_mkldnn_version),
                                    .cpu_capability = textOf(names::get_cpu_capability)};
    return facts;
}

bool hasCuda() {
    static auto* const is_available = symbols::function<bool()>(names::cuda_is_available);
    return symbols::guarded([&] { return is_available(); });
}

bool cpuHasAny(std::initializer_list<std::string_view> wanted) {
    static const std::set<std::string, std::less<>> there = symbols::cpuCapabilities();
    return std::ranges::any_of(wanted, [&](std::string_view name) { return there.contains(name); });
}

void applyNumerics(const Numerics& numerics) {
    // The numbers of at::Float32Backend, Float32Op and Float32Precision.
    constexpr int kCuda = 1, kOneDnn = 2, kIeee = 1, kTf32 = 2;
    constexpr std::array kOperations{0, 1, 2, 3};  // all, convolutions, recurrent ones, products
    const Context context;
    // Only the per-backend switches: LibTorch refuses a mix with its older setAllowTF32 family.
    for (const int operation : kOperations) {
        context.set(names::set_float32_precision, kCuda, operation, numerics.tf32 ? kTf32 : kIeee);
        context.set(names::set_float32_precision, kOneDnn, operation, kIeee);
    }
    context.set(names::set_deterministic_cudnn, numerics.deterministic);
    constexpr bool kWarnOnly = true;
    context.set(names::set_deterministic_algorithms, numerics.deterministic, kWarnOnly);
    // Nothing here reads memory that it has not written; filling it first would cost time.
    context.set(names::set_deterministic_fill, false);
    context.set(names::set_benchmark_cudnn, numerics.cudnn_benchmark);
}

}  // namespace duelo
