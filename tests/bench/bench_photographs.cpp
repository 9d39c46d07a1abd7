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
#include <utility>
#include <vector>

#include "machine/clock.h"
#include "machine/process_memory.h"
#include "vision/decode.h"
#include "vision/image_file.h"
#include "vision/normalise.h"

using namespace duelo;

namespace {

struct Wanted {
    std::filesystem::path file;
    int size_px = 0;
    Decoding decoding = Decoding::Full;
};

template <typename T>
T orExit(Result<T> result) {
    if (result) return *std::move(result);
    std::fprintf(stderr, "%s %s\n", result.error().code.c_str(), result.error().message.c_str());
    std::exit(2);
}

using Parts = std::array<double, 4>;

std::vector<float> tensorOf(const Wanted& wanted, Parts& parts_ms) {
    std::int64_t start = nowNs();
    const auto spent_ms = [&start] {
        return static_cast<double>(nowNs() - std::exchange(start, nowNs())) / 1e6;
    };
    const auto bytes = orExit(readImageFile(wanted.file));
    parts_ms[0] = spent_ms();
    const auto image = orExit(decodeFitted(bytes, wanted.size_px, Fit::Square, wanted.decoding));
    parts_ms[1] = image.decode_ms;
    parts_ms[2] = image.resize_ms;
    spent_ms();
    std::vector<float> tensor(rgbBytes(wanted.size_px, wanted.size_px));
    toTensor(image.square, kImagenetNormalisation, tensor.data());
    parts_ms[3] = spent_ms();
    return tensor;
}

void printParts(const Wanted& wanted) {
    constexpr std::size_t kTurns = 15;
    std::array<std::array<double, kTurns>, 4> all_ms{};
    for (std::size_t turn = 0; turn < kTurns; ++turn) {
        Parts parts_ms{};
        tensorOf(wanted, parts_ms);
        for (std::size_t i = 0; i < parts_ms.size(); ++i) all_ms[i][turn] = parts_ms[i];
    }
    for (auto& part : all_ms) {
        std::ranges::sort(part);
        std::printf("%.3f ", part[kTurns / 2]);
    }
    std::printf("\n");
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 5) return 2;
    keepFreedMemory();  // as the engine does
    const Wanted wanted{argv[1], std::atoi(argv[2]),
                        parseWord<Decoding>(argv[4]).value_or(Decoding::Full)};
    Parts parts_ms{};
    const int threads = std::max(1, std::atoi(argv[3]));
    for (std::string line; std::getline(std::cin, line);) {
        if (line == "answer") {
            const auto tensor = tensorOf(wanted, parts_ms);
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
                    Parts own_parts_ms{};
                    do {
                        tensorOf(wanted, own_parts_ms);
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
