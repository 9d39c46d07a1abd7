// SPDX-License-Identifier: Apache-2.0
#include <QTest>

#include <cmath>
#include <limits>

#include "experiments/training/events.h"

using namespace duelo;

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

const char* const kWholeData =
    R"({"classes":["a","b"],"train":[6,7],"validation":[1,2],"test":[0,1]})";
const char* const kWholeEpoch =
    R"({"epoch":1,"train_loss":1,"train_accuracy":1,"valid_loss":1,"valid_accuracy":1,"wall_ms":1})";
const char* const kWholeRate = R"({"step":1,"learning_rate":0.1,"loss":2,"smoothed_loss":1.5})";

/// Returns the event as a line of a file has it.
EventRecord written(EventRecord event) {
    event.cell = "c010";
    const auto record = decode(encode(event));
    if (!record) qFatal("%s", record.error().message.c_str());
    return std::get<EventRecord>(*record);
}

EventRecord eventWith(const char* kind, const char* fields) {
    return {.cell = "c010", .kind = kind, .fields = Json::parse(fields)};
}

}  // namespace

/// Events of trainings, as values and as lines.
class TestEvents : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void dataSurvives() {
        const DataEvent data{.classes = {"ladrillo", "hierba", "grava"},
                             .train = {61, 61, 62},
                             .validation = {15, 15, 16},
                             .test = {15, 0, 17},
                             .shape = {3, 51, 51},
                             .bytes = INT64_MAX,
                             .decode_ms = 0.1 + 0.2,
                             .resident = false};
        const EventRecord event = written(eventOf(data));
        QCOMPARE(event.cell, std::string("c010"));
        QCOMPARE(event.kind, std::string("data"));
        const auto back = dataIn(event);
        QVERIFY(back);
        QCOMPARE(back->classes, data.classes);
        QCOMPARE(back->train, data.train);
        QCOMPARE(back->validation, data.validation);
        QCOMPARE(back->test, data.test);
        QCOMPARE(back->shape, data.shape);
        QCOMPARE(back->bytes, data.bytes);
        QVERIFY(back->decode_ms == data.decode_ms);
        QCOMPARE(back->resident, data.resident);
        QVERIFY(!epochIn(event) && !rateIn(event));
    }

    void epochSurvives() {
        const EpochEvent epoch{.epoch = 3,
                               .updates = 18,
                               .train_loss = 1.0986,
                               .train_accuracy = 0.1 + 0.2,
                               .valid_loss = 0.75,
                               .valid_accuracy = 2.0 / 3,
                               .learning_rate = 1e-3,
                               .wall_ms = 812.5,
                               .data_ms = 12.25,
                               .compute_ms = 700,
                               .evaluation_ms = 90.5,
                               .h2d_ms = 3.5,
                               .d2h_ms = 0.25,
                               .launch_ms = 1.5,
                               .best = true};
        const EventRecord event = written(eventOf(epoch));
        QCOMPARE(event.kind, std::string("epoch"));
        const auto back = epochIn(event);
        QVERIFY(back);
        QCOMPARE(back->epoch, epoch.epoch);
        QCOMPARE(back->updates, epoch.updates);
        for (double EpochEvent::*const value :
             {&EpochEvent::train_loss, &EpochEvent::train_accuracy, &EpochEvent::valid_loss,
              &EpochEvent::valid_accuracy, &EpochEvent::learning_rate, &EpochEvent::wall_ms,
              &EpochEvent::data_ms, &EpochEvent::compute_ms, &EpochEvent::evaluation_ms})
            QVERIFY((*back).*value == epoch.*value);  // to the bit
        QVERIFY(back->h2d_ms == epoch.h2d_ms);
        QVERIFY(back->d2h_ms == epoch.d2h_ms);
        QVERIFY(back->launch_ms == epoch.launch_ms);
        QCOMPARE(back->best, epoch.best);
        QVERIFY(!dataIn(event) && !rateIn(event));
    }

    /// A training that diverged says so in its losses; the CPU has no copies.
    void lossesThatAreNoNumberSurvive() {
        const EpochEvent epoch{.epoch = 1,
                               .train_loss = kNan,
                               .train_accuracy = 0.5,
                               .valid_loss = std::numeric_limits<double>::infinity(),
                               .valid_accuracy = 0.5,
                               .wall_ms = 10};
        const std::string line = encode(eventOf(epoch));
        QVERIFY(line.find(R"("train_loss":null)") != std::string::npos);
        QVERIFY(line.find(R"("valid_loss":null)") != std::string::npos);
        const auto back = epochIn(written(eventOf(epoch)));
        QVERIFY(back);
        QVERIFY(std::isnan(back->train_loss));
        QVERIFY(std::isnan(back->valid_loss));
        QCOMPARE(back->train_accuracy, 0.5);
        QVERIFY(!back->h2d_ms && !back->d2h_ms);
        // Before it is written too, as whoever watches the run gets it.
        QVERIFY(std::isnan(epochIn(eventOf(epoch))->train_loss));

        const RateEvent rate{.step = 2, .learning_rate = 10, .loss = kNan, .smoothed_loss = kNan};
        const auto last = rateIn(written(eventOf(rate)));
        QVERIFY(last);
        QVERIFY(std::isnan(last->loss) && std::isnan(last->smoothed_loss));
    }

    void rateSurvives() {
        const RateEvent rate{
            .step = 7, .learning_rate = 1e-7, .loss = 1.1, .smoothed_loss = 0.1 + 0.2};
        const EventRecord event = written(eventOf(rate));
        QCOMPARE(event.kind, std::string("rate"));
        const auto back = rateIn(event);
        QVERIFY(back);
        QCOMPARE(back->step, rate.step);
        QVERIFY(back->learning_rate == rate.learning_rate);
        QVERIFY(back->loss == rate.loss);
        QVERIFY(back->smoothed_loss == rate.smoothed_loss);
        QVERIFY(!dataIn(event) && !epochIn(event));
    }

    /// Optional fields may be missing: what hostileFields() changes is all that is wrong there.
    void whatIsOptionalMayBeMissing() {
        const auto data = dataIn(eventWith("data", kWholeData));
        QVERIFY(data && data->resident && data->shape.empty());
        const auto epoch = epochIn(eventWith("epoch", kWholeEpoch));
        QVERIFY(epoch && epoch->updates == 0 && !epoch->best && !epoch->h2d_ms);
        QVERIFY(rateIn(eventWith("rate", kWholeRate)));
        // Those of a newer Duelo are of no matter.
        QVERIFY(rateIn(eventWith(
            "rate",
            R"({"step":1,"learning_rate":1,"loss":1,"smoothed_loss":1,"new":{"a":[null]}})")));
    }

    /// Each has one field that the whole event has not; without a value it is missing.
    void hostileFields_data() {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("field");
        QTest::addColumn<QString>("value");
        const auto row = [](const char* kind, const char* field, const char* value) {
            QTest::addRow("%s %s %s", kind, field, value)
                << QString(kind) << QString(field) << QString(value);
        };
        for (const char* wrong : {R"("a")", "{}", "7", "null", "[1,2]", "[null,null]", R"(["a"])",
                                  R"(["a","b","c"])", "[]", ""})
            row("data", "classes", wrong);
        for (const char* part : {"train", "validation", "test"})
            for (const char* wrong :
                 {"[1]", "[1,2,3]", "[]", R"(["1","2"])", "[1.5,2]", "[-1,2]", "[null,2]",
                  "[[1],2]", "[1,9223372036854775808]", "3", "{}", "null", ""})
                row("data", part, wrong);
        for (const char* wrong : {"3", "[1.5]", "[-1]", R"("3x28x28")", "null"})
            row("data", "shape", wrong);
        for (const char* wrong : {"1.5", R"("1")", "9223372036854775808", "null"})
            row("data", "bytes", wrong);
        for (const char* wrong : {R"("1,5")", "[]", "true"}) row("data", "decode_ms", wrong);
        for (const char* wrong : {"1", R"("true")", "null"}) row("data", "resident", wrong);

        for (const char* wrong : {"0", "-1", "1.5", "2147483648", "9223372036854775808", R"("1")",
                                  "[1]", "true", "null", ""})
            row("epoch", "epoch", wrong);
        for (const char* wrong : {"1.5", R"("1")", "9223372036854775808", "null"})
            row("epoch", "updates", wrong);
        for (const char* field :
             {"train_loss", "train_accuracy", "valid_loss", "valid_accuracy", "wall_ms"})
            for (const char* wrong : {R"("1")", "[1]", "{}", "false", ""})
                row("epoch", field, wrong);
        for (const char* field :
             {"learning_rate", "data_ms", "compute_ms", "evaluation_ms", "h2d_ms", "d2h_ms"})
            for (const char* wrong : {R"("1")", "[1]", "{}", "false"}) row("epoch", field, wrong);
        for (const char* wrong : {"1", R"("yes")", "null"}) row("epoch", "best", wrong);

        for (const char* wrong : {"0", "-1", "1.5", "2147483648", R"("1")", "null", ""})
            row("rate", "step", wrong);
        for (const char* field : {"learning_rate", "loss", "smoothed_loss"})
            for (const char* wrong : {R"("1")", "[1]", "{}", "false", ""})
                row("rate", field, wrong);
    }
    void hostileFields() {
        QFETCH(QString, kind);
        QFETCH(QString, field);
        QFETCH(QString, value);
        const char* const whole = kind == "data"    ? kWholeData
                                  : kind == "epoch" ? kWholeEpoch
                                                    : kWholeRate;
        EventRecord event = eventWith(qPrintable(kind), whole);
        if (value.isEmpty())
            event.fields.erase(field.toStdString());
        else
            event.fields[field.toStdString()] = Json::parse(value.toStdString());
        for (const EventRecord& told : {event, written(event)}) {
            QVERIFY(!dataIn(told));
            QVERIFY(!epochIn(told));
            QVERIFY(!rateIn(told));
        }
        // Nor does a report get it, and what is right beside it stays.
        ReportCell cell;
        cell.events = {event, eventWith("data", kWholeData), eventWith("epoch", kWholeEpoch),
                       eventWith("rate", kWholeRate), event};
        QVERIFY(dataOf(cell));
        QCOMPARE(epochsOf(cell).size(), 1U);
        QCOMPARE(ratesOf(cell).size(), 1U);
    }

    /// decode() lets no such line through, but nothing may hang on that.
    void fieldsThatAreNoObjectAreNothing() {
        for (const char* kind : {"data", "epoch", "rate"})
            for (const char* fields :
                 {"null", "7", R"("epoch")", "true", R"([["epoch",1]])", "[]"}) {
                const EventRecord event = eventWith(kind, fields);
                QVERIFY(!dataIn(event) && !epochIn(event) && !rateIn(event));
            }
    }

    void otherKindsAreNothing() {
        for (const char* kind : {"", "Epoch", "epoch ", "epochs", "puzzled"})
            for (const char* fields : {kWholeData, kWholeEpoch, kWholeRate}) {
                const EventRecord event = eventWith(kind, fields);
                QVERIFY(!dataIn(event) && !epochIn(event) && !rateIn(event));
            }
        QVERIFY(!dataIn(EventRecord{}) && !epochIn(EventRecord{}) && !rateIn(EventRecord{}));
    }

    void aCellWithoutEventsHasNone() {
        QVERIFY(!dataOf(ReportCell{}));
        QVERIFY(epochsOf(ReportCell{}).empty());
        QVERIFY(ratesOf(ReportCell{}).empty());
    }

    void theLatestDataCounts() {
        ReportCell cell;
        for (const std::int64_t bytes : {1, 2}) {
            cell.events.push_back(eventOf(DataEvent{.bytes = bytes}));
            cell.events.push_back(eventOf(EpochEvent{.epoch = static_cast<int>(bytes)}));
        }
        QCOMPARE(dataOf(cell)->bytes, std::int64_t{2});
        const std::vector<EpochEvent> epochs = epochsOf(cell);
        QCOMPARE(epochs.size(), 2U);
        QCOMPARE(epochs.front().epoch, 1);
        QCOMPARE(epochs.back().epoch, 2);
    }
};

QTEST_GUILESS_MAIN(TestEvents)
#include "tst_events.moc"
