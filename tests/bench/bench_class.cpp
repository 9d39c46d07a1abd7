// SPDX-License-Identifier: Apache-2.0
// Measures how long the files of a class take to open: bench_class [FILES] [CELLS OF EACH] (1000
// and 50). Prints the time until all are one Classroom, that of one file that comes later, that of
// a document, and the most memory that the process held. The files are as a standard run writes
// them.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <vector>

#include "class_files.h"
#include "classroom/class_tables.h"
#include "experiments/specs.h"
#include "machine/process_memory.h"

using namespace duelo;
using bench::writeFile;

namespace {

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
