// SPDX-License-Identifier: Apache-2.0
// Compares the forecasts of ten plans with the time that they take: the forecast at once, the one
// after timed calls, and then the run itself. Prints two tables, as of a PC on which Duelo is new
// and as of one on which these plans were measured before; asserts nothing.
//
//     bench_forecast [--once] [a part of the names of plans]
//
// A table takes about four minutes; --once prints the first alone.
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "base/places.h"
#include "commands.h"
#include "experiments/specs.h"
#include "forecast.h"
#include "machine/clock.h"
#include "machine/process_memory.h"
#include "program.h"
#include "run.h"

using namespace duelo;

namespace {

constexpr int kMostProbes = 6;  // one at once and as many as the window asks for
/// Goal: nine of ten within this.
constexpr double kGoal = 1.5;

struct Row {
    const char* name;
    const char* plan;
};

/// From what a class measures: small and large, one and several variants, repeated and trained.
constexpr Row kPlans[] = {
    {"inference: one small cell, quick", R"({"experiment": "inference", "preset": "quick",
      "cases": [{"model": "resnet18", "size_px": 64}],
      "variants": [{"device": ["cpu"]}]})"},
    {"inference: handout's sizes, quick", R"({"experiment": "inference", "preset": "quick",
      "cases": [{"model": "resnet18", "size_px": [224, 512, 1024]}],
      "variants": [{"device": ["cpu"]}]})"},
    {"inference: eager and fused, standard", R"({"experiment": "inference", "preset": "standard",
      "cases": [{"model": "resnet18", "size_px": 224}],
      "variants": [{"device": ["cpu"], "mode": ["eager", "fused"]}]})"},
    {"inference: two networks, three modes, quick", R"({"experiment": "inference",
      "preset": "quick",
      "cases": [{"model": ["resnet18", "mobilenet_v2"], "size_px": [128, 256]}],
      "variants": [{"device": ["cpu"], "mode": ["eager", "channels_last", "fused"]}]})"},
    {"inference: batches of 1, 8 and 32, standard", R"({"experiment": "inference",
      "preset": "standard",
      "cases": [{"model": "mobilenet_v2", "size_px": 128, "batch": [1, 8, 32]}],
      "variants": [{"device": ["cpu"]}]})"},
    {"inference: one and two threads, standard", R"({"experiment": "inference",
      "preset": "standard",
      "cases": [{"model": "mobilenet_v2", "size_px": [64, 224]}],
      "variants": [{"device": ["cpu"], "threads": [1, 2]}]})"},
    {"training: MLP on digits, batch 32", R"({"experiment": "training", "preset": "quick",
      "cases": [{"model": "mlp", "data": "digits", "batch": 32, "epochs": 100}],
      "variants": [{"device": ["cpu"], "mode": ["eager", "fused"]}]})"},
    {"training: MLP on 30,000 samples, batch 4096", R"({"experiment": "training",
      "preset": "quick",
      "cases": [{"model": "mlp", "data": "synthetic:10x3000", "batch": 4096, "epochs": 20}],
      "variants": [{"device": ["cpu"], "mode": ["eager"]}]})"},
    {"training: AlexNet on textures, batches", R"({"experiment": "training", "preset": "quick",
      "cases": [{"model": "lab_alexnet", "data": "textures", "batch": [16, 128], "epochs": 10}],
      "variants": [{"device": ["cpu"], "mode": ["eager", "fused"]}]})"},
    {"rate finder: AlexNet on textures", R"({"experiment": "lr_finder", "preset": "quick",
      "cases": [{"model": "lab_alexnet", "data": "textures", "batch": 32}],
      "variants": [{"device": ["cpu"], "mode": "eager"}]})"},
};

double fieldOf(const Json& sheet, const char* field) {
    return sheet.at("duration_ms").at(field).get<double>() / 1e3;
}

/// \returns expected over actual; 0 where nothing was measured.
double tell(const Row& row, EngineContext& context, const std::filesystem::path& folder) {
    auto plan = planFromJson(Json::parse(row.plan));
    if (plan) plan = validated(std::move(*plan), context.facts());
    if (!plan) {
        std::printf("%-46s %s\n", row.name, context.text().reason(plan.error()).c_str());
        return 0;
    }
    const auto idle = [] { return false; };
    const Json coarse = forecastOf(*plan, context, idle, false);
    const std::int64_t probedNs = nowNs();
    Json known = coarse;
    for (int probe = 1; probe < kMostProbes && known.value("more", false); ++probe)
        known = forecastOf(*plan, context, idle, true);
    const double probing_s = msSince(probedNs) / 1e3;

    const std::int64_t startNs = nowNs();
    auto run = startRun({.plan = *plan, .journal = {.path = folder / "run.duelo"}}, context,
                        [](const Record&) {});
    if (!run) {
        std::printf("%-46s %s\n", row.name, context.text().reason(run.error()).c_str());
        return 0;
    }
    while (run->run->isRunning()) std::this_thread::sleep_for(std::chrono::milliseconds(20));
    const double actual_s = msSince(startNs) / 1e3;
    run->run.reset();
    std::filesystem::remove_all(folder);
    std::filesystem::create_directories(folder);

    const double expected_s = fieldOf(known, "expected");
    std::printf("%-46s %8.1f %8.1f %9.1f - %-7.1f %8.1f %8.2f %8.1f\n", row.name,
                fieldOf(coarse, "expected"), expected_s, fieldOf(known, "low"),
                fieldOf(known, "high"), actual_s, expected_s / actual_s, probing_s);
    std::fflush(stdout);
    return expected_s / actual_s;
}

void compareAll(const std::string& part, const std::filesystem::path& folder) {
    std::printf("%-46s %8s %8s %19s %8s %8s %8s\n", "plan, seconds", "at once", "expected",
                "bounds", "took", "factor", "probing");
    int within = 0;
    int all = 0;
    for (const Row& row : kPlans) {
        if (std::string(row.name).find(part) == std::string::npos) continue;
        // Another session: of one plan the next knows how far its rounds scattered, and no more.
        EngineContext context(Text(Language::English), {});
        const double factor = tell(row, context, folder);
        ++all;
        if (factor > 1 / kGoal && factor < kGoal) ++within;
    }
    std::printf("%d of %d within a factor of %.1f\n", within, all, kGoal);
    std::fflush(stdout);
}

/// The user's own memory of this machine is neither asked nor fed.
void useDataFolder(const std::filesystem::path& folder) {
#ifdef _WIN32
    _wputenv_s(L"LOCALAPPDATA", folder.c_str());
#else
    setenv("XDG_DATA_HOME", folder.c_str(), 1);
#endif
}

int compareTwice(const std::string& part, bool once) {
    keepFreedMemory();
    const auto folder = std::filesystem::temp_directory_path() / ("duelo-forecast-" + newRunId());
    const auto runs = folder / "runs";
    std::filesystem::create_directories(runs);
    useDataFolder(folder / "data");
    std::puts("Duelo is new here");
    compareAll(part, runs);
    if (!once) {
        std::puts("\nThe same again");
        compareAll(part, runs);
    }
    std::error_code ignored;
    std::filesystem::remove_all(folder, ignored);
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    // What is timed beforehand is timed by this program, as the engine program does it.
    if (argc > 1 && std::string(argv[1]) == kChildCommand) return runEngineProgram(argc, argv);
    std::vector<std::string> words(argv + 1, argv + argc);
    const bool once = std::erase(words, "--once") > 0;
    return compareTwice(words.empty() ? "" : words.front(), once);
}
