// SPDX-License-Identifier: Apache-2.0
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

#include <clocale>
#include <cmath>
#include <limits>
#include <locale>

#include "record/record.h"
#include "record_examples.h"
#include "shown_record.h"

using namespace duelo;
using examples::shown;

namespace {

struct CommaDecimal : std::numpunct<char> {
    char do_decimal_point() const override { return ','; }
    char do_thousands_sep() const override { return '.'; }
    std::string do_grouping() const override { return "\3"; }
};

}  // namespace

class TestRecord : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void examples_data() {
        QTest::addColumn<int>("index");
        const auto records = examples::all();
        for (std::size_t i = 0; i < records.size(); ++i)
            QTest::addRow("%zu %.30s", i, encode(records[i]).c_str()) << static_cast<int>(i);
    }
    void examples() {
        QFETCH(int, index);
        const Record record = examples::all()[static_cast<std::size_t>(index)];
        const std::string line = encode(record);
        QVERIFY(line.find('\n') == std::string::npos);
        const auto back = decode(line);
        QVERIFY2(back, shown(back).c_str());
        QCOMPARE(back->index(), record.index());
        QCOMPARE(encode(*back), line);
    }

    void valuesSurvive() {
        const auto back = decode(encode(examples::done("c003")));
        QVERIFY(back);
        const auto& r = std::get<ResultRecord>(*back);
        QCOMPARE(r.summary->mean_ms, 0.1 + 0.2);
        QVERIFY(r.summary->ci95_ms == (Interval{61.5, 62.25}));
        QCOMPARE(*r.forecast_bytes, std::int64_t{123456789012});
        QCOMPARE(r.discarded.at("clock"), 2);
        const ResultRecord expected = examples::done("c003");
        QCOMPARE(r.parts.size(), std::size_t{5});
        for (std::size_t i = 0; i < 5; ++i) {
            QCOMPARE(r.parts[i].id, expected.parts[i].id);
            QCOMPARE(r.parts[i].ms, expected.parts[i].ms);
            QCOMPARE(r.parts[i].inside, i >= 2);
        }
        QCOMPARE(r.metric("throughput")->unit, std::string("image/s"));
        QVERIFY(*r.metric("throughput")->ci95 == (Interval{16, 16.25}));
        QCOMPARE(r.metric("share")->value, 0.1 + 0.2);
        QVERIFY(!r.metric("share")->ci95 && r.metric("share")->unit.empty());
        QVERIFY(!r.metric("test_accuracy") && !r.identity("share"));
        QVERIFY(r.quantities == expected.quantities);
        const Identity *input = r.identity("input"), *weights = r.identity("weights");
        QCOMPARE(input->shape, (std::vector<std::int64_t>{2, 3, 512, 512}));
        QCOMPARE(input->notes[0].code, std::string("image_16_bit"));
        QCOMPARE(input->notes[0].args["path"].get<std::string>(), std::string("a.png"));
        QCOMPARE(weights->origin, std::string("official"));
        QCOMPARE(weights->sha256, examples::kSha);
        QCOMPARE(weights->file, std::string("pesos/resnet18.pth"));
        QCOMPARE(r.fingerprint->sha256, examples::kShortSha);
        QCOMPARE(r.fingerprint->shape, (std::vector<std::int64_t>{2, 1000}));
        QCOMPARE(r.fingerprint->largest, 17.25);
        QCOMPARE(r.fingerprint->rms, 0.1 + 0.2);
        QVERIFY(r.fingerprint->values == expected.fingerprint->values);
        QCOMPARE(r.fingerprint->best[1].row, std::int64_t{1});
        QCOMPARE(r.fingerprint->best[1].places, (std::vector<std::int64_t>{281, 285}));
        QCOMPARE(r.fingerprint->best[1].values, (std::vector<double>{16, 8.5}));
        QCOMPARE(*r.max_error, 1.5e-7);
        QVERIFY(r.output == expected.output);
        QVERIFY(r.extra.empty());
        const auto cell = std::get<CellRecord>(*decode(encode(examples::cell("c001"))));
        QCOMPARE(cell.experiment, std::string("inference"));
        QVERIFY(cell.work == examples::cell("c001").work);
        QVERIFY(cell.variant == examples::cell("c001").variant);
        QVERIFY(cell.extra.empty());
        const auto samples = std::get<Samples>(*decode(encode(examples::samples("c001"))));
        QCOMPARE(samples.t0_ms, examples::samples("c001").t0_ms);
        QCOMPARE(samples.wall_ms, examples::samples("c001").wall_ms);
        QCOMPARE(samples.calls, (std::vector<int>{4, 4, 1024}));
        QCOMPARE(samples.discard, (std::vector<int>{0, 2, 0}));
        const auto header = std::get<Header>(*decode(encode(examples::header())));
        QVERIFY(header.plan == examples::header().plan);
        QCOMPARE(header.cells, 3);
        QVERIFY(header.machine == examples::header().machine);
        QVERIFY(header.engine == examples::header().engine);
    }

    void whatIsExpectedOfCellsSurvives() {
        Header header{.run = "r", .app = "0", .started = "s", .plan_hash = "0123456789abcdef"};
        QVERIFY(encode(header).find("expected_ms") == std::string::npos);
        header.expected_ms = {{"c001", 1800}, {"c002", 2250.5}};
        QVERIFY(std::get<Header>(*decode(encode(header))).expected_ms == header.expected_ms);
        const std::string line = encode(header);
        const std::string wrong = std::string(line).replace(line.find("1800"), 4, "\"long\"");
        QVERIFY(!decode(wrong));
    }

    /// A prediction is kept to the letter; fields that a newer Duelo adds to it pass through.
    void predictionSurvives_P_01() {
        const Header header{
            .run = "r", .app = "0", .started = "s", .plan_hash = "0123456789abcdef"};
        QVERIFY(encode(header).find("prediction") == std::string::npos);
        QVERIFY(!std::get<Header>(*decode(encode(header))).prediction);
        Header asked = examples::predicted();
        QVERIFY(std::get<Header>(*decode(encode(asked))).prediction == asked.prediction);
        QCOMPARE(asked.prediction->answerTo("times_last"), std::string("1_to_3"));
        QVERIFY(asked.prediction->answerTo("growth").empty());
        asked.prediction = Prediction{.base = {{"device", "cpu"}}, .skipped = true};
        asked.prediction->extra["sure"] = 0.5;
        QVERIFY(std::get<Header>(*decode(encode(asked))).prediction == asked.prediction);
        const std::string line = encode(header);
        // An earlier version had a place for one of the two: another variant, or a GPU elsewhere.
        asked.prediction->other = {{"device", "cuda"}, {"elsewhere", true}};
        const auto read = std::get<Header>(*decode(encode(asked))).prediction;
        QVERIFY(read->elsewhere && read->other.is_null());
        const std::string wrong = line.substr(0, line.size() - 1) + R"(,"prediction":3})";
        QCOMPARE(decode(wrong).error().code, std::string("record_bad_field"));
    }

    /// A record tells which process took a sample where there were several.
    void processesSurvive() {
        const Samples several{.cell = "c001", .process = {0, 1, 1}, .wall_ms = {1, 2, 3}};
        QCOMPARE(std::get<Samples>(*decode(encode(several))).process, several.process);
        QVERIFY(encode(Samples{.cell = "c001", .wall_ms = {1}}).find("process") ==
                std::string::npos);
        const auto odd = decode(R"({"r":"samples","cell":"c1","process":[0],"wall_ms":[1,2]})");
        QCOMPARE(odd.error().code, std::string("record_bad_field"));
    }

    /// A training's lines keep every value.
    void trainingSurvives() {
        const auto cell = std::get<CellRecord>(*decode(encode(examples::trainingCell("c010"))));
        QCOMPARE(cell.experiment, std::string("training"));
        QVERIFY(cell.work == examples::trainingCell("c010").work);
        QCOMPARE(cell.work.real("learning_rate"), 0.1 + 0.2);
        QVERIFY(cell.work.flag("augment") && !cell.work.flag("deterministic", true));
        QVERIFY(cell.variant == examples::trainingCell("c010").variant);
        const auto data = std::get<EventRecord>(*decode(encode(examples::data("c010"))));
        QCOMPARE(data.kind, std::string("data"));
        QVERIFY(data.fields == examples::data("c010").fields);
        QVERIFY(data.fields["validation"] == Json::array({15, 15, 15}));
        QVERIFY(data.fields["shape"] == Json::array({3, 51, 51}));
        QVERIFY(!data.fields["resident"].get<bool>());
        const auto epoch = std::get<EventRecord>(*decode(encode(examples::epoch("c010", 3))));
        QCOMPARE(epoch.cell, std::string("c010"));
        QCOMPARE(epoch.kind, std::string("epoch"));
        QVERIFY(epoch.fields == examples::epoch("c010", 3).fields);
        QCOMPARE(epoch.fields["epoch"].get<int>(), 3);
        QCOMPARE(epoch.fields["updates"].get<std::int64_t>(), std::int64_t{18});
        QCOMPARE(epoch.fields["train_accuracy"].get<double>(), 0.1 + 0.2);
        QCOMPARE(epoch.fields["evaluation_ms"].get<double>(), 90.5);
        QCOMPARE(epoch.fields["h2d_ms"].get<double>(), 3.5);
        QCOMPARE(epoch.fields["d2h_ms"].get<double>(), 0.25);
        QVERIFY(epoch.fields["best"].get<bool>());
        const auto rate = std::get<EventRecord>(*decode(encode(examples::rate("c011", 7))));
        QCOMPARE(rate.fields["step"].get<int>(), 7);
        QCOMPARE(rate.fields["smoothed_loss"].get<double>(), 1.05);
        const auto result = std::get<ResultRecord>(*decode(encode(examples::trained("c010"))));
        QCOMPARE(partMs(result.parts, "data").value(), 12.25);
        QCOMPARE(partMs(result.parts, "evaluation").value(), 90.5);
        QVERIFY(!partMs(result.parts, "h2d"));
        QCOMPARE(result.metric("test_accuracy")->value, 41.0 / 45);
        QCOMPARE(result.identity("weights")->origin, std::string(kRandomOrigin));
        QVERIFY(result.fingerprint->shape.empty() && result.fingerprint->values.empty());
        QVERIFY(result.output == examples::trained("").output);
        const auto stage = decode(encode(Stage{.cell = "c", .stage = "test", .share = 0.5}));
        QCOMPARE(*std::get<Stage>(*stage).share, 0.5);
    }

    /// A part "unexplained" is derived where it is shown: what is inside the call and the rest make
    /// up its time.
    void theRestOfATimeIsUnexplained() {
        const Parts parts = withUnexplained(examples::done("c").parts, 20);
        QCOMPARE(parts.size(), std::size_t{6});
        QCOMPARE(parts.back().id, std::string("unexplained"));
        QCOMPARE(parts.back().ms, 20.0 - 3 - 4 - 5);
        QVERIFY(parts.back().inside);
        QCOMPARE(withUnexplained({{"compute", 4}}, 3).back().ms, -1.0);  // said, not hidden
        QCOMPARE(withUnexplained({{"data", 0.1}, {"compute", 0.2}}, 0.3).back().ms, 0.0);
        // Nothing of the call's time is known: all of it would be the rest.
        QCOMPARE(withUnexplained({{"decode", 4, false}}, 20).size(), std::size_t{1});
        QVERIFY(withUnexplained({}, 20).empty());
    }

    void theLinesOfDesignMd() {
        QCOMPARE(encode(examples::failed("c004")),
                 std::string(R"({"r":"result","cell":"c004","status":"failed",)"
                             R"("reason":"out_of_memory","args":{"asked_bytes":3100,)"
                             R"("free_bytes":1200},"message":"alloc"})"));
        QCOMPARE(encode(examples::end()), std::string(R"({"r":"end","status":"completed"})"));
        const auto design =
            decode(R"({"r":"cell","cell":"c003","experiment":"inference",)"
                   R"("case":{"model":"resnet18","size_px":512,"batch":1},)"
                   R"("variant":{"device":"cpu","threads":4,"precision":"fp32","mode":"eager"}})");
        QVERIFY2(design, shown(design).c_str());
        const Params work{{"model", "resnet18"}, {"size_px", 512}, {"batch", 1}};
        QVERIFY(std::get<CellRecord>(*design).work == work);
        // The axes in the order of their names: equal parameters are equal text.
        QCOMPARE(encode(*design),
                 std::string(R"({"r":"cell","cell":"c003","experiment":"inference",)"
                             R"("case":{"batch":1,"model":"resnet18","size_px":512},)"
                             R"("variant":{"device":"cpu","mode":"eager","precision":"fp32",)"
                             R"("threads":4}})"));
    }

    /// Only an experiment knows the meaning of its axes. A record keeps the values of axes that
    /// this Duelo does not know; null says that an axis does not apply, and is no value.
    void axesOfNobodyAreKept() {
        const auto record = decode(
            R"({"r":"cell","cell":"c1","experiment":"juggling","case":{"balls":3,"weights":null,)"
            R"("hand":{"name":"left","sha256":"00"}},"variant":{"threads":null,"high":true}})");
        QVERIFY2(record, shown(record).c_str());
        const auto& cell = std::get<CellRecord>(*record);
        const Params work{{"balls", 3}, {"hand", {{"name", "left"}, {"sha256", "00"}}}};
        const Params variant{{"high", true}};
        QCOMPARE(cell.experiment, std::string("juggling"));
        QVERIFY(cell.work == work);
        QVERIFY(cell.variant == variant);
        QCOMPARE(encode(cell),
                 std::string(R"({"r":"cell","cell":"c1","experiment":"juggling","case":{"balls":3,)"
                             R"("hand":{"name":"left","sha256":"00"}},"variant":{"high":true}})"));
    }

    /// Only an experiment knows the meaning of its events; a record keeps all of an event.
    void eventsOfNobodyAreKept() {
        const std::string line =
            R"({"r":"event","cell":"c1","kind":"puzzled","fields":{"deep":{"list":[1,null,)"
            R"({"a":"x"}],"none":{}},"much":9223372036854775807,"little":0.25}})";
        const auto record = decode(line);
        QVERIFY2(record, shown(record).c_str());
        const auto& event = std::get<EventRecord>(*record);
        QCOMPARE(event.cell, std::string("c1"));
        QCOMPARE(event.kind, std::string("puzzled"));
        QVERIFY(event.extra.empty());
        QCOMPARE(event.fields["deep"]["list"][2]["a"].get<std::string>(), std::string("x"));
        QCOMPARE(encode(event), line);
        QCOMPARE(encode(EventRecord{.cell = "c1", .kind = "rang"}),
                 std::string(R"({"r":"event","cell":"c1","kind":"rang","fields":{}})"));
    }

    /// Only an experiment knows the meaning of its output; a record keeps even one that it would
    /// not take.
    void outputsOfNobodyAreKept() {
        for (const char* output :
             {R"({"picture":[[0,255]],"none":{},"deep":{"list":[1,null,{"a":"x"}]},"n":0.25})",
              R"({"top":[{"class":"x"}],"trained":{"confusion":[[1],[2,3]]},"rate_advice":7})"}) {
            const std::string line = R"({"r":"result","cell":"c1","status":"done","output":)" +
                                     std::string(output) + '}';
            const auto record = decode(line);
            QVERIFY2(record, shown(record).c_str());
            const auto& result = std::get<ResultRecord>(*record);
            QVERIFY(result.output == Json::parse(output));
            QVERIFY(result.extra.empty());
            QCOMPARE(encode(result), line);
        }
        const auto none = decode(R"({"r":"result","cell":"c1","status":"done"})");
        QVERIFY(std::get<ResultRecord>(*none).output == Json::object());
    }

    void samplesAreRoundedToTheClock() {
        Samples samples{.cell = "c001", .wall_ms = {0.12345678901, 1.0 / 3.0, 2e9 + 0.5}};
        QCOMPARE(
            encode(samples),
            std::string(
                R"({"r":"samples","cell":"c001","wall_ms":[0.123457,0.333333,2000000000.5]})"));
    }

    void notFiniteIsNull() {
        constexpr double nan = std::numeric_limits<double>::quiet_NaN();
        constexpr double inf = std::numeric_limits<double>::infinity();
        ResultRecord r = examples::done("c001");
        r.summary->median_ms = nan;
        r.summary->p99_ms = inf;
        r.summary->ci95_ms = Interval{1, inf};
        r.max_error = nan;
        r.parts[0].ms = nan;
        r.metrics[0].value = nan;
        r.metrics[0].ci95 = Interval{-inf, 1};
        r.fingerprint->largest = nan;
        r.fingerprint->values[1] = inf;
        r.output["top"][0]["probability"] = nan;
        const std::string line = encode(r);
        QVERIFY(line.find("\"median_ms\":null") != std::string::npos);
        QVERIFY(!Json::parse(line, nullptr, false).is_discarded());
        const auto back = decode(line);
        QVERIFY2(back, shown(back).c_str());
        const auto& read = std::get<ResultRecord>(*back);
        QVERIFY(std::isnan(read.summary->median_ms) && std::isnan(*read.summary->p99_ms));
        QVERIFY(std::isnan(*read.max_error) && std::isnan(read.parts[0].ms));
        QVERIFY(std::isnan(read.metrics[0].value) && std::isnan(read.metrics[0].ci95->low));
        QVERIFY(std::isnan(read.fingerprint->largest) && std::isnan(read.fingerprint->values[1]));
        QCOMPARE(encode(*back), line);

        const EventRecord event{.cell = "c001", .kind = "e", .fields = {{"x", nan}, {"y", inf}}};
        QCOMPARE(
            encode(event),
            std::string(R"({"r":"event","cell":"c001","kind":"e","fields":{"x":null,"y":null}})"));

        const std::string samples = encode(Samples{.cell = "c001", .wall_ms = {1, nan, -inf, 2}});
        QCOMPARE(samples,
                 std::string(R"({"r":"samples","cell":"c001","wall_ms":[1.0,null,null,2.0]})"));
        QCOMPARE(encode(*decode(samples)), samples);
    }

    /// The C locale of the process, as a GUI tool kit sets it (R-25). ps_AF has a decimal sign of
    /// two bytes. Where the system has no such locale, the C library's own compiler makes it.
    void cLocale_data() {
        QTest::addColumn<QString>("name");
        for (const char* name : {"es_ES.UTF-8", "ar_EG.UTF-8", "ps_AF.UTF-8"})
            QTest::newRow(name) << QString(name);
    }
    void cLocale() {
        QFETCH(QString, name);
        const std::string expected = encode(examples::done("c001"));
        if (!setUpLocale(name)) QSKIP("this locale is neither installed nor can it be made");
        const std::string sign = std::localeconv()->decimal_point;
        const std::string line = encode(examples::done("c001"));
        const auto back = decode(line);
        const bool kept = std::localeconv()->decimal_point == sign;
        std::setlocale(LC_ALL, "C");
        QVERIFY(kept);
        QCOMPARE(line, expected);
        QVERIFY2(back, shown(back).c_str());
        QCOMPARE(std::get<ResultRecord>(*back).summary->mean_ms, 0.1 + 0.2);
        QCOMPARE(encode(*back), expected);
    }

    void cppLocale() {
        const std::string expected = encode(examples::done("c001"));
        const std::locale before =
            std::locale::global(std::locale(std::locale(), new CommaDecimal));
        const std::string line = encode(examples::done("c001"));
        const auto back = decode(line);
        const Json plan{{"cases", {{{"size_px", 1024}, {"learning_rate", 1234.5}}}}};
        const std::string hash = planHash(plan);
        std::locale::global(before);
        QCOMPARE(line, expected);
        QVERIFY2(back, shown(back).c_str());
        QCOMPARE(encode(*back), expected);
        QCOMPARE(hash, planHash(plan));
    }

private:
    bool setUpLocale(const QString& name) {
        // The C library remembers what it did not find in LOCPATH: made first, looked up then.
        qunsetenv("LOCPATH");
        if (std::setlocale(LC_ALL, qPrintable(name)) != nullptr) return true;
        QProcess::execute("localedef", {"-c", "-i", name.section('.', 0, 0), "-f", "UTF-8",
                                        m_locales.filePath(name)});
        qputenv("LOCPATH", m_locales.path().toLocal8Bit());
        return std::setlocale(LC_ALL, qPrintable(name)) != nullptr;
    }

    QTemporaryDir m_locales;
};

QTEST_APPLESS_MAIN(TestRecord)
#include "tst_record.moc"
