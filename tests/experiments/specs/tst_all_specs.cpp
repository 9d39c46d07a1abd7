// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "base/json_text.h"
#include "base/places.h"
#include "experiments/specs.h"
#include "spec_testing.h"

using namespace duelo;
using namespace duelo::test;

namespace {

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
        case AxisKind::Device:
            typed = {{"cuda", "cpu"}, {"cuda", "cpu"}};
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

/// Returns the chosen values of an axis; of cases and variants those of the first block.
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

/// Tells whether a word means nothing by CUDA: the PCs of these tests have no other GPU.
bool isOfOpenCl(const Axis& axis, const std::string& word) {
    const auto when = axis.value_when.find(word);
    return when != axis.value_when.end() && std::ranges::any_of(when->second, [](const When& one) {
               return one.not_by == Api::Cuda;
           });
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
        QCOMPARE(allSpecs().size(), specs().size() + 2);
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
                const bool of_device = when.device || when.not_by;
                if (of_device && !named) continue;  // all of it is the CPU's
                if (!named || named == &axis) QFAIL(when.axis.c_str());
                QVERIFY2(named->role != AxisRole::Run, when.axis.c_str());
                QVERIFY2(named < &axis || named->when.empty(), when.axis.c_str());
                std::vector<Json> values = when.in;
                values.insert(values.end(), when.not_in.begin(), when.not_in.end());
                QVERIFY2(!values.empty() || of_device, axis.id.c_str());
                QCOMPARE(of_device, named->kind == AxisKind::Device);
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

    /// The plan has all words at once: what a word needs is there, and what it does not need is
    /// dropped.
    void everyWordHasItsTime_data() { rows(); }
    void everyWordHasItsTime() {
        const Spec& spec = fetched();
        Plan plan = usualPlan(spec, kTwoCores);
        plan.attachments.emplace("pool.cu", kKernel);
        for (const Axis& axis : spec.axes) {
            if (axis.role == AxisRole::Run || axis.kind == AxisKind::Work) continue;
            if (!axis.per.empty() && axis.optional) continue;  // weights of one network
            std::vector<Json>& values =
                (axis.role == AxisRole::Case ? plan.cases : plan.variants)[0][axis.id];
            if (axis.kind == AxisKind::Device)
                values = {"cpu", "cuda"};
            else if (axis.kind == AxisKind::Word && axis.many)
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
                if (axis.many && axis.kind == AxisKind::Word && !isOfOpenCl(axis, word))
                    words.insert(axis.id + '=' + word);
        if (spec.find(kDeviceAxis)) words.merge(std::set<std::string>{"device=cpu", "device=cuda"});
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
            // The words of a work are another experiment's, and read by the program (typed_works).
            const auto problems = problemsOf(*plan, axesAlone, kTwoCores);
            QCOMPARE(problems.size(),
                     axis.kind == AxisKind::Work ? typed.values.size() : std::size_t{0});
            for (const Problem& problem : problems)
                QCOMPARE(problem.reason.code, std::string("field_not_object"));
        }
    }
};

QTEST_APPLESS_MAIN(TestAllSpecs)
#include "tst_all_specs.moc"
