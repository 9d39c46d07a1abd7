// SPDX-License-Identifier: Apache-2.0
// The exercises with kernels: each text as it is planted fails with the finding that it is about, a
// solution passes, and what is solved is remembered. Without NVRTC nothing is emulated.
#include <QTemporaryDir>
#include <QtTest>

#include <fstream>
#include <sstream>

#include "base/json_text.h"
#include "base/places.h"
#include "base/whole_file.h"
#include "experiments/exercise_check.h"
#include "experiments/exercise_verdict.h"
#include "experiments/exercises.h"
#include "experiments/own_launch.h"
#include "experiments/own_process.h"
#include "gpu/kernel_compiler.h"

using namespace duelo;

namespace {

std::string solutionOf(const std::string& id) {
    std::ifstream file(std::string(DUELO_SOLUTIONS) + '/' + id + ".cu", std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

Result<Json> checked(const std::string& id, const std::string& text) {
    return checkExercise({{"exercise", id},
                          {"source", {{"name", id + ".cu"}, {"text", text}}},
                          {kEmulatesHere, true}},
                         {});
}

}  // namespace

/// Issue 46, item 4.
class TestExercises final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void eachHasItsWordsAndItsLaunch() {
        QVERIFY(exercises().size() >= 12);
        for (const Exercise& one : exercises()) {
            QVERIFY2(one.hints.size() >= 2, one.id.c_str());
            std::vector<BothLanguages> all{one.title, one.task};
            all.insert(all.end(), one.hints.begin(), one.hints.end());
            for (const BothLanguages& words : all)
                QVERIFY2(words.es.size() > 10 && words.en.size() > 10, one.id.c_str());
            QVERIFY2(one.finds.empty() != one.conditions.empty(), one.id.c_str());
            for (const Exercise::Condition& condition : one.conditions)
                for (const Language language : {Language::Spanish, Language::English})
                    QVERIFY2(Text(language).has("exercise_unmet." + condition.says),
                             one.id.c_str());
            const CudaFile file(one.text(Language::Spanish));
            QCOMPARE(file.kernels().size(), std::size_t{1});
            const auto launch = ownLaunch(one.id, HostValues(file, {}), *file.kernels().front());
            QVERIFY2(launch && launch->expected, one.id.c_str());
            QVERIFY2(one.text(Language::Spanish) != one.text(Language::English), one.id.c_str());
            QCOMPARE(findExercise(one.id), &one);
        }
        QCOMPARE(findExercise("none"), nullptr);
    }

    void eachIsJudged_data() {
        QTest::addColumn<QString>("id");
        for (const Exercise& one : exercises())
            QTest::newRow(one.id.c_str()) << QString::fromStdString(one.id);
    }
    void eachIsJudged() {
        if (!KernelCompiler::find()) QSKIP("NVRTC is not here");
        QFETCH(QString, id);
        const Exercise& exercise = *findExercise(id.toStdString());
        const auto planted = checked(exercise.id, exercise.text(Language::Spanish));
        QVERIFY2(planted, planted ? "" : planted.error().code.c_str());
        QCOMPARE(planted->at("solved"), Json(false));
        const Json& kernel = planted->at("kernels").at(0);
        const std::string found =
            kernel.contains("reason") ? kernel.at("reason").value("code", std::string()) : "";
        QVERIFY2(found == exercise.finds, jsonText(kernel).c_str());
        QCOMPARE(planted->contains("unmet"), exercise.finds.empty());
        for (const Language language : {Language::Spanish, Language::English}) {
            const std::string words = exerciseVerdict(*planted, Text(language));
            QVERIFY2(words.size() > 30 && words.find('{') == std::string::npos, words.c_str());
        }
        const std::string solution = solutionOf(exercise.id);
        QVERIFY2(!solution.empty(), exercise.id.c_str());
        const auto solved = checked(exercise.id, solution);
        QVERIFY2(solved, solved ? "" : jsonText(solved.error().args).c_str());
        QVERIFY2(solved->value("solved", false), jsonText(*solved).c_str());
        QVERIFY(exerciseVerdict(*solved, Text(Language::English)).starts_with("Solved"));
    }

    /// No solution comes with Duelo.
    void solutionsAreNotShipped() {
        for (const Exercise& one : exercises()) {
            const std::string solution = solutionOf(one.id);
            for (const Resource& resource : resources())
                QVERIFY2(resource.bytes != solution, one.id.c_str());
        }
    }

    /// The launch and the result are those of the exercise, whatever the text says.
    void theTextCannotChangeTheTask() {
        if (!KernelCompiler::find()) QSKIP("NVRTC is not here");
        std::string text = findExercise("bounds")->text(Language::English);
        text.replace(text.find("grid 4"), 6, "grid 3");
        text.replace(text.find("a[i] + b[i]"), 11, "c[i]");
        const auto reply = checked("bounds", text);
        QVERIFY(reply);
        QVERIFY(!reply->value("solved", true));
        QCOMPARE(checked("none", text).error().code, std::string("unknown_value"));
        QCOMPARE(checked("halo", text).error().code, std::string("own_kernel_named"));
        std::string other = findExercise("bounds")->text(Language::English);
        other.replace(other.find("int n)"), 6, "float n)");
        QCOMPARE(checked("bounds", other).error().code, std::string("own_kernel_parameters"));
    }

    void whatIsSolvedIsRemembered() {
        const QTemporaryDir folder;
        const std::filesystem::path file =
            fromUtf8(folder.filePath("new/exercises.json").toStdString());
        const SolvedExercises solved(file);
        QVERIFY(solved.all().empty());
        QVERIFY(solved.add("bounds"));
        QVERIFY(solved.add("halo"));
        QVERIFY(solved.add("bounds"));
        QCOMPARE(solved.all(), (std::set<std::string>{"bounds", "halo"}));
        for (const char* damaged : {"", "{", "[]", "{\"solved\": 3}", "{\"solved\": [1]}",
                                    "{\"solved\": {\"nothing\": true}}"}) {
            QVERIFY(writeWhole(damaged, file, true));
            QVERIFY(solved.all().empty());
        }
        QVERIFY(solved.add("halo"));
        QCOMPARE(solved.all(), (std::set<std::string>{"halo"}));
    }
};

QTEST_APPLESS_MAIN(TestExercises)
#include "tst_exercises.moc"
