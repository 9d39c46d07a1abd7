// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include <span>
#include <string>
#include <vector>

#include "../../record/line_validator.h"
#include "all_specs.h"
#include "base/json_text.h"
#include "experiments/common_axes.h"
#include "experiments/record_schema.h"
#include "experiments/specs.h"
#include "record/record.h"

using namespace duelo;

namespace {

const Facts kFacts{.physical_cores = 2, .devices = {Device::Cpu, Device::Cuda}};

nlohmann::json schemaOf(std::span<const Spec> specs) {
    return recordSchema(specs);
}

std::string headerOf(const Json& plan) {
    return encode(Header{.run = "r",
                         .app = "0",
                         .started = "s",
                         .plan = plan,
                         .plan_hash = planHash(plan),
                         .cells = 1});
}

/// The first cell of an experiment's usual plan, on the CPU.
CellRecord cellOf(const char* experiment) {
    const Spec& spec = *findAny(experiment);
    const Cell cell = expand(usualPlan(spec, {}), spec, {}).front();
    return {.cell = "c1", .experiment = experiment, .work = cell.work, .variant = cell.variant};
}

}  // namespace

/// The contract of the record follows from what experiments declare, also from those that are
/// planned and from a toy, of which recordSchema() knows nothing.
class TestRecordSchema : public QObject {
    Q_OBJECT

    const LineValidator m_all{schemaOf(allSpecs())};
    const LineValidator m_shipped{schemaOf(specs())};

private Q_SLOTS:
    /// Accept it by DUELO_ACCEPT_GOLDEN=1, read the difference, and commit it.
    void shippedFileIsWhatTheSpecsSay() {
        QFile file(DUELO_SOURCE_DIR "/resources/schema/record.schema.json");
        const QByteArray got = QByteArray::fromStdString(recordSchema(specs()).dump(2) + '\n');
        if (qEnvironmentVariableIsSet("DUELO_ACCEPT_GOLDEN")) {
            QVERIFY(file.open(QIODevice::WriteOnly));
            QCOMPARE(file.write(got), qint64{got.size()});
            return;
        }
        QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(file.fileName()));
        const QByteArrayList oldLines = file.readAll().split('\n'), newLines = got.split('\n');
        for (qsizetype i = 0; i < std::min(oldLines.size(), newLines.size()); ++i)
            QCOMPARE(QString::fromUtf8(newLines[i]), QString::fromUtf8(oldLines[i]));
        QCOMPARE(newLines.size(), oldLines.size());
    }

    void whatIsMeasuredIsValid_data() {
        QTest::addColumn<QString>("id");
        for (const Spec& spec : allSpecs())
            QTest::newRow(spec.id.c_str()) << QString::fromStdString(spec.id);
    }
    void whatIsMeasuredIsValid() {
        QFETCH(QString, id);
        const Spec& spec = *findAny(id.toStdString());
        const Plan plan = usualPlan(spec, kFacts);
        QCOMPARE(m_all.errorsOf(headerOf(toJson(plan))), QString());
        for (const Cell& cell : expand(plan, spec, kFacts))
            QCOMPARE(m_all.errorsOf(encode(CellRecord{.cell = cell.id,
                                                      .experiment = cell.experiment,
                                                      .work = cell.work,
                                                      .variant = cell.variant})),
                     QString());
        // Neither does the schema take the parameters of an experiment for those of another.
        CellRecord other = cellOf(spec.id == "toy" ? "pi" : "toy");
        other.experiment = spec.id;
        QVERIFY(!m_all.errorsOf(encode(other)).isEmpty());
    }

    /// Files of a Duelo with another API have the same schema, and another API changes none of it.
    void devicesOfAnyApiAreValid() {
        for (const char* device : {"cpu", "cuda:1", "opencl", "rocm:12"}) {
            CellRecord cell = cellOf("inference");
            cell.variant.set(kDeviceAxis, device);
            QCOMPARE(m_shipped.errorsOf(encode(cell)), QString());
        }
    }

    /// An experiment of the CPU alone: its words, its schema, and what it refuses.
    void devicesOfTheCpuAlone() {
        Spec spec{.id = "small", .command = "small"};
        spec.axes = {deviceAxis(Devices::CpuOnly), threadsAxis()};
        QCOMPARE(spec.axes[0].help, std::string("cpu"));
        QVERIFY(deviceAxis().help.starts_with("cpu,"));
        const auto variant = [&spec] {
            return recordSchema(std::span(&spec, 1))["definitions"]["small.variant"];
        };
        QCOMPARE(variant()["properties"][kDeviceAxis]["pattern"], Json("^cpu$"));
        QCOMPARE(variant()["required"], Json::array({kDeviceAxis, "threads"}));
        const auto typed = planFromWords(spec, {{kDeviceAxis, {"cuda"}}}, kFacts);
        QCOMPARE(typed.error().code, std::string("unknown_value"));
        QCOMPARE(typed.error().args["accepted"], Json::array({"cpu"}));
        QCOMPARE(usualPlan(spec, kFacts).variants[0].at(kDeviceAxis), std::vector<Json>{"cpu"});
        spec.axes[0] = deviceAxis();
        QCOMPARE(variant()["required"], Json::array({kDeviceAxis}));
    }

    void wrongParametersAreInvalid_data() {
        QTest::addColumn<QString>("experiment");
        QTest::addColumn<QString>("work");  // these values instead; null: none
        QTest::addColumn<QString>("variant");
        const auto row = [](const char* name, const char* experiment, const char* work,
                            const char* variant = "{}") {
            QTest::newRow(name) << QString(experiment) << QString(work) << QString(variant);
        };
        row("a wrong word", "inference", R"({"model":"vgg99"})");
        row("a word of another experiment", "training", "{}", R"({"precision":"fp16"})");
        row("below the range", "inference", R"({"size_px":31})");
        row("above the range", "inference", R"({"batch":4097})");
        row("a share above the range", "training", R"({"test_share":0.81})");
        row("a part of a number", "inference", R"({"size_px":224.5})");
        row("a number as text", "inference", R"({"size_px":"224"})");
        row("a flag as number", "training", R"({"augment":1})");
        row("a path as number", "training", R"({"data":3})");
        row("an empty path", "training", R"({"data":""})");
        row("no word of a device", "inference", "{}", R"({"device":"GPU 1"})");
        row("an unknown axis", "inference", R"({"colour":"red"})");
        row("an axis of another role", "inference", R"({"device":"cpu"})");
        row("an unknown variant", "inference", "{}", R"({"speed":2})");
        row("an axis of a run", "training", R"({"save_weights":true})");
        row("an axis that is missing", "inference", R"({"model":null})");
        row("a variant that is missing", "inference", "{}", R"({"device":null})");
        row("a toy's word", "toy", R"({"shape":"circle"})");
        row("a toy's number", "toy", R"({"n":1000001})");
        row("an attachment without digest", "pool_lab", "{}", R"({"source":{"name":"a.cu"}})");
        row("an attachment's digest", "program", "{}", R"({"command":{"name":"a","sha256":"00"}})");
        row("work of nothing", "stopwatch", R"({"work":{"experiment":"toy"}})");
        row("work with a wrong word", "stopwatch",
            R"({"work":{"experiment":"toy","case":{"shape":"circle"},"variant":{}}})");
    }
    void wrongParametersAreInvalid() {
        QFETCH(QString, experiment);
        QFETCH(QString, work);
        QFETCH(QString, variant);
        CellRecord cell = cellOf(experiment.toUtf8().constData());
        QCOMPARE(m_all.errorsOf(encode(cell)), QString());
        const auto change = [](Params& params, const QString& values) {
            const Json changes = *parseJson(values.toStdString());
            for (const auto& [axis, value] : changes.items()) {
                if (value.is_null())
                    params.erase(axis);
                else
                    params.set(axis, value);
            }
        };
        change(cell.work, work);
        change(cell.variant, variant);
        QVERIFY(!m_all.errorsOf(encode(cell)).isEmpty());
    }

    void wrongPlansAreInvalid_data() {
        QTest::addColumn<QString>("part");
        QTest::addColumn<QString>("value");
        QTest::addColumn<bool>("valid");
        const auto row = [](const char* name, const char* part, const char* value,
                            bool valid = false) {
            QTest::newRow(name) << QString(part) << QString(value) << valid;
        };
        row("usual values", "cases", "[{}]", true);
        row("lists", "cases", R"([{"model":["mlp","lab_alexnet"],"batch":16}])", true);
        row("a setting in a list of its own", "cases", R"([{"epochs":[3]}])", true);
        row("a run", "run", R"({"save_weights":true})", true);
        row("a base", "base", R"({"device":"cuda"})", true);
        row("a wrong word in a list", "cases", R"([{"model":["mlp","vgg99"]}])");
        row("a number out of range", "cases", R"([{"epochs":0}])");
        row("a setting repeated", "cases", R"([{"epochs":[3,4]}])");
        row("an empty list", "cases", R"([{"batch":[]}])");
        row("an unknown axis", "cases", R"([{"colour":"red"}])");
        row("a case among variants", "variants", R"([{"batch":16}])");
        row("an unknown run", "run", R"({"device":"cpu"})");
        row("a run's wrong value", "run", R"({"save_weights":1})");
        row("a base that is no variant", "base", R"({"batch":16})");
    }
    void wrongPlansAreInvalid() {
        QFETCH(QString, part);
        QFETCH(QString, value);
        QFETCH(bool, valid);
        Json plan{{"experiment", "training"},
                  {"cases", Json::array({Json::object()})},
                  {"variants", Json::array({Json::object()})}};
        plan[part.toStdString()] = parseJson(value.toStdString()).value();
        QCOMPARE(m_shipped.errorsOf(headerOf(plan)).isEmpty(), valid);
    }

    /// A new experiment is registered by its Spec; nothing else changes.
    void anotherExperimentJoinsByItsSpec() {
        CellRecord toy = cellOf("toy");
        toy.work.set("shape", "circle");
        QCOMPARE(m_shipped.errorsOf(encode(toy)), QString());
        QVERIFY(!m_all.errorsOf(encode(toy)).isEmpty());
    }

    void eventsHaveTheirColumns() {
        const auto event = [](const char* fields) {
            return encode(
                EventRecord{.cell = "c1", .kind = "rate", .fields = parseJson(fields).value()});
        };
        QCOMPARE(m_shipped.errorsOf(event(
                     R"({"step":1,"learning_rate":0.1,"loss":null,"smoothed_loss":2,"own":1})")),
                 QString());
        QVERIFY(!m_shipped.errorsOf(event(R"({"step":1,"learning_rate":0.1,"loss":1})")).isEmpty());
        QVERIFY(
            !m_shipped
                 .errorsOf(event(R"({"step":0,"learning_rate":0.1,"loss":1,"smoothed_loss":2})"))
                 .isEmpty());
    }

    void metricsHaveTheirUnits() {
        const auto result = [](const char* id, const char* unit) {
            ResultRecord record;
            record.cell = "c1";
            record.metrics = {{.id = id, .unit = unit, .value = 1}};
            return encode(record);
        };
        for (const auto& [id, unit] : {std::pair{"throughput", "image/s"},
                                       {"sample_rate", "sample/s"},
                                       {"flop_rate", "flop/s"},
                                       {"number_rate", "1/s"},
                                       {"test_accuracy", ""},
                                       {"of nobody", "ell"}})
            QCOMPARE(m_all.errorsOf(result(id, unit)), QString());
        for (const auto& [id, unit] :
             {std::pair{"throughput", ""}, {"throughput", "ell"}, {"test_accuracy", "percent"}})
            QVERIFY2(!m_all.errorsOf(result(id, unit)).isEmpty(), id);
    }
};

QTEST_APPLESS_MAIN(TestRecordSchema)
#include "tst_record_schema.moc"
