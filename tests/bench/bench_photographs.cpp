// SPDX-License-Identifier: Apache-2.0
// From a photograph's file to what a network receives, asked for by photographs_against_pillow.py:
//
//     bench_photographs FILE SIZE_PX THREADS full|scaled
//
// For each line with a number of seconds it repeats that as long, in every thread on its own, and
// prints the milliseconds of wall time for each photograph; for "answer" the sums of the three
// planes; for "parts" the medians of reading, decoding, resizing and normalising in milliseconds.
#include <algorithm>
#include <array>
#include <cstdint>
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
#include "vision/image_file.h"
#include "vision/normalise.h"
#include "vision/resize.h"

using namespace duelo;

namespace {

struct Wanted {
    std::filesystem::path file;
    int size_px = 0;
    bool scaled = false;
};

template <typename T>
T orExit(Result<T> result) {
    if (result) return *std::move(result);
    std::fprintf(stderr, "%s %s\n", result.error().code.c_str(), result.error().message.c_str());
    std::exit(2);
}

/// When each part had ended, in `ends`.
std::vector<float> tensorOf(const Wanted& wanted, std::array<std::int64_t, 4>& ends) {
    const auto bytes = orExit(readImageFile(wanted.file));
    ends[0] = nowNs();
    const auto image = orExit(decodeImage(bytes, wanted.scaled ? wanted.size_px : 0));
    ends[1] = nowNs();
    const auto square = orExit(fitToSquare(image, wanted.size_px, Fit::Square));
    ends[2] = nowNs();
    std::vector<float> tensor(rgbBytes(wanted.size_px, wanted.size_px));
    toTensor(square, kImagenetNormalisation, tensor.data());
    ends[3] = nowNs();
    return tensor;
}

void printParts(const Wanted& wanted) {
    constexpr std::size_t kTurns = 15;
    std::array<std::array<double, kTurns>, 4> parts_ms{};
    for (std::size_t turn = 0; turn < kTurns; ++turn) {
        std::array<std::int64_t, 4> ends{};
        std::int64_t start = nowNs();
        tensorOf(wanted, ends);
        for (std::size_t i = 0; i < ends.size(); ++i) {
            parts_ms[i][turn] = static_cast<double>(ends[i] - start) / 1e6;
            start = ends[i];
        }
    }
    for (auto& part : parts_ms) {
        std::ranges::sort(part);
        std::printf("%.3f ", part[kTurns / 2]);
    }
    std::printf("\n");
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 5) return 2;
    keepFreedMemory();  // as the engine does
    const Wanted wanted{argv[1], std::atoi(argv[2]), std::string(argv[4]) == "scaled"};
    std::array<std::int64_t, 4> ends{};
    const int threads = std::max(1, std::atoi(argv[3]));
    for (std::string line; std::getline(std::cin, line);) {
        if (line == "answer") {
            const auto tensor = tensorOf(wanted, ends);
            for (std::size_t plane = 0; plane < 3; ++plane) {
                const auto from =
                    tensor.begin() + static_cast<std::ptrdiff_t>(plane * tensor.size() / 3);
                std::printf("%.6g ",
                            std::accumulate(
                                from, from + static_cast<std::ptrdiff_t>(tensor.size() / 3), 0.0));
            }
            std::printf("\n");
        } else if (line == "parts") {
            printParts(wanted);
        } else {
            const double seconds = std::atof(line.c_str());
            std::vector<std::thread> team;
            std::vector<int> counts(static_cast<std::size_t>(threads));
            const auto start = nowNs();
            const auto spent_s = [start] { return static_cast<double>(nowNs() - start) / 1e9; };
            for (int& count : counts) {
                team.emplace_back([&] {
                    std::array<std::int64_t, 4> own_ends{};
                    do {
                        tensorOf(wanted, own_ends);
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
