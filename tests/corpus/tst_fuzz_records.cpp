// SPDX-License-Identifier: Apache-2.0
// whatever stands in a record file, it is read to the end or refused with a reason, and
// no figure is shown that its own samples do not come to.
#include <QCryptographicHash>
#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "../record/measured_examples.h"
#include "../record/record_examples.h"
#include "counted_memory.h"
#include "experiments/specs.h"
#include "fuzz_run.h"
#include "line_mutator.h"
#include "record/doubt.h"
#include "record/progress.h"
#include "record/record_file.h"
#include "report/comparison.h"

using namespace duelo;
using namespace duelo::test;
namespace fs = std::filesystem;

namespace {

using Log = Result<RecordLog>;

/// A reason has a code, and everything in it can be written down.
std::string faultOf(const Reason& reason) {
    if (reason.code.empty()) return "a refusal without a code";
    (void)reason.args.dump();  // throws where bytes of the file stand in it as they are
    return reason.args.value("path", "").empty() ? reason.code + " names no file" : std::string();
}

std::string linesOf(const RecordLog& log) {
    std::string lines;
    for (const Record& record : log.records) lines += encode(record) + '\n';
    return lines;
}

bool sameBesidesRecords(const RecordLog& a, const RecordLog& b) {
    return a.integrity == b.integrity && a.warnings == b.warnings &&
           encode(a.header()) == encode(b.header()) && a.outcomes() == b.outcomes();
}

/// Every way to read a file says the same of it.
std::string faultOf(const Log& lines, const Log& again, const Log& results, const Log& progress) {
    for (const Log* other : {&again, &results, &progress}) {
        if (lines.has_value() != other->has_value()) return "accepted and refused";
        if (!lines && lines.error().code != other->error().code) return "refused in two ways";
        if (lines && !sameBesidesRecords(*lines, **other)) return "read in two ways";
    }
    if (!lines) return faultOf(lines.error());
    if (linesOf(*lines) != linesOf(*again)) return "other records at the second reading";
    for (const Reason& warning : lines->warnings)
        if (std::string fault = faultOf(warning); !fault.empty()) return fault;
    return {};
}

/// Tells where a record, written again, does not read back as the same; empty: all do.
std::string faultOfEncoding(const RecordLog& log) {
    for (const Record& record : log.records) {
        const std::string line = encode(record);
        const auto back = decode(line);
        if (!back) return "refuses its own line " + line.substr(0, 2000);
        if (back->index() != record.index() || encode(*back) != line)
            return "reads its own line as another: " + line.substr(0, 2000);
    }
    return {};
}

/// The digest of the last end line, computed by somebody else.
std::string faultOfSeal(const RecordLog& log, std::string_view bytes) {
    if (log.integrity != Integrity::Sealed) return {};
    if (bytes.starts_with("\xEF\xBB\xBF")) bytes.remove_prefix(3);
    std::string text, before;
    const End* sealed = nullptr;
    std::vector<Record> ends;
    while (!bytes.empty()) {
        std::string_view line = bytes.substr(0, bytes.find('\n'));
        bytes.remove_prefix(std::min(bytes.size(), line.size() + 1));
        // Lines are sealed without the white space around them, and those of nothing else are not.
        line.remove_prefix(std::min(line.find_first_not_of(" \t\r\f\v"), line.size()));
        line.remove_suffix(line.size() - (line.find_last_not_of(" \t\r\f\v") + 1));
        if (line.empty()) continue;
        if (auto record = decode(line); record && std::holds_alternative<End>(*record)) {
            ends = {*std::move(record)};
            before = text;
        }
        text.append(line).append("\n");
    }
    if (!ends.empty()) sealed = std::get_if<End>(&ends.front());
    const QByteArray digest =
        QCryptographicHash::hash(QByteArrayView(before.data(), qsizetype(before.size())),
                                 QCryptographicHash::Sha256)
            .toHex();
    return sealed != nullptr && sealed->sha256 == digest.toStdString() ? std::string()
                                                                       : "sealed, but edited";
}

/// Figures of samples, computed by somebody else.
std::string faultOfFigures(const ReportCell& cell) {
    if (!cell.timed() || cell.samples.wall_ms.empty()) return {};
    std::vector<double> kept;
    for (std::size_t i = 0; i < cell.samples.wall_ms.size(); ++i)
        if (cell.samples.discard.empty() || cell.samples.discard[i] == 0)
            kept.push_back(cell.samples.wall_ms[i]);
    const Summary& told = *cell.result.summary;
    if (told.n != static_cast<std::int64_t>(kept.size()) || kept.empty())
        return cell.id + " shows n = " + std::to_string(told.n);
    double sum = 0;
    for (const double ms : kept) sum += ms;
    std::ranges::sort(kept);
    const double middle = (kept[(kept.size() - 1) / 2] + kept[kept.size() / 2]) / 2;
    const std::array<std::pair<double, double>, 4> figures{
        {{told.median_ms, middle},
         {told.min_ms, kept.front()},
         {told.max_ms, kept.back()},
         {told.mean_ms, sum / static_cast<double>(kept.size())}}};
    for (const auto& [shown, right] : figures)
        if (!(std::abs(shown - right) <= 2e-6 + 2e-6 * std::abs(right)))
            return cell.id + " shows " + std::to_string(shown) + " for " + std::to_string(right);
    return {};
}

std::string faultOfComparison(const RecordLog& results) {
    const auto comparison = compare(std::span(&results, 1), findSpec);
    if (!comparison)
        return comparison.error().code.empty() ? "a comparison without a code" : std::string();
    for (const Row& row : comparison->rows)
        for (const ReportCell& cell : row.cells)
            if (std::string fault = faultOfFigures(cell); !fault.empty()) return fault;
    return {};
}

std::string faultOfProgress(const RecordLog& log) {
    Progress progress(findSpec);
    double elapsed_ms = 0;
    for (const Record& record : log.records) {
        progress.add(record, elapsed_ms);
        const ProgressState state = progress.at(elapsed_ms += 10);
        if (!(state.share >= 0 && state.share <= 1)) return "a share that is none";
        if (state.remaining_ms && !(state.remaining_ms->low <= state.remaining_ms->high))
            return "a remaining time that is none";
    }
    return {};
}

}  // namespace

class TestFuzzRecords : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void finds_data();
    void finds();
    void validFilesAreReadWhole();
    void spoiledFilesAreAnsweredSoundly();

private:
    /// The records as RecordFile writes them.
    std::string written(const std::vector<Record>& records) const;
    std::string faultOfFile(const std::string& bytes);
    std::string faultOfResuming(const RecordLog& before, const std::string& bytes) const;
    std::string answerTo(const std::string& bytes) const;
    [[nodiscard]] fs::path path(const char* name) const {
        return fs::path(m_folder.path().toStdString()) / name;
    }

    QTemporaryDir m_folder;
    std::optional<ScratchFile> m_read;
    std::vector<std::string> m_files;
    std::uint64_t m_accepted = 0, m_refused = 0;
};

void TestFuzzRecords::initTestCase() {
    QVERIFY(m_folder.isValid());
    const auto measured = [](std::vector<Record>& records, const std::string& id,
                             const char* device, double ms, int processes) {
        const Samples samples = examples::samplesAround(id, ms, processes == 1 ? 3 : 12, processes);
        records.push_back(CellRecord{.cell = id,
                                     .experiment = "inference",
                                     .work = {{"model", "resnet18"}, {"size_px", 224}},
                                     .variant = {{"device", device}}});
        records.push_back(Stage{.cell = id, .stage = "measure"});
        records.push_back(Cold{.cell = id, .load_ms = 38.5, .first_ms = 61});
        records.push_back(samples);
        records.push_back(examples::resultOf(samples, processes));
    };
    std::vector<Record> plain{examples::header(2)};
    measured(plain, "c001", "cpu", 4.5, 1);
    measured(plain, "c002", "cuda", 0.25, 1);
    plain.push_back(examples::end());

    // Broken off, gone on with elsewhere, and one cell measured again.
    std::vector<Record> resumed{examples::header(3)};
    measured(resumed, "c001", "cpu", 812.5, 2);
    resumed.push_back(examples::failed("c002"));
    resumed.push_back(examples::end("cancelled"));
    Header again = examples::header(3);
    again.repeats = {"c001"};
    resumed.push_back(again);
    measured(resumed, "c001", "cpu", 3e-5, 1);
    resumed.push_back(Notice{.cell = "c001", .reason = {"on_battery", {{"percent", 20}}, "m"}});
    resumed.push_back(examples::end());

    std::vector<Record> all = examples::all();
    std::erase_if(all, [](const Record& r) { return std::holds_alternative<End>(r); });
    all.push_back(examples::end());
    for (const auto& records : {plain, resumed, all}) {
        m_files.push_back(written(records));
        QVERIFY(!m_files.back().empty());
    }
}

std::string TestFuzzRecords::written(const std::vector<Record>& records) const {
    fs::remove(path("made.duelo"));
    {
        auto file = RecordFile::create(path("made.duelo"));
        if (!file) return {};
        for (const Record& record : records)
            if (!(*file)->write(record)) return {};
    }
    return bytesOfFile(path("made.duelo"));
}

std::string TestFuzzRecords::faultOfFile(const std::string& bytes) {
    const fs::path file = path("read.duelo");
    if (!m_read) m_read.emplace(file);
    if (!m_read->put(bytes)) return "cannot write the file";
    const PeakMemory memory;
    const Log lines = readRecords(file);
    const std::int64_t peak = memory.bytes();
    const Log results = readResults(file);
    if (peak > kMemoryBound) return "takes " + std::to_string(peak) + " bytes of memory";
    if (auto f = faultOf(lines, readRecords(file), results, readProgress(file)); !f.empty())
        return f;
    if (!lines) {
        ++m_refused;
        return {};
    }
    (void)doubtfulRows(*lines);
    if (auto fault = faultOfEncoding(*lines); !fault.empty()) return fault;
    if (auto fault = faultOfSeal(*lines, bytes); !fault.empty()) return fault;
    if (auto fault = faultOfComparison(*results); !fault.empty()) return fault;
    if (auto fault = faultOfProgress(*lines); !fault.empty()) return fault;
    // Each line that must last waits for the disk.
    return ++m_accepted % 64 == 0 ? faultOfResuming(*lines, bytes) : std::string();
}

/// A run goes on with what was accepted, and what was edited stays so.
std::string TestFuzzRecords::faultOfResuming(const RecordLog& before,
                                             const std::string& bytes) const {
    const fs::path file = path("resumed.duelo");
    fileOfBytes(file, bytes);
    {
        auto resumed = RecordFile::resume(file);
        if (!resumed) return "cannot be resumed: " + resumed.error().code;
        for (const Record& record : {Record(examples::header()), Record(examples::end())})
            if (auto done = resumed->file->write(record); !done) return done.error().code;
    }
    const Log after = readRecords(file);
    if (!after) return "resumed, and refused: " + after.error().code;
    if (after->records.size() != before.records.size() + 2) return "resumed with other records";
    if (after->integrity !=
        (before.integrity == Integrity::Modified ? Integrity::Modified : Integrity::Sealed))
        return "resumed with another integrity";
    return {};
}

/// Returns the first answer that a student gets about a file: a reason's code, or its integrity.
std::string TestFuzzRecords::answerTo(const std::string& bytes) const {
    const fs::path file = path("asked.duelo");
    fileOfBytes(file, bytes);
    const Log log = readResults(file);
    if (!log) return log.error().code;
    if (const auto comparison = compare(std::span(&*log, 1), findSpec))
        for (const Row& row : comparison->rows)
            for (const ReportCell& cell : row.cells)
                if (cell.reason && cell.reason->code == "result_contradicts_samples")
                    return cell.reason->code;
    if (!log->warnings.empty()) return log->warnings.front().code;
    return std::string(integrityWord(Source{.integrity = log->integrity}));
}

void TestFuzzRecords::finds_data() {
    QTest::addColumn<QByteArray>("bytes");
    const auto files = filesBelow("corpus/finds/records");
    QVERIFY(!files.empty());
    for (const FuzzFile& file : files)
        QTest::newRow(file.name.c_str()) << QByteArray::fromStdString(file.bytes);
}

void TestFuzzRecords::finds() {
    QFETCH(QByteArray, bytes);
    FuzzRun run("record_finds", 0);
    const std::string fault = run.faultOf(
        bytes.toStdString(), [this](const std::string& all) { return faultOfFile(all); });
    QVERIFY2(fault.empty(), fault.c_str());
    QCOMPARE(answerTo(bytes.toStdString()), answerNamedBy(QTest::currentDataTag()));
}

void TestFuzzRecords::validFilesAreReadWhole() {
    for (const std::string& file : m_files) {
        const std::string fault = faultOfFile(file);
        QVERIFY2(fault.empty(), fault.c_str());
    }
    QCOMPARE(answerTo(m_files[0]), std::string("sealed"));
    QCOMPARE(answerTo(m_files[1]), std::string("sealed"));
}

void TestFuzzRecords::spoiledFilesAreAnsweredSoundly() {
    m_accepted = m_refused = 0;
    FuzzRun run("records", 12'000);
    const auto make = [this](Mutator& random) {
        const std::string& file = m_files[random.below(m_files.size())];
        const std::string& other = m_files[random.below(m_files.size())];
        if (random.oneIn(4)) return random.spoiled(file, other);
        return LineMutator(random, file).spoiled(other);
    };
    const std::string fault =
        run.firstFault(make, [this](const std::string& bytes) { return faultOfFile(bytes); });
    QVERIFY2(fault.empty(), fault.c_str());
    QVERIFY2(run.sawBoth(m_accepted, m_refused),
             (std::to_string(m_accepted) + " accepted, " + std::to_string(m_refused) + " refused")
                 .c_str());
}

QTEST_APPLESS_MAIN(TestFuzzRecords)
#include "tst_fuzz_records.moc"
