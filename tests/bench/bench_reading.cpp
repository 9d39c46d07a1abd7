// SPDX-License-Identifier: Apache-2.0
// Measures how long the files of a class take to open: bench_reading [FILES] [CELLS OF EACH] (100
// and 1000). The files are as a run of the standard preset writes them. Prints the median of five
// times beside the number of bytes. Processor time counts, so that other programs matter less.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <random>
#include <vector>

#include "class_files.h"
#include "experiments/compare.h"

using namespace duelo;

namespace {

constexpr int kSampleLines = 14, kSamplesPerLine = 9, kTimes = 5;

ResultRecord resultOf(const std::string& cell, const std::vector<double>& wall_ms) {
    std::normal_distribution<double> noise(1, 0.01);
    ResultRecord result{.cell = cell};
    const Summary& s = result.summary.emplace(bench::summaryOf(wall_ms));
    result.parts = {{"h2d", 0.1}, {"compute", 19.0}, {"d2h", 0.1}};
    result.metrics = {rateOf("throughput", "image/s", 1, s)};
    result.quantities = {{"images", 1}, {"flop", 3628146688}, {"bytes", 1 << 28}};
    const std::string digest(64, 'a');
    result.identities = {{"input", digest}, {"weights", digest, "random"}};
    Fingerprint& print = result.fingerprint.emplace();
    print.sha256 = digest;
    print.shape = {1, 1000};
    std::mt19937 same(1);
    for (int i = 0; i < 64; ++i) print.values.push_back(noise(same));
    print.rms = print.largest = 1;
    return result;
}

std::filesystem::path writeFile(const std::filesystem::path& folder, int number, int cells) {
    const auto path = folder / (std::to_string(number) + ".duelo");
    std::mt19937 random(static_cast<unsigned>(number));
    std::normal_distribution<double> ms(20, 0.2);
    auto file = RecordFile::create(path);
    const auto write = [&](const Record& record) {
        if (!file || !(*file)->write(record)) std::exit(1);
    };
    write(Header{.run = std::to_string(number), .app = "0.1.0", .cells = cells});
    for (int i = 0; i < cells; ++i) {
        const std::string cell = "c" + std::to_string(i);
        write(CellRecord{
            .cell = cell,
            .experiment = "inference",
            .work = {{"model", "resnet18"}, {"input", "random"}, {"size_px", 32 + i / 4}},
            .variant = {{"device", "cpu"}, {"threads", 1 + i % 4}, {"precision", "fp32"}}});
        write(Cold{.cell = cell, .load_ms = 38.1, .first_ms = 61.9});
        std::vector<double> wall_ms;
        for (int line = 0; line < kSampleLines; ++line) {
            Samples samples{.cell = cell};
            for (int k = 0; k < kSamplesPerLine; ++k) {
                samples.round.push_back(2 * line);
                samples.t0_ms.push_back(1000 * i + 20 * k);
                samples.wall_ms.push_back(ms(random));
                wall_ms.push_back(samples.wall_ms.back());
            }
            write(samples);
        }
        write(resultOf(cell, wall_ms));
    }
    write(End{.status = "completed"});
    return path;
}

double secondsSince(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

int main(int argc, char** argv) {
    const int files = argc > 1 ? std::atoi(argv[1]) : 100;
    const int cells = argc > 2 ? std::atoi(argv[2]) : 1000;
    const auto folder = std::filesystem::temp_directory_path() / "duelo-bench-reading";
    std::filesystem::remove_all(folder);
    std::filesystem::create_directories(folder);
    std::vector<std::filesystem::path> paths;
    double bytes = 0;
    for (int i = 0; i < files; ++i) {
        paths.push_back(writeFile(folder, i, cells));
        bytes += static_cast<double>(std::filesystem::file_size(paths.back()));
    }
    std::vector<double> open_s, cpu_s;
    for (int i = 0; i < kTimes; ++i) {
        const auto start = std::chrono::steady_clock::now();
        const std::clock_t cpu = std::clock();
        const auto comparison = compareFiles(paths, {});
        open_s.push_back(secondsSince(start));
        cpu_s.push_back(static_cast<double>(std::clock() - cpu) / CLOCKS_PER_SEC);
        if (!comparison) return 1;
    }
    std::printf("%d files of %d cells, %.0f MB: opened in %.2f s, %.2f s of processor time\n",
                files, cells, bytes / 1e6, median(open_s), median(cpu_s));
    std::filesystem::remove_all(folder);
}
