// SPDX-License-Identifier: Apache-2.0
// Prints the median time in ms of reading the weights of a model from each file given:
// read and checked, and until the SHA-256 of the whole file is known too, which nothing
// remembers here. tests/bench/against_pytorch.py
// sets it beside torch.load.
#include <cstdio>
#include <string>
#include <vector>

#include "base/places.h"
#include "machine/clock.h"
#include "models/weight_file.h"
#include "networks/registry.h"
#include "stats/statistics.h"

int main(int argc, char** argv) {
    using namespace duelo;
    if (argc < 3) {
        std::fprintf(stderr, "bench_weights MODEL FILE...\n");
        return 2;
    }
    const auto model = findModel(argv[1]);
    if (!model) return 2;
    const auto specs = (*model)->network.tensorSpecs();
    constexpr int turns = 21;
    for (int i = 2; i < argc; ++i) {
        std::vector<double> loaded;
        std::vector<double> hashed;
        for (int turn = 0; turn < turns; ++turn) {
            const std::int64_t start = nowNs();
            const auto weights = readWeights(fromUtf8(argv[i]), specs);
            if (!weights) {
                std::fprintf(stderr, "%s: %s\n", argv[i], weights.error().code.c_str());
                return 1;
            }
            loaded.push_back(weights->read_ms);
            hashed.push_back(msSince(start));
        }
        std::printf("%s %.3f %.3f\n", argv[i], median(loaded), median(hashed));
    }
    return 0;
}
