// SPDX-License-Identifier: Apache-2.0
// From a photograph's file to what a network receives, asked for by photographs_against_pillow.py:
//
//     bench_photographs FILE SIZE_PX THREADS
//
// For each line with a number of seconds it repeats that as long, in every thread on its own, and
// prints the milliseconds of wall time for each photograph; for "answer" the sums of the three
// planes.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <numeric>
#include <string>
#include <thread>
#include <vector>

#include "machine/clock.h"
#include "machine/process_memory.h"
#include "vision/decode.h"
#include "vision/normalise.h"
#include "vision/resize.h"

using namespace duelo;

namespace {

std::vector<float> tensorOf(const std::filesystem::path& file, int size_px) {
    const auto image = decodeImage(file);
    const auto square = image ? fitToSquare(*image, size_px, Fit::Square)
                              : Result<RgbImage>(tl::unexpected(image.error()));
    if (!square) {
        std::fprintf(stderr, "%s %s\n", square.error().code.c_str(),
                     square.error().message.c_str());
        std::exit(2);
    }
    std::vector<float> tensor(rgbBytes(size_px, size_px));
    toTensor(*square, kImagenetNormalisation, tensor.data());
    return tensor;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 4) return 2;
    keepFreedMemory();  // as the engine does
    const std::filesystem::path file = argv[1];
    const int size_px = std::atoi(argv[2]);
    const int threads = std::max(1, std::atoi(argv[3]));
    for (std::string line; std::getline(std::cin, line);) {
        if (line == "answer") {
            const auto tensor = tensorOf(file, size_px);
            for (std::size_t plane = 0; plane < 3; ++plane) {
                const auto from =
                    tensor.begin() + static_cast<std::ptrdiff_t>(plane * tensor.size() / 3);
                std::printf("%.6g ",
                            std::accumulate(
                                from, from + static_cast<std::ptrdiff_t>(tensor.size() / 3), 0.0));
            }
            std::printf("\n");
        } else {
            const double seconds = std::atof(line.c_str());
            std::vector<std::thread> team;
            std::vector<int> counts(static_cast<std::size_t>(threads));
            const auto start = nowNs();
            const auto spent_s = [start] { return static_cast<double>(nowNs() - start) / 1e9; };
            for (int& count : counts) {
                team.emplace_back([&] {
                    do {
                        tensorOf(file, size_px);
                        ++count;
                    } while (spent_s() < seconds);
                });
            }
            for (std::thread& one : team) one.join();
            std::printf("%.6f\n",
                        1e3 * spent_s() / std::accumulate(counts.begin(), counts.end(), 0));
        }
        std::fflush(stdout);
    }
}
