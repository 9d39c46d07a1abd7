// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <set>

#include <QDir>
#include <QFile>

#include "conversation.h"

using namespace duelo;

namespace {

QJsonObject planOf(const QJsonArray& devices, const QJsonArray& precisions,
                   const QJsonArray& inputs, const QJsonArray& sizes, const QJsonArray& batches,
                   const QString& preset) {
    return {
        {"experiment", "inference"},
        {"preset", preset},
        {"cases",
         QJsonArray{QJsonObject{
             {"model", "resnet18"}, {"input", inputs}, {"size_px", sizes}, {"batch", batches}}}},
        {"variants",
         QJsonArray{QJsonObject{{"device", devices}, {"threads", 1}, {"precision", precisions}}}}};
}

QJsonObject smallPlan(const QString& preset = "quick") {
    return planOf({"cpu"}, {"fp32"}, {"random"}, {64, 80}, {1}, preset);
}

/// The duration of a reply.
struct Told {
    explicit Told(const QJsonObject& forecast)
        : low_ms(forecast["duration_ms"].toObject()["low"].toDouble()),
          expected_ms(forecast["duration_ms"].toObject()["expected"].toDouble()),
          high_ms(forecast["duration_ms"].toObject()["high"].toDouble()) {}
    double low_ms, expected_ms, high_ms;
};

}  // namespace

/// The button's time and memory, and the form's "why not".
class TestEngineForecast : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aRunIsExpected();
    void probesTellMore();
    void trainingsAreTheirBatches();
    void aRunKnowsHowLongItsTrainingsAre();
    void whatACancelledTrainingShowedIsUsed();
    void whatRoundsScatteredOutlivesTheSession();
    void aRunEndsTheProbes();
    void impossibleCellsAreThoseThatARunSkips_R_07();
    void missingPhotographsAreTold();
    void memoryIsOfTheLargestPossibleCell_R_03();
    void duringARunNothingIsCalibrated();
    void badPlansAreRefusedAsByRun();
};

void TestEngineForecast::aRunIsExpected() {
    Conversation talk;
    talk.say({{"c", "forecast"}, {"id", 1}, {"plan", smallPlan()}});
    const QJsonObject forecast = talk.replyTo(1);
    QVERIFY(forecast["ok"].toBool());
    QCOMPARE(forecast["cells"].toInt(), 2);
    QVERIFY(forecast["calibrated"].toBool());
    QVERIFY(forecast["impossible"].isArray() && forecast["impossible"].toArray().isEmpty());
    const Told told(forecast);
    QVERIFY(told.low_ms >= 2 * (500 + 300));  // warm-up and measured time of DMP-1's quick preset
    QVERIFY(told.expected_ms >= told.low_ms && told.high_ms >= told.expected_ms);

    talk.say({{"c", "run"}, {"id", 2}, {"plan", smallPlan()}, {"file", talk.path("r.duelo")}});
    QCOMPARE(talk.replyTo(2)["exit_code"].toInt(-1), 0);
    for (const QJsonObject& line : talk.heard()) {
        // What was calibrated is not the first use of the process any more (S0-M03).
        QVERIFY(!line["process_first"].toBool());
        if (line["r"].toString() != "header") continue;
        // Whoever tells how far it is knows what to expect of each cell.
        const QJsonObject expected = line["expected_ms"].toObject();
        QCOMPARE(expected.keys(), (QStringList{"c001", "c002"}));
        for (const QString& cell : expected.keys()) QVERIFY(expected[cell].toDouble() >= 800);
    }

    talk.say({{"c", "forecast"}, {"id", 3}, {"plan", smallPlan("strict")}});
    QVERIFY(Told(talk.replyTo(3)).low_ms > told.low_ms);
    QVERIFY(Told(talk.replyTo(3)).high_ms > told.high_ms);
}

/// At once it is coarse; calls are timed when that is asked for, and then there is no more to ask.
/// That they narrow it is for tst_call_times: here other programs decide how far they scatter.
void TestEngineForecast::probesTellMore() {
    Conversation talk;
    const QJsonObject plan = planOf({"cpu"}, {"fp32"}, {"random"}, {112}, {1}, "standard");
    talk.say({{"c", "forecast"}, {"id", 0}, {"plan", plan}});
    QVERIFY(talk.replyTo(0)["more"].toBool());
    int id = 1;
    for (bool more = true; more; ++id) {
        QVERIFY(id <= 4);  // one cell, and a probe that ran out of time
        talk.say({{"c", "forecast"}, {"id", id}, {"plan", plan}, {"probe", true}});
        QVERIFY(talk.replyTo(id)["ok"].toBool());
        more = talk.replyTo(id)["more"].toBool();
    }
    const Told probed(talk.replyTo(id - 1));
    QVERIFY(probed.low_ms > 0 && probed.low_ms <= probed.expected_ms);
    QVERIFY(probed.expected_ms <= probed.high_ms);
    // What is known stays known.
    talk.say({{"c", "forecast"}, {"id", id}, {"plan", plan}});
    QVERIFY(!talk.replyTo(id)["more"].toBool());
    QCOMPARE(Told(talk.replyTo(id)).expected_ms, probed.expected_ms);
}

void TestEngineForecast::trainingsAreTheirBatches() {
    Conversation talk;
    QJsonObject plan{
        {"experiment", "training"},
        {"preset", "quick"},
        {"cases", QJsonArray{QJsonObject{{"model", "mlp"},
                                         {"data", "digits"},
                                         {"batch", QJsonArray{32, 4096}},
                                         {"epochs", QJsonArray{50}}}}},
        {"variants", QJsonArray{QJsonObject{
                         {"device", QJsonArray{"cpu"}}, {"threads", 1}, {"mode", "eager"}}}}};
    int id = 0;
    for (bool more = true; more; ++id) {
        QVERIFY(id <= 5);
        talk.say({{"c", "forecast"}, {"id", id}, {"plan", plan}, {"probe", true}});
        const QJsonObject reply = talk.replyTo(id);
        QVERIFY2(reply["ok"].toBool(), qPrintable(reply["reason"].toString()));
        QVERIFY(reply["impossible"].toArray().isEmpty());
        more = reply["more"].toBool();
    }
    const Told both(talk.replyTo(id - 1));
    QVERIFY(both.expected_ms > 0);
    // Many epochs are many times as long.
    QJsonArray cases = plan["cases"].toArray();
    QJsonObject longer = cases[0].toObject();
    longer["epochs"] = QJsonArray{5000};
    plan["cases"] = QJsonArray{longer};
    talk.say({{"c", "forecast"}, {"id", id}, {"plan", plan}});
    QVERIFY(Told(talk.replyTo(id)).expected_ms > 10 * both.expected_ms);
}

/// So that a remaining time stands in the window before the first epoch is over.
void TestEngineForecast::aRunKnowsHowLongItsTrainingsAre() {
    Conversation talk;
    const QJsonObject plan{
        {"experiment", "training"},
        {"preset", "quick"},
        {"cases", QJsonArray{QJsonObject{
                      {"model", "mlp"}, {"data", "digits"}, {"batch", 32}, {"epochs", 2}}}},
        {"variants", QJsonArray{QJsonObject{
                         {"device", QJsonArray{"cpu"}}, {"threads", 1}, {"mode", "eager"}}}}};
    const auto expectedOf = [&](int id, const QString& file) {
        talk.say({{"c", "run"}, {"id", id}, {"plan", plan}, {"file", talk.path(file)}});
        if (talk.replyTo(id)["exit_code"].toInt(-1) != 0) return QJsonObject();
        QJsonObject header;
        for (const QJsonObject& line : talk.heard())
            if (line["r"].toString() == "header") header = line;
        return header["expected_ms"].toObject();
    };
    QVERIFY(expectedOf(1, "before.duelo").isEmpty());  // nobody has counted
    int id = 2;
    for (bool more = true; more; ++id) {
        QVERIFY(id <= 5);
        talk.say({{"c", "forecast"}, {"id", id}, {"plan", plan}, {"probe", true}});
        more = talk.replyTo(id)["more"].toBool();
    }
    const Told told(talk.replyTo(id - 1));
    const QJsonObject expected = expectedOf(id, "after.duelo");
    QCOMPARE(expected.keys(), QStringList{"c001"});
    QVERIFY(std::abs(expected["c001"].toDouble() / told.expected_ms - 1) < 0.01);
}

/// "5-50 s" stood there again after two of 25 epochs had taken almost three minutes.
void TestEngineForecast::whatACancelledTrainingShowedIsUsed() {
    Conversation talk;
    const auto planOfEpochs = [](int epochs) {
        return QJsonObject{
            {"experiment", "training"},
            {"preset", "quick"},
            {"cases",
             QJsonArray{QJsonObject{
                 {"model", "mlp"}, {"data", "digits"}, {"batch", 32}, {"epochs", epochs}}}},
            {"variants", QJsonArray{QJsonObject{
                             {"device", QJsonArray{"cpu"}}, {"threads", 1}, {"mode", "eager"}}}}};
    };
    constexpr int kEpochs = 9000;
    talk.say({{"c", "forecast"}, {"id", 1}, {"plan", planOfEpochs(kEpochs)}});
    const QJsonObject before = talk.replyTo(1);
    QVERIFY(before["more"].toBool());  // nothing is timed yet

    talk.say(
        {{"c", "run"}, {"id", 2}, {"plan", planOfEpochs(kEpochs)}, {"file", talk.path("r.duelo")}});
    const auto isEpoch = [](const QJsonObject& line) { return line["kind"].toString() == "epoch"; };
    for (int epoch = 0; epoch < 4; ++epoch) QVERIFY(!talk.next(isEpoch).isEmpty());
    talk.say({{"c", "cancel"}});
    QCOMPARE(talk.replyTo(2)["exit_code"].toInt(-1), 3);
    double epochs = 0, epochs_ms = 0;
    for (const QJsonObject& line : talk.heard()) {
        if (!isEpoch(line)) continue;
        epochs += 1;
        epochs_ms += line["fields"].toObject()["wall_ms"].toDouble();
    }
    QVERIFY(epochs >= 4 && epochs < kEpochs && epochs_ms > 0);

    const auto isAsSeen = [&](int id, int planned) {
        talk.say({{"c", "forecast"}, {"id", id}, {"plan", planOfEpochs(planned)}});
        return Told(talk.replyTo(id)).expected_ms / (planned * epochs_ms / epochs);
    };
    const double same = isAsSeen(3, kEpochs);
    QVERIFY2(same > 0.8 && same < 1.3, qPrintable(QString::number(same)));
    QVERIFY(!talk.replyTo(3)["more"].toBool(true));
    // Of a plan with fewer epochs too.
    const double fewer = isAsSeen(4, kEpochs / 2);
    QVERIFY2(fewer > 0.8 && fewer < 1.3, qPrintable(QString::number(fewer)));
}

/// The scatter of rounds is kept for later sessions: in the user's folder, without names that a
/// student gave. A damaged file is replaced.
void TestEngineForecast::whatRoundsScatteredOutlivesTheSession() {
    Conversation talk([](EngineProcess& engine) {
        QVERIFY(QDir().mkpath(engine.path("data/duelo")));
        QFile file(engine.path("data/duelo/forecast.json"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("{");
    });
    talk.say({{"c", "run"}, {"id", 1}, {"plan", smallPlan()}, {"file", talk.path("Ada.duelo")}});
    QCOMPARE(talk.replyTo(1)["exit_code"].toInt(-1), 0);
    QFile file(talk.path("data/duelo/forecast.json"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray text = file.readAll();
    const QJsonArray cells = QJsonDocument::fromJson(text).object()["cells"].toArray();
    QCOMPARE(cells.size(), 2);
    for (const auto& cell : cells) {
        const QJsonObject one = cell.toObject();
        QCOMPARE(one.keys(),
                 (QStringList{"call_ms", "compared", "device", "experiment", "preset", "scatter"}));
        QVERIFY(one["scatter"].toDouble() > 0 && one["call_ms"].toDouble() > 0);
        QVERIFY(!one["compared"].toBool());
        QCOMPARE(one["preset"].toString(), "quick");
    }
    QVERIFY(!text.contains("Ada") && !text.contains(qPrintable(talk.path({}))));
}

void TestEngineForecast::aRunEndsTheProbes() {
    Conversation talk([](EngineProcess& engine) { engine.set("DUELO_FAULT", "hang@c001:1"); },
                      DUELO_FAULTY_ENGINE);
    const QJsonObject plan = planOf({"cpu"}, {"fp32"}, {"random"}, {112}, {1}, "standard");
    // The calls of a probe never come back here.
    talk.say({{"c", "forecast"}, {"id", 1}, {"plan", plan}, {"probe", true}});
    talk.say({{"c", "run"}, {"id", 2}, {"plan", smallPlan()}, {"file", talk.path("r.duelo")}});
    QVERIFY(talk.replyTo(1)["ok"].toBool());
    const auto isHeader = [](const QJsonObject& line) { return line["r"].toString() == "header"; };
    QVERIFY(std::ranges::any_of(talk.heard(), isHeader) || !talk.next(isHeader).isEmpty());
}

void TestEngineForecast::impossibleCellsAreThoseThatARunSkips_R_07() {
    QJsonObject plan =
        planOf({"cpu", "cuda"}, {"fp32", "fp16", "tf32"}, {"random"}, {64}, {1}, "quick");
    QJsonArray cases = plan["cases"].toArray();
    QJsonObject absurd = cases[0].toObject();
    absurd["size_px"] = QJsonArray{4096, 8192};
    absurd["batch"] = QJsonArray{2048, 4096};
    cases.append(absurd);
    plan["cases"] = cases;
    Conversation talk([](EngineProcess& engine) { engine.set("CUDA_VISIBLE_DEVICES", ""); });
    talk.say({{"c", "forecast"}, {"id", 1}, {"plan", plan}});
    const QJsonObject forecast = talk.replyTo(1);
    QVERIFY(forecast["ok"].toBool());
    std::set<QString> foreseen;
    int cells = 0;
    for (const QJsonValue& item : forecast["impossible"].toArray()) {
        const QJsonObject entry = item.toObject();
        foreseen.insert(entry["reason"].toString());
        cells += entry["cells"].toInt();
        QVERIFY(entry["args"].isObject() && entry["message"].isString());
        const QJsonObject work = entry["case"].toObject(), variant = entry["variant"].toObject();
        QCOMPARE(work["model"].toString(), QString("resnet18"));
        QCOMPARE(work["input"].toString(), QString("random"));
        QVERIFY(work["size_px"].toInt() >= 64 && work["batch"].toInt() >= 1);
        QVERIFY(!variant["device"].toString().isEmpty());
        QCOMPARE(variant.contains("threads"), variant["device"].toString() == "cpu");
    }
    QVERIFY(foreseen.contains("precision_unsupported"));
    QVERIFY(foreseen.contains("not_enough_memory"));
    // One sentence for each choice in the form, not one per cell.
    QVERIFY(forecast["impossible"].toArray().size() < cells / 2);

    talk.say({{"c", "run"}, {"id", 2}, {"plan", plan}, {"file", talk.path("r.duelo")}});
    QCOMPARE(talk.replyTo(2)["exit_code"].toInt(), 1);
    std::set<QString> skipped;
    int skippedCells = 0;
    for (const QJsonObject& line : talk.heard()) {
        if (line["status"].toString() != "skipped") continue;
        skipped.insert(line["reason"].toString());
        ++skippedCells;
    }
    QCOMPARE(skippedCells, cells);
    QVERIFY(skipped == foreseen);
}

void TestEngineForecast::missingPhotographsAreTold() {
    Conversation talk;
    talk.say({{"c", "forecast"},
              {"id", 1},
              {"plan", planOf({"cpu"}, {"fp32"}, {"sample:chelsea.png", "gone.png", "sample:x.png"},
                              {64, 96}, {1}, "quick")}});
    const QJsonArray impossible = talk.replyTo(1)["impossible"].toArray();
    QCOMPARE(impossible.size(), 2);
    QCOMPARE(impossible[0].toObject()["reason"].toString(), QString("image_not_found"));
    QCOMPARE(impossible[0].toObject()["cells"].toInt(), 2);
    QCOMPARE(impossible[1].toObject()["reason"].toString(), QString("sample_missing"));
    QCOMPARE(impossible[1].toObject()["case"].toObject()["input"].toString(),
             QString("sample:x.png"));
}

void TestEngineForecast::memoryIsOfTheLargestPossibleCell_R_03() {
    Conversation talk;
    const auto memoryOf = [&](int id, const QJsonArray& sizes, const QJsonArray& batches) {
        talk.say({{"c", "forecast"},
                  {"id", id},
                  {"plan", planOf({"cpu"}, {"fp32"}, {"random"}, sizes, batches, "quick")}});
        return talk.replyTo(id)["memory"].toObject();
    };
    const double small = memoryOf(1, {64}, {1})["bytes"].toDouble();
    const QJsonObject both = memoryOf(2, {64, 512}, {1});
    QVERIFY(small > 0 && both["bytes"].toDouble() > small);
    QVERIFY(both["free_bytes"].toDouble() > both["bytes"].toDouble());
    // What does not fit is told as impossible and asks for nothing.
    QCOMPARE(memoryOf(3, {64, 8192}, {4096})["bytes"].toDouble(),
             memoryOf(4, {64}, {4096})["bytes"].toDouble());
    QCOMPARE(memoryOf(5, {8192}, {4096})["bytes"].toDouble(), 0.0);
}

void TestEngineForecast::duringARunNothingIsCalibrated() {
    Conversation talk;
    talk.say(
        {{"c", "run"}, {"id", 1}, {"plan", smallPlan("strict")}, {"file", talk.path("r.duelo")}});
    QVERIFY(!talk.next("samples").isEmpty());
    talk.say({{"c", "forecast"}, {"id", 2}, {"plan", smallPlan()}, {"probe", true}});
    QVERIFY(talk.replyTo(2)["ok"].toBool());
    QVERIFY(!talk.replyTo(2)["calibrated"].toBool(true));
    QVERIFY(!talk.replyTo(2)["more"].toBool(true));
    QVERIFY(Told(talk.replyTo(2)).low_ms > 0);
    talk.say({{"c", "cancel"}});
    QCOMPARE(talk.replyTo(1)["exit_code"].toInt(), 3);
    talk.say({{"c", "forecast"}, {"id", 3}, {"plan", smallPlan()}});
    QVERIFY(talk.replyTo(3)["calibrated"].toBool());
}

void TestEngineForecast::badPlansAreRefusedAsByRun() {
    Conversation talk;
    QJsonObject misspelt = smallPlan();
    misspelt["case"] = QJsonArray{};
    QJsonObject empty = smallPlan();
    empty["variants"] = QJsonArray{QJsonObject{{"device", QJsonArray{}}}};
    QJsonObject juggling = smallPlan();
    juggling["experiment"] = "juggling";
    int id = 0;
    for (const QJsonValue& plan :
         {QJsonValue(misspelt), QJsonValue(empty), QJsonValue(juggling), QJsonValue(7)}) {
        talk.say({{"c", "forecast"}, {"id", ++id}, {"plan", plan}});
        const QJsonObject refused = talk.replyTo(id);
        talk.say({{"c", "run"}, {"id", ++id}, {"plan", plan}, {"file", talk.path("r.duelo")}});
        QVERIFY(!refused["ok"].toBool());
        QVERIFY(!refused["reason"].toString().isEmpty());
        QCOMPARE(talk.replyTo(id)["reason"], refused["reason"]);
        QCOMPARE(talk.replyTo(id)["args"], refused["args"]);
    }
    talk.say({{"c", "forecast"}, {"id", ++id}});
    QCOMPARE(talk.replyTo(id)["reason"].toString(), QString("command_needs"));
}

QTEST_GUILESS_MAIN(TestEngineForecast)
#include "tst_engine_forecast.moc"
