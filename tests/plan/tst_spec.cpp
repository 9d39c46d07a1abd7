// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include <string>
#include <vector>

#include "base/sha256.h"
#include "spec_examples.h"

using namespace duelo;
using namespace duelo::examples;

namespace {

using Edit = void (*)(Plan&);

}  // namespace

class TestSpec : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theUsualPlanHasEveryAxisButOptionalOnes() {
        const Plan usual = usualPlan(sample(), {});
        QCOMPARE(describe(usual),
                 QString(R"({"experiment":"sample","cases":[{"file":"random","label":"none",)"
                         R"("n":[4,2],"order":"rows","share":0.25,"warm":true}],)"
                         R"("variants":[{"device":"cpu","threads":0}],"run":{"save":false},)"
                         R"("base":{"device":"cpu"},"preset":"standard"})"));
        QVERIFY(problemsOf(usual, sample(), {}).empty());
    }

    void conditions_data() {
        QTest::addColumn<bool>("inA");
        QTest::addColumn<bool>("notInA");
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<bool>("holds");
        QTest::newRow("nothing asked") << false << false << QByteArray("1") << true;
        QTest::newRow("nothing asked of nothing") << false << false << QByteArray() << true;
        QTest::newRow("in") << true << false << QByteArray("2") << true;
        QTest::newRow("not in") << true << false << QByteArray("3") << false;
        QTest::newRow("absent is in nothing") << true << false << QByteArray() << false;
        QTest::newRow("refused") << false << true << QByteArray("2") << false;
        QTest::newRow("not refused") << false << true << QByteArray("3") << true;
        QTest::newRow("absent is never refused") << false << true << QByteArray() << true;
        QTest::newRow("in and refused") << true << true << QByteArray("2") << false;
    }
    void conditions() {
        QFETCH(bool, inA);
        QFETCH(bool, notInA);
        QFETCH(QByteArray, value);
        const std::vector<Json> list{1, 2};
        When when{.axis = "a"};
        if (inA) when.in = list;
        if (notInA) when.not_in = list;
        Params params{{"b", 2}};
        if (!value.isEmpty()) params.set("a", parseJson(value.toStdString()).value());
        QTEST(when.holds(params), "holds");
    }

    void problems_data() {
        QTest::addColumn<QByteArray>("list");
        QTest::addColumn<QByteArray>("values");  // what takes the place of the usual ones
        QTest::addColumn<QString>("problem");    // axis, block, index and reason
        const auto row = [](const char* name, const char* list, const char* values,
                            const char* problem) {
            QTest::newRow(name) << QByteArray(list) << QByteArray(values)
                                << QString::fromUtf8(problem);
        };
        row("empty list", "cases", R"({"n":[]})", R"(n 0 0 list_empty {"field":"cases[0].n"})");
        row("empty setting", "cases", R"({"order":[]})",
            R"(order 0 0 list_empty {"field":"cases[0].order"})");
        row("below", "cases", R"({"n":[1,0]})",
            R"(n 0 1 size_out_of_range {"value":0,"min":1,"max":100,"field":"cases[0].n[1]"})");
        row("above", "cases", R"({"n":101})",
            R"(n 0 0 size_out_of_range {"value":101,"min":1,"max":100,)"
            R"("field":"cases[0].n[0]"})");
        row("beyond int64", "cases", R"({"n":18446744073709551615})",
            R"(n 0 0 size_out_of_range {"value":18446744073709551615,"min":1,"max":100,)"
            R"("field":"cases[0].n[0]"})");
        row("a setting's field has no index", "cases", R"({"share":0.9})",
            R"(share 0 0 value_out_of_range {"value":0.9,"min":0.01,"max":0.8,)"
            R"("field":"cases[0].share"})");
        row("open above", "cases", R"({"rate":0.25})",
            R"(rate 0 0 value_out_of_range {"value":0.25,"min":0.5,"max":null,)"
            R"("field":"cases[0].rate"})");
        row("a part of an integer", "cases", R"({"n":[1,1.5]})",
            R"(n 0 1 field_not_integer {"field":"cases[0].n[1]","value":1.5})");
        row("text for an integer", "cases", R"({"n":"4"})",
            R"(n 0 0 field_not_integer {"field":"cases[0].n[0]","value":"4"})");
        row("null", "cases", R"({"n":null})",
            R"(n 0 0 field_not_integer {"field":"cases[0].n[0]","value":null})");
        row("text for a number", "cases", R"({"share":"0.2"})",
            R"(share 0 0 field_not_number {"field":"cases[0].share","value":"0.2"})");
        row("a number for a word", "cases", R"({"order":1})",
            R"(order 0 0 field_not_text {"field":"cases[0].order","value":1})");
        row("another word", "cases", R"({"order":"Rows"})",
            R"(order 0 0 unknown_value {"field":"cases[0].order","value":"Rows",)"
            R"("accepted":["rows","columns"]})");
        row("a number for a flag", "cases", R"({"warm":1})",
            R"(warm 0 0 field_not_boolean {"field":"cases[0].warm","value":1})");
        row("a flag for a text", "cases", R"({"label":false})",
            R"(label 0 0 field_not_text {"field":"cases[0].label","value":false})");
        row("a number for a path", "cases", R"({"file":["a",7]})",
            R"(file 0 1 field_not_text {"field":"cases[0].file[1]","value":7})");
        row("no path", "cases", R"({"file":["a",""]})",
            R"(file 0 1 path_not_usable {"field":"cases[0].file[1]","value":""})");
        row("a path with NUL", "cases", R"({"file":"a\u0000b"})",
            R"(file 0 0 path_not_usable {"field":"cases[0].file[0]","value":"a\u0000b"})");
        for (const char* kind : {"source", "command", "work"})
            QTest::newRow(kind) << QByteArray("cases")
                                << QString(R"({"%1":"a.c"})").arg(kind).toUtf8()
                                << QString(R"(%1 0 0 field_not_object {"field":"cases[0].%1",)"
                                           R"("value":"a.c"})")
                                       .arg(kind);
        row("a source without its digest", "cases", R"({"source":{"name":"a.cu"}})",
            R"(source 0 0 field_missing {"field":"cases[0].source.sha256"})");
        row("a source with its text", "cases",
            R"({"source":{"name":"a.cu","sha256":"00ff","text":"x"}})",
            R"(source 0 0 field_unknown {"field":"cases[0].source.text",)"
            R"("accepted":["name","sha256"]})");
        row("a source that is not attached", "cases",
            R"({"source":{"name":"a.cu","sha256":"00ff"}})",
            R"(source 0 0 attachment_missing {"field":"cases[0].source","name":"a.cu"})");
        row("a setting twice", "cases", R"({"share":[0.1,0.2]})",
            R"(share 0 1 setting_repeated {"field":"cases[0].share"})");
        row("a variant", "variants", R"({"device":["cpu","tpu"]})",
            R"(device 0 1 unknown_value {"field":"variants[0].device[1]","value":"tpu",)"
            R"("accepted":["cpu","cuda"]})");
        row("a variant in a case", "cases", R"({"device":"cpu"})",
            R"(device 0 0 field_unknown {"field":"cases[0].device","accepted":["n","share","rate",)"
            R"("order","warm","label","file","source","command","work"]})");
        row("a case in a variant", "variants", R"({"n":1})",
            R"(n 0 0 field_unknown {"field":"variants[0].n","accepted":["device","threads"]})");
        row("an unknown axis of a run", "run", R"({"n":1})",
            R"(n 0 0 field_unknown {"field":"run.n","accepted":["save","keep"]})");
        row("a value of a run", "run", R"({"keep":"all"})",
            R"(keep 0 0 field_not_integer {"field":"run.keep","value":"all"})");
        row("an unknown axis of the base", "base", R"({"n":1})",
            R"(n 0 0 field_unknown {"field":"base.n","accepted":["device","threads"]})");
        row("a value of the base", "base", R"({"device":"tpu"})",
            R"(device 0 0 unknown_value {"field":"base.device","value":"tpu",)"
            R"("accepted":["cpu","cuda"]})");
        row("a list in the base", "base", R"({"threads":[1]})",
            R"(threads 0 0 field_not_integer {"field":"base.threads","value":[1]})");
        row("too many", "cases",
            ("{\"file\":[\"a\"" + QByteArray(",\"a\"").repeated(5000) + "]}").constData(),
            R"( 0 0 too_many_cells {"count":10002,"max":10000})");
        row("as many as may be", "cases",
            ("{\"file\":[\"a\"" + QByteArray(",\"a\"").repeated(4999) + "]}").constData(), "");
        row("what does not apply is looked at", "variants", R"({"device":"cuda","threads":"x"})",
            R"(threads 0 0 field_not_integer {"field":"variants[0].threads[0]","value":"x"})");
    }
    void problems() {
        QFETCH(QByteArray, list);
        QFETCH(QByteArray, values);
        Json json = toJson(usualPlan(sample(), {}));
        Json& part = json[list.toStdString()];
        (part.is_array() ? part[0] : part).update(parseJson(values.toStdString()).value());
        const Plan plan = planFromJson(json).value();
        QTEST(described(problemsOf(plan, sample(), {})).join('\n'), "problem");
    }

    /// A device that this PC does not have is refused, and work for it is never measured on another
    /// one. A GPU that is usual is no problem of the plan: its cells are skipped and say why.
    void devices_data() {
        QTest::addColumn<bool>("gpus");
        QTest::addColumn<QByteArray>("device");
        QTest::addColumn<QString>("problem");
        QTest::newRow("the CPU") << true << QByteArray(R"("cpu")") << QString();
        QTest::newRow("no GPU here") << true << QByteArray(R"("cuda")") << QString();
        QTest::newRow("the same") << true << QByteArray(R"("cuda:0")") << QString();
        QTest::newRow("one of several") << true << QByteArray(R"("cuda:2")") << QString();
        QTest::newRow("one that is not open")
            << true << QByteArray(R"("cuda:1")")
            << R"(device 0 0 device_not_open {"field":"variants[0].device[0]","value":"cuda:1",)"
               R"("accepted":["cpu","cuda:2"]})";
        for (const char* unknown : {"opencl", "rocm:1", "other", "CUDA", "cuda:"})
            QTest::newRow(unknown) << true << '"' + QByteArray(unknown) + '"'
                                   << QString(R"(device 0 0 unknown_value {"field":)"
                                              R"("variants[0].device[0]","value":"%1",)"
                                              R"("accepted":["cpu","cuda"]})")
                                          .arg(unknown);
        QTest::newRow("a number") << true << QByteArray("1")
                                  << R"(device 0 0 field_not_text {"field":)"
                                     R"("variants[0].device[0]","value":1})";
        QTest::newRow("CPU alone") << false << QByteArray(R"("cpu")") << QString();
        QTest::newRow("CPU alone, asked for a GPU")
            << false << QByteArray(R"("cuda")")
            << R"(device 0 0 unknown_value {"field":"variants[0].device[0]","value":"cuda",)"
               R"("accepted":["cpu"]})";
    }
    void devices() {
        QFETCH(bool, gpus);
        QFETCH(QByteArray, device);
        Spec spec = sample();
        std::ranges::find(spec.axes, kDeviceAxis, &Axis::id)->gpus = gpus;
        const Facts facts{.devices = {Device::Cpu, {Api::Cuda, 2}}};
        Plan plan = usualPlan(spec, facts);
        plan.variants[0][kDeviceAxis] = {parseJson(device.toStdString()).value()};
        QTEST(described(problemsOf(plan, spec, facts)).join('\n'), "problem");
    }

    void devicesByOpenCl() {
        Spec spec = sample();
        Axis& axis = *std::ranges::find(spec.axes, kDeviceAxis, &Axis::id);
        QVERIFY(!axis.accepts("opencl") && !axis.accepts("opencl:1"));
        axis.opencl = true;
        QVERIFY(axis.accepts("opencl") && axis.accepts("opencl:1") && axis.accepts("cuda"));
        QCOMPARE(axis.apis(), (std::vector<std::string>{"cpu", "cuda", "opencl"}));
        axis.gpus = false;
        QVERIFY(!axis.accepts("opencl") && !axis.accepts("cuda") && axis.accepts("cpu"));
        QVERIFY(notByOpenCl().holds({{kDeviceAxis, "cuda"}}) && notByOpenCl().holds({}));
        QVERIFY(!notByOpenCl().holds({{kDeviceAxis, "opencl:1"}}));
    }

    /// One device is one value, however it is written; what this Duelo cannot read stays.
    void devicesAreCompletedToOneWord() {
        Plan plan = usualPlan(sample(), {});
        plan.variants[0][kDeviceAxis] = {"cuda:0", "cuda", "cuda:01", "rocm:0", "cpu:0"};
        QCOMPARE(
            QString::fromStdString(jsonText(completed(plan, sample()).variants[0].at(kDeviceAxis))),
            QString(R"(["cuda","cuda:1","rocm:0","cpu"])"));
    }

    /// Work that names no device is the CPU's, and every other API is a GPU's.
    void conditionsOnDevices() {
        for (const auto& [params, gpu] :
             std::vector<std::pair<Params, bool>>{{{}, false},
                                                  {{{kDeviceAxis, "cpu"}}, false},
                                                  {{{kDeviceAxis, "cuda"}}, true},
                                                  {{{kDeviceAxis, "cuda:3"}}, true},
                                                  {{{kDeviceAxis, "opencl"}}, true},
                                                  {{{kDeviceAxis, 5}}, true}}) {
            QCOMPARE(onGpu().holds(params), gpu);
            QCOMPARE(onCpu().holds(params), !gpu);
        }
    }

    void problemsBesideValues_data() {
        QTest::addColumn<Edit>("edit");
        QTest::addColumn<QStringList>("problems");
        const auto row = [](const char* name, Edit edit, const QStringList& problems) {
            QTest::newRow(name) << edit << problems;
        };
        row("no cases", [](Plan& p) { p.cases.clear(); }, {R"( 0 0 list_empty {"field":"cases"})"});
        row("no variants", [](Plan& p) { p.variants.clear(); },
            {R"( 0 0 list_empty {"field":"variants"})"});
        row("of another experiment", [](Plan& p) { p.experiment = "grid"; },
            {R"( 0 0 unknown_value {"field":"experiment","value":"grid","accepted":["sample"]})"});
        row("not UTF-8", [](Plan& p) { p.cases[0]["file"] = {"a\xFF"}; },
            {QString::fromUtf8(
                R"(file 0 0 path_not_usable {"field":"cases[0].file[0]","value":"a�"})")});
        row("an axis without an entry is usual", [](Plan& p) { p.cases[0].clear(); }, {});
        row("optional axes may be empty", [](Plan& p) { p.cases[0]["rate"].clear(); }, {});
        row("everything that is wrong, in the order of the axes",
            [](Plan& p) {
                p.cases.push_back({{"warm", {1}}, {"n", {0, 0}}});
                p.cases[0]["label"] = {2};
            },
            {R"(label 0 0 field_not_text {"field":"cases[0].label","value":2})",
             R"(n 1 0 size_out_of_range {"value":0,"min":1,"max":100,"field":"cases[1].n[0]"})",
             R"(n 1 1 size_out_of_range {"value":0,"min":1,"max":100,"field":"cases[1].n[1]"})",
             R"(warm 1 0 field_not_boolean {"field":"cases[1].warm","value":1})"});
        row("more than an integer counts",
            [](Plan& p) {
                p.cases[0]["n"] = p.cases[0]["file"] = {};
                p.cases[0]["n"].resize(9000, 1);
                p.cases[0]["file"].resize(9000, "a");
                p.variants[0]["threads"].resize(9000, 1);
                p.cases.resize(8, p.cases[0]);
                p.variants.resize(8, p.variants[0]);
                p.variants[0]["device"].resize(9000, "cpu");
            },
            {R"( 0 0 too_many_cells {"count":1000000000000000,"max":10000})"});
    }
    void problemsBesideValues() {
        QFETCH(Edit, edit);
        Plan plan = usualPlan(sample(), {});
        edit(plan);
        QTEST(described(problemsOf(plan, sample(), {})), "problems");
    }

    /// Another text under the same name is refused: it would not be the text that the plan names.
    void anAttachmentIsTheOneThatIsNamed() {
        const Attachment source("int x;");
        QCOMPARE(source.sha256(), sha256Hex("int x;"));
        Plan plan = usualPlan(sample(), {});
        plan.cases[0]["source"] = {referenceTo("a.cu", source)};
        plan.attachments.emplace("a.cu", source);
        QCOMPARE(described(problemsOf(plan, sample(), {})), QStringList());
        QVERIFY(validated(plan, sample(), {}).value() == plan);
        Plan other = plan;
        other.attachments.at("a.cu") = Attachment("int y;");
        QCOMPARE(described(problemsOf(other, sample(), {})),
                 (QStringList{QString(R"(source 0 0 attachment_differs {"field":"cases[0].source",)"
                                      R"("name":"a.cu","expected":"%1","found":"%2"})")
                                  .arg(QString::fromStdString(source.sha256()),
                                       QString::fromStdString(sha256Hex("int y;")))}));
        other.attachments.at("a.cu") = Attachment(std::string("int x;\0y", 8));
        QCOMPARE(described(problemsOf(other, sample(), {})).first(),
                 QString(R"( 0 0 attachment_not_text {"name":"a.cu"})"));
    }

    /// A cell has what its own values name; what no value names goes.
    void cellsHaveWhatTheyName() {
        constexpr auto v = AxisRole::Variant;
        Spec spec{.id = "pool"};
        Axis source = axisOf("source", AxisKind::Source, v, Json());
        source.many = true;
        spec.axes = {
            words(axisOf("kernel", AxisKind::Word, v, Json::array({"own"})), {"own", "edited"}),
            only(source, {{.axis = "kernel", .in = {"edited"}}})};
        const Attachment a("a"), b("b");
        Plan plan{.experiment = "pool", .cases = {Block()}, .variants = {Block()}};
        plan.variants[0] = {{"kernel", {"own", "edited"}},
                            {"source", {referenceTo("a.cu", a), referenceTo("b.cu", b)}}};
        plan.attachments = {{"a.cu", a}, {"b.cu", b}, {"nobody.cu", a}};
        plan = validated(plan, spec, {}).value();
        QVERIFY(plan.attachments == (Attachments{{"a.cu", a}, {"b.cu", b}}));
        const std::vector<Cell> made = expand(plan, spec, {});
        QCOMPARE(made.size(), std::size_t{3});
        QVERIFY(made[0].attachments.empty());
        QVERIFY(made[1].attachments == (Attachments{{"a.cu", a}}));
        QVERIFY(made[2].attachments == (Attachments{{"b.cu", b}}));
    }

    /// Attachments of an experiment are in its usual plan, and in one that does not name them.
    void usualAttachmentsComeWithTheExperiment() {
        const Attachment pi("pi");
        Spec spec{.id = "program", .attachments = {{"pi.sh", pi}}};
        spec.axes = {axisOf("command", AxisKind::Command, AxisRole::Case,
                            Json::array({referenceTo("pi.sh", pi)}))};
        const Plan usual = usualPlan(spec, {});
        QVERIFY(usual.attachments == spec.attachments);
        const Plan silent{.experiment = "program", .cases = {Block()}, .variants = {Block()}};
        QCOMPARE(described(problemsOf(silent, spec, {})), QStringList());
        QVERIFY(validated(silent, spec, {}).value().attachments == spec.attachments);
        QVERIFY(expand(silent, spec, {}).at(0).attachments == spec.attachments);
        const auto typed = planFromWords(spec, {{"command", {"sum"}}}, {});
        QVERIFY(validated(typed.value(), spec, {}).value().attachments ==
                (Attachments{{"sum", Attachment("sum")}}));
    }

    void whatIsNeitherUsualNorChosenIsMissing() {
        Spec spec = sample();
        spec.axes = {axisOf("n", AxisKind::Integer, AxisRole::Case, Json()), exampleDeviceAxis()};
        spec.axes[0].optional = false;
        QCOMPARE(described(problemsOf(usualPlan(spec, {}), spec, {})),
                 (QStringList{R"(n 0 0 field_missing {"field":"cases[0].n"})"}));
    }

    void theExperimentItselfIsAskedLast() {
        Spec spec = sample();
        spec.validate = [](const Plan& plan, const Facts& facts) {
            return std::vector<Problem>{
                {.axis = "n",
                 .index = 1,
                 .reason = {"odd",
                            {{"value", plan.cases[0].at("n")[1]}, {"cores", facts.physical_cores}},
                            {}}}};
        };
        Plan plan = usualPlan(spec, {});
        QCOMPARE(described(problemsOf(plan, spec, kTwoCores)),
                 (QStringList{R"(n 0 1 odd {"value":2,"cores":2})"}));
        plan.cases[0].clear();  // what is asked about has the usual values
        QCOMPARE(described(problemsOf(plan, spec, kTwoCores)),
                 (QStringList{R"(n 0 1 odd {"value":2,"cores":2})"}));
        plan.cases[0]["n"] = {0};  // there is no second value to ask for
        QCOMPARE(described(problemsOf(plan, spec, kTwoCores)).size(), 1);
        QVERIFY(described(problemsOf(plan, spec, kTwoCores))[0].startsWith("n 0 0 size_out"));
    }

    void cells_data() {
        QTest::addColumn<QByteArray>("plan");
        QTest::addColumn<QStringList>("cells");
        const auto row = [](const char* name, const char* cases, const char* variants,
                            const QStringList& cells) {
            QTest::newRow(name) << QByteArray(R"({"experiment":"grid","cases":)") + cases +
                                       R"(,"variants":)" + variants + '}'
                                << cells;
        };
        const char* usual = "[{}]";
        row("usual", usual, usual,
            {R"(c001 {"a":1,"b":"x"} {"device":"cpu","mode":"eager","threads":2})"});
        row("the last axis fastest, variants innermost", R"([{"a":[2,1],"b":["y","x"]}])",
            R"([{"threads":[3,1]}])",
            {R"(c001 {"a":2,"b":"y","c":5} {"device":"cpu","mode":"eager","threads":3})",
             R"(c002 {"a":2,"b":"y","c":5} {"device":"cpu","mode":"eager","threads":1})",
             R"(c003 {"a":2,"b":"x"} {"device":"cpu","mode":"eager","threads":3})",
             R"(c004 {"a":2,"b":"x"} {"device":"cpu","mode":"eager","threads":1})",
             R"(c005 {"a":1,"b":"y","c":5} {"device":"cpu","mode":"eager","threads":3})",
             R"(c006 {"a":1,"b":"y","c":5} {"device":"cpu","mode":"eager","threads":1})",
             R"(c007 {"a":1,"b":"x"} {"device":"cpu","mode":"eager","threads":3})",
             R"(c008 {"a":1,"b":"x"} {"device":"cpu","mode":"eager","threads":1})"});
        row("an axis that does not apply leaves repeated ones", R"([{"b":["x","y"],"c":[5,6]}])",
            usual,
            {R"(c001 {"a":1,"b":"x"} {"device":"cpu","mode":"eager","threads":2})",
             R"(c003 {"a":1,"b":"y","c":5} {"device":"cpu","mode":"eager","threads":2})",
             R"(c004 {"a":1,"b":"y","c":6} {"device":"cpu","mode":"eager","threads":2})"});
        row("a condition on what was dropped itself", R"([{"b":["x","y"],"d":"D","e":"E"}])", usual,
            {R"(c001 {"a":1,"b":"x","e":"E"} {"device":"cpu","mode":"eager","threads":2})",
             R"(c002 {"a":1,"b":"y","c":5,"d":"D"} {"device":"cpu","mode":"eager","threads":2})"});
        row("threads are the CPU's, a graph is the GPU's", usual,
            R"([{"device":["cpu","cuda"],"threads":[1,3],"mode":["graph","eager"]}])",
            {R"(c002 {"a":1,"b":"x"} {"device":"cpu","mode":"eager","threads":1})",
             R"(c004 {"a":1,"b":"x"} {"device":"cpu","mode":"eager","threads":3})",
             R"(c005 {"a":1,"b":"x"} {"device":"cuda","mode":"graph"})",
             R"(c006 {"a":1,"b":"x"} {"device":"cuda","mode":"eager"})"});
        row("no thread is all cores, once", usual, R"([{"threads":[1,0,2]}])",
            {R"(c001 {"a":1,"b":"x"} {"device":"cpu","mode":"eager","threads":1})",
             R"(c002 {"a":1,"b":"x"} {"device":"cpu","mode":"eager","threads":2})"});
        row("0 is 0 elsewhere", R"([{"a":0}])", usual,
            {R"(c001 {"a":0,"b":"x"} {"device":"cpu","mode":"eager","threads":2})"});
        row("blocks one after the other, what they share once",
            R"([{"a":[1,2]},{"a":[2,3]},{"b":"y"}])",
            R"([{"threads":1},{"device":"cuda","mode":["eager","graph"]},{"threads":[2,1]}])",
            {R"(c001 {"a":1,"b":"x"} {"device":"cpu","mode":"eager","threads":1})",
             R"(c002 {"a":1,"b":"x"} {"device":"cuda","mode":"eager"})",
             R"(c003 {"a":1,"b":"x"} {"device":"cuda","mode":"graph"})",
             R"(c004 {"a":1,"b":"x"} {"device":"cpu","mode":"eager","threads":2})",
             R"(c006 {"a":2,"b":"x"} {"device":"cpu","mode":"eager","threads":1})",
             R"(c007 {"a":2,"b":"x"} {"device":"cuda","mode":"eager"})",
             R"(c008 {"a":2,"b":"x"} {"device":"cuda","mode":"graph"})",
             R"(c009 {"a":2,"b":"x"} {"device":"cpu","mode":"eager","threads":2})",
             R"(c016 {"a":3,"b":"x"} {"device":"cpu","mode":"eager","threads":1})",
             R"(c017 {"a":3,"b":"x"} {"device":"cuda","mode":"eager"})",
             R"(c018 {"a":3,"b":"x"} {"device":"cuda","mode":"graph"})",
             R"(c019 {"a":3,"b":"x"} {"device":"cpu","mode":"eager","threads":2})",
             R"(c021 {"a":1,"b":"y","c":5} {"device":"cpu","mode":"eager","threads":1})",
             R"(c022 {"a":1,"b":"y","c":5} {"device":"cuda","mode":"eager"})",
             R"(c023 {"a":1,"b":"y","c":5} {"device":"cuda","mode":"graph"})",
             R"(c024 {"a":1,"b":"y","c":5} {"device":"cpu","mode":"eager","threads":2})"});
        row("nothing that applies", usual, R"([{"mode":"graph"}])", {});
    }
    void cells() {
        QFETCH(QByteArray, plan);
        const Plan chosen = planOf(plan);
        QCOMPARE(described(problemsOf(chosen, grid(), kTwoCores)), QStringList());
        const std::vector<Cell> made = expand(chosen, grid(), kTwoCores);
        QTEST(describe(made), "cells");
        for (const Cell& cell : made) QCOMPARE(cell.experiment, std::string("grid"));
    }

    /// S0-51: a file resumed on a PC with another number of cores finds its own cells.
    void anIdIsTheSameOnEveryMachine() {
        const Plan chosen = planOf(
            R"({"experiment":"grid","cases":[{"a":[1,2]}],"variants":[{"threads":[0,2,8,1]}]})");
        const auto found = [&](const Facts& facts) {
            QStringList list;
            for (const Cell& cell : expand(chosen, grid(), facts))
                list << QString("%1 %2 %3")
                            .arg(QString::fromStdString(cell.id))
                            .arg(cell.work.integer("a"))
                            .arg(cell.variant.integer("threads"));
            return list;
        };
        QCOMPARE(found(kEightCores), (QStringList{"c001 1 8", "c002 1 2", "c004 1 1", "c005 2 8",
                                                  "c006 2 2", "c008 2 1"}));
        QCOMPARE(found(kTwoCores), (QStringList{"c001 1 2", "c003 1 8", "c004 1 1", "c005 2 2",
                                                "c007 2 8", "c008 2 1"}));
    }

    void theOrderOfAnObjectsFieldsIsNoDifference() {
        Spec spec = sample();
        spec.axes = {axisOf("work", AxisKind::Work, AxisRole::Case, Json())};
        spec.axes[0].many = true;
        const auto made =
            expand(planOf(R"({"experiment":"sample","cases":[{"work":[{"b":{"d":1,"c":2},"a":3},)"
                          R"({"a":3,"b":{"c":2,"d":1}}]}],"variants":[{}]})"),
                   spec, {});
        QCOMPARE(describe(made), (QStringList{R"(c001 {"work":{"a":3,"b":{"c":2,"d":1}}} {})"}));
    }

    void anUnknownNumberOfCoresIsOneThread() {
        const auto made = expand(usualPlan(grid(), {}), grid(), {.physical_cores = 0});
        QCOMPARE(made.at(0).variant.integer("threads"), std::int64_t{1});
    }
};

QTEST_APPLESS_MAIN(TestSpec)
#include "tst_spec.moc"
