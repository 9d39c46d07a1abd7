// SPDX-License-Identifier: Apache-2.0
// a student's own program as a variant: what is started, what is read of it, and that nothing
// it does can harm a run.
#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#ifdef Q_OS_LINUX
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#endif

#include "../../base/full_disk.h"
#include "base/reason_json.h"
#include "base/text.h"
#include "base/timed_child.h"
#include "experiments/program/command.h"
#include "experiments/program/maker.h"
#include "experiments/program/printed_time.h"
#include "experiments/program/spec.h"
#include "measure/self_check.h"

using namespace duelo;
using Words = std::vector<std::string>;

namespace {

const std::string kHelper = DUELO_PROGRAM_HELPER;

Cell cellOf(const std::string& name, const std::string& text, const Params& work = {},
            const char* pattern = nullptr) {
    const Attachment attachment(text);
    Cell cell{.id = "c001",
              .experiment = "program",
              .work = work,
              .variant = {{"command", referenceTo(name, attachment)}, {"timed", "wall"}},
              .attachments = {{name, attachment}}};
    if (!cell.work.has("same_output")) cell.work.set("same_output", false);
    if (pattern != nullptr) {
        cell.variant.set("timed", "printed");
        cell.variant.set("pattern", pattern);
    }
    return cell;
}

/// The helper with these words.
Cell helperCell(const std::string& words, const Params& work = {}, const char* pattern = nullptr) {
    const std::string command = kHelper + " " + words;
    return cellOf(command, command, work, pattern);
}

ProgramMaker& makerWith(double limit_s = 60) {
    static std::unique_ptr<ProgramMaker> maker;
    maker = std::make_unique<ProgramMaker>(Params{{"limit_s", limit_s}});
    return *maker;
}

/// Returns the reason that ends a cell in its first two calls; an empty one if none does.
Reason failureOf(const Cell& cell, double limit_s = 60) {
    const auto done = afterOneCall(makerWith(limit_s), cell, [](Work& work) -> Result<int> {
        static_cast<void>(work.step(1));
        return 0;
    });
    return done ? Reason() : done.error();
}

QString codeOf(const Cell& cell, double limit_s = 60) {
    return QString::fromStdString(failureOf(cell, limit_s).code);
}

std::string refusalOf(const duelo::TypedWords& words) {
    auto plan = planFromWords(programSpec(), words, {});
    if (plan) plan = validated(*plan, programSpec(), {});
    return plan ? std::string() : plan.error().code;
}

}  // namespace

class TestProgram final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void commandsAreSplitWithoutAShell_data() {
        QTest::addColumn<QString>("command");
        QTest::addColumn<QStringList>("words");
        const auto row = [](const char* name, const char* command, const QStringList& words) {
            QTest::newRow(name) << QString(command) << words;
        };
        row("number", "./sum {n}", {"./sum", "7"});
        row("twice in a word", "a --range={n}..{n}", {"a", "--range=7..7"});
        row("quotes", "a 'b  c' \"d e\"f ''", {"a", "b  c", "d ef", ""});
        row("spaces", "  a\t b  ", {"a", "b"});
        row("no shell", "a $HOME ; rm *", {"a", "$HOME", ";", "rm", "*"});
        row("backslashes stay", "C:\\a\\b.exe x", {"C:\\a\\b.exe", "x"});
    }
    void commandsAreSplitWithoutAShell() {
        QFETCH(QString, command);
        QFETCH(QStringList, words);
        QStringList found;
        const auto split = commandWords(command.toStdString(), 7);
        QVERIFY(split);
        for (const std::string& word : *split) found << QString::fromStdString(word);
        QCOMPARE(found, words);
    }

    void aPathWithSpacesIsAProgram() {
        const QTemporaryDir folder;
        const std::string path = folder.filePath("Mi programa").toStdString();
        std::ofstream(path) << "x";
        QCOMPARE(commandWords(path, 7).value(), (Words{path, "7"}));
        QCOMPARE(commandWords(path, std::nullopt).value(), Words{path});
    }

    void textsOfProgramsHaveTheirInterpreter() {
        const auto words = [](const char* name, const char* text) {
            const auto found = scriptWords(name, text, "/tmp/x", 7);
            return found ? found->front() : found.error().code;
        };
        QCOMPARE(words("notes.txt", "hello"), std::string("program_no_interpreter"));
#ifndef Q_OS_WIN
        QCOMPARE(scriptWords("pi.py", "print(1)", "/tmp/pi.py", 7).value(),
                 (Words{"python3", "/tmp/pi.py", "7"}));
        QCOMPARE(words("a", "#!/bin/sh\n"), std::string("/tmp/x"));
        QCOMPARE(words("a.sh", "true"), std::string("sh"));
#endif
    }

    void whatCannotBeMeantIsRefused() {
        QCOMPARE(refusalOf({}), std::string());
        QCOMPARE(refusalOf({{"command", {"./sum {n}"}}}), std::string("program_needs_n"));
        QCOMPARE(refusalOf({{"command", {"./sum"}}, {"number", {"5"}}}),
                 std::string("program_without_n"));
        QCOMPARE(refusalOf({{"command", {"./sum {n}", "./sum2 {n}"}}, {"number", {"5", "6"}}}),
                 std::string());
        QCOMPARE(refusalOf({{"command", {"./sum 'a"}}}), std::string("program_quote_open"));
        QCOMPARE(refusalOf({{"command", {"  "}}}), std::string("program_command_empty"));
        QCOMPARE(refusalOf({{"number", {"-1"}}}), std::string("value_out_of_range"));
        QCOMPARE(refusalOf({{"timed", {"printed"}}, {"pattern", {"Time: "}}}),
                 std::string("program_pattern_no_unit"));
        QCOMPARE(refusalOf({{"timed", {"printed"}}, {"pattern", {"{s} {ms}"}}}),
                 std::string("program_pattern_no_unit"));
    }

    void printedTimesAreFound_data() {
        QTest::addColumn<QString>("pattern");
        QTest::addColumn<QString>("output");
        QTest::addColumn<double>("ms");
        const double none = std::numeric_limits<double>::quiet_NaN();
        const auto row = [](const char* name, const char* pattern, const char* output, double ms) {
            QTest::newRow(name) << QString(pattern) << QString(output) << ms;
        };
        row("seconds", "Tiempo: {s} s", "Tiempo: 0.25 s\n", 250);
        row("comma", "Tiempo: {s} s", "Tiempo:  0,25 s", 250);
        row("milliseconds", "{ms} ms", "took 12.5 ms.", 12.5);
        row("microseconds", "t={us}", "t=1500\n", 1.5);
        row("the last", "{s} s", "1 s\n2 s\n", 2000);
        row("exponent", "{s} s", "1e-3 s", 1);
        row("another word goes on", "{s} s", "3 samples", none);
        row("not that unit", "{s} s", "3 ms", none);
        row("part of a number", "{ms}", "x1.5", none);
        row("negative", "{s} s", "-3 s", none);
        row("nothing", "{s} s", "", none);
        row("accents", "duración {s} s", "duración 2 s", 2000);
        row("infinite", "{s} s", "inf s nan s", none);
    }
    void printedTimesAreFound() {
        QFETCH(QString, pattern);
        QFETCH(QString, output);
        QFETCH(double, ms);
        const auto found =
            printedNumber(timePattern(pattern.toStdString()).value(), output.toStdString());
        QCOMPARE(found.has_value(), !std::isnan(ms));
        if (found) QCOMPARE(*found, ms);
    }

    /// Output is read in a time that grows with its length alone, whatever a program prints.
    void hostileOutputIsReadAtOnce() {
        const std::string spaces(1 << 20, ' ');
        QVERIFY(!printedNumber(timePattern(" {s} s").value(), spaces));
        QVERIFY(!printedNumber(timePattern("{s} s").value(), std::string(1 << 20, '1')));
    }

    void theProcessIsMeasuredWhole() {
        const auto seen =
            afterOneCall(makerWith(), helperCell("spin {n}", {{"number", 20'000'000}}),
                         [](Work& work) -> Result<Timing> { return work.step(1); });
        QVERIFY(seen);
        const double start = partMs(seen->parts, "start").value();
        QVERIFY(start > 0 && seen->wall_ms > start);
        QCOMPARE(start + partMs(seen->parts, "run").value(), seen->wall_ms);
        // One thread cannot use more of the processor than there was time, but for a tick.
        const double cpu_ms =
            partMs(seen->parts, "user").value() + partMs(seen->parts, "system").value();
        QVERIFY2(cpu_ms > 0 && cpu_ms < 1.1 * seen->wall_ms + 10,
                 qPrintable(QString::number(cpu_ms)));
        for (const PartTime& part : seen->parts)
            QCOMPARE(part.inside, part.id == "start" || part.id == "run");
    }

    void itsMemoryIsItsOwn() {
        const auto peakOf = [](const char* words) {
            return afterOneCall(makerWith(), helperCell(words),
                                [](Work& work) -> Result<std::int64_t> {
                                    return work.deviceState()->peak_bytes.value_or(0);
                                })
                .value();
        };
        const std::int64_t small = peakOf("sleep 30"), large = peakOf("hold 200");
#ifdef __SANITIZE_ADDRESS__
        constexpr int times = 3;  // shadow, and what is freed stays for a while
#else
        constexpr int times = 1;
#endif
        QVERIFY2(large >= (200LL << 20) && large < times * (260LL << 20),
                 qPrintable(QString::number(large)));
        // Not that of whoever started it, which a system may count as the program's.
        QVERIFY2(small > 0 && small < times * (20LL << 20), qPrintable(QString::number(small)));
    }

    void thePrintedTimeCounts() {
        const auto timing = afterOneCall(makerWith(), helperCell("say 0.5s", {}, "{s}s"),
                                         [](Work& work) -> Result<Timing> { return work.step(2); });
        QCOMPARE(timing->wall_ms, 1000.0);
        const double process_ms = partMs(timing->parts, "process").value();
        QVERIFY(process_ms > 0);
        QCOMPARE(timing->spent_ms.value(), process_ms);
    }

    /// Each fault is a failed cell with a sentence in both languages.
    void whatGoesWrongIsSaid_data() {
        QTest::addColumn<QString>("words");
        QTest::addColumn<QString>("pattern");
        QTest::addColumn<QString>("code");
        const auto row = [](const char* words, const char* code, const char* pattern = "") {
            QTest::newRow(words) << QString(words) << QString(pattern) << QString(code);
        };
        row("exit 3", "program_exit");
        row("abort", "program_signal");
        row("sleep 100000", "program_time_limit");
        row("grumble", "program_time_limit");
        row("flood", "program_output_too_long");
        row("fork", "program_left_processes");
        row("say 3", "program_no_printed_time", "{s} s");
        row("say 0.000", "program_time_too_short", "{s}");
    }
    void whatGoesWrongIsSaid() {
        QFETCH(QString, words);
        QFETCH(QString, pattern);
        QFETCH(QString, code);
#ifdef Q_OS_WIN
        if (words == "fork") QSKIP("no fork here");
#endif
        const QByteArray typed = pattern.toUtf8();
        const Reason why = failureOf(
            helperCell(words.toStdString(), {}, typed.isEmpty() ? nullptr : typed.constData()), 1);
        QCOMPARE(QString::fromStdString(why.code), code);
        for (const Language language : {Language::Spanish, Language::English}) {
            const Text text(language);
            QVERIFY(text.has("reason." + why.code) && text.has("cause." + why.code));
            const std::string said = text.reason(why);
            QVERIFY2(said.find('?') == std::string::npos, said.c_str());
            QVERIFY2(said.find(kHelper) != std::string::npos, said.c_str());
        }
        if (code == "program_exit") QCOMPARE(why.message.substr(0, 8), std::string("it broke"));
    }

#ifdef Q_OS_LINUX
    /// Y-06: what has gone into a session of its own is found and ended, however its program ended,
    /// and what is said of it is true.
    void whatGoesAwayIsEndedToo_data() {
        QTest::addColumn<QString>("words");
        QTest::addColumn<QString>("code");
        QTest::newRow("ends") << "daemon"
                              << "program_left_processes";
        QTest::newRow("takes too long") << "daemon_and_sleep"
                                        << "program_time_limit";
    }
    void whatGoesAwayIsEndedToo() {
        QFETCH(QString, words);
        QFETCH(QString, code);
        const QTemporaryDir folder;
        const std::string file = folder.filePath("pid").toStdString();
        const Reason why = failureOf(helperCell(words.toStdString() + ' ' + file), 5);
        QCOMPARE(QString::fromStdString(why.code), code);
        pid_t left = 0;
        std::ifstream(file) >> left;
        QVERIFY(left > 0);
        QVERIFY2(::kill(left, 0) != 0, "it still runs, or nobody has waited for it");
        const std::string said = Text(Language::English).reason(why);
        QCOMPARE(said.find("could not be stopped"), std::string::npos);
        if (code == "program_left_processes")
            QVERIFY2(said.ends_with("What it had left at work was stopped."), said.c_str());
    }

    /// Y-06: what the system does not let it end is named, and nothing says that it was ended.
    void whatCannotBeEndedIsNamed() {
        if (::geteuid() != 0) QSKIP("only an administrator can start what others may not end");
        const QTemporaryDir folder;
        const std::string helper = folder.filePath("helper").toStdString();
        const std::string file = folder.filePath("open/pid").toStdString();
        namespace fs = std::filesystem;
        fs::copy_file(kHelper, helper);
        QVERIFY(::chmod(helper.c_str(), 04755) == 0);
        fs::create_directory(fs::path(file).parent_path());
        fs::permissions(folder.path().toStdString(), fs::perms::all);
        fs::permissions(fs::path(file).parent_path(), fs::perms::all);
        const pid_t other = ::fork();
        if (other == 0) {
            constexpr uid_t nobody = 65534;
            if (::setuid(nobody) != 0) ::_exit(2);
            const TimedCommand command{.program = helper, .arguments = { "daemon", file }};
            const auto exit = runTimed(command, {});
            pid_t left = 0;
            std::ifstream(file) >> left;
            const bool told = exit && exit->how == TimedExit::How::LeftBehind &&
                              exit->not_stopped == std::vector<int>{left};
            ::_exit(told ? 0 : 1);
        }
        int status = -1;
        QCOMPARE(::waitpid(other, &status, 0), other);
        pid_t left = 0;
        std::ifstream(file) >> left;
        QVERIFY(left > 0);
        ::kill(left, SIGKILL);
        QCOMPARE(WEXITSTATUS(status), 0);
        for (const Language language : {Language::Spanish, Language::English}) {
            const std::string said = Text(language).reason({"program_left_processes",
                                                            { {"name", "x"},
                                                              { kNextReason,
                                                                toJson(Reason{"program_rest_runs",
                                                                              { { "processes",
                                                                                  "123" } }}) } }});
            QVERIFY2(said.find("123") != std::string::npos, said.c_str());
            QCOMPARE(said.find(language == Language::Spanish ? "se ha parado" : "was stopped"),
                     std::string::npos);
        }
    }
#endif

    /// Y-08: half a script is another program, and is not run.
    void aTextThatDoesNotFitIsNotRun_Y_08() {
#ifdef Q_OS_WIN
        QSKIP("no file system there has a limit that a test may set");
#else
        const std::string text =
            "#!/bin/sh\nexit 0\n" + std::string(std::size_t{64} << 10, '#') + '\n';
        const Cell cell = cellOf("t.sh", text);
        QCOMPARE(codeOf(cell), QString());
        const QTemporaryDir folder;
        qputenv("TMPDIR", folder.path().toUtf8());
        const auto restored = qScopeGuard([] { qunsetenv("TMPDIR"); });
        {
            const test::FullDisk full(4096);
            const Reason why = failureOf(cell);
            QCOMPARE(why.code, std::string("program_no_folder"));
            QVERIFY(why.args["path"].get<std::string>().starts_with(folder.path().toStdString()));
        }
        QVERIFY(QDir(folder.path()).isEmpty());
#endif
    }

    void whatIsMissingIsSaid() {
        const Reason why = failureOf(cellOf("./no-such-program", "./no-such-program"));
        QCOMPARE(why.code, std::string("program_not_started"));
        QVERIFY(!why.message.empty());
        QCOMPARE(codeOf(cellOf("notes.txt", "hello")), QString("program_no_interpreter"));
    }

    /// A program that asks for input finds its end, and no terminal.
    void thereIsNothingToRead() {
        QCOMPARE(codeOf(helperCell("read")), QString());
    }

    void outputThatMustBeEqualIsCompared() {
        const Params strict{{"same_output", true}};
        QCOMPARE(codeOf(helperCell("clock")), QString());
        QCOMPARE(codeOf(helperCell("clock", strict)), QString("program_output_changes"));
        const auto printOf = [](const std::string& words, const Params& work) {
            return *afterOneCall(makerWith(), helperCell(words, work),
                                 [](Work& each) -> Result<Output> { return each.output(); })
                        ->fingerprint;
        };
        const auto same = [&](const Params& work) {
            return agreement(printOf("say a", work), printOf("say b", work), 1e-4).has_value();
        };
        QVERIFY(same({}));
        QVERIFY(!same(strict));
    }

#ifndef Q_OS_WIN
    /// The text of a program runs as a file and leaves nothing behind.
    void textsAreRun() {
        const auto said = [](const char* name, const char* text) {
            return afterOneCall(makerWith(),
                                cellOf(name, text,
                                       {{ "number",
                                          12 }},
                                       "{ms} {"),
                                [](Work& work) -> Result<Timing> { return work.step(1); });
        };
        const auto timing = said("../../half.sh", "#!/bin/sh\necho \"$1 {\"\n");
        QVERIFY2(timing, timing ? "" : timing.error().code.c_str());
        QCOMPARE(timing->wall_ms, 12.0);
    }

    /// Esc ends the program at once, and what it has started.
    void aCancelEndsTheProgram() {
        auto work = makerWith().create(helperCell("sleep 100000")).value();
        std::stop_source stop;
        int beats = 0;
        work->setControl({.stop = stop.get_token(), .beat = [&] {
                              if (++beats == 2) stop.request_stop();
                          }});
        QVERIFY(work->prepare());
        QVERIFY_THROWS_EXCEPTION(StepStopped, static_cast<void>(work->step(1)));
    }
#endif
};

QTEST_GUILESS_MAIN(TestProgram)
#include "tst_program.moc"
