// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <QtGlobal>

#include "base/json_text.h"
#include "base/zip_file.h"
#include "classroom/classroom.h"
#include "experiments/specs.h"
#include "measured_examples.h"
#include "record/provenance.h"
#include "record/record_file.h"

/// Files of a class as its PCs write them, small and with known times.
namespace duelo::test {

namespace fs = std::filesystem;

struct Pc {
    int number = 1;
    bool gpu = true;
    std::string started = "2026-05-04T09:12:33Z";
    std::string student{};
    std::vector<int> sizes{224, 512};
    double cpu_ms = 20, gpu_ms = 2;  ///< at 224 px
    std::string power_source = "ac";
    std::vector<std::string> gpu_flags{};
    std::optional<Prediction> prediction{};
    std::vector<std::string> modes{"eager"};  ///< each later one takes half the time
    std::string cpu = "Core i5";
    std::string gpu_name = "RTX 3060";

    [[nodiscard]] std::string seat() const {
        return (number < 10 ? "0" : "") + std::to_string(number);
    }
};

inline std::string contentOf(const fs::path& path) {
    std::ifstream stream(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}
inline void put(const fs::path& path, const std::string& content) {
    fs::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary | std::ios::trunc) << content;
}

inline Header headerOf(const Pc& pc) {
    Plan plan{.experiment = "inference", .base = {{"device", "cpu"}}};
    plan.cases.push_back({{"model", {"resnet18"}}, {"input", {"random"}}, {"batch", {1}}});
    plan.cases.front()["size_px"].assign(pc.sizes.begin(), pc.sizes.end());
    plan.variants.push_back({{"device", {"cpu", "cuda"}}});
    Header out{.run = "run-" + pc.seat() + pc.started, .app = "0.2.0", .started = pc.started};
    out.plan = toJson(plan);
    out.plan_hash = planHash(out.plan);
    out.protocol = sheetOf(protocolOf(Preset::Quick));
    out.machine = {.id = "pc0000" + pc.seat(),
                   .cpu = {.name = pc.cpu, .cores = 6, .max_mhz = 4600},
                   .memory = {.total_bytes = 17179869184LL}};
    out.state = {.power_source = pc.power_source};
    out.engine = {.libtorch = "2.11.0"};
    if (pc.gpu)
        out.engine.gpu = {.name = pc.gpu_name, .driver = "580.65"};
    else
        out.engine.gpu_reason = Reason{"no_nvidia_driver", {{"library", "libcuda.so.1"}}, {}};
    out.label = {{"seat", pc.seat()}, {"room", "L12"}, {"group", "P3"}};
    if (!pc.student.empty()) out.label["student"] = pc.student;
    out.prediction = pc.prediction;
    return out;
}

/// The file of a PC: its CPU and, where it has one, its GPU, at each size.
inline void writePc(const fs::path& path, const Pc& pc) {
    fs::create_directories(path.parent_path());
    auto file = RecordFile::create(path);
    if (!file) qFatal("%s", file.error().code.c_str());
    const auto write = [&](const Record& record) {
        if (auto ok = (*file)->write(record); !ok) qFatal("%s", ok.error().code.c_str());
    };
    write(headerOf(pc));
    int cells = 0;
    const auto cell = [&](int size, bool gpu, std::size_t mode) {
        const std::string id = "c" + std::to_string(++cells);
        write(CellRecord{
            .cell = id,
            .experiment = "inference",
            .work = {{"model", "resnet18"}, {"input", "random"}, {"size_px", size}, {"batch", 1}},
            .variant = {{"device", gpu ? "cuda" : "cpu"},
                        {"precision", "fp32"},
                        {"mode", pc.modes[mode]}}});
        if (gpu && !pc.gpu)
            return write(
                ResultRecord{.cell = id,
                             .status = Status::Skipped,
                             .reason = Reason{"no_nvidia_driver", {{"library", "libcuda.so.1"}}}});
        const double once = (gpu ? pc.gpu_ms : pc.cpu_ms) * size * size / (224.0 * 224);
        const Samples samples =
            examples::samplesAround(id, once / static_cast<double>(1 << mode), 10);
        write(samples);
        ResultRecord result = examples::resultOf(samples);
        if (gpu) result.flags = pc.gpu_flags;
        write(result);
    };
    for (const int size : pc.sizes)
        for (const bool gpu : {false, true})
            for (std::size_t mode = 0; mode < pc.modes.size(); ++mode) cell(size, gpu, mode);
    write(End{.status = "completed"});
}

/// Times of a GPU at 224 px that nobody measured here.
inline void writeBrought(const fs::path& path, Origin origin, double ms) {
    fs::create_directories(path.parent_path());
    ImportedRun run{.experiment = "inference", .app = "0.2.0", .gpu = "RTX 4090"};
    run.provenance = {
        .origin = std::string(word(origin)), .source = "the board", .timing = "unknown"};
    run.times.push_back(
        {.work = {{"model", "resnet18"}, {"input", "random"}, {"size_px", 224}, {"batch", 1}},
         .variant = {{"device", "cuda"}, {"precision", "fp32"}, {"mode", "eager"}},
         .ms = ms});
    if (auto ok = writeImported(run, path); !ok) qFatal("%s", ok.error().code.c_str());
}

inline void writeProbe(const fs::path& path, const Pc& pc, const GpuSheet& gpu,
                       const std::vector<Reason>& warnings = {}) {
    const Header header = headerOf(pc);
    ProbeSheet sheet{.kind = "probe",
                     .app = "0.2.0",
                     .machine = header.machine,
                     .state = header.state,
                     .gpu = gpu,
                     .warnings = warnings};
    Json json = toJson(sheet);
    json["label"] = header.label;
    put(path, jsonText(json) + '\n');
}

inline std::string zipped(const std::vector<ZipItem>& items) {
    const fs::path path = fs::temp_directory_path() / ("duelo-class-" + std::to_string(::rand()));
    if (auto ok = writeZip(items, path, true); !ok) qFatal("%s", ok.error().code.c_str());
    std::string bytes = contentOf(path);
    fs::remove(path);
    return bytes;
}

struct Opened {
    Classroom classroom{};
    GatherOutcome outcome{};
};
inline Opened opened(const std::vector<fs::path>& paths, const GatherLimits& limits = {}) {
    Opened out;
    out.outcome = gather(
        paths, findSpec,
        [&](Gathered found, std::size_t, std::size_t) { out.classroom.add(std::move(found)); }, {},
        {}, limits);
    return out;
}

/// A case in the first variant of that device.
inline ClassKey keyOf(const Classroom& classroom, std::size_t work, Device device) {
    for (const std::size_t variant : classroom.series(std::span(&work, 1)))
        if (deviceOf(classroom.variants()[variant]) == device) return {work, variant};
    return {work, classroom.variants().size()};
}
inline std::vector<double> timesOf(const Classroom& classroom, std::size_t work, Device device,
                                   const ClassFilter& filter = {}) {
    return classroom.times(keyOf(classroom, work, device), filter);
}
/// Nothing where nothing stands beside each other.
inline std::optional<ClassPair> pairOf(const Classroom& classroom, std::size_t work) {
    const auto sides = classroom.sides(std::span(&work, 1));
    return sides.empty() ? std::nullopt : sides.front().pair();
}

/// The reason of a file of that name; empty: it is not left out.
inline std::string whyLeftOut(const Classroom& classroom, const std::string& name) {
    for (const LeftOut& one : classroom.leftOut())
        if (one.place.name() == name) return one.reason.code;
    return {};
}

}  // namespace duelo::test
