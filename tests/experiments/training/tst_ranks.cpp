// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <atomic>
#include <cmath>
#include <filesystem>
#include <future>
#include <thread>
#include <utility>
#include <vector>

#include <QCryptographicHash>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/places.h"
#include "experiments/training/dropout.h"
#include "experiments/training/maker.h"
#include "experiments/training/reduce_sample.h"
#include "experiments/training/work_torch.h"
#include "tensor/operators.h"

using namespace duelo;

namespace {

constexpr double kShort_s = 1;

/// 70 samples to learn from.
Cell cellOf(const std::string& network, Mode mode, int batch, int processes) {
    Params variant = Variant{.device = Device::Cpu, .threads = 1, .mode = mode};
    if (processes > 1) variant.set("processes", processes);
    return {
        .id = "c001",
        .experiment = "training",
        .work =
            TrainingCase{.network = network, .data = "synthetic:2x50", .batch = batch, .epochs = 3},
        .variant = variant};
}

/// A rank in a thread of this process, which does what its child engine would, with data of its
/// own.
class ThreadRank : public Work {
public:
    explicit ThreadRank(const Cell& cell) : m_work(trainingCell(cell), m_context) {}
    void setControl(CallControl control) override {
        m_control = control;
        m_work.setControl(std::move(control));
    }
    Result<Prepared> prepare() override { return m_work.prepare(); }
    Timing step(int calls) override { return m_work.step(calls); }
    Output output() override { return {}; }

protected:
    CallControl m_control;

private:
    TrainingContext m_context{.gpu = Gpu::instance()};
    TrainingWork m_work;
};

/// One whose process is gone when it is to do its second epoch.
class DyingRank final : public ThreadRank {
public:
    using ThreadRank::ThreadRank;
    Timing step(int calls) override {
        if (m_done++ == 0) return ThreadRank::step(calls);
        throw WorkFailed{Reason{"child_died", {{"code", -9}}, "its last words"}};
    }

private:
    int m_done = 0;
};

/// One that says nothing any more.
class HangingRank final : public ThreadRank {
public:
    using ThreadRank::ThreadRank;
    Timing step(int) override {
        while (!m_control.stop.stop_requested())
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        throw StepStopped{};
    }
};

template <typename Rank>
TrainingContext contextOf() {
    return {.gpu = Gpu::instance(), .child = [](const Cell& cell) -> std::unique_ptr<Work> {
                return std::make_unique<Rank>(cell);
            }};
}

/// The epochs of a training that is done as its cell says.
std::vector<EpochEvent> epochsOf(const Cell& cell) {
    TrainingContext context = contextOf<ThreadRank>();
    TrainingWork work(trainingCell(cell), context);
    try {
        const auto prepared = work.prepare();
        if (!prepared) throw WorkFailed{prepared.error()};
        while (!work.course()->isOver()) static_cast<void>(work.step(1));
    } catch (const WorkFailed& failed) {
        qWarning("%s: %s", failed.reason.code.c_str(), failed.reason.message.c_str());
    }
    std::vector<EpochEvent> epochs;
    for (const Record& record : work.course()->news())
        if (const auto* event = std::get_if<EventRecord>(&record))
            if (const auto epoch = epochIn(*event)) epochs.push_back(*epoch);
    return epochs;
}

/// Returns the results of a whole training.
Trained resultOf(const Cell& cell) {
    TrainingContext context = contextOf<ThreadRank>();
    TrainingWork work(trainingCell(cell), context);
    if (!work.prepare()) return {};
    while (!work.course()->isOver()) static_cast<void>(work.step(1));
    ResultRecord result;
    result.output = work.output().output;
    return trainedOf(result).value_or(Trained());
}

/// The checkpoint that a training leaves which is asked to; empty where it fails.
QString keptBy(const Cell& cell, const QTemporaryDir& folder) {
    TrainingContext context = contextOf<ThreadRank>();
    context.folder = fromUtf8(folder.filePath("kept").toStdString());
    context.keep_checkpoint = true;
    TrainingWork work(trainingCell(cell), context);
    if (!work.prepare()) return {};
    while (!work.course()->isOver()) static_cast<void>(work.step(1));
    ResultRecord result;
    result.output = work.output().output;
    return QString::fromStdString(trainedOf(result).value_or(Trained()).checkpoint_file);
}

/// Why a training cannot go on from its checkpoint: the code, and what is other.
QString whyNotGoesOn(const Cell& cell) {
    TrainingMaker maker({.gpu = &Gpu::instance()});
    const auto told = [](const Reason& why) {
        QString text = QString::fromStdString(why.code);
        if (why.args.contains("column"))
            text += ' ' + QString::fromStdString(why.args["column"].get<std::string>());
        return text;
    };
    auto work = maker.create(cell);
    if (!work) return told(work.error());
    const auto prepared = (*work)->prepare();
    return prepared ? QString() : told(prepared.error());
}

/// Why a training fails whose other rank is lost.
template <typename Rank>
Reason whyLost() {
    TrainingContext context = contextOf<Rank>();
    context.rank_limit_s = kShort_s;
    TrainingWork work(trainingCell(cellOf("mlp-8", Mode::Fused, 12, 2)), context);
    if (!work.prepare()) return {"not_prepared"};
    try {
        while (!work.course()->isOver()) static_cast<void>(work.step(1));
    } catch (const WorkFailed& failed) {
        return failed.reason;
    }
    return {};
}

/// A port of this PC at which somebody else listens.
class TakenPort {
public:
    TakenPort() {
        sockaddr_in6 address{};
        address.sin6_family = AF_INET6;
        socklen_t size = sizeof address;
        auto* const plain = reinterpret_cast<sockaddr*>(&address);
        if (::bind(m_socket, plain, size) == 0 && ::listen(m_socket, 1) == 0 &&
            ::getsockname(m_socket, plain, &size) == 0)
            m_number = ntohs(address.sin6_port);
    }
    ~TakenPort() { ::close(m_socket); }
    TakenPort(const TakenPort&) = delete;
    TakenPort& operator=(const TakenPort&) = delete;
    [[nodiscard]] int number() const { return m_number; }

private:
    const int m_socket = ::socket(AF_INET6, SOCK_STREAM, 0);
    int m_number = 0;
};

std::string codeOf(const Result<std::unique_ptr<Ranks>>& met) {
    return met ? std::string() : met.error().code;
}

}  // namespace

/// Several processes that train one network (S4-07, S4-19), here as threads that meet as processes
/// do.
class TestRanks : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void everyRowHasOneRank();
    void sharesDropTheSameValues();
    void losesAreEqual_S4_07_data();
    void losesAreEqual_S4_07();
    void allOfTheTestPartIsJudged();
    void anEpochTellsItsParts_S4_25();
    void aDeadRankEndsTheCell_R_05();
    void aHangingRankEndsTheCell_R_05();
    void whatWasLearntOutlivesALostRank();
    void othersGoOnFromACheckpoint_data();
    void othersGoOnFromACheckpoint();
    void strangeCheckpointsAreRefused_data();
    void strangeCheckpointsAreRefused();
    void spoiledCheckpointsAreRefused();
    void everyHostTellsItsSheet();
    void othersAreRefused_data();
    void othersAreRefused();
    void whoStaysAwayIsNamed();
    void aPortInUseIsTold();
    void anAddressThatDoesNotAnswerIsTold();
    void startersAreUnderstood_data();
    void startersAreUnderstood();
    void memoryIsForAllOfThem_R_03();
    void moreProcessesThanImages();
    void whatAddingUpTakesIsMeasured();
};

void TestRanks::initTestCase() {
    if (const auto why = whyNoProcesses()) QSKIP(why->code.c_str());
    // Ranks are threads here, and c10d's record of the sums of a process is not made for several.
    qputenv("TORCH_FR_BUFFER_SIZE", "0");
}

void TestRanks::everyRowHasOneRank() {
    for (const std::int64_t rows : {0, 1, 3, 4, 7, 32})
        for (const int ranks : {1, 2, 3, 5}) {
            std::int64_t next = 0;
            for (int rank = 0; rank < ranks; ++rank) {
                const RowShare share = shareOf(rows, {rank, ranks});
                QCOMPARE(share.first, next);
                QCOMPARE(share.whole, rows);
                QVERIFY(share.count == rows / ranks || share.count == rows / ranks + 1);
                next += share.count;
            }
            QCOMPARE(next, rows);
        }
}

void TestRanks::sharesDropTheSameValues() {
    for (const double probability : {0.5, 0.25}) {
        std::vector<float> all(200), some(70);
        const DropoutKey key{.seed = 3, .update = 5, .layer = 7};
        dropoutFactors(key, probability, all.data(), 200);
        dropoutFactors(key, probability, some.data(), 70, 77);
        for (std::size_t i = 0; i < some.size(); ++i) QCOMPARE(some[i], all[77 + i]);
    }
}

void TestRanks::losesAreEqual_S4_07_data() {
    QTest::addColumn<QString>("network");
    QTest::addColumn<int>("mode");
    QTest::addColumn<int>("batch");
    QTest::addColumn<int>("processes");
    const auto row = [](const char* network, Mode mode, int batch, int processes) {
        QTest::addRow("%s, %s, batch %d, %d processes", network, std::string(word(mode)).c_str(),
                      batch, processes)
            << QString(network) << static_cast<int>(mode) << batch << processes;
    };
    for (const int processes : {2, 4})
        for (const Mode mode : {Mode::Eager, Mode::Fused, Mode::Plain}) {
            row("mlp-8", mode, 12, processes);
            row("mlp-8", mode, 23, processes);  // a batch of one at the end
        }
    // Dropout, convolutions, and more than one bucket.
    for (const Mode mode : {Mode::Eager, Mode::ChannelsLast, Mode::Fused})
        row("lab_alexnet", mode, 35, 2);
}

/// One process and several find the same losses, up to the rounding of their sums.
void TestRanks::losesAreEqual_S4_07() {
    QFETCH(QString, network);
    QFETCH(int, mode);
    QFETCH(int, batch);
    QFETCH(int, processes);
    const auto cell = [&](int count) {
        Cell made = cellOf(network.toStdString(), static_cast<Mode>(mode), batch, count);
        if (network != "lab_alexnet") return made;
        made.work.set("epochs", 1);
        made.work.set("learning_rate", 1e-5);  // it begins far from any answer
        return made;
    };
    const std::vector<EpochEvent> alone = epochsOf(cell(1)), shared = epochsOf(cell(processes));
    QVERIFY(!alone.empty());
    QCOMPARE(shared.size(), alone.size());
    for (std::size_t i = 0; i < alone.size(); ++i) {
        QVERIFY2(
            std::abs(shared[i].train_loss / alone[i].train_loss - 1) < 1e-3,
            qPrintable(
                QString("%1: %2, %3").arg(i).arg(shared[i].train_loss).arg(alone[i].train_loss)));
        QVERIFY(std::abs(shared[i].valid_loss / alone[i].valid_loss - 1) < 1e-2);
        QCOMPARE(shared[i].updates, alone[i].updates);
    }
}

void TestRanks::allOfTheTestPartIsJudged() {
    const Trained alone = resultOf(cellOf("mlp-8", Mode::Fused, 12, 1));
    const Trained shared = resultOf(cellOf("mlp-8", Mode::Fused, 12, 2));
    QVERIFY(alone.test_loss > 0);
    QVERIFY(std::abs(shared.test_loss / alone.test_loss - 1) < 1e-2);
    const auto answers = [](const Trained& of) {
        std::int64_t sum = 0;
        for (const auto& row : of.confusion)
            for (const std::int64_t count : row) sum += count;
        return sum;
    };
    QVERIFY(answers(alone) > 0);
    QCOMPARE(answers(shared), answers(alone));
}

/// Adding up and waiting are parts of their own, and all of them are the epoch.
void TestRanks::anEpochTellsItsParts_S4_25() {
    for (const EpochEvent& epoch : epochsOf(cellOf("mlp-8", Mode::Fused, 12, 2))) {
        QVERIFY(epoch.all_reduce_ms && epoch.waiting_ms);
        QVERIFY(*epoch.all_reduce_ms > 0 && *epoch.waiting_ms >= 0);
        const double sum = epoch.data_ms + epoch.compute_ms + *epoch.all_reduce_ms +
                           *epoch.waiting_ms + epoch.evaluation_ms;
        QVERIFY(sum <= epoch.wall_ms * 1.001);
    }
    QVERIFY(!epochsOf(cellOf("mlp-8", Mode::Fused, 12, 1)).front().all_reduce_ms);
}

void TestRanks::aDeadRankEndsTheCell_R_05() {
    const Reason why = whyLost<DyingRank>();
    QCOMPARE(why.code, std::string("rank_died"));
    QCOMPARE(why.args["process"], Json(2));
    QCOMPARE(why.args["code"], Json(-9));
    QCOMPARE(why.message, std::string("its last words"));
}

void TestRanks::aHangingRankEndsTheCell_R_05() {
    const Reason why = whyLost<HangingRank>();
    QCOMPARE(why.code, std::string("rank_hangs"));
    QCOMPARE(why.args["process"], Json(2));
    QCOMPARE(why.args["limit_s"], Json(kShort_s));
}

/// Rank 0 keeps what the whole epochs have come to, and whoever resumes ends as if nobody had been
/// lost.
void TestRanks::whatWasLearntOutlivesALostRank() {
    const Cell cell = cellOf("mlp-8", Mode::Fused, 12, 2);
    const QTemporaryDir folder;
    const auto train = [&](TrainingContext context, bool resume) {
        context.folder = fromUtf8(folder.path().toStdString()) / "kept";
        context.resume = resume;
        context.rank_limit_s = kShort_s;
        TrainingWork work(trainingCell(cell), context);
        std::string code;
        try {
            if (!work.prepare()) return std::pair(std::string("not_prepared"), EpochEvent());
            while (!work.course()->isOver()) static_cast<void>(work.step(1));
        } catch (const WorkFailed& failed) {
            code = failed.reason.code;
            if (!mayBeTriedAgain(failed.reason)) code += " for good";
        }
        EpochEvent last;
        for (const Record& record : work.course()->news())
            if (const auto* event = std::get_if<EventRecord>(&record))
                if (const auto epoch = epochIn(*event)) last = *epoch;
        return std::pair(code, last);
    };
    const auto [lost, before] = train(contextOf<DyingRank>(), false);
    QCOMPARE(lost, std::string("rank_died"));
    QCOMPARE(before.epoch, 1);
    const auto [code, last] = train(contextOf<ThreadRank>(), true);
    QCOMPARE(code, std::string());
    const EpochEvent expected = epochsOf(cell).back();
    QCOMPARE(last.epoch, expected.epoch);
    QCOMPARE(last.updates, expected.updates);
    QVERIFY(std::abs(last.train_loss / expected.train_loss - 1) < 1e-3);
}

/// One process goes on where two have been, and two where one was: in the end both are where one
/// that was never interrupted is, within the rounding of sums, and the record says where it began.
void TestRanks::othersGoOnFromACheckpoint_data() {
    QTest::addColumn<int>("optimizer");
    QTest::addColumn<int>("mode");
    QTest::addColumn<int>("before");
    QTest::addColumn<int>("after");
    for (const Optimizer optimizer : {Optimizer::Adam, Optimizer::Sgd})
        for (const Mode mode : {Mode::Fused, Mode::Eager})
            for (const auto& [before, after] : {std::pair(2, 1), {1, 2}, {3, 2}})
                QTest::addRow("%s, %s, %d then %d", std::string(word(optimizer)).c_str(),
                              std::string(word(mode)).c_str(), before, after)
                    << static_cast<int>(optimizer) << static_cast<int>(mode) << before << after;
}

void TestRanks::othersGoOnFromACheckpoint() {
    QFETCH(int, optimizer);
    QFETCH(int, mode);
    QFETCH(int, before);
    QFETCH(int, after);
    const QTemporaryDir folder;
    const auto cell = [&](int processes, int epochs) {
        Cell made = cellOf("mlp-8", static_cast<Mode>(mode), 12, processes);
        made.work.set("epochs", epochs);
        made.work.set("optimizer", word(static_cast<Optimizer>(optimizer)));
        if (static_cast<Optimizer>(optimizer) == Optimizer::Sgd) made.work.set("momentum", 0.9);
        return made;
    };
    const QString kept = keptBy(cell(before, 1), folder);
    QVERIFY(!kept.isEmpty());
    Cell later = cell(after, 3);
    later.work.set("checkpoint", kept.toStdString());

    TrainingContext context = contextOf<ThreadRank>();
    TrainingWork work(trainingCell(later), context);
    const auto prepared = work.prepare();
    QVERIFY2(prepared, prepared ? "" : prepared.error().code.c_str());
    const auto note =
        std::ranges::find(prepared->notes, std::string("training_went_on"), &Reason::code);
    QVERIFY(note != prepared->notes.end());
    QCOMPARE(note->args["epoch"], Json(1));
    QFile file(kept);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(QString::fromStdString(note->args["sha256"].get<std::string>()),
             QString(QCryptographicHash::hash(file.readAll(), QCryptographicHash::Sha256).toHex()));
    while (!work.course()->isOver()) static_cast<void>(work.step(1));
    std::vector<EpochEvent> epochs;
    for (const Record& record : work.course()->news())
        if (const auto* event = std::get_if<EventRecord>(&record))
            if (const auto epoch = epochIn(*event)) epochs.push_back(*epoch);
    const std::vector<EpochEvent> whole = epochsOf(cell(1, 3));
    QCOMPARE(whole.size(), std::size_t{3});
    QCOMPARE(epochs.size(), std::size_t{2});
    for (std::size_t i = 0; i < epochs.size(); ++i) {
        QCOMPARE(epochs[i].epoch, whole[i + 1].epoch);
        QCOMPARE(epochs[i].updates, whole[i + 1].updates);
        QVERIFY(std::abs(epochs[i].train_loss / whole[i + 1].train_loss - 1) < 1e-3);
        QVERIFY(std::abs(epochs[i].valid_loss / whole[i + 1].valid_loss - 1) < 1e-2);
    }
    ResultRecord result;
    result.output = work.output().output;
    const auto trained = trainedOf(result);
    QVERIFY(trained);
    QCOMPARE(trained->begun_after, 1);
    QCOMPARE(trained->ownEpochs(), 2);
    QCOMPARE(trained->begun_updates,
             epochs.front().updates - (whole[1].updates - whole[0].updates));
    // No time but that of its own epochs counts.
    QVERIFY(std::abs(trained->epochs_ms - epochs[0].wall_ms - epochs[1].wall_ms) < 1e-6);
}

void TestRanks::strangeCheckpointsAreRefused_data() {
    QTest::addColumn<QString>("axis");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("told");
    const auto row = [](const char* axis, const char* value, const char* told) {
        QTest::addRow("%s %s", axis, value) << QString(axis) << QString(value) << QString(told);
    };
    row("model", "\"lab_alexnet\"", "checkpoint_other model");
    row("hidden", "9", "checkpoint_other model");
    row("optimizer", "\"sgd\"", "checkpoint_other optimizer");
    row("seed", "7", "checkpoint_other seed");
    row("epochs", "1", "checkpoint_at_end");
    row("data", "\"synthetic:2x60\"", "checkpoint_other_data");
    row("test_share", "0.2", "checkpoint_other_data");
    row("outputs", "3", "checkpoint_unsuitable");
    row("checkpoint", "\"absent\"", "weights_missing");
    // What may change.
    row("batch", "16", "");
    row("learning_rate", "0.01", "");
}

void TestRanks::strangeCheckpointsAreRefused() {
    QFETCH(QString, axis);
    QFETCH(QString, value);
    QFETCH(QString, told);
    const QTemporaryDir folder;
    Cell first = cellOf("mlp-8", Mode::Fused, 12, 1);
    first.work.set("epochs", 1);
    const QString kept = keptBy(first, folder);
    Cell cell = cellOf("mlp-8", Mode::Fused, 12, 1);
    cell.work.set("checkpoint", kept.toStdString());
    cell.work.set(axis.toStdString(), Json::parse(value.toStdString()));
    QCOMPARE(whyNotGoesOn(cell), told);
}

/// A file that was cut off, one byte of which has changed, or that is another.
void TestRanks::spoiledCheckpointsAreRefused() {
    const QTemporaryDir folder;
    Cell first = cellOf("mlp-8", Mode::Fused, 12, 1);
    first.work.set("epochs", 1);
    const QString kept = keptBy(first, folder);
    QFile file(kept);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray whole = file.readAll();
    const auto of = [&](const QByteArray& bytes) {
        const QString path = folder.filePath("spoiled.safetensors");
        QFile other(path);
        if (!other.open(QIODevice::WriteOnly) || other.write(bytes) != bytes.size()) return path;
        other.close();
        Cell cell = cellOf("mlp-8", Mode::Fused, 12, 1);
        cell.work.set("checkpoint", path.toStdString());
        return whyNotGoesOn(cell);
    };
    QCOMPARE(of(whole), QString());
    QCOMPARE(of(whole.left(whole.size() / 2)), QString("weights_truncated"));
    QCOMPARE(of(whole.left(5)), QString("safetensors_header"));
    QCOMPARE(of({}), QString("weights_empty"));
    QCOMPARE(of(QByteArray(whole).replace("\\\"epoch\\\":1", "\\\"epoch\\\":x")),
             QString("checkpoint_damaged"));
    QCOMPARE(of(QByteArray(whole).replace("duelo.case", "other.case")),
             QString("checkpoint_untold"));
    QCOMPARE(of(QByteArray(whole).replace("\"fc1.weight\"", "\"fc9.weight\"")),
             QString("checkpoint_unsuitable"));
}

/// Two processes that say that they are on two PCs: each PC's sheet is in the note of the record,
/// and no clock is taken for a common one.
void TestRanks::everyHostTellsItsSheet() {
    const QTemporaryDir folder;
    const auto meet = [&](int rank, const char* host, const char* cpu) {
        const Meeting meeting{.folder = fromUtf8(folder.path().toStdString()),
                              .host = host,
                              .machine = {{"cpu", {{"name", cpu}, {"cores", 4}}}}};
        return Ranks::meet({rank, 2}, meeting, Json{{"plan", "a"}}, kShort_s, [] {});
    };
    const auto timesOf = [](Ranks& ranks) {
        ranks.addUp(ops::ones({4}));
        ranks.wait();
        return ranks.takeTimes(ranks.waits());
    };
    auto other = std::async(std::launch::async, [&] {
        auto met = meet(1, "pc-2", "Slow 2");
        if (!met) return false;
        return !timesOf(**met).waiting_ms && (*met)->hosts().size() == 2;
    });
    const auto met = meet(0, "pc-1", "Fast 1");
    QVERIFY(met);
    QVERIFY(!timesOf(**met).waiting_ms);
    QVERIFY(other.get());
    const Reason note = hostsNote((*met)->hosts(), "10.0.0.1");
    QCOMPARE(note.args["ranks"], Json(2));
    QCOMPARE(note.args["hosts"], Json("pc-1 (Fast 1); pc-2 (Slow 2)"));
    QCOMPARE(note.args["machines"].size(), std::size_t{2});
    QCOMPARE(note.args["machines"][1]["host"], Json("pc-2"));
    QCOMPARE(note.args["machines"][1]["machine"]["cpu"]["cores"], Json(4));
}

void TestRanks::othersAreRefused_data() {
    QTest::addColumn<QString>("what");
    for (const char* what : {"version", "plan", "data"}) QTest::newRow(what) << what;
}

/// All of them hear why.
void TestRanks::othersAreRefused() {
    QFETCH(QString, what);
    const QTemporaryDir folder;
    const Meeting meeting{.folder = fromUtf8(folder.path().toStdString())};
    const Json mine{{"version", "1"}, {"plan", "a"}, {"data", "b"}};
    Json theirs = mine;
    theirs[what.toStdString()] = "other";
    const auto meet = [&](int rank, const Json& equal) {
        return Ranks::meet({rank, 2}, meeting, equal, kShort_s, [] {});
    };
    auto other = std::async(std::launch::async, [&] { return codeOf(meet(1, theirs)); });
    const auto met = meet(0, mine);
    QCOMPARE(codeOf(met), "rank_other_" + what.toStdString());
    QCOMPARE(other.get(), "rank_other_" + what.toStdString());
    QCOMPARE(met.error().args["process"], Json(2));
}

void TestRanks::whoStaysAwayIsNamed() {
    const auto met =
        Ranks::meet({0, 2}, {.address = "127.0.0.1", .serves = true}, Json::object(), 0.2, [] {});
    QCOMPARE(codeOf(met), std::string("rank_absent"));
    QCOMPARE(met.error().args["process"], Json(2));
}

void TestRanks::aPortInUseIsTold() {
    const TakenPort taken;
    QVERIFY(taken.number() > 0);
    const auto met =
        Ranks::meet({0, 2}, {.address = "127.0.0.1", .port = taken.number(), .serves = true},
                    Json::object(), kShort_s, [] {});
    QCOMPARE(codeOf(met), std::string("meeting_failed"));
    QVERIFY(!met.error().message.empty());
}

void TestRanks::anAddressThatDoesNotAnswerIsTold() {
    const int nobodys = TakenPort().number();
    for (const char* address : {"127.0.0.1", "nowhere.invalid"}) {
        const auto met =
            Ranks::meet({1, 2}, {.address = address, .port = nobodys}, Json::object(), 0.3, [] {});
        QCOMPARE(codeOf(met), std::string("meeting_failed"));
        QVERIFY(!met.error().message.empty());
    }
}

void TestRanks::startersAreUnderstood_data() {
    QTest::addColumn<QStringList>("variables");
    QTest::addColumn<QString>("told");
    const QString torchrun = "RANK=3 WORLD_SIZE=4 LOCAL_RANK=1 MASTER_ADDR=10.0.0.1 MASTER_PORT=99";
    const auto row = [](const char* name, const QString& variables, const char* told) {
        QTest::newRow(name) << variables.split(' ') << told;
    };
    row("torchrun", torchrun, "3/4 local 1 at 10.0.0.1:99");
    row("its first", "RANK=0 WORLD_SIZE=2", "0/2 local 0 at 127.0.0.1:29500 serves");
    row("its own store", "RANK=0 WORLD_SIZE=2 TORCHELASTIC_USE_AGENT_STORE=True",
        "0/2 local 0 at 127.0.0.1:29500");
    row("Open MPI",
        "OMPI_COMM_WORLD_RANK=1 OMPI_COMM_WORLD_SIZE=2 OMPI_COMM_WORLD_LOCAL_RANK=0 "
        "MASTER_ADDR=pc1",
        "1/2 local 0 at pc1:29500");
    row("MPICH", "PMI_RANK=1 PMI_SIZE=2", "1/2 local 1 at 127.0.0.1:29500");
    row("alone", "RANK=0 WORLD_SIZE=1", "nobody");
    row("nothing", "HOME=/", "nobody");
    row("no rank of them", "RANK=2 WORLD_SIZE=2", "launch_invalid RANK");
    row("no number", "RANK=x WORLD_SIZE=2", "launch_invalid RANK");
    row("none", "RANK=0 WORLD_SIZE=0", "launch_invalid WORLD_SIZE");
    row("no port", "RANK=0 WORLD_SIZE=2 MASTER_PORT=70000", "launch_invalid MASTER_PORT");
}

void TestRanks::startersAreUnderstood() {
    QFETCH(QStringList, variables);
    const auto launch = launchFrom([&](const char* name) -> std::optional<std::string> {
        for (const QString& variable : variables)
            if (variable.startsWith(QString(name) + '='))
                return variable.mid(variable.indexOf('=') + 1).toStdString();
        return std::nullopt;
    });
    QString told = "nobody";
    if (!launch)
        told = QString::fromStdString(launch.error().code + ' ' +
                                      launch.error().args["variable"].get<std::string>());
    else if (*launch)
        told = QString("%1/%2 local %3 at %4:%5%6")
                   .arg((*launch)->place.rank)
                   .arg((*launch)->place.ranks)
                   .arg((*launch)->local_rank)
                   .arg(QString::fromStdString((*launch)->meeting.address))
                   .arg((*launch)->meeting.port)
                   .arg((*launch)->meeting.serves ? " serves" : "");
    QTEST(told, "told");
}

void TestRanks::memoryIsForAllOfThem_R_03() {
    TrainingMaker maker({.gpu = &Gpu::instance()});
    const auto bytes = [&](int processes) {
        return maker.forecast(cellOf("mlp-8", Mode::Fused, 64, processes)).value().bytes;
    };
    QVERIFY(bytes(2) > 2 * bytes(1));
    QCOMPARE(bytes(4) - bytes(2), 2 * (bytes(3) - bytes(2)));
    // More than any PC has: a matter of the forecast, not of trying it.
    const auto most = maker.forecast(cellOf("lab_alexnet", Mode::Fused, 4096, 256));
    QVERIFY(!most);
    QCOMPARE(most.error().code, std::string("processes_need_memory"));
}

void TestRanks::moreProcessesThanImages() {
    TrainingMaker maker({.gpu = &Gpu::instance()});
    const auto possible = maker.check(cellOf("mlp-8", Mode::Fused, 3, 4));
    QVERIFY(!possible);
    QCOMPARE(possible.error().code, std::string("processes_above_batch"));
}

/// More numbers take longer, and so do more processes than were sampled.
void TestRanks::whatAddingUpTakesIsMeasured() {
    const auto of = [](int ranks, std::int64_t values) {
        const auto ms = reduceMs(ranks, values, {});
        return ms ? *ms : -1.0;
    };
    const double few = of(2, 16), many = of(2, 1 << 24);
    QVERIFY(few > 0);
    QVERIFY2(many > few, qPrintable(QString("%1, %2").arg(few).arg(many)));
    std::stop_source stop;
    stop.request_stop();
    QVERIFY_THROWS_EXCEPTION(StepStopped,
                             static_cast<void>(reduceMs(2, 16, {.stop = stop.get_token()})));
}

QTEST_GUILESS_MAIN(TestRanks)
#include "tst_ranks.moc"
