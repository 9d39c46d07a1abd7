// SPDX-License-Identifier: Apache-2.0
// How long the files of a class take to open: bench_class [FILES] [CELLS OF EACH] (1000 and 50).
// Prints the time until all are one Classroom, that of one file that comes later, what a document
// takes, and the most memory that the process held. The files are as a standard run writes them.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <random>
#include <vector>

#include "classroom/class_tables.h"
#include "experiments/specs.h"
#include "machine/process_memory.h"

using namespace duelo;

namespace {

constexpr int kRounds = 14, kPerRound = 9;

void writeFile(const std::filesystem::path& folder, int number, int cells) {
    std::mt19937 random(static_cast<unsigned>(number));
    std::normal_distribution<double> noise(1, 0.01);
    auto file = RecordFile::create(folder / (std::to_string(number) + ".duelo"));
    const auto write = [&](const Record& record) {
        if (!file || !(*file)->write(record)) std::exit(1);
    };
    Header header{.run = std::to_string(number), .app = "0.2.0", .cells = cells};
    header.started = "2026-05-04T09:12:33Z";
    header.machine.id = std::to_string(number);
    header.engine.gpu.name = "GPU";
    write(header);
    for (int i = 0; i < cells; ++i) {
        const std::string cell = "c" + std::to_string(i);
        write(CellRecord{.cell = cell,
                         .experiment = "inference",
                         .work = {{"model", "resnet18"},
                                  {"input", "random"},
                                  {"size_px", 32 + i / 2},
                                  {"batch", 1}},
                         .variant = {{"device", i % 2 == 0 ? "cpu" : "cuda"},
                                     {"precision", "fp32"},
                                     {"mode", "eager"}}});
        std::vector<double> wall_ms;
        for (int round = 0; round < kRounds; ++round) {
            Samples samples{.cell = cell};
            for (int k = 0; k < kPerRound; ++k) {
                samples.round.push_back(round);
                samples.t0_ms.push_back(1000 * i + 20 * k);
                samples.wall_ms.push_back((i % 2 == 0 ? 20 : 2) * noise(random));
                wall_ms.push_back(samples.wall_ms.back());
            }
            write(samples);
        }
        ResultRecord result{.cell = cell};
        Summary& s = result.summary.emplace();
        const std::vector<double> sorted = sortedCopy(wall_ms);
        s.n = static_cast<std::int64_t>(sorted.size());
        s.median_ms = median(sorted);
        s.ci95_ms = medianIntervalOfSorted(sorted);
        s.mean_ms = mean(sorted);
        s.min_ms = sorted.front();
        s.p25_ms = quantileOfSorted(sorted, 0.25);
        s.p75_ms = quantileOfSorted(sorted, 0.75);
        s.max_ms = sorted.back();
        write(result);
    }
    write(End{.status = "completed"});
}

double msSince(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
        .count();
}

}  // namespace

int main(int argc, char** argv) {
    const int files = argc > 1 ? std::atoi(argv[1]) : 1000;
    const int cells = argc > 2 ? std::atoi(argv[2]) : 50;
    const auto folder = std::filesystem::temp_directory_path() / "duelo-bench-class";
    std::filesystem::remove_all(folder);
    std::filesystem::create_directories(folder);
    for (int i = 0; i < files; ++i) writeFile(folder, i, cells);

    Classroom classroom;
    const std::vector paths{folder};
    const auto look = [&](const SeenFiles& seen) {
        return gather(
            paths, findSpec,
            [&](Gathered found, std::size_t, std::size_t) { classroom.add(std::move(found)); },
            seen);
    };
    auto start = std::chrono::steady_clock::now();
    GatherOutcome outcome = look({});
    const double open_ms = msSince(start);
    writeFile(folder, files, cells);
    start = std::chrono::steady_clock::now();
    outcome = look(outcome.seen);
    const double add_ms = msSince(start);
    start = std::chrono::steady_clock::now();
    const auto text = classText(classroom, findSpec, ReportFormat::Html, {});
    const double text_ms = msSince(start);
    std::printf("%d files of %d cells: opened in %.2f s; one more in %.1f ms; as HTML in %.2f s\n",
                files, cells, open_ms / 1e3, add_ms, text_ms / 1e3);
    std::printf("%zu seats, %zu cases, %.0f MB of memory at most\n", classroom.seats().size(),
                classroom.cases().size(), static_cast<double>(processMemory().peak_bytes) / 1e6);
    std::filesystem::remove_all(folder);
    return text && classroom.seats().size() == static_cast<std::size_t>(files) + 1 ? 0 : 1;
}
