// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "all_specs.h"
#include "base/json_text.h"
#include "experiments/specs.h"

using namespace duelo;

namespace {

constexpr Facts kTwoCores{.physical_cores = 2};
constexpr Facts kEightCores{.physical_cores = 8};

QString text(const Json& json) {
    return QString::fromStdString(jsonText(json));
}

QStringList codes(const std::vector<Problem>& problems) {
    QStringList list;
    for (const Problem& problem : problems)
        list << QString::fromStdString(problem.reason.code + ' ') + text(problem.reason.args);
    return list;
}

/// What the tests here write down has no errors.
Selection selectionOf(const QString& json) {
    return selectionFromJson(parseJson(json.toStdString()).value()).value();
}

/// Words for an axis and the values that they mean, which are not its usual ones.
struct Typed {
    std::vector<std::string> words;
    std::vector<Json> values;
};

Typed typedFor(const Axis& axis) {
    Typed typed;
    switch (axis.kind) {
        case AxisKind::Integer: {
            const auto low = static_cast<std::int64_t>(axis.min.value_or(0));
            typed.values = {low + 3, low + 2};
            for (const Json& value : typed.values) typed.words.push_back(jsonText(value));
            break;
        }
        case AxisKind::Real: {
            const double min = axis.min.value_or(0), max = axis.max.value_or(min + 1);
            const double value = min + (max - min) * 0.625;
            typed.words = {QString::number(value / axis.per_typed, 'g', 17).toStdString()};
            typed.values = {value};
            break;
        }
        case AxisKind::Word:
            typed.words = {axis.words.rbegin(), axis.words.rend()};
            typed.values = {typed.words.begin(), typed.words.end()};
            break;
        case AxisKind::Flag:
            typed = {{"typed"}, {!axis.usual.get<bool>()}};
            break;
        case AxisKind::Text:
        case AxisKind::Path:
        case AxisKind::Source:
        case AxisKind::Command:
        case AxisKind::Work:
            typed = {{"Ñandú, b", "c"}, {"Ñandú, b", "c"}};
            break;
    }
    if (!axis.many) {
        typed.words.resize(1);
        typed.values.resize(1);
    }
    return typed;
}

/// What is chosen of an axis.
std::vector<Json> chosenOf(const Selection& selection, const Axis& axis) {
    if (axis.role == AxisRole::Run)
        return selection.run.has(axis.id) ? std::vector<Json>{selection.run.at(axis.id)}
                                          : std::vector<Json>{};
    const Block& block = (axis.role == AxisRole::Case ? selection.cases : selection.variants).at(0);
    const auto found = block.find(axis.id);
    return found == block.end() ? std::vector<Json>{} : found->second;
}

bool same(const Axis& axis, const std::vector<Json>& a, const std::vector<Json>& b) {
    // Through a percentage and back costs the last digits.
    return std::ranges::equal(a, b, [&](const Json& x, const Json& y) {
        return axis.kind == AxisKind::Real ? qFuzzyCompare(x.get<double>(), y.get<double>())
                                           : x == y;
    });
}

bool isAttached(const Axis& axis) {
    return axis.kind == AxisKind::Source || axis.kind == AxisKind::Command ||
           axis.kind == AxisKind::Work;
}

/// "1 {work} {variant}"
QStringList described(const std::vector<Combination>& combinations) {
    QStringList list;
    for (const Combination& made : combinations)
        list << QString("%1 %2 %3")
                    .arg(made.ordinal)
                    .arg(text(made.work.json()), text(made.variant.json()));
    return list;
}

/// The values of the variants alone: "1 cpu plain".
QStringList ofVariants(const std::vector<Combination>& combinations) {
    QStringList list;
    for (const Combination& made : combinations) {
        QString line = QString::number(made.ordinal);
        for (const auto& [axis, value] : made.variant)
            line += ' ' + QString::fromStdString(value.is_string() ? value.get<std::string>()
                                                                   : jsonText(value));
        list << line;
    }
    return list;
}

/// A row for each experiment.
void rows() {
    QTest::addColumn<QString>("id");
    for (const Spec& spec : allSpecs())
        QTest::newRow(spec.id.c_str()) << QString::fromStdString(spec.id);
}

/// The experiment of the row.
const Spec& fetched() {
    QFETCH(QString, id);
    return *findAny(id.toStdString());
}

}  // namespace

class TestAllSpecs : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyExperimentHasItsOwnNames() {
        std::set<std::string> ids, commands;
        for (const Spec& spec : allSpecs()) {
            QVERIFY2(ids.insert(spec.id).second, spec.id.c_str());
            QVERIFY2(commands.insert(spec.command).second, spec.command.c_str());
            QVERIFY2(!spec.metrics.empty() && !spec.parts.empty(), spec.id.c_str());
        }
        QCOMPARE(allSpecs().size(), specs().size() + 9);
        for (const Spec& spec : specs()) QVERIFY(findSpec(spec.id) == &spec);
        QVERIFY(findSpec("toy") == nullptr);
    }

    void axesAreToldApart_data() { rows(); }
    void axesAreToldApart() {
        const Spec& spec = fetched();
        std::set<std::string> ids, options;
        for (const Axis& axis : spec.axes) {
            QVERIFY2(ids.insert(axis.id).second, axis.id.c_str());
            QVERIFY2(spec.find(axis.id) == &axis, axis.id.c_str());
            if (axis.option.empty()) continue;
            QVERIFY2(axis.option.starts_with("--"), axis.option.c_str());
            QVERIFY2(options.insert(axis.option).second, axis.option.c_str());
        }
        QVERIFY(!ids.empty());
    }

    /// A condition is judged at its axis: what it names must have been kept or dropped before.
    void conditionsNameAxesAndTheirWords_data() { rows(); }
    void conditionsNameAxesAndTheirWords() {
        const Spec& spec = fetched();
        for (const Axis& axis : spec.axes) {
            std::vector<When> conditions = axis.when;
            for (const auto& [word, when] : axis.value_when) {
                QVERIFY2(std::ranges::count(axis.words, word) == 1, word.c_str());
                conditions.insert(conditions.end(), when.begin(), when.end());
            }
            for (const When& when : conditions) {
                const Axis* named = spec.find(when.axis);
                if (!named || named == &axis) QFAIL(when.axis.c_str());
                QVERIFY2(named->role != AxisRole::Run, when.axis.c_str());
                QVERIFY2(named < &axis || named->when.empty(), when.axis.c_str());
                std::vector<Json> values = when.in;
                values.insert(values.end(), when.not_in.begin(), when.not_in.end());
                QVERIFY2(!values.empty(), axis.id.c_str());
                for (const Json& value : values)
                    if (named->kind == AxisKind::Word)
                        QVERIFY2(std::ranges::count(named->words, value.get<std::string>()) == 1,
                                 qPrintable(text(value)));
            }
        }
    }

    void usualValuesAreAccepted_data() { rows(); }
    void usualValuesAreAccepted() {
        const Spec& spec = fetched();
        for (const Axis& axis : spec.axes) {
            QVERIFY2(axis.usual.is_null() ? axis.optional : axis.usual.is_array() == axis.many,
                     axis.id.c_str());
            QCOMPARE(chosenOf(usualSelection(spec), axis).empty(), axis.usual.is_null());
        }
        QCOMPARE(codes(problemsOf(usualSelection(spec), spec, kTwoCores)), QStringList());
    }

    void jsonRoundTrip_data() { rows(); }
    void jsonRoundTrip() {
        const Spec& spec = fetched();
        Selection selection = usualSelection(spec);
        selection.cases.push_back(selection.cases[0]);
        selection.variants.emplace_back();
        for (const Axis& axis : spec.axes)
            if (axis.role == AxisRole::Case) selection.cases[1][axis.id] = typedFor(axis).values;
        const QString json = text(toJson(selection));
        QVERIFY(selectionOf(json) == selection);
        QCOMPARE(text(toJson(selectionOf(json))), json);
    }

    void everyCombinationHasItsTime_data() { rows(); }
    void everyCombinationHasItsTime() {
        const Spec& spec = fetched();
        const auto made = combinationsOf(usualSelection(spec), spec, kTwoCores);
        QVERIFY(!made.empty());
        for (const Combination& combination : made) {
            const double ms = fakeMs(spec, combination);
            QVERIFY2(std::isfinite(ms) && ms > 0, qPrintable(described({combination})[0]));
            Combination more = combination;
            more.variant.set("nobody", 1);
            QVERIFY(std::isnan(fakeMs(spec, more)));
        }
    }

    /// Of all words at once: what a word needs is there, and what it does not is dropped.
    void everyWordHasItsTime_data() { rows(); }
    void everyWordHasItsTime() {
        const Spec& spec = fetched();
        Selection selection = usualSelection(spec);
        for (const Axis& axis : spec.axes) {
            if (axis.role == AxisRole::Run || axis.kind == AxisKind::Work) continue;
            if (axis.kind == AxisKind::Path && axis.optional) continue;  // weights of one network
            std::vector<Json>& values =
                (axis.role == AxisRole::Case ? selection.cases : selection.variants)[0][axis.id];
            if (axis.kind == AxisKind::Word && axis.many)
                values = {axis.words.begin(), axis.words.end()};
            else if (axis.kind == AxisKind::Path && axis.many)
                values = {"random", "digits"};
            else if (axis.kind == AxisKind::Source)
                values = {Json{{"name", "pool.cu"}, {"sha256", std::string(64, '1')}}};
            else if (values.size() > 1)
                values.resize(1);  // few enough
            else if (values.empty())
                values = typedFor(axis).values;
        }
        QCOMPARE(codes(problemsOf(selection, spec, kTwoCores)), QStringList());
        std::set<std::string> words, met;
        for (const Axis& axis : spec.axes)
            for (const std::string& word : axis.words)
                if (axis.many) words.insert(axis.id + '=' + word);
        for (const Combination& made : combinationsOf(selection, spec, kTwoCores)) {
            const double ms = fakeMs(spec, made);
            QVERIFY2(std::isfinite(ms) && ms > 0, qPrintable(described({made})[0]));
            for (const Params* params : {&made.work, &made.variant})
                for (const auto& [axis, value] : *params)
                    if (value.is_string()) met.insert(axis + '=' + value.get<std::string>());
        }
        for (const std::string& word : words) QVERIFY2(met.contains(word), word.c_str());
    }

    /// S0-51
    void ordinalsAreTheSameOnEveryMachine_data() { rows(); }
    void ordinalsAreTheSameOnEveryMachine() {
        const Spec& spec = fetched();
        const auto two = combinationsOf(usualSelection(spec), spec, kTwoCores);
        auto eight = combinationsOf(usualSelection(spec), spec, kEightCores);
        QCOMPARE(two.size(), eight.size());
        for (Combination& made : eight)
            if (made.variant.at("threads") == 8) made.variant.set("threads", 2);
        QCOMPARE(described(eight), described(two));
    }

    void typedWordsRoundTrip_data() { rows(); }
    void typedWordsRoundTrip() {
        const Spec& spec = fetched();
        Spec axesAlone = spec;
        axesAlone.validate = {};
        QVERIFY(selectionFromWords(spec, {}) == usualSelection(spec));
        for (const Axis& axis : spec.axes) {
            if (axis.option.empty()) continue;
            const Typed typed = typedFor(axis);
            const auto selection = selectionFromWords(spec, {{axis.id, typed.words}});
            QVERIFY2(selection, axis.id.c_str());
            QVERIFY2(same(axis, chosenOf(*selection, axis), typed.values), axis.id.c_str());
            const auto usual = chosenOf(usualSelection(spec), axis);
            QVERIFY2(usual.size() != typed.values.size() || !same(axis, usual, typed.values) ||
                         axis.words.size() == 1,
                     axis.id.c_str());
            for (const Axis& other : spec.axes)
                if (&other != &axis)
                    QVERIFY(chosenOf(*selection, other) == chosenOf(usualSelection(spec), other));
            // Of a file only whoever reads it makes an attachment, and only then it is accepted.
            const auto problems = problemsOf(*selection, axesAlone, kTwoCores);
            QCOMPARE(problems.size(), isAttached(axis) ? typed.values.size() : std::size_t{0});
            for (const Problem& problem : problems)
                QCOMPARE(problem.reason.code, std::string("field_not_object"));
        }
    }

    void variantsThatAreMeasured_data() {
        QTest::addColumn<QString>("id");
        QTest::addColumn<QString>("cases");
        QTest::addColumn<QString>("variants");
        QTest::addColumn<QStringList>(
            "measured");  // the values of the variant, by their axes' names
        const auto row = [](const char* id, const char* cases, const char* variants,
                            const QStringList& measured) {
            QTest::newRow(id) << QString(id) << QString(cases) << QString(variants) << measured;
        };
        row("max_pool", R"({"size_px":4,"window":3,"padding":1})",
            R"({"filter":["constant","transferred"],"tile":[8,16]})",
            {"1 cpu loops", "5 cpu threads 2", "9 cpu library 2", "29 cuda library",
             "33 cuda constant plain one", "35 cuda transferred plain one",
             "37 cuda constant tiled one 8", "38 cuda constant tiled one 16",
             "39 cuda transferred tiled one 8", "40 cuda transferred tiled one 16"});
        row("matrix_product", R"({"n":64,"precision":["tf32","fp32"]})", R"({"tile":8})",
            {"8 cuda library", "11 cpu loops", "12 cpu blocked 2 8", "13 cpu library 2",
             "18 cuda library", "19 cuda plain", "20 cuda tiled 8"});
        row("transfer", R"({"bytes":4096})", "{}",
            {"1 to_device pageable", "3 to_device pinned none", "4 to_device pinned compute",
             "5 from_device pageable", "7 from_device pinned none", "8 from_device pinned compute",
             "9 within_host"});
        row("roofs", R"({"precision":["fp32","fp16"]})", "{}",
            {"1 cpu 2", "6 cuda", "9 cpu 2", "10 cuda", "11 cpu 2", "12 cuda", "14 cuda", "16 cuda",
             "18 cuda"});
        row("pi", R"({"samples":1000})", R"({"threads":[1,0]})",
            {"1 cpu loops", "3 cpu threads 1", "4 cpu threads 2", "5 cpu arrays 1",
             "6 cpu arrays 2", "15 cuda arrays", "17 cuda kernel_host_sum",
             "19 cuda kernel_device_sum"});
        row("training_over_processes", "{}", R"({"device":["cpu","cuda"],"processes":[1,2]})",
            {"1 cpu eager fp32 1 2", "2 cpu eager fp32 2 2", "3 cuda eager fp32"});
        row("stopwatch", "{}", R"({"stopwatch":["right","cold"]})", {"1 right", "2 cold"});
        row("program", R"({"n":[10,20]})", R"({"timed":["whole","own_word"]})",
            {"1 whole", "2 own_word", "3 whole", "4 own_word"});
    }
    void variantsThatAreMeasured() {
        QFETCH(QString, cases);
        QFETCH(QString, variants);
        const Spec& spec = fetched();
        const Selection selection =
            selectionOf(QString(R"({"experiment":"%1","cases":[%2],"variants":[%3]})")
                            .arg(QString::fromStdString(spec.id), cases, variants));
        QCOMPARE(codes(problemsOf(selection, spec, kTwoCores)), QStringList());
        const auto made = combinationsOf(selection, spec, kTwoCores);
        QTEST(ofVariants(made), "measured");
        for (const Combination& combination : made) QVERIFY(fakeMs(spec, combination) > 0);
    }

    void whatAnExperimentItselfRefuses_data() {
        QTest::addColumn<QString>("id");
        QTest::addColumn<QString>("cases");
        QTest::addColumn<QStringList>("problems");
        const auto row = [](const char* name, const char* id, const char* cases,
                            const QStringList& problems) {
            QTest::newRow(name) << QString(id) << QString(cases) << problems;
        };
        const QStringList unusable{R"(work_not_usable {"field":"cases[0].work[0]"})"};
        row("padding", "max_pool", R"({"window":[2,3],"padding":[1,2]})",
            {R"(padding_too_large {"field":"cases[0].padding[1]"})",
             R"(padding_too_large {"field":"cases[0].padding[1]"})"});
        row("work of nobody", "stopwatch", R"({"work":{}})", unusable);
        row("work of an unknown experiment", "stopwatch",
            R"({"work":{"experiment":"juggling","case":{},"variant":{}}})", unusable);
        row("work of the stopwatch", "stopwatch",
            R"({"work":{"experiment":"stopwatch","case":{},"variant":{"stopwatch":"cold"}}})",
            unusable);
        row("work that its experiment refuses", "stopwatch",
            R"({"work":{"experiment":"toy","case":{"n":0},"variant":{}}})", unusable);
        row("more than one work", "stopwatch",
            R"({"work":{"experiment":"toy","case":{"n":[1,2]},"variant":{}}})", unusable);
        row("another experiment's work", "stopwatch",
            R"({"work":{"experiment":"toy","case":{"n":1},"variant":{}}})", {});
    }
    void whatAnExperimentItselfRefuses() {
        QFETCH(QString, cases);
        const Spec& spec = fetched();
        const Selection selection =
            selectionOf(QString(R"({"experiment":"%1","cases":[%2],"variants":[{}]})")
                            .arg(QString::fromStdString(spec.id), cases));
        QTEST(codes(problemsOf(selection, spec, kTwoCores)), "problems");
    }

    /// One experiment from what is typed to what is measured.
    void theToyInFull() {
        const Spec& toy = *findAny("toy");
        const auto typed = selectionFromWords(toy, {{"n", {"10", "20"}},
                                                    {"shape", {"row", "square"}},
                                                    {"share", {"50"}},
                                                    {"sorted", {"typed"}},
                                                    {"device", {"cpu", "cuda"}},
                                                    {"threads", {"1", "0"}},
                                                    {"kernel", {"tiled", "plain"}},
                                                    {"tile", {"4"}},
                                                    {"save", {"typed"}}});
        QVERIFY(typed);
        Selection chosen = *typed;
        chosen.cases[0]["n"] = {10};
        chosen.cases.push_back({{"n", {20}}, {"sorted", {false}}});
        const QString json(
            R"({"experiment":"toy","cases":[{"n":10,"shape":["row","square"],"share":0.5,)"
            R"("sides":[2,3],"sorted":false},{"n":20,"sorted":false}],"variants":[)"
            R"({"device":["cpu","cuda"],"kernel":["tiled","plain"],"threads":[1,0],"tile":4}],)"
            R"("run":{"save":true}})");
        QCOMPARE(text(toJson(chosen)), json);
        QVERIFY(selectionOf(json) == chosen);
        QCOMPARE(codes(problemsOf(chosen, toy, kEightCores)), QStringList());
        const auto made = combinationsOf(chosen, toy, kEightCores);
        const QString rowOf10(R"( {"n":10,"shape":"row","share":0.5,"sorted":false} )");
        const QString of2(R"( {"n":10,"shape":"square","share":0.5,"sides":2,"sorted":false} )");
        const QString of3(R"( {"n":10,"shape":"square","share":0.5,"sides":3,"sorted":false} )");
        const QString rowOf20(R"( {"n":20,"shape":"row","share":0.25,"sorted":false} )");
        const QString one(R"({"device":"cpu","kernel":"plain","threads":1})");
        const QString all(R"({"device":"cpu","kernel":"plain","threads":8})");
        const QString tiled(R"({"device":"cuda","kernel":"tiled","tile":4})");
        const QString plain(R"({"device":"cuda","kernel":"plain"})");
        QCOMPARE(
            described(made),
            (QStringList{"2" + rowOf10 + one, "4" + rowOf10 + all, "5" + rowOf10 + tiled,
                         "6" + rowOf10 + plain, "18" + of2 + one, "20" + of2 + all,
                         "21" + of2 + tiled, "22" + of2 + plain, "26" + of3 + one, "28" + of3 + all,
                         "29" + of3 + tiled, "30" + of3 + plain, "34" + rowOf20 + one,
                         "36" + rowOf20 + all, "37" + rowOf20 + tiled, "38" + rowOf20 + plain}));
        std::vector<double> times;
        for (std::size_t i = 0; i < 8; ++i) times.push_back(fakeMs(toy, made[i]));
        QCOMPARE(times, (std::vector<double>{10, 1.25, 0.0025, 0.01, 20, 2.5, 0.005, 0.02}));
    }
};

QTEST_APPLESS_MAIN(TestAllSpecs)
#include "tst_all_specs.moc"
