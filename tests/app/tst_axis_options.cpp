// SPDX-License-Identifier: Apache-2.0
#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "arguments.h"
#include "base/text.h"
#include "commands.h"
#include "experiments/specs.h"

using namespace duelo;

/// Tests of lists of values as they are typed.
class TestAxisOptions : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// Numbers and words have no comma in them; commands and names of files may.
    void commasSeparateWhatHasNone() {
        Spec spec{.id = "program"};
        for (const AxisKind kind : {AxisKind::Integer, AxisKind::Path, AxisKind::Command}) {
            const std::string id(word(kind));
            spec.axes.push_back({.id = id, .kind = kind, .many = true, .option = "--" + id});
        }
        CLI::App app;
        AxisOptions options;
        options.declare(app, spec);
        app.parse(std::vector<std::string>{"./pi 1,2", "--command", "a,b", "--path", "a,b",
                                           "--command", "1,2", "--integer"});
        const auto typed = [&](const char* id) { return options.words.find(id)->second; };
        QCOMPARE(typed("integer"), (std::vector<std::string>{"1", "2"}));
        QCOMPARE(typed("path"), (std::vector<std::string>{"a,b"}));
        QCOMPARE(typed("command"), (std::vector<std::string>{"a,b", "./pi 1,2"}));
    }

    /// A script that starts one after the other is not told to choose another name.
    void runsOfOneSecondHaveFoldersOfTheirOwn_R_20() {
        const QTemporaryDir folder;
        const QString before = QDir::currentPath();
        QVERIFY(QDir::setCurrent(folder.path()));
        std::set<std::filesystem::path> journals;
        for (int i = 0; i < 3; ++i)
            if (const auto journal = journalPath(RunOptions{})) journals.insert(*journal);
        QVERIFY(QDir::setCurrent(before));
        QCOMPARE(journals.size(), std::size_t{3});
    }

    /// P-02: what a stopwatch times is typed as the other experiment's own command is.
    void worksAreTypedAsTheirOwnCommands() {
        const Spec& spec = *findSpec("stopwatch");
        const Facts facts{.physical_cores = 2, .devices = {Device::Cpu}};
        std::string code;
        const auto works = [&](std::vector<std::string> typed) {
            CLI::App app;
            AxisOptions options;
            options.declare(app, spec);
            std::vector<std::string> words;
            for (const std::string& one : typed) words.insert(words.begin(), {one, "--work"});
            app.parse(words);
            std::vector<Reason> skipped;
            const auto plan = planFromWords(options, facts, skipped);
            code = plan ? "" : plan.error().code;
            return plan ? valuesIn(plan->cases.at(0), "work") : std::vector<Json>();
        };
        const auto found = works({"pi --samples 1000,2000 --how loop",
                                  "infer --model mobilenet_v2 --size 128 --device cpu"});
        QCOMPARE(code, std::string());
        QCOMPARE(found.size(), std::size_t{3});  // each cell is one
        QCOMPARE(found[0]["case"]["samples"], Json(1000));
        QCOMPARE(found[1]["case"]["samples"], Json(2000));
        QCOMPARE(found[2]["experiment"], Json("inference"));
        const Json onGpu = works({"transfer --device cuda --bytes 4096,8192"}).at(1);
        QCOMPARE(onGpu["case"]["bytes"], Json(8192));
        QCOMPARE(onGpu["variant"]["direction"], Json("to_device"));  // a GPU's first
        QCOMPARE(found[2]["case"]["size_px"], Json(128));
        QCOMPARE(works({"max-pool"}).size(), std::size_t{1});  // the first of what is usual
        QVERIFY(works({"training"}).empty());                  // no call of it is like another
        QCOMPARE(code, std::string("work_command_unknown"));
        for (const char* none : {"", "  ", "program --command true", "stopwatch", "nothing"}) {
            QVERIFY(works({none}).empty());
            QCOMPARE(code, std::string("work_command_unknown"));
        }
        for (const char* wrong : {"pi --nothing 1", "pi 7", "pi --samples", "pi --help"}) {
            QVERIFY(works({wrong}).empty());
            QCOMPARE(code, std::string("work_words_wrong"));
        }
        QVERIFY(works({"pi --samples 0"}).empty());
        QCOMPARE(code, std::string("value_out_of_range"));
        for (const Language language : {Language::Spanish, Language::English})
            for (const char* reason : {"work_command_unknown", "work_words_wrong"})
                QVERIFY(Text(language).has("reason." + std::string(reason)));
    }
};

QTEST_APPLESS_MAIN(TestAxisOptions)
#include "tst_axis_options.moc"
