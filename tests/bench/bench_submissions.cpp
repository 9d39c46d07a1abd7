// SPDX-License-Identifier: Apache-2.0
// Measures how long a class takes from a platform's download to the files that go back to it:
// bench_submissions [COUNT] [MB OF EACH] (1000 and 5). Makes one ZIP as Moodle gives it, with its
// kinds of names mixed (folders of both versions, flat, a ZIP inside). Prints the time until it is
// one Classroom with its submissions, that of the worksheet and the feedback ZIP, and the most
// memory that the process held: wall clock and time of all processors.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "../classroom/raw_zip.h"
#include "base/sha256.h"
#include "class_files.h"
#include "classroom/class_feedback.h"
#include "experiments/specs.h"
#include "machine/process_memory.h"

using namespace duelo;
namespace fs = std::filesystem;

namespace {

constexpr int kCells = 50;

struct Watch {
    std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();
    std::clock_t processor = std::clock();

    [[nodiscard]] std::string told() const {
        const double wall_s =
            std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        char text[64];
        std::snprintf(text, sizeof text, "%.2f s (%.2f s of processors)", wall_s,
                      static_cast<double>(std::clock() - processor) / CLOCKS_PER_SEC);
        return text;
    }
};

double peakMb() {
    return static_cast<double>(processMemory().peak_bytes) / 1e6;
}

/// The cells of a file, packed once: thousands of submissions differ in who handed them in.
struct Cells {
    std::string text{}, packed{};
    std::uint32_t crc = 0;
};

/// Returns cells with as many rounds as fill the megabytes.
Cells cellsOf(int seed, double megabytes) {
    std::mt19937 random(static_cast<unsigned>(seed));
    Cells out;
    const auto take = [&](const Record& record) { out.text += encode(record) + '\n'; };
    bench::writeCell(random, 0, bench::kRounds, take);
    const double rounds = megabytes * 1e6 / kCells / static_cast<double>(out.text.size());
    out.text.clear();
    for (int i = 0; i < kCells; ++i)
        bench::writeCell(random, i, std::max(1, static_cast<int>(rounds * bench::kRounds)), take);
    out.packed = test::deflated(out.text, false);
    out.crc = test::crcOf(out.text);
    return out;
}

test::RawEntry record(std::string name, int number, const Cells& cells) {
    const std::string header = encode(bench::headerOf(number, 0)) + '\n';
    Sha256 digest;
    digest.add(header);
    digest.add(cells.text);
    const std::string end = encode(End{.status = "completed", .sha256 = digest.hex()}) + '\n';
    const auto joined = [](std::uint32_t crc, const std::string& more, std::uint32_t of_more) {
        return static_cast<std::uint32_t>(
            crc32_combine(crc, of_more, static_cast<z_off_t>(more.size())));
    };
    test::RawEntry out{.name = std::move(name), .method = 8};
    out.packed = test::deflated(header, false) + cells.packed + test::deflated(end, true);
    out.crc = joined(joined(test::crcOf(header), cells.text, cells.crc), end, test::crcOf(end));
    out.bytes = static_cast<std::uint32_t>(header.size() + cells.text.size() + end.size());
    return out;
}

/// No two alike.
std::string nameOf(int number) {
    std::string tail;
    for (int rest = number; rest > 0 || tail.size() < 3; rest /= 26)
        tail += static_cast<char>('a' + rest % 26);
    return "Ana A" + tail;
}

/// Writes the download and its worksheet; returns how much it is unpacked, in MB.
double makeClass(const fs::path& folder, int count, double megabytes) {
    std::vector<Cells> cells;
    for (int i = 0; i < std::min(count, 4); ++i) cells.push_back(cellsOf(i, megabytes));
    std::ofstream file(folder / "CS-Lab-7.zip", std::ios::binary);
    std::ofstream sheet(folder / "sheet.csv", std::ios::binary);
    sheet << "Identifier,Full name,Status,Grade,Last modified (grade),Feedback comments\r\n";
    test::RawZip zip;
    double unpacked_mb = 0;
    for (int i = 0; i < count; ++i) {
        const std::string id = std::to_string(100000 + i);
        const std::string who = nameOf(i) + '_' + id + "_assignsubmission_file";
        const std::string part[] = {"_pc.duelo", "_/all.zip", "/pc.duelo", "_/lab/pc.duelo"};
        test::RawEntry entry =
            record(who + part[i % 4], i, cells[static_cast<std::size_t>(i) % cells.size()]);
        unpacked_mb += entry.bytes / 1e6;
        if (i % 4 == 1) {
            std::string name = std::exchange(entry.name, "mine/pc.duelo");
            entry = test::stored(std::move(name), test::rawZip(std::vector{entry}));
        }
        file << zip.add(entry);
        sheet << "Participant " << id << ',' << nameOf(i) << ",Submitted,,-,\r\n";
    }
    file << zip.end();
    return unpacked_mb;
}

}  // namespace

int main(int argc, char** argv) {
    const int count = argc > 1 ? std::atoi(argv[1]) : 1000;
    const double megabytes = argc > 2 ? std::atof(argv[2]) : 5;
    const fs::path folder = fs::temp_directory_path() / "duelo-bench-submissions";
    fs::remove_all(folder);
    fs::create_directories(folder);
    const double unpacked_mb = makeClass(folder, count, megabytes);
    std::printf("%d submissions, %.0f MB packed, %.0f MB unpacked; %.0f MB of memory until here\n",
                count, static_cast<double>(fs::file_size(folder / "CS-Lab-7.zip")) / 1e6,
                unpacked_mb, peakMb());

    Watch watch;
    Classroom classroom;
    static_cast<void>(
        gather(std::vector{folder / "CS-Lab-7.zip"}, findSpec,
               [&](Gathered found, std::size_t, std::size_t) { classroom.add(std::move(found)); }));
    const std::size_t read = submissionsOf(classroom).size();
    std::printf("read in %s, %.0f MB of memory at most\n", watch.told().c_str(), peakMb());
    watch = {};
    const auto done = writeBack(classroom, findSpec, {},
                                {.worksheet = folder / "sheet.csv",
                                 .worksheet_out = folder / "out.csv",
                                 .feedback = folder / "out.zip"});
    if (done)
        std::printf("worksheet and %zu pages in %s, %.0f MB of memory at most\n", done->pages,
                    watch.told().c_str(), peakMb());
    else
        std::printf("not written: %s\n", done.error().code.c_str());
    fs::remove_all(folder);
    return read == static_cast<std::size_t>(count) && done ? 0 : 1;
}
