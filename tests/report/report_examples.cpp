// SPDX-License-Identifier: Apache-2.0
#include "report_examples.h"

#include <cmath>
#include <cstdio>
#include <stdexcept>

#include "experiments/common_axes.h"
#include "experiments/inference/output.h"
#include "experiments/inference/params.h"
#include "noise.h"

namespace duelo::examples {
namespace {

constexpr int kRounds = 14;
constexpr int kPerRound = 3;

double rounded(double value) {
    return std::round(value * 1e6) / 1e6;
}

MachineSheet machine(const char* id, const char* cpu, int cores) {
    return {
        .id = id,
        .cpu = {.name = cpu,
                .packages = 1,
                .cores = cores,
                .logical = 2 * cores,
                .max_mhz = 4600,
                .caches = {{.level = 1, .kind = "data", .size_bytes = 32768, .count = cores},
                           {.level = 3, .kind = "unified", .size_bytes = 16777216, .count = 1}}},
        .memory = {.total_bytes = 17179869184LL},
        .os = {.name = "Debian GNU/Linux 12", .kernel = "6.1.0", .arch = "x86_64"},
        .virtual_machine = false};
}

EngineSheet engine(GpuSheet gpu, std::optional<Reason> gpuReason = {}) {
    return {.libtorch = "2.11.0",
            .cpu_capability = "AVX2",
            .threads = {.intra_op = 4, .inter_op = 4},
            .clock = {.clock = "steady", .read_ns = 24.5, .resolution_ns = 1.0, .monotonic = true},
            .gpu = std::move(gpu),
            .gpu_reason = std::move(gpuReason)};
}

/// Builds the lines of a file; the variants of a case get their samples round by round.
class Builder {
public:
    Builder(const char* file, Header header) {
        m_log.path = file;
        m_log.integrity = Integrity::Sealed;
        m_log.records.emplace_back(std::move(header));
    }

    ResultRecord& measured(const InferenceCase& work, const Variant& variant, double ms) {
        const std::string id = cell(work, variant);
        m_log.records.emplace_back(Cold{.cell = id,
                                        .load_ms = 38.125,
                                        .first_ms = rounded(ms * 1.75),
                                        .process_first = id == "c001"});
        Samples samples;
        samples.cell = id;
        std::vector<double> values;
        for (int round = 0; round < kRounds; ++round)
            for (int i = 0; i < kPerRound; ++i) {
                samples.round.push_back(round);
                samples.t0_ms.push_back(rounded(1000.0 * round + 100 * i));
                samples.wall_ms.push_back(rounded(ms * m_noise.next()));
                samples.discard.push_back(0);
            }
        m_log.records.emplace_back(samples);
        ResultRecord result;
        result.cell = id;
        Summary s;
        const auto sorted = sortedCopy(samples.wall_ms);
        s.n = static_cast<std::int64_t>(sorted.size());
        s.median_ms = median(sorted);
        s.ci95_ms = medianInterval(sorted);
        s.mean_ms = mean(sorted);
        s.min_ms = sorted.front();
        s.p25_ms = quantileOfSorted(sorted, 0.25);
        s.p75_ms = quantileOfSorted(sorted, 0.75);
        s.max_ms = sorted.back();
        result.summary = s;
        result.metrics = {rateOf("throughput", "image/s", work.batch, s)};
        result.warm_up_calls = 12;
        result.warm_up_ms = 512.5;
        result.quantities = {{"images", work.batch}, {"parameters", 11689512}};
        const bool photo = work.input != kRandomInput;
        result.identities = {{.id = "input",
                              .sha256 = "in-" + std::to_string(work.size_px) + work.model,
                              .shape = {work.batch, 3, work.size_px, work.size_px}},
                             {.id = "weights",
                              .sha256 = photo ? "w-lite0" : "w-random",
                              .origin = photo ? "official" : std::string(kRandomOrigin)}};
        // The same values on every side, though not to the last bit.
        result.fingerprint = Fingerprint{
            .sha256 = "o-" + id,
            .shape = {work.batch, 1000},
            .largest = 17.25,
            .rms = 2.5,
            .values = {0.5, -2.25, 17.25},
            .best = {{.row = 0, .places = {285, 281, 282}, .values = {17.25, 15.25, 9.5}}}};
        result.max_error = 2e-6;
        result.output =
            toJson(std::vector<TopClass>{{285, "Egyptian cat", 0.771}, {281, "tabby", 0.101}});
        // A photograph is copied in every call, a tensor that rests there beside them (S0-M05).
        if (variant.device == Device::Cuda)
            result.parts = {{"h2d", rounded(ms * 0.125), photo},
                            {"compute", rounded(ms * (photo ? 0.75 : 0.9375))},
                            {"d2h", rounded(ms * 0.0625), photo}};
        m_log.records.emplace_back(std::move(result));
        return std::get<ResultRecord>(m_log.records.back());
    }

    void notDone(const InferenceCase& work, const Variant& variant, Status status, Reason reason) {
        ResultRecord result;
        result.cell = cell(work, variant);
        result.status = status;
        result.reason = std::move(reason);
        m_log.records.emplace_back(std::move(result));
    }

    void notice(Reason reason) {
        m_log.records.emplace_back(Notice{.cell = {}, .reason = std::move(reason)});
    }

    RecordLog finish() {
        m_log.records.emplace_back(End{.status = "completed", .reason = {}, .sha256 = "seal"});
        return std::move(m_log);
    }

private:
    std::string cell(const InferenceCase& work, const Variant& variant) {
        char id[16];
        std::snprintf(id, sizeof id, "c%03d", ++m_cells);
        m_log.records.emplace_back(
            CellRecord{.cell = id, .experiment = "inference", .work = work, .variant = variant});
        return id;
    }

    RecordLog m_log;
    Noise m_noise{1234};
    int m_cells = 0;
};

const Variant kCpu{Device::Cpu, 4, Precision::Fp32, Mode::Eager};
const Variant kCpuFused{Device::Cpu, 4, Precision::Fp32, Mode::Fused};
const Variant kGpu{Device::Cuda, 0, Precision::Fp32, Mode::Eager};

InferenceCase random(int size, int batch = 1) {
    return {.model = "resnet18", .input = "random", .size_px = size, .batch = batch};
}
InferenceCase photo(const char* path) {
    return {.model = "efficientnet_lite0", .input = path, .size_px = 224, .batch = 1};
}

/// The plan in the header has no cases: the lines alone say which cells there are.
Header header(const char* run, const char* started, MachineSheet machineSheet,
              EngineSheet engineSheet) {
    Header out;
    out.run = run;
    out.app = "0.1.0";
    out.started = started;
    const Plan plan{.experiment = "inference",
                    .base = {{"device", "cpu"}, {"precision", "fp32"}, {"mode", "eager"}},
                    .preset = Preset::Quick};
    out.plan = toJson(plan);
    out.plan_hash = planHash(out.plan);
    out.protocol = sheetOf(protocolOf(Preset::Quick));
    out.machine = std::move(machineSheet);
    out.engine = std::move(engineSheet);
    out.label = {{"student", "Ana Peña"}, {"group", "P3"}};
    return out;
}

}  // namespace

RecordLog gpuPc() {
    Builder file("resultados/aula.duelo",
                 header("11111111-1111-4111-8111-111111111111", "2026-05-04T09:12:33Z",
                        machine("aaaa1111", "Intel(R) Core(TM) i5-12400", 6),
                        engine({.name = "NVIDIA GeForce RTX 3060", .driver = "580.65"})));
    file.notice({"on_battery", {{"percent", 63}}, {}});
    const double cpu_ms[] = {25, 120, 520}, gpu_ms[] = {12.5, 30, 26};
    const int sizes[] = {224, 512, 1024};
    for (int i = 0; i < 3; ++i) {
        file.measured(random(sizes[i]), kCpu, cpu_ms[i]);
        file.measured(random(sizes[i]), kCpuFused, cpu_ms[i] / 1.25);
        ResultRecord& gpu = file.measured(random(sizes[i]), kGpu, gpu_ms[i]);
        if (i == 0) {
            gpu.flags = {"noisy", "time_limit"};
            gpu.discarded = {{"throttled", 2}};
        }
    }
    file.measured(random(512, 64), kCpu, 7000);
    file.notDone(random(512, 64), kGpu, Status::Failed,
                 {"out_of_memory",
                  {{"asked_bytes", 3328599654LL},
                   {"free_bytes", 1288490188LL},
                   {"asked", "3.1 GiB"},
                   {"free", "1.2 GiB"}},
                  "CUDA out of memory"});
    for (const char* path :
         {"/home/ana/fotos/chelsea.png", "/home/ana/fotos/=cmd|'/c calc'!A1.png"}) {
        file.measured(photo(path), kCpu, 20);
        ResultRecord& gpu = file.measured(photo(path), kGpu, 0.04);
        gpu.parts.insert(gpu.parts.begin(), {{"decode", 4.5, false}, {"resize", 1.25, false}});
    }
    return file.finish();
}

RecordLog cpuPc() {
    const Reason absent{"no_nvidia_driver", {{"library", "libcuda.so.1"}}, "cannot open"};
    Builder file("casa.duelo",
                 header("22222222-2222-4222-8222-222222222222", "2026-05-05T18:00:00Z",
                        machine("bbbb2222", "AMD Ryzen 5 5500U", 6), engine({}, absent)));
    const double cpu_ms[] = {40, 200, 880};
    const int sizes[] = {224, 512, 1024};
    for (int i = 0; i < 3; ++i) {
        file.measured(random(sizes[i]), kCpu, cpu_ms[i]);
        file.notDone(random(sizes[i]), kGpu, Status::Skipped,
                     {"no_nvidia_driver", {{"library", "libcuda.so.1"}}, {}});
    }
    file.measured(photo("C:\\Users\\Ana\\chelsea.png"), kCpu, 31);
    return file.finish();
}

RecordLog otherPc() {
    Builder file("grupo_7.duelo",
                 header("33333333-3333-4333-8333-333333333333", "2026-05-03T10:00:00Z",
                        machine("cccc3333", "Intel(R) Core(TM) i7-13700", 8),
                        engine({.name = "NVIDIA GeForce RTX 4070"})));
    const double gpu_ms[] = {2.5, 5, 19};
    const int sizes[] = {224, 512, 1024};
    for (int i = 0; i < 3; ++i) file.measured(random(sizes[i]), kGpu, gpu_ms[i]);
    file.measured(photo("sample:chelsea.png"), kGpu, 2.25);
    return file.finish();
}

ResultRecord& resultOf(RecordLog& log, const std::string& cell) {
    for (Record& record : log.records)
        if (auto* result = std::get_if<ResultRecord>(&record); result && result->cell == cell)
            return *result;
    throw std::out_of_range(cell);
}

}  // namespace duelo::examples
