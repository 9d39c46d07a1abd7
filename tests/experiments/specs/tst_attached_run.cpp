// SPDX-License-Identifier: Apache-2.0
// Sources and commands of a student, from the plan to whoever does the work: nothing runs that
// nobody has allowed.
#include <QTemporaryDir>
#include <QtTest>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "all_specs.h"
#include "base/places.h"
#include "base/sha256.h"
#include "base/text.h"
#include "machine/measuring_lock.h"
#include "measure/run.h"
#include "plan/protocol.h"

using namespace duelo;
namespace fs = std::filesystem;

namespace {

using Digests = std::set<std::string>;

constexpr const char* kCommand = "./sum {n}";

const Spec& program() {
    return *findAny("program");
}

Plan typedPlan() {
    const auto typed =
        planFromWords(program(), {{"command", {kCommand}}, {"number", {"10", "20", "30"}}}, {});
    Plan plan = validated(typed.value(), program(), {}).value();
    plan.preset = Preset::Quick;
    return plan;
}

/// Times are told by a formula; what would have been started is noted.
class ProgramWork final : public Work {
public:
    ProgramWork(const Cell& cell, int first_ms)
        : m_ms(fakeMs(program(), cell)), m_first_ms(first_ms) {}

    Result<Prepared> prepare() override { return Prepared{}; }
    Timing step(int calls) override {
        if (m_first_ms > 0 && m_steps == 0)
            std::this_thread::sleep_for(std::chrono::milliseconds(m_first_ms));
        ++m_steps;  // so that not all samples are equal
        return {.wall_ms = calls * m_ms * (1 + 0.001 * (m_steps % 7))};
    }
    Output output() override { return {}; }

private:
    const double m_ms;
    const int m_first_ms;  ///< what its first call really takes
    int m_steps = 0;
};

class ProgramMaker final : public Maker {
public:
    ProgramMaker(std::vector<std::string>& started, int first_ms)
        : m_started(started), m_first_ms(first_ms) {}

    Result<std::unique_ptr<Work>> create(const Cell& cell) override {
        const std::string name = cell.variant.at("command").at("name");
        m_started.push_back(cell.attachments.at(name).text());
        return std::make_unique<ProgramWork>(cell, m_first_ms);
    }
    Result<Forecast> forecast(const Cell&) override { return Forecast{.free_bytes = 1}; }
    Failure describe(const std::exception_ptr&) override { return {{"internal_error"}}; }

private:
    std::vector<std::string>& m_started;
    const int m_first_ms;
};

std::string contentOf(const fs::path& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

}  // namespace

class TestAttachedRun final : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    const fs::path m_file = fs::path(m_folder.path().toStdString()) / "program.duelo";
    std::vector<std::string> m_started;
    int m_first_ms = 0;
    double m_limit_ms = 60e3;

    /// The end of a run, or why there was none.
    Result<RunEnd> run(const fs::path& file, bool resume, const Digests& allowed) {
        m_started.clear();
        const auto make = [&](Header header, const RecordLog* former) -> Result<RunSetup> {
            const Plan plan = former ? planFromJson(former->header().plan).value() : typedPlan();
            RunSetup setup{.cells = expand(plan, program(), {}),
                           .header = std::move(header),
                           .protocol = protocolOf(plan.preset)};
            setup.header.plan = toJson(plan);
            setup.header.plan_hash = planHash(setup.header.plan);
            setup.header.cells = static_cast<int>(setup.cells.size());
            setup.maker = std::make_unique<ProgramMaker>(m_started, m_first_ms);
            setup.allowed = allowed;
            return setup;
        };
        auto started =
            Run::start(make, {.path = file, .task = resume ? RunTask::Resume : RunTask::Whole},
                       m_limit_ms, {});
        if (!started) return tl::unexpected(started.error());
        while ((*started)->isRunning()) QTest::qWait(5);
        return (*started)->end();
    }

    void verifyRefused(const Result<RunEnd>& end) {
        QVERIFY(!end);
        QCOMPARE(end.error().code, std::string("attachment_not_allowed"));
        QVERIFY(end.error().args == Json({{"name", kCommand}, {"sha256", sha256Hex(kCommand)}}));
        QVERIFY(m_started.empty());
        QVERIFY(MeasuringLock::acquire({}).has_value());  // free again
    }

private Q_SLOTS:
    /// The measuring lock of this test alone.
    void initTestCase() { qputenv("DUELO_LOCK_FILE", m_folder.filePath("lock").toUtf8()); }

    void whatNobodyAllowedIsNotStarted() {
        for (const Digests& allowed : {Digests{}, Digests{sha256Hex("./sum")}}) {
            verifyRefused(run(m_file, false, allowed));
            QVERIFY(!fs::exists(m_file));
        }
    }

    /// R-04, R-05: what a student's own text does is ended by the process that does it, at the
    /// limit of a call; the engine, which would take the other cells with it, waits a little
    /// longer.
    void theEngineOutlivesTheLimitOfAText_R_05() {
        m_first_ms = 60;
        m_limit_ms = 5;
        const auto end = run(m_file, false, {sha256Hex(kCommand)});
        m_first_ms = 0;
        m_limit_ms = 60e3;
        fs::remove(m_file);
        QVERIFY(end.has_value());
        QVERIFY(*end == RunEnd::AllDone);
    }

    /// The window has no more than this sentence to show.
    void theRefusalSaysWhatToDo() {
        const auto end = run(m_file, false, {});
        for (const Language language : {Language::Spanish, Language::English}) {
            const std::string sentence = Text(language).reason(end.error());
            QVERIFY(sentence.find(kCommand) != std::string::npos);
            QVERIFY(sentence.find("--allow") != std::string::npos);
            QVERIFY(sentence.find(sha256Hex(kCommand)) != std::string::npos);
        }
    }

    void whatIsAllowedIsMeasured() {
        const auto end = run(m_file, false, digestsOf(typedPlan().attachments));
        QVERIFY2(end, end ? "" : end.error().code.c_str());
        QVERIFY(*end == RunEnd::AllDone);
        QCOMPARE(m_started, std::vector<std::string>(3, kCommand));
        // The file is complete: whoever opens it can read what ran.
        const auto log = readRecords(m_file);
        QVERIFY(log && log->integrity == Integrity::Sealed);
        const Plan plan = planFromJson(log->header().plan).value();
        QCOMPARE(plan.attachments.at(kCommand).text(), std::string(kCommand));
        QVERIFY(plan == typedPlan());
    }

    /// A file may come from anybody: who goes on with it has allowed nothing yet.
    void aResumedFileAsksAgain() {
        const fs::path cut = m_file.parent_path() / "cut.duelo";
        std::ifstream whole(m_file, std::ios::binary);
        std::ofstream part(cut, std::ios::binary);
        for (std::string line; std::getline(whole, line);) {
            part << line << '\n';
            if (line.find(R"("r":"result")") != std::string::npos) break;
        }
        part.close();
        const std::string before = contentOf(cut);
        verifyRefused(run(cut, true, {}));
        QVERIFY(contentOf(cut) == before);
        const auto end = run(cut, true, {sha256Hex(kCommand)});
        QVERIFY(end && *end == RunEnd::AllDone);
        QCOMPARE(m_started, std::vector<std::string>(2, kCommand));
    }
};

QTEST_GUILESS_MAIN(TestAttachedRun)
#include "tst_attached_run.moc"
