// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "all_specs.h"
#include "base/json_text.h"
#include "base/places.h"
#include "base/sha256.h"
#include "experiments/specs.h"

using namespace duelo;

namespace {

const Facts kTwoCores{.physical_cores = 2, .devices = {Device::Cpu, Device::Cuda}};
const Facts kEightCores{.physical_cores = 8, .devices = {Device::Cpu, Device::Cuda}};

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
Plan planOf(const QString& json) {
    return planFromJson(parseJson(json.toStdString()).value()).value();
}

const Attachment kKernel("__global__ void pool() {}\n");

/// The kernel in a file, as it is typed.
std::string kernelFile() {
    static const QTemporaryDir folder;
    const std::string path = folder.filePath("pool.cu").toStdString();
    std::ofstream(path, std::ios::binary) << kKernel.text();
    return path;
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
        case AxisKind::Path:
            typed.words = {"Ñandú, b", "c"};
            for (const std::string& word : typed.words)
                typed.values.emplace_back(utf8(std::filesystem::absolute(fromUtf8(word))));
            break;
        case AxisKind::Source:
            typed = {{kernelFile()}, {referenceTo("pool.cu", kKernel)}};
            break;
        case AxisKind::Command:
            typed.words = {"./Ñandú {n}, b", "c"};
            for (const std::string& word : typed.words)
                typed.values.push_back(referenceTo(word, Attachment(word)));
            break;
        case AxisKind::Text:
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

/// What is chosen of an axis, of cases and variants in the first block.
std::vector<Json> chosenOf(const Plan& plan, const Axis& axis) {
    if (axis.role == AxisRole::Run)
        return plan.run.has(axis.id) ? std::vector<Json>{plan.run.at(axis.id)}
                                     : std::vector<Json>{};
    return valuesIn((axis.role == AxisRole::Case ? plan.cases : plan.variants).at(0), axis.id);
}

bool same(const Axis& axis, const std::vector<Json>& a, const std::vector<Json>& b) {
    // Through a percentage and back costs the last digits.
    return std::ranges::equal(a, b, [&](const Json& x, const Json& y) {
        return axis.kind == AxisKind::Real ? qFuzzyCompare(x.get<double>(), y.get<double>())
                                           : x == y;
    });
}

/// "c001 {work} {variant}"
QStringList described(const std::vector<Cell>& cells) {
    QStringList list;
    for (const Cell& cell : cells)
        list << QString("%1 %2 %3")
                    .arg(QString::fromStdString(cell.id))
                    .arg(text(cell.work.json()), text(cell.variant.json()));
    return list;
}

/// The values of the variants alone: "c001 cpu plain".
QStringList ofVariants(const std::vector<Cell>& cells) {
    QStringList list;
    for (const Cell& cell : cells) {
        QString line = QString::fromStdString(cell.id);
        for (const auto& [axis, value] : cell.variant)
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
            QCOMPARE(chosenOf(usualPlan(spec, kTwoCores), axis).empty(), axis.usual.is_null());
        }
        QCOMPARE(codes(problemsOf(usualPlan(spec, kTwoCores), spec, kTwoCores)), QStringList());
        QCOMPARE(codes(problemsOf(usualPlan(spec, {}), spec, {})), QStringList());
    }

    void jsonRoundTrip_data() { rows(); }
    void jsonRoundTrip() {
        const Spec& spec = fetched();
        Plan plan = usualPlan(spec, kTwoCores);
        plan.cases.push_back(plan.cases[0]);
        plan.variants.emplace_back();
        for (const Axis& axis : spec.axes)
            if (axis.role == AxisRole::Case) plan.cases.back()[axis.id] = typedFor(axis).values;
        const QString json = text(toJson(plan));
        QVERIFY(planOf(json) == plan);
        QCOMPARE(text(toJson(planOf(json))), json);
    }

    void everyCellHasItsTime_data() { rows(); }
    void everyCellHasItsTime() {
        const Spec& spec = fetched();
        const auto made = expand(usualPlan(spec, kTwoCores), spec, kTwoCores);
        QVERIFY(!made.empty());
        for (const Cell& cell : made) {
            const double ms = fakeMs(spec, cell);
            QVERIFY2(std::isfinite(ms) && ms > 0, qPrintable(described({cell})[0]));
            QCOMPARE(cell.experiment, spec.id);
            Cell more = cell;
            more.variant.set("nobody", 1);
            QVERIFY(std::isnan(fakeMs(spec, more)));
        }
    }

    /// Of all words at once: what a word needs is there, and what it does not is dropped.
    void everyWordHasItsTime_data() { rows(); }
    void everyWordHasItsTime() {
        const Spec& spec = fetched();
        Plan plan = usualPlan(spec, kTwoCores);
        plan.attachments.emplace("pool.cu", kKernel);
        for (const Axis& axis : spec.axes) {
            if (axis.role == AxisRole::Run || axis.kind == AxisKind::Work) continue;
            if (axis.kind == AxisKind::Path && axis.optional) continue;  // weights of one network
            std::vector<Json>& values =
                (axis.role == AxisRole::Case ? plan.cases : plan.variants)[0][axis.id];
            if (axis.kind == AxisKind::Word && axis.many)
                values = {axis.words.begin(), axis.words.end()};
            else if (axis.kind == AxisKind::Path && axis.many)
                values = {"random", "digits"};
            else if (axis.kind == AxisKind::Source)
                values = {referenceTo("pool.cu", kKernel)};
            else if (values.size() > 1)
                values.resize(1);  // few enough
            else if (values.empty())
                values = typedFor(axis).values;
        }
        QCOMPARE(codes(problemsOf(plan, spec, kTwoCores)), QStringList());
        std::set<std::string> words, met;
        for (const Axis& axis : spec.axes)
            for (const std::string& word : axis.words)
                if (axis.many && axis.kind == AxisKind::Word) words.insert(axis.id + '=' + word);
        for (const Cell& cell : expand(plan, spec, kTwoCores)) {
            const double ms = fakeMs(spec, cell);
            QVERIFY2(std::isfinite(ms) && ms > 0, qPrintable(described({cell})[0]));
            for (const Params* params : {&cell.work, &cell.variant})
                for (const auto& [axis, value] : *params)
                    if (value.is_string()) met.insert(axis + '=' + value.get<std::string>());
        }
        for (const std::string& word : words) QVERIFY2(met.contains(word), word.c_str());
    }

    /// S0-51
    void idsAreTheSameOnEveryMachine_data() { rows(); }
    void idsAreTheSameOnEveryMachine() {
        const Spec& spec = fetched();
        const auto two = expand(usualPlan(spec, kTwoCores), spec, kTwoCores);
        auto eight = expand(usualPlan(spec, kEightCores), spec, kEightCores);
        QCOMPARE(two.size(), eight.size());
        for (Cell& cell : eight)
            if (cell.variant.at("threads") == 8) cell.variant.set("threads", 2);
        QCOMPARE(described(eight), described(two));
    }

    void typedWordsRoundTrip_data() { rows(); }
    void typedWordsRoundTrip() {
        const Spec& spec = fetched();
        Spec axesAlone = spec;
        axesAlone.validate = {};
        const Plan usual = usualPlan(spec, kTwoCores);
        QVERIFY(planFromWords(spec, {}, kTwoCores) == usual);
        for (const Axis& axis : spec.axes) {
            if (axis.option.empty()) continue;
            Typed typed = typedFor(axis);
            if (!axis.per.empty())
                for (std::string& word : typed.words)
                    word.insert(0,
                                chosenOf(usual, *spec.find(axis.per))[0].get<std::string>() + '=');
            const auto plan = planFromWords(spec, {{axis.id, typed.words}}, kTwoCores);
            QVERIFY2(plan, axis.id.c_str());
            QVERIFY2(same(axis, chosenOf(*plan, axis), typed.values), axis.id.c_str());
            const auto before = chosenOf(usual, axis);
            QVERIFY2(before.size() != typed.values.size() || !same(axis, before, typed.values) ||
                         axis.words.size() == 1,
                     axis.id.c_str());
            for (const Axis& other : spec.axes)
                if (&other != &axis) QVERIFY(chosenOf(*plan, other) == chosenOf(usual, other));
            // Nobody types the work of another experiment.
            const auto problems = problemsOf(*plan, axesAlone, kTwoCores);
            QCOMPARE(problems.size(),
                     axis.kind == AxisKind::Work ? typed.values.size() : std::size_t{0});
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
            {"c001 cpu loops", "c005 cpu threads 2", "c009 cpu library 2", "c029 cuda library",
             "c033 cuda constant plain one", "c035 cuda transferred plain one",
             "c037 cuda constant tiled one 8", "c038 cuda constant tiled one 16",
             "c039 cuda transferred tiled one 8", "c040 cuda transferred tiled one 16"});
        row("matrix_product", R"({"n":64,"precision":["tf32","fp32"]})", R"({"tile":8})",
            {"c008 cuda library", "c011 cpu loops", "c012 cpu blocked 2 8", "c013 cpu library 2",
             "c018 cuda library", "c019 cuda plain", "c020 cuda tiled 8"});
        row("transfer", R"({"bytes":4096})", "{}",
            {"c001 to_device pageable", "c003 to_device pinned none",
             "c004 to_device pinned compute", "c005 from_device pageable",
             "c007 from_device pinned none", "c008 from_device pinned compute",
             "c009 within_host"});
        row("roofs", R"({"precision":["fp32","fp16"]})", "{}",
            {"c001 cpu 2", "c006 cuda", "c009 cpu 2", "c010 cuda", "c011 cpu 2", "c012 cuda",
             "c014 cuda", "c016 cuda", "c018 cuda"});
        row("pi", R"({"samples":1000})", R"({"threads":[1,0]})",
            {"c001 cpu loops", "c003 cpu threads 1", "c004 cpu threads 2", "c005 cpu arrays 1",
             "c006 cpu arrays 2", "c015 cuda arrays", "c017 cuda kernel_host_sum",
             "c019 cuda kernel_device_sum"});
        row("training_over_processes", "{}", R"({"device":["cpu","cuda"],"processes":[1,2]})",
            {"c001 cpu eager fp32 1 2", "c002 cpu fused fp32 1 2", "c003 cpu eager fp32 2 2",
             "c004 cpu fused fp32 2 2", "c005 cuda eager fp32", "c006 cuda fused fp32"});
        row("stopwatch", "{}", R"({"stopwatch":["right","cold"]})", {"c001 right", "c002 cold"});
        row("program", R"({"n":[10,20]})", R"({"timed":["whole","own_word"]})",
            {"c001 whole", "c002 own_word", "c003 whole", "c004 own_word"});
    }
    void variantsThatAreMeasured() {
        QFETCH(QString, cases);
        QFETCH(QString, variants);
        const Spec& spec = fetched();
        const Plan plan = planOf(QString(R"({"experiment":"%1","cases":[%2],"variants":[%3]})")
                                     .arg(QString::fromStdString(spec.id), cases, variants));
        QCOMPARE(codes(problemsOf(plan, spec, kTwoCores)), QStringList());
        const auto made = expand(plan, spec, kTwoCores);
        QTEST(ofVariants(made), "measured");
        for (const Cell& cell : made) QVERIFY(fakeMs(spec, cell) > 0);
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
        const Plan plan = planOf(QString(R"({"experiment":"%1","cases":[%2],"variants":[{}]})")
                                     .arg(QString::fromStdString(spec.id), cases));
        QTEST(codes(problemsOf(plan, spec, kTwoCores)), "problems");
    }

    /// Edited kernels run in child engines, which do no Course.
    void aWayToAnEndHasNoSource_data() { rows(); }
    void aWayToAnEndHasNoSource() {
        const Spec& spec = fetched();
        QVERIFY(!spec.steps || std::ranges::none_of(spec.axes, [](const Axis& axis) {
            return axis.kind == AxisKind::Source;
        }));
    }

    /// X-07: a plan brings its texts along, and is refused without them or with others.
    void attachmentsComeWithThePlan() {
        const Spec& program = *findAny("program");
        const auto typed = planFromWords(program, {{"command", {"./sum {n}"}}}, kTwoCores);
        const Plan plan = validated(typed.value(), program, kTwoCores).value();
        QVERIFY(plan.attachments == (Attachments{{"./sum {n}", Attachment("./sum {n}")}}));
        for (const Cell& cell : expand(plan, program, kTwoCores)) {
            QVERIFY(cell.attachments == plan.attachments);
            QVERIFY(fakeMs(program, cell) > 0);
        }
        Json json = toJson(plan);
        QVERIFY(planOf(text(json)) == plan);
        json["attachments"]["./sum {n}"] = "rm -r /";
        QCOMPARE(codes(problemsOf(planOf(text(json)), program, kTwoCores)),
                 (QStringList{QString(R"(attachment_differs {"field":"cases[0].command[0]",)"
                                      R"("name":"./sum {n}","expected":"%1","found":"%2"})")
                                  .arg(QString::fromStdString(sha256Hex("./sum {n}")),
                                       QString::fromStdString(sha256Hex("rm -r /")))}));
        json.erase("attachments");
        QCOMPARE(codes(problemsOf(planOf(text(json)), program, kTwoCores)),
                 (QStringList{R"(attachment_missing {"field":"cases[0].command[0]",)"
                              R"("name":"./sum {n}"})"}));
    }

    /// Of a sweep over kernels only the edited one carries a source.
    void onlyWhatIsEditedHasASource() {
        const Spec& pool = *findAny("max_pool");
        const auto typed = planFromWords(
            pool, {{"kernel", {"plain", "edited"}}, {"source", {kernelFile()}}}, kTwoCores);
        const Plan plan = validated(typed.value(), pool, kTwoCores).value();
        std::set<std::string> edited;
        for (const Cell& cell : expand(plan, pool, kTwoCores)) {
            QCOMPARE(cell.attachments.size(), std::size_t{cell.variant.has("source")});
            if (!cell.attachments.empty()) edited.insert(cell.variant.text("kernel"));
        }
        QCOMPARE(edited, (std::set<std::string>{"edited"}));
    }

    /// One experiment from what is typed to what is measured.
    void theToyInFull() {
        const Spec& toy = *findAny("toy");
        const auto typed = planFromWords(toy,
                                         {{"n", {"10", "20"}},
                                          {"shape", {"row", "square"}},
                                          {"share", {"50"}},
                                          {"sorted", {"typed"}},
                                          {"device", {"cpu", "cuda"}},
                                          {"threads", {"1", "0"}},
                                          {"kernel", {"tiled", "plain"}},
                                          {"tile", {"4"}},
                                          {"save", {"typed"}}},
                                         kEightCores);
        QVERIFY(typed);
        Plan chosen = *typed;
        chosen.cases[0]["n"] = {10};
        chosen.cases.push_back({{"n", {20}}, {"sorted", {false}}});
        const QString json(
            R"({"experiment":"toy","cases":[{"n":10,"shape":["row","square"],"share":0.5,)"
            R"("sides":[2,3],"sorted":false},{"n":20,"sorted":false}],"variants":[)"
            R"({"device":["cpu","cuda"],"kernel":["tiled","plain"],"threads":[1,0],"tile":4}],)"
            R"("run":{"save":true},"base":{"device":"cpu","kernel":"plain"},"preset":"standard"})");
        QCOMPARE(text(toJson(chosen)), json);
        QVERIFY(planOf(json) == chosen);
        QCOMPARE(codes(problemsOf(chosen, toy, kEightCores)), QStringList());
        const auto made = expand(chosen, toy, kEightCores);
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
            (QStringList{"c002" + rowOf10 + one, "c004" + rowOf10 + all, "c005" + rowOf10 + tiled,
                         "c006" + rowOf10 + plain, "c018" + of2 + one, "c020" + of2 + all,
                         "c021" + of2 + tiled, "c022" + of2 + plain, "c026" + of3 + one,
                         "c028" + of3 + all, "c029" + of3 + tiled, "c030" + of3 + plain,
                         "c034" + rowOf20 + one, "c036" + rowOf20 + all, "c037" + rowOf20 + tiled,
                         "c038" + rowOf20 + plain}));
        std::vector<double> times;
        for (std::size_t i = 0; i < 8; ++i) times.push_back(fakeMs(toy, made[i]));
        QCOMPARE(times, (std::vector<double>{10, 1.25, 0.0025, 0.01, 20, 2.5, 0.005, 0.02}));
    }
};

QTEST_APPLESS_MAIN(TestAllSpecs)
#include "tst_all_specs.moc"
