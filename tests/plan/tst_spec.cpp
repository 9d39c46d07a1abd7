// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include <map>
#include <string>
#include <vector>

#include "base/json_text.h"
#include "plan/spec.h"

using namespace duelo;

namespace {

Axis axisOf(const char* id, AxisKind kind, AxisRole role, Json usual) {
    Axis axis{.id = id, .kind = kind, .role = role};
    axis.many = usual.is_array();
    axis.optional = usual.is_null();
    axis.usual = std::move(usual);
    axis.option = std::string("--") + id;
    return axis;
}

Axis words(Axis axis, std::vector<std::string> accepted) {
    axis.words = std::move(accepted);
    return axis;
}

Axis within(Axis axis, double min, double max) {
    axis.min = min;
    axis.max = max;
    return axis;
}

Axis only(Axis axis, std::vector<When> when) {
    axis.when = std::move(when);
    return axis;
}

Axis deviceAxis() {
    return words(axisOf("device", AxisKind::Word, AxisRole::Variant, Json::array({"cpu"})),
                 {"cpu", "cuda"});
}

Axis threadsAxis() {
    Axis axis = axisOf("threads", AxisKind::Integer, AxisRole::Variant, Json::array({0}));
    axis.zero_is_cores = true;
    return only(axis, {{.axis = "device", .in = {"cpu"}}});
}

/// An axis of every kind and role.
Spec sample() {
    constexpr auto c = AxisRole::Case;
    Spec spec{.id = "sample"};
    Axis n = within(axisOf("n", AxisKind::Integer, c, Json::array({4, 2})), 1, 100);
    n.range_reason = "size_out_of_range";
    Axis share = within(axisOf("share", AxisKind::Real, c, 0.25), 0.01, 0.8);
    share.per_typed = 0.01;
    Axis rate = axisOf("rate", AxisKind::Real, c, Json());
    rate.min = 0.5;
    spec.axes = {n,
                 share,
                 rate,
                 words(axisOf("order", AxisKind::Word, c, "rows"), {"rows", "columns"}),
                 axisOf("warm", AxisKind::Flag, c, true),
                 axisOf("label", AxisKind::Text, c, "none"),
                 axisOf("file", AxisKind::Path, c, Json::array({"random"})),
                 axisOf("source", AxisKind::Source, c, Json()),
                 axisOf("command", AxisKind::Command, c, Json()),
                 axisOf("work", AxisKind::Work, c, Json()),
                 deviceAxis(),
                 threadsAxis(),
                 axisOf("save", AxisKind::Flag, AxisRole::Run, false),
                 axisOf("keep", AxisKind::Integer, AxisRole::Run, Json())};
    return spec;
}

/// What combinationsOf() has to drop and to keep.
Spec grid() {
    constexpr auto c = AxisRole::Case;
    Spec spec{.id = "grid"};
    Axis mode = words(axisOf("mode", AxisKind::Word, AxisRole::Variant, Json::array({"eager"})),
                      {"eager", "graph"});
    mode.value_when["graph"] = {{.axis = "device", .in = {"cuda"}}};
    spec.axes = {
        axisOf("a", AxisKind::Integer, c, Json::array({1})),
        words(axisOf("b", AxisKind::Word, c, Json::array({"x"})), {"x", "y"}),
        only(axisOf("c", AxisKind::Integer, c, Json::array({5})), {{.axis = "b", .in = {"y"}}}),
        only(axisOf("d", AxisKind::Text, c, Json()), {{.axis = "c", .in = {5}}}),
        only(axisOf("e", AxisKind::Text, c, Json()), {{.axis = "c", .not_in = {5}}}),
        deviceAxis(),
        threadsAxis(),
        mode};
    return spec;
}

QString describe(const Reason& reason) {
    return QString::fromStdString(reason.code + ' ' + jsonText(reason.args));
}

QString describe(const Selection& selection) {
    return QString::fromStdString(jsonText(toJson(selection)));
}

QString describe(const Params& params) {
    return QString::fromStdString(jsonText(params.json()));
}

/// "n 0 1 value_out_of_range {…}": the axis, the block, the value and why.
QStringList described(const std::vector<Problem>& problems) {
    QStringList list;
    for (const Problem& problem : problems)
        list << QString("%1 %2 %3 ")
                        .arg(QString::fromStdString(problem.axis))
                        .arg(problem.block)
                        .arg(problem.index) +
                    describe(problem.reason);
    return list;
}

/// "3 {work} {variant}"
QStringList describe(const std::vector<Combination>& combinations) {
    QStringList list;
    for (const Combination& made : combinations)
        list << QString("%1 %2 %3")
                    .arg(made.ordinal)
                    .arg(describe(made.work), describe(made.variant));
    return list;
}

/// What the tests here write down has no errors.
Selection selectionOf(const QByteArray& json) {
    return selectionFromJson(parseJson(json.toStdString()).value()).value();
}

using Edit = void (*)(Selection&);

constexpr Facts kTwoCores{.physical_cores = 2};
constexpr Facts kEightCores{.physical_cores = 8};

}  // namespace

Q_DECLARE_METATYPE(Edit)
Q_DECLARE_METATYPE(TypedWords)

class TestSpec : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theUsualSelectionHasEveryAxisButOptionalOnes() {
        const Selection usual = usualSelection(sample());
        QCOMPARE(describe(usual),
                 QString(R"({"experiment":"sample","cases":[{"file":"random","label":"none",)"
                         R"("n":[4,2],"order":"rows","share":0.25,"warm":true}],)"
                         R"("variants":[{"device":"cpu","threads":0}],"run":{"save":false}})"));
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
        Json json = toJson(usualSelection(sample()));
        Json& place = list == "run" ? json["run"] : json[list.toStdString()][0];
        place.update(parseJson(values.toStdString()).value());
        const Selection selection = selectionFromJson(json).value();
        QTEST(described(problemsOf(selection, sample(), {})).join('\n'), "problem");
    }

    void problemsBesideValues_data() {
        QTest::addColumn<Edit>("edit");
        QTest::addColumn<QStringList>("problems");
        const auto row = [](const char* name, Edit edit, const QStringList& problems) {
            QTest::newRow(name) << edit << problems;
        };
        row("no cases", [](Selection& s) { s.cases.clear(); },
            {R"( 0 0 list_empty {"field":"cases"})"});
        row("no variants", [](Selection& s) { s.variants.clear(); },
            {R"( 0 0 list_empty {"field":"variants"})"});
        row("of another experiment", [](Selection& s) { s.experiment = "grid"; },
            {R"( 0 0 unknown_value {"field":"experiment","value":"grid","accepted":["sample"]})"});
        row("not UTF-8", [](Selection& s) { s.cases[0]["file"] = {"a\xFF"}; },
            {QString::fromUtf8(
                R"(file 0 0 path_not_usable {"field":"cases[0].file[0]","value":"a�"})")});
        row("an axis without an entry is usual", [](Selection& s) { s.cases[0].clear(); }, {});
        row("optional axes may be empty", [](Selection& s) { s.cases[0]["rate"].clear(); }, {});
        row("everything that is wrong, in the order of the axes",
            [](Selection& s) {
                s.cases.push_back({{"warm", {1}}, {"n", {0, 0}}});
                s.cases[0]["label"] = {2};
            },
            {R"(label 0 0 field_not_text {"field":"cases[0].label","value":2})",
             R"(n 1 0 size_out_of_range {"value":0,"min":1,"max":100,"field":"cases[1].n[0]"})",
             R"(n 1 1 size_out_of_range {"value":0,"min":1,"max":100,"field":"cases[1].n[1]"})",
             R"(warm 1 0 field_not_boolean {"field":"cases[1].warm","value":1})"});
        row("more than an integer counts",
            [](Selection& s) {
                s.cases[0]["n"] = s.cases[0]["file"] = {};
                s.cases[0]["n"].resize(9000, 1);
                s.cases[0]["file"].resize(9000, "a");
                s.variants[0]["threads"].resize(9000, 1);
                s.cases.resize(8, s.cases[0]);
                s.variants.resize(8, s.variants[0]);
                s.variants[0]["device"].resize(9000, "cpu");
            },
            {R"( 0 0 too_many_cells {"count":1000000000000000,"max":10000})"});
    }
    void problemsBesideValues() {
        QFETCH(Edit, edit);
        Selection selection = usualSelection(sample());
        edit(selection);
        QTEST(described(problemsOf(selection, sample(), {})), "problems");
    }

    void whatIsNeitherUsualNorChosenIsMissing() {
        Spec spec = sample();
        spec.axes = {axisOf("n", AxisKind::Integer, AxisRole::Case, Json()), deviceAxis()};
        spec.axes[0].optional = false;
        QCOMPARE(described(problemsOf(usualSelection(spec), spec, {})),
                 (QStringList{R"(n 0 0 field_missing {"field":"cases[0].n"})"}));
    }

    void theExperimentItselfIsAskedLast() {
        Spec spec = sample();
        spec.validate = [](const Selection& selection, const Facts& facts) {
            return std::vector<Problem>{{.axis = "n",
                                         .index = 1,
                                         .reason = {"odd",
                                                    {{"value", selection.cases[0].at("n")[1]},
                                                     {"cores", facts.physical_cores}},
                                                    {}}}};
        };
        Selection selection = usualSelection(spec);
        QCOMPARE(described(problemsOf(selection, spec, kTwoCores)),
                 (QStringList{R"(n 0 1 odd {"value":2,"cores":2})"}));
        selection.cases[0]["n"] = {0};  // there is no second value to ask for
        QCOMPARE(described(problemsOf(selection, spec, kTwoCores)).size(), 1);
        QVERIFY(described(problemsOf(selection, spec, kTwoCores))[0].startsWith("n 0 0 size_out"));
    }

    void combinations_data() {
        QTest::addColumn<QByteArray>("selection");
        QTest::addColumn<QStringList>("combinations");
        const auto row = [](const char* name, const char* cases, const char* variants,
                            const QStringList& combinations) {
            QTest::newRow(name) << QByteArray(R"({"experiment":"grid","cases":)") + cases +
                                       R"(,"variants":)" + variants + '}'
                                << combinations;
        };
        const char* usual = "[{}]";
        row("usual", usual, usual,
            {R"(1 {"a":1,"b":"x"} {"device":"cpu","mode":"eager","threads":2})"});
        row("the last axis fastest, variants innermost", R"([{"a":[2,1],"b":["y","x"]}])",
            R"([{"threads":[3,1]}])",
            {R"(1 {"a":2,"b":"y","c":5} {"device":"cpu","mode":"eager","threads":3})",
             R"(2 {"a":2,"b":"y","c":5} {"device":"cpu","mode":"eager","threads":1})",
             R"(3 {"a":2,"b":"x"} {"device":"cpu","mode":"eager","threads":3})",
             R"(4 {"a":2,"b":"x"} {"device":"cpu","mode":"eager","threads":1})",
             R"(5 {"a":1,"b":"y","c":5} {"device":"cpu","mode":"eager","threads":3})",
             R"(6 {"a":1,"b":"y","c":5} {"device":"cpu","mode":"eager","threads":1})",
             R"(7 {"a":1,"b":"x"} {"device":"cpu","mode":"eager","threads":3})",
             R"(8 {"a":1,"b":"x"} {"device":"cpu","mode":"eager","threads":1})"});
        row("an axis that does not apply leaves repeated ones", R"([{"b":["x","y"],"c":[5,6]}])",
            usual,
            {R"(1 {"a":1,"b":"x"} {"device":"cpu","mode":"eager","threads":2})",
             R"(3 {"a":1,"b":"y","c":5} {"device":"cpu","mode":"eager","threads":2})",
             R"(4 {"a":1,"b":"y","c":6} {"device":"cpu","mode":"eager","threads":2})"});
        row("a condition on what was dropped itself", R"([{"b":["x","y"],"d":"D","e":"E"}])", usual,
            {R"(1 {"a":1,"b":"x","e":"E"} {"device":"cpu","mode":"eager","threads":2})",
             R"(2 {"a":1,"b":"y","c":5,"d":"D"} {"device":"cpu","mode":"eager","threads":2})"});
        row("threads are the CPU's, a graph is the GPU's", usual,
            R"([{"device":["cpu","cuda"],"threads":[1,3],"mode":["graph","eager"]}])",
            {R"(2 {"a":1,"b":"x"} {"device":"cpu","mode":"eager","threads":1})",
             R"(4 {"a":1,"b":"x"} {"device":"cpu","mode":"eager","threads":3})",
             R"(5 {"a":1,"b":"x"} {"device":"cuda","mode":"graph"})",
             R"(6 {"a":1,"b":"x"} {"device":"cuda","mode":"eager"})"});
        row("no thread is all cores, once", usual, R"([{"threads":[1,0,2]}])",
            {R"(1 {"a":1,"b":"x"} {"device":"cpu","mode":"eager","threads":1})",
             R"(2 {"a":1,"b":"x"} {"device":"cpu","mode":"eager","threads":2})"});
        row("0 is 0 elsewhere", R"([{"a":0}])", usual,
            {R"(1 {"a":0,"b":"x"} {"device":"cpu","mode":"eager","threads":2})"});
        row("blocks one after the other, what they share once",
            R"([{"a":[1,2]},{"a":[2,3]},{"b":"y"}])",
            R"([{"threads":1},{"device":"cuda","mode":["eager","graph"]},{"threads":[2,1]}])",
            {R"(1 {"a":1,"b":"x"} {"device":"cpu","mode":"eager","threads":1})",
             R"(2 {"a":1,"b":"x"} {"device":"cuda","mode":"eager"})",
             R"(3 {"a":1,"b":"x"} {"device":"cuda","mode":"graph"})",
             R"(4 {"a":1,"b":"x"} {"device":"cpu","mode":"eager","threads":2})",
             R"(6 {"a":2,"b":"x"} {"device":"cpu","mode":"eager","threads":1})",
             R"(7 {"a":2,"b":"x"} {"device":"cuda","mode":"eager"})",
             R"(8 {"a":2,"b":"x"} {"device":"cuda","mode":"graph"})",
             R"(9 {"a":2,"b":"x"} {"device":"cpu","mode":"eager","threads":2})",
             R"(16 {"a":3,"b":"x"} {"device":"cpu","mode":"eager","threads":1})",
             R"(17 {"a":3,"b":"x"} {"device":"cuda","mode":"eager"})",
             R"(18 {"a":3,"b":"x"} {"device":"cuda","mode":"graph"})",
             R"(19 {"a":3,"b":"x"} {"device":"cpu","mode":"eager","threads":2})",
             R"(21 {"a":1,"b":"y","c":5} {"device":"cpu","mode":"eager","threads":1})",
             R"(22 {"a":1,"b":"y","c":5} {"device":"cuda","mode":"eager"})",
             R"(23 {"a":1,"b":"y","c":5} {"device":"cuda","mode":"graph"})",
             R"(24 {"a":1,"b":"y","c":5} {"device":"cpu","mode":"eager","threads":2})"});
        row("nothing that applies", usual, R"([{"mode":"graph"}])", {});
    }
    void combinations() {
        QFETCH(QByteArray, selection);
        const Selection chosen = selectionOf(selection);
        QCOMPARE(described(problemsOf(chosen, grid(), kTwoCores)), QStringList());
        QTEST(describe(combinationsOf(chosen, grid(), kTwoCores)), "combinations");
    }

    /// S0-51: a file resumed on a PC with another number of cores finds its own cells.
    void anOrdinalIsTheSameOnEveryMachine() {
        const Selection chosen = selectionOf(
            R"({"experiment":"grid","cases":[{"a":[1,2]}],"variants":[{"threads":[0,2,8,1]}]})");
        std::map<int, std::pair<Params, Json>> ofEight;
        for (const Combination& made : combinationsOf(chosen, grid(), kEightCores))
            ofEight[made.ordinal] = {made.work, made.variant.at("threads")};
        std::map<int, std::pair<Params, Json>> ofTwo;
        for (const Combination& made : combinationsOf(chosen, grid(), kTwoCores))
            ofTwo[made.ordinal] = {made.work, made.variant.at("threads")};
        const Params one{{"a", 1}, {"b", "x"}}, two{{"a", 2}, {"b", "x"}};
        const std::map<int, std::pair<Params, Json>> eight{{1, {one, 8}}, {2, {one, 2}},
                                                           {4, {one, 1}}, {5, {two, 8}},
                                                           {6, {two, 2}}, {8, {two, 1}}};
        const std::map<int, std::pair<Params, Json>> few{{1, {one, 2}}, {3, {one, 8}},
                                                         {4, {one, 1}}, {5, {two, 2}},
                                                         {7, {two, 8}}, {8, {two, 1}}};
        QVERIFY(ofEight == eight);
        QVERIFY(ofTwo == few);
    }

    void theOrderOfAnObjectsFieldsIsNoDifference() {
        Spec spec = sample();
        spec.axes = {axisOf("work", AxisKind::Work, AxisRole::Case, Json())};
        spec.axes[0].many = true;
        const auto made = combinationsOf(
            selectionOf(R"({"experiment":"sample","cases":[{"work":[{"b":{"d":1,"c":2},"a":3},)"
                        R"({"a":3,"b":{"c":2,"d":1}}]}],"variants":[{}]})"),
            spec, {});
        QCOMPARE(describe(made), (QStringList{R"(1 {"work":{"a":3,"b":{"c":2,"d":1}}} {})"}));
    }

    void anUnknownNumberOfCoresIsOneThread() {
        const auto made = combinationsOf(usualSelection(grid()), grid(), {.physical_cores = 0});
        QCOMPARE(made.at(0).variant.integer("threads"), std::int64_t{1});
    }

    void jsonRoundTrip_data() {
        QTest::addColumn<QByteArray>("json");
        const auto row = [](const char* name, const char* json) {
            QTest::newRow(name) << QByteArray(json);
        };
        row("nothing chosen", R"({"experiment":"grid","cases":[{}],"variants":[{}]})");
        row("no blocks", R"({"experiment":"","cases":[],"variants":[]})");
        row("every kind of value",
            R"({"experiment":"sample","cases":[{"file":["Ñandú/图片.jpg","b"],"n":-7,)"
            R"("share":1e-12,"source":{"name":"a.cu","sha256":"00ff"},"warm":false,)"
            R"("work":[{"experiment":"grid","case":{"a":1},"variant":{}},{}]},{"n":[]}],)"
            R"("variants":[{"threads":[0,18446744073709551615]},{}],"run":{"save":true}})");
    }
    void jsonRoundTrip() {
        QFETCH(QByteArray, json);
        const Selection selection = selectionOf(json);
        QCOMPARE(describe(selection).toUtf8(), json);
        QVERIFY(selectionOf(describe(selection).toUtf8()) == selection);
    }

    void aSingleValueMayStandInAList() {
        const Selection plain =
            selectionOf(R"({"experiment":"e","cases":[{"n":1}],"variants":[]})");
        const Selection listed =
            selectionOf(R"({"experiment":"e","cases":[{"n":[1]}],"variants":[]})");
        QCOMPARE(plain.cases.at(0).at("n"), std::vector<Json>{1});
        QVERIFY(plain == listed);
        QVERIFY(!(plain == selectionOf(R"({"experiment":"e","cases":[{"n":2}],"variants":[]})")));
    }

    void jsonRefusals_data() {
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<QString>("reason");
        const auto row = [](const char* name, const char* json, const char* reason) {
            QTest::newRow(name) << QByteArray(json) << QString::fromUtf8(reason);
        };
        row("no object", "[]", R"(field_not_object {"field":"{}","value":"[…]"})");
        row("no experiment", R"({"cases":[],"variants":[]})",
            R"(field_missing {"field":"experiment"})");
        row("experiment a number", R"({"experiment":7,"cases":[],"variants":[]})",
            R"(field_not_text {"field":"experiment","value":"7"})");
        row("no cases", R"({"experiment":"e","variants":[]})",
            R"(field_missing {"field":"cases"})");
        row("no variants", R"({"experiment":"e","cases":[]})",
            R"(field_missing {"field":"variants"})");
        row("cases no list", R"({"experiment":"e","cases":{},"variants":[]})",
            R"(field_not_list {"field":"cases","value":"{…}"})");
        row("a block no object", R"({"experiment":"e","cases":[{},3],"variants":[]})",
            R"(field_not_object {"field":"cases[1]","value":"3"})");
        row("a variant no object", R"({"experiment":"e","cases":[{}],"variants":[[]]})",
            R"(field_not_object {"field":"variants[0]","value":"[…]"})");
        row("run no object", R"({"experiment":"e","cases":[],"variants":[],"run":[]})",
            R"(field_not_object {"field":"run","value":"[…]"})");
        row("unknown field", R"({"experiment":"e","cases":[],"variants":[],"seed":1})",
            R"(field_unknown {"field":"seed","accepted":["experiment","cases","variants","run"]})");
    }
    void jsonRefusals() {
        QFETCH(QByteArray, json);
        const auto selection = selectionFromJson(parseJson(json.toStdString()).value());
        QVERIFY(!selection);
        QTEST(describe(selection.error()), "reason");
    }

    void typed_data() {
        QTest::addColumn<TypedWords>("words");
        QTest::addColumn<Edit>("edit");  // of the usual selection
        const auto row = [](const char* name, const TypedWords& words, Edit edit) {
            QTest::newRow(name) << words << edit;
        };
        row("nothing", {}, [](Selection&) {});
        row("an option without words", {{"n", {}}}, [](Selection&) {});
        row("numbers", {{"n", {"7", "-3"}}}, [](Selection& s) { s.cases[0]["n"] = {7, -3}; });
        row("percent", {{"share", {"15"}}}, [](Selection& s) { s.cases[0]["share"] = {0.15}; });
        row("percent as JSON reads them", {{"share", {"70"}}},
            [](Selection& s) { s.cases[0]["share"] = {0.7}; });
        row("a seed of 64 bits", {{"n", {"18446744073709551615"}}},
            [](Selection& s) { s.cases[0]["n"] = {UINT64_MAX}; });
        row("part of a percent", {{"share", {"2.5e0"}}},
            [](Selection& s) { s.cases[0]["share"] = {0.025}; });
        row("as it is", {{"rate", {"0.75"}}}, [](Selection& s) { s.cases[0]["rate"] = {0.75}; });
        row("words", {{"device", {"cuda", "cpu"}}}, [](Selection& s) {
            s.variants[0]["device"] = {"cuda", "cpu"};
        });
        row("a flag that is on", {{"warm", {"typed"}}},
            [](Selection& s) { s.cases[0]["warm"] = {false}; });
        row("a flag that is off", {{"save", {"typed"}}},
            [](Selection& s) { s.run.set("save", true); });
        row("of a run", {{"keep", {"3"}}}, [](Selection& s) { s.run.set("keep", 3); });
        row("texts", {{"label", {"12"}}, {"file", {"a,b", "ñ"}}}, [](Selection& s) {
            s.cases[0]["label"] = {"12"};
            s.cases[0]["file"] = {"a,b", "ñ"};
        });
        // Whoever reads the file makes the attachment of it.
        row("a file to attach", {{"source", {"a.cu"}}},
            [](Selection& s) { s.cases[0]["source"] = {"a.cu"}; });
    }
    void typed() {
        QFETCH(TypedWords, words);
        QFETCH(Edit, edit);
        const auto selection = selectionFromWords(sample(), words);
        QVERIFY2(selection, selection ? "" : qPrintable(describe(selection.error())));
        Selection expected = usualSelection(sample());
        edit(expected);
        QCOMPARE(describe(*selection), describe(expected));
        QVERIFY(*selection == expected);
    }

    void typedRefusals_data() {
        QTest::addColumn<TypedWords>("words");
        QTest::addColumn<QString>("reason");
        const auto row = [](const char* axis, const char* text, const char* reason) {
            QTest::newRow(reason) << TypedWords{{axis, {text}}} << QString::fromUtf8(reason);
        };
        row("n", "1.5", R"(not_a_whole_number {"option":"--n","value":"1.5"})");
        row("n", "", R"(not_a_whole_number {"option":"--n","value":""})");
        row("n", "12x", R"(not_a_whole_number {"option":"--n","value":"12x"})");
        row("n", "99999999999999999999",
            R"(not_a_whole_number {"option":"--n","value":"99999999999999999999"})");
        row("keep", "all", R"(not_a_whole_number {"option":"--keep","value":"all"})");
        row("share", "15%", R"(not_a_number {"option":"--share","value":"15%"})");
        row("rate", "1,5", R"(not_a_number {"option":"--rate","value":"1,5"})");
        row("rate", "1e999", R"(not_a_number {"option":"--rate","value":"1e999"})");
        row("rate", "inf", R"(not_a_number {"option":"--rate","value":"inf"})");
        row("rate", "nan", R"(not_a_number {"option":"--rate","value":"nan"})");
        row("order", "row",
            R"(unknown_value {"field":"--order","value":"row","accepted":["rows","columns"]})");
    }
    void typedRefusals() {
        QFETCH(TypedWords, words);
        const auto selection = selectionFromWords(sample(), words);
        QVERIFY(!selection);
        QTEST(describe(selection.error()), "reason");
    }

    void aFlagWithoutAUsualValueIsSetByTypingIt() {
        Spec spec = sample();
        spec.axes = {axisOf("f", AxisKind::Flag, AxisRole::Case, Json()),
                     axisOf("g", AxisKind::Flag, AxisRole::Case, Json::array({false}))};
        const auto selection = selectionFromWords(spec, {{"f", {"typed"}}, {"g", {"typed"}}});
        QVERIFY(selection);
        QCOMPARE(
            describe(*selection),
            QString(R"({"experiment":"sample","cases":[{"f":true,"g":true}],"variants":[{}]})"));
    }

    void theFirstWrongWordIsNamed() {
        const auto selection = selectionFromWords(sample(), {{"n", {"4", "x", "y"}}});
        QVERIFY(!selection);
        QCOMPARE(describe(selection.error()),
                 QString(R"(not_a_whole_number {"option":"--n","value":"x"})"));
    }
};

QTEST_APPLESS_MAIN(TestSpec)
#include "tst_spec.moc"
