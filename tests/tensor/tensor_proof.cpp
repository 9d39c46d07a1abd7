// SPDX-License-Identifier: Apache-2.0
// Calls everything that the room engine/tensor offers and prints the results. The lines must be the
// same with both bindings, which bindings_test.sh compares, and by symbols the same on Linux and on
// Windows, which packaging/windows/prove_tensor.sh compares under Wine.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>

#include "proof.h"
#include "tensor/parallel.h"
#ifdef DUELO_TENSOR_BY_SYMBOLS
#include "tensor/symbols/call.h"
#endif

namespace duelo::proof {
namespace {

int digits = 9;

std::string kindOf(const TensorError& error) {
    switch (error.kind()) {
        case TensorError::Kind::OutOfMemory:
            return "out of memory";
        case TensorError::Kind::Accelerator:
            return "accelerator";
        case TensorError::Kind::Index:
            return "index";
        case TensorError::Kind::Distributed:
            return "distributed";
        case TensorError::Kind::Other:
            return "other";
    }
    return "?";
}

/// Returns the first sentence of an error, cut to a line. Later ones depend on the system.
std::string firstWords(std::string text) {
    constexpr std::size_t kLine = 150;
    constexpr const char* kAllocator = "DefaultCPUAllocator";
    if (text.find(kAllocator) != std::string::npos) return kAllocator;  // its words differ
    return text.substr(0, std::min({text.find(". "), text.find('\n'), kLine}));
}

#ifdef DUELO_TENSOR_BY_SYMBOLS
struct LackingOperator {
    using Result = Tensor;
    static constexpr const char* kSymbol = "duelo_lacking_operator";
};

/// Calls an operation that no LibTorch has.
int callLacking() {
    try {
        static_cast<void>(binding::call<LackingOperator>(ramp({2})));
    } catch (const TensorError& error) {
        std::puts(error.what());
        return 0;
    }
    return 1;
}
#endif

void proveAll() {
    ops::set_num_threads(2);
    proveTensors();
    proveOperations();
    proveWritingOperations();
    proveImages();
    proveErrors();
    proveAutograd();
    proveGuards();
    proveThreads();
    proveOptimizers();
    proveOneDnn();
    proveLibrary();
    std::puts("all");
}

}  // namespace

Tensor ramp(IntArrayRef sizes) {
    const Tensor line = ops::arange(sizes.product(), ScalarType::Float);
    line.mul_(0.37).sin_();
    return line.reshape(sizes);
}

void setDigits(int count) {
    digits = count;
}

void say(std::string_view name, const Tensor& tensor) {
    std::printf("%.*s:", static_cast<int>(name.size()), name.data());
    if (!tensor.defined()) {
        std::puts(" undefined");
        return;
    }
    std::printf(" %d [", static_cast<int>(tensor.scalar_type()));
    for (const std::int64_t extent : tensor.sizes())
        std::printf(" %lld", static_cast<long long>(extent));
    std::printf(" ]");
    const Tensor plain = tensor.detach().to(ScalarType::Double).contiguous();
    const double* const elements = plain.const_data_ptr<double>();
    double sum = 0, size = 0;
    for (std::int64_t i = 0; i < plain.numel(); ++i) {
        const auto weight = static_cast<double>(1 + i % 7);
        sum += weight * elements[i];
        size += weight * std::abs(elements[i]);
    }
    // Terms cancel in the signed sum. It is rounded to the digits of the terms, because the rest of
    // it is rounding error.
    const double unit = size > 0 ? std::pow(10.0, std::floor(std::log10(size)) - digits + 2) : 1;
    std::printf(" %.*g %.*g\n", digits, std::round(sum / unit) * unit + 0.0, digits, size);
}

void say(std::string_view name, std::initializer_list<double> numbers) {
    std::printf("%.*s:", static_cast<int>(name.size()), name.data());
    for (const double number : numbers) std::printf(" %.*g", digits, number);
    std::puts("");
}

void sayError(std::string_view name, const std::function<void()>& work) {
    const int size = static_cast<int>(name.size());
    try {
        work();
        std::printf("%.*s: NO ERROR\n", size, name.data());
    } catch (const TensorError& error) {
        std::printf("%.*s: %s: %s\n", size, name.data(), kindOf(error).c_str(),
                    firstWords(error.what()).c_str());
    } catch (const std::exception& error) {
        // An exception of oneDNN's own class, which on Windows becomes a TensorError of
        // Kind::Other.
        std::printf("%.*s: other: %s\n", size, name.data(), firstWords(error.what()).c_str());
    }
}

}  // namespace duelo::proof

/// tensor_proof [DIGITS | lacking]
int main(int argc, char** argv) {
    std::setvbuf(stdout, nullptr, _IONBF, 0);
    const std::string asked = argc > 1 ? argv[1] : "";
    try {
#ifdef DUELO_TENSOR_BY_SYMBOLS
        if (asked == "lacking") return duelo::proof::callLacking();
#endif
        if (!asked.empty()) duelo::proof::setDigits(std::stoi(asked));
        duelo::proof::proveAll();
        return 0;
    } catch (const std::exception& error) {
        std::printf("FAILED: %s\n", error.what());
        return 1;
    }
}
