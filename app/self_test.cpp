// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <span>
#include <string>
#include <vector>

#include "base/json_text.h"
#include "base/places.h"
#include "base/private_folder.h"
#include "commands.h"
#include "engine_sheet.h"
#include "experiments/compare.h"
#include "experiments/makers.h"
#include "experiments/specs.h"
#include "experiments/torch_threads.h"
#include "goal_table.h"
#include "gpu/opencl_gpu.h"
#include "measure/work.h"
#include "record/record_file.h"
#include "terminal_table.h"

namespace duelo {

namespace {

/// Checks this machine against its references and says each result at once.
class SelfTest {
public:
    SelfTest(EngineContext& context, bool json) : m_context(context), m_json(json) {}

    int run();

private:
    void checkClock();
    void checkLibraries();
    void checkRecordFile();
    void checkExperiments(Device device);
    void checkGpu();
    void checkOpenCl();
    void reportAll(const std::vector<GpuCheck>& checks, const std::string& device);

    void report(const Check& check);
    [[nodiscard]] std::string t(const std::string& key) const { return m_context.text()(key); }

    EngineContext& m_context;
    bool m_json;
    int m_passed = 0, m_failed = 0;
};

void SelfTest::report(const Check& check) {
    ++(check.failure ? m_failed : m_passed);
    if (m_json) {
        Json line{{"r", "check"}, {"name", check.name}, {"passed", !check.failure}};
        if (!check.detail.empty()) line["detail"] = check.detail;
        if (check.failure) line["reason"] = check.failure->code;
        std::cout << jsonText(line) << std::endl;
        return;
    }
    const Text& text = m_context.text();
    std::cout << (check.failure ? "[X] " : "[ok] ") << check.words;
    std::string figures;
    for (const auto& [key, value] : check.detail.items())
        if (const std::string told = "check_detail." + key; text.has(told))
            figures += (figures.empty() ? " (" : "; ") + text(told, check.detail);
    if (!figures.empty()) std::cout << figures << ')';
    if (check.failure) std::cout << ": " << text.reason(*check.failure);
    std::cout << std::endl;
}

void SelfTest::checkClock() {
    const ClockSheet& sheet = m_context.clock();
    const auto problems = clockProblems(sheet);
    Check check{.name = "clock", .words = t("check.clock"), .detail = toJson(sheet)};
    if (!problems.empty()) check.failure = problems.front();
    report(check);
}

void SelfTest::checkLibraries() {
    const EngineSheet sheet = readEngineSheet(m_context.gpu());
    const auto warnings = engineWarnings(sheet);
    Check check{.name = "libraries",
                .words = t("check.libraries"),
                .detail = {{"libtorch", sheet.libtorch}, {"cpu_capability", sheet.cpu_capability}}};
    if (!warnings.empty()) check.failure = warnings.front();
#ifdef DUELO_TORCH
    const int told = m_context.physicalCores();
    check.detail["threads"] = told;
    try {
        useTorchThreads(told);
    } catch (const WorkRefused& refused) {
        check.detail["threads"] = refused.reason.args["given"];
        // Variables of the environment are no fault of the installation.
        check.failure = refused.reason.code == "threads_limited"
                            ? refused.reason
                            : Reason{"threads_missing",
                                     {{"told", told}, {"found", refused.reason.args["given"]}}};
    }
#endif
    report(check);
}

void SelfTest::checkExperiments(Device device) {
    const CheckSetup setup{
        .device = device, .threads = m_context.physicalCores(), .text = m_context.text()};
    for (const Spec& spec : specs()) {
        if (spec.networks && device.isGpu() && m_context.gpu().api() == nullptr) continue;
        selfCheck(spec.id, *m_context.makerOf({.experiment = spec.id}), setup,
                  [this](const Check& check) { report(check); });
    }
}

void SelfTest::checkRecordFile() {
    Check check{.name = "record file", .words = t("check.record_file")};
    const auto folder = makePrivateFolder();
    const auto attempt = [&]() -> Result<void> {
        if (!folder) return tl::unexpected(folder.error());
        const auto path = *folder / "self_test.duelo";
        auto file = RecordFile::create(path);
        if (!file) return tl::unexpected(file.error());
        Header header{.run = newRunId(), .started = utcNow()};
        m_context.describe(header, usualPlan(specs().front(), m_context.facts()), 0);
        if (auto written = (*file)->write(header); !written) return written;
        if (auto written = (*file)->write(End{.status = "completed"}); !written) return written;
        file->reset();
        const auto log = readRecords(path);
        if (!log) return tl::unexpected(log.error());
        if (log->integrity != Integrity::Sealed)
            return fail("journal_modified", {{"path", utf8(path)}});
        return {};
    };
    if (auto kept = attempt(); !kept) check.failure = kept.error();
    std::error_code error;
    if (folder) std::filesystem::remove_all(*folder, error);
    report(check);
}

void SelfTest::checkGpu() {
    Gpu& gpu = m_context.gpu();
    if (gpu.plain() == nullptr) {
        // Not a fault of this machine: said, and not counted.
        if (!m_json)
            std::cout << "[--] "
                      << m_context.text()("cli.probe_no_gpu",
                                          {{"why", m_context.text().reason(*gpu.status().reason)}})
                      << '\n';
        return;
    }
    for (const auto& note : {gpu.status().networks_reason, untriedGpu()})
        if (note && !m_json) std::cout << "[--] " << m_context.text().reason(*note) << '\n';
    reportAll(gpu.plain()->selfCheck(), "gpu ");
    checkExperiments(Device::Cuda);
}

void SelfTest::reportAll(const std::vector<GpuCheck>& checks, const std::string& device) {
    for (const GpuCheck& check : checks)
        report({.name = device + check.code,
                .words = t("check." + check.code),
                .failure = check.passed ? std::nullopt
                                        : std::optional(check.reason.value_or(
                                              Reason{"gpu_check_failed", {{"check", check.code}}})),
                .detail = check.detail});
}

/// Devices by OpenCL are no fault of a machine that has none.
void SelfTest::checkOpenCl() {
    OpenClDevices& devices = m_context.gpu().openCl();
    for (const DeviceSheet& sheet : devices.sheets()) {
        const auto gpu = devices.at(*sheet.index);
        if (!m_json)
            std::cout << "[--] " << sheet.word() << ": "
                      << (gpu ? sheet.name : m_context.text().reason(gpu.error())) << '\n';
        if (gpu) reportAll((*gpu)->selfCheck(), sheet.word() + ' ');
    }
}

int SelfTest::run() {
    checkClock();
    checkLibraries();
    checkRecordFile();
    checkExperiments(Device::Cpu);
    checkGpu();
    checkOpenCl();
    if (!m_json)
        std::cout << m_context.text()("cli.self_test_sum",
                                      {{"passed", m_passed}, {"failed", m_failed}})
                  << '\n';
    return m_failed == 0 ? kAllDone : kSomeNotDone;
}

/// Measures those of goals() that can be measured here, and prints a table of all of them.
int measureGoals(EngineContext& context, const RunOptions& options) {
    const Text& text = context.text();
    const auto journal = journalPath(options);
    if (!journal) return refuse(context, journal.error());
    if (!options.json) std::cout << '\n' << text("bench.begin") << std::endl;
    static_cast<void>(context.takeFirstUse());  // the checks have computed
    const int measured = measureInto(context, *journal,
                                     plansOf(goals(), context.usableDevices(), findSpec), options);
    if (measured == kBadInput) return measured;
    return std::max(measured, tellGoals(context, *journal, options));
}

}  // namespace

int tellGoals(EngineContext& context, const std::filesystem::path& journal,
              const RunOptions& options) {
    const Text& text = context.text();
    const auto log = readResults(journal);
    if (!log) return refuse(context, log.error());
    const auto comparison = compare(std::span(&*log, 1));
    if (!comparison) return refuse(context, comparison.error());

    const std::optional<Reason>& no_gpu = context.gpu().status().reason;
    const auto answers = goalAnswers(goals(), *comparison, no_gpu);
    if (options.json) {
        for (const GoalAnswer& answer : answers) std::cout << jsonText(toJson(answer)) << '\n';
    } else {
        std::cout << '\n' << terminalTables(goalDocument(answers, *comparison, no_gpu, text));
        std::cout << text("cli.written", {{"path", utf8(std::filesystem::absolute(journal))}})
                  << '\n';
    }
    return kAllDone;
}

int selfTestCommand(EngineContext& context, bool bench, const RunOptions& options) {
    const int checked = SelfTest(context, options.json).run();
    if (!bench) return checked;
    const int measured = measureGoals(context, options);
    return std::max(checked, measured);
}

}  // namespace duelo
