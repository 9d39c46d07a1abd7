// SPDX-License-Identifier: Apache-2.0
// Whether the oneDNN of the module and that of LibTorch compute beside each other: both multiply
// matrices in fp32 and bf16, in the order of the arguments, and print their largest error, "none"
// where oneDNN has no bf16 for this processor. A process of its own, because what is loaded first
// stays first.
//   gemm_probe TORCH_GEMM module|torch module|torch
#include <cmath>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/dynamic_library.h"
#include "dnn/dnn_loader.h"
#include "plain_network.h"

namespace {

using namespace duelo;

constexpr int kRows = 48, kSide = 16;

double moduleError(Precision precision) {
    Network net(3, kSide);
    net.linear(net.relu(net.linear(net.flatten(Network::kImage), "wide", 512)), "last", 64);
    const testing::PlainNetwork plain(net, imageShape(net, kRows));
    const auto image = testing::someValues(kRows * 3 * kSide * kSide, 5, 1);
    const std::vector<double> expected = plain.run(image);
    auto plan = Dnn::instance().api().value()->compile(
        plain.work(precision), [&](std::size_t layer) { return plain.weightsOf(layer); });
    if (!plan) throw std::runtime_error(plan.error().message);
    std::vector<float> answer(expected.size());
    (*plan)->run(image.data(), answer.data());
    double largest = 0, error = 0;
    for (std::size_t i = 0; i < answer.size(); ++i) {
        largest = std::max(largest, std::abs(expected[i]));
        error = std::max(error, std::abs(answer[i] - expected[i]));
    }
    return error / largest;
}

void printModule() {
    std::printf("module %g ", moduleError(Precision::Fp32));
    if (Dnn::instance().api().value()->takes(Precision::Bf16))
        std::printf("%g\n", moduleError(Precision::Bf16));
    else
        std::printf("none\n");
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 4) return 2;
    using Gemm = double(int bf16);
    Gemm* torch = nullptr;
    try {
        for (int i = 2; i < 4; ++i) {
            if (argv[i] == std::string("torch")) {
                const auto library = DynamicLibrary::open(argv[1]);
                if (!library) throw std::runtime_error(library.error());
                torch = library->function<Gemm>("torch_gemm_error");
                std::printf("torch %g %g\n", torch(0), torch(1));
                continue;
            }
            printModule();
        }
        // Each once more, now that both are there.
        std::printf("torch %g %g\n", torch(0), torch(1));
        printModule();
    } catch (const std::exception& error) {
        std::printf("failed: %s\n", error.what());
        return 1;
    }
    return 0;
}
