// SPDX-License-Identifier: GPL-3.0-or-later
// A student edits one of the kernels: what the compiler and the emulator say stands at its line,
// the text goes to a file of its own and, as one more variant, into the plan. The fake engine plays
// both.
#include <QComboBox>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QTemporaryDir>

#include <algorithm>

#include "base/reason_json.h"
#include "experiments/exercises.h"
#include "experiments/own_kernel.h"
#include "ui/experiments/kernel_editor/exercise_bar.h"
#include "ui/experiments/kernel_editor/kernel_tab.h"
#include "ui/experiments/kernel_editor/opencl_dialog.h"
#include "ui/form/experiment_form.h"
#include "ui/results/code_editor.h"
#include "ui/results/code_view.h"
#include "ui/results/text_tab.h"
#include "window_bench.h"

using namespace duelo;
using namespace duelo::testing;

namespace {

class Bench : public WindowBench {
public:
    explicit Bench(const char* experiment = "matrix_product", const char* scenario = "gpu")
        : WindowBench(scenario, "en") {
        window->showPage(experiment);
        page = &window->experimentPage(experiment);
        page->showTab("Edit a kernel");
        tab = page->findChild<ui::KernelTab*>();
    }

    [[nodiscard]] ui::CodeEditor& editor() const { return *tab->findChild<ui::CodeEditor*>(); }
    [[nodiscard]] QListWidget& remarks() const { return *tab->findChild<QListWidget*>("remarks"); }
    [[nodiscard]] QString told() const { return tab->findChild<QLabel*>("kernelTold")->text(); }
    [[nodiscard]] QPushButton& button(const char* name) const {
        return *tab->findChild<QPushButton*>(name);
    }
    void begin(const char* kernel) const {
        auto* from = tab->findChild<QComboBox*>("beginWith");
        from->setCurrentIndex(from->findText(kernel));
        Q_EMIT from->activated(from->currentIndex());
    }
    [[nodiscard]] bool checks() const {
        button("checkKernel").click();
        return isChecked();
    }
    /// Waits for the end of a check.
    [[nodiscard]] bool isChecked() const {
        return QTest::qWaitFor([this] { return button("checkKernel").text() == "Check"; }, 60'000);
    }
    /// Shared tiles and one more line. \returns its number.
    [[nodiscard]] int beginWithLine(const QString& line) const {
        begin("shared tiles");
        editor().moveCursor(QTextCursor::End);
        editor().insertPlainText(line);
        editor().moveCursor(QTextCursor::Start);
        return editor().document()->blockCount();
    }
    [[nodiscard]] const Plan& plan() const {
        return page->findChild<ui::ExperimentForm*>()->plan();
    }

    ui::ExperimentPage* page;
    ui::KernelTab* tab;
};

}  // namespace

class TestKernelTab : public QObject {
    Q_OBJECT

    QTemporaryDir m_own;  ///< what is solved is the user's own elsewhere

private Q_SLOTS:
    void initTestCase() {
        for (const char* name : {"XDG_DATA_HOME", "LOCALAPPDATA"})
            qputenv(name, m_own.path().toUtf8());
    }
    void errorsStandAtTheirLine();
    void faultsStandAtTheirLine();
    void whatIsRightSaysWhere();
    void theTextIsShownInOpenClC();
    void whatIsUndecidedIsNoFault_data();
    void whatIsUndecidedIsNoFault();
    void aCheckCanBeStopped();
    void aCheckedTextThatChangesIsToldSo();
    void theTextBecomesAVariant();
    void whatCannotBeMeasuredIsNotAdded();
    void filesAreTheStudentsOwn();
    void theDraftOutlivesTheWindow();
    void commentsAreInTheWindowsLanguage();
    void keysIndent();
    void poolingHasItToo();
    void exercisesAreCheckedAndRemembered();
    void learnLeadsToTheExercises();
};

void TestKernelTab::errorsStandAtTheirLine() {
    Bench bench;
    QVERIFY(bench.ready());
    QVERIFY(bench.tab->isVisible());
    bench.begin("shared tiles");
    QVERIFY(bench.editor().toPlainText().contains("void matmul3("));
    QVERIFY(bench.checks());
    QVERIFY2(bench.told().contains("kernel matmul3, in blocks of 32 × 32"),
             qPrintable(bench.told()));
    QVERIFY(!bench.remarks().isVisible());
    bench.editor().moveCursor(QTextCursor::End);
    bench.editor().insertPlainText("int a = nothing;");
    const int line = bench.editor().document()->blockCount();
    QVERIFY(bench.checks());
    QVERIFY2(bench.told().contains("does not compile"), qPrintable(bench.told()));
    QCOMPARE(bench.remarks().count(), 1);
    QVERIFY(bench.remarks().item(0)->text().startsWith(
        QString("Line %1: There is no name “nothing” here.").arg(line)));
    QVERIFY(bench.remarks().item(0)->text().endsWith("(identifier \"nothing\" is undefined)"));
    QCOMPARE(bench.editor().extraSelections().size(), 1);
    QCOMPARE(bench.editor().extraSelections().first().cursor.blockNumber(), line - 1);
    bench.editor().moveCursor(QTextCursor::Start);
    Q_EMIT bench.remarks().itemActivated(bench.remarks().item(0));
    QCOMPARE(bench.editor().textCursor().blockNumber(), line - 1);
    bench.editor().insertPlainText("x");  // what was said was said of another text
    QVERIFY(bench.editor().extraSelections().isEmpty());
    bench.editor().setPlainText("void other() {}");
    QVERIFY(bench.checks());
    QVERIFY2(bench.told().contains("matmul3"), qPrintable(bench.told()));  // of those that it knows
}

/// The second size finds what the first one does not.
void TestKernelTab::faultsStandAtTheirLine() {
    Bench bench;
    QVERIFY(bench.ready());
    const int line = bench.beginWithLine("    // race");
    QVERIFY(bench.checks());
    QVERIFY2(bench.told().startsWith("It compiles, but is wrong (matrix product 36 × 36). "),
             qPrintable(bench.told()));
    QVERIFY2(bench.told().contains("as[3]"), qPrintable(bench.told()));
    QCOMPARE(bench.remarks().count(), 1);
    QCOMPARE(bench.remarks().item(0)->text(), QString("Line %1: // race").arg(line));
    QCOMPARE(bench.editor().extraSelections().size(), 1);
    QCOMPARE(bench.editor().textCursor().blockNumber(), line - 1);
}

void TestKernelTab::whatIsRightSaysWhere() {
    Bench bench;
    QVERIFY(bench.ready());
    static_cast<void>(bench.beginWithLine("// printf"));
    QVERIFY(bench.checks());
    for (const char* part :
         {"kernel matmul3", "matrix product 33 × 33; matrix product 36 × 36", "Not checked: "})
        QVERIFY2(bench.told().contains(part), qPrintable(bench.told()));
    QCOMPARE(bench.remarks().count(), 1);
    QCOMPARE(bench.remarks().item(0)->text(), QString("It prints: hello"));
    QVERIFY(bench.editor().extraSelections().isEmpty());
}

/// A text that compiles can be looked at as OpenCL C; after a change it is checked first.
void TestKernelTab::theTextIsShownInOpenClC() {
    Bench bench;
    QVERIFY(bench.ready());
    QVERIFY(!bench.button("openclKernel").isEnabled());
    static_cast<void>(bench.beginWithLine("// mine"));
    QVERIFY(bench.checks());
    bench.button("openclKernel").click();
    auto* dialog = bench.window->findChild<ui::OpenClDialog*>();
    QVERIFY(dialog);
    const auto* view = dialog->findChild<ui::CodeEditor*>("openclText");
    QVERIFY(view->isReadOnly() && view->toPlainText().contains("// mine"));
    QCOMPARE(view->extraSelections().size(), 1);  // the line that the text does not have
    dialog->close();
    bench.editor().insertPlainText(" ");
    QVERIFY(!bench.button("openclKernel").isEnabled());
    const Text text(Language::English);
    const Json why{{"reason", toJson(Reason{"opencl_text_word",
                                            {{"name", "a.cu"}, {"line", 3}, {"what", "mma"}}})}};
    const ui::OpenClDialog refused("", why, text);
    QVERIFY(refused.findChild<QLabel*>("openclTold")->text().contains("mma"));
    QVERIFY(!refused.findChild<ui::CodeEditor*>());
}

void TestKernelTab::whatIsUndecidedIsNoFault_data() {
    QTest::addColumn<QString>("word");
    QTest::addColumn<QString>("told");
    QTest::addColumn<int>("marks");
    QTest::newRow("an unknown instruction") << "// oddly"
                                            << "It compiles, but was not checked to the end" << 1;
    QTest::newRow("the process dies")
        << "// dies"
        << "It compiles for sm_75, but it was not checked any further" << 0;
}

void TestKernelTab::whatIsUndecidedIsNoFault() {
    QFETCH(QString, word);
    QFETCH(QString, told);
    QFETCH(int, marks);
    Bench bench;
    QVERIFY(bench.ready());
    static_cast<void>(bench.beginWithLine(word));
    QVERIFY(bench.checks());
    QVERIFY2(bench.told().startsWith(told), qPrintable(bench.told()));
    QCOMPARE(bench.editor().extraSelections().size(), marks);
    bench.begin("shared tiles");  // and the next one is checked as ever
    QVERIFY(bench.checks());
    QVERIFY2(bench.told().contains("Not checked: "), qPrintable(bench.told()));
}

/// By its button, by a change of the text, and by the check of the changed text, which waits for
/// nobody.
void TestKernelTab::aCheckCanBeStopped() {
    Bench bench;
    QVERIFY(bench.ready());
    const auto emulates = [&] {
        bench.button("checkKernel").click();
        return QTest::qWaitFor([&] { return bench.told().contains("run thread by thread"); });
    };
    static_cast<void>(bench.beginWithLine("// for ever"));
    QVERIFY(emulates());
    QCOMPARE(bench.button("checkKernel").text(), QString("Stop"));
    bench.button("checkKernel").click();
    QCOMPARE(bench.told(), QString("The check was stopped."));
    QCOMPARE(bench.button("checkKernel").text(), QString("Check"));
    QVERIFY(emulates());
    bench.editor().insertPlainText("// changed\n");
    QVERIFY2(bench.told().startsWith("The text has changed"), qPrintable(bench.told()));
    QVERIFY(emulates());
    bench.begin("shared tiles");
    QVERIFY(bench.told().isEmpty());
    QVERIFY(bench.checks());  // at once, while the engine ends the other one
    QVERIFY2(bench.told().contains("Not checked: "), qPrintable(bench.told()));
}

/// It can be read while the fault is mended.
void TestKernelTab::aCheckedTextThatChangesIsToldSo() {
    Bench bench;
    QVERIFY(bench.ready());
    static_cast<void>(bench.beginWithLine("// race"));
    QVERIFY(bench.checks());
    const QString told = bench.told();
    bench.editor().insertPlainText("a");
    QCOMPARE(bench.told(), told + "\nThe text has changed since then: check it again.");
    QVERIFY(bench.editor().extraSelections().isEmpty());
    bench.editor().insertPlainText("b");
    QCOMPARE(bench.told().count("since then"), 1);
}

void TestKernelTab::theTextBecomesAVariant() {
    Bench bench;
    QVERIFY(bench.ready());
    bench.begin("shared tiles");
    const auto add = [&](const char* change) {
        bench.editor().moveCursor(QTextCursor::End);
        bench.editor().insertPlainText(change);
        bench.button("addKernel").click();
        return Attachment(bench.editor().toPlainText().toStdString());
    };
    static_cast<void>(add("// first\n"));
    const Attachment second = add("// second\n");
    const Block& block = bench.plan().variants.front();
    const auto has = [&](const char* axis, const Json& value) {
        return std::ranges::count(valuesIn(block, axis), value);
    };
    QCOMPARE(has("kernel", "own"), 1);
    QCOMPARE(has("device", "cuda"), 1);
    QCOMPARE(valuesIn(block, "source").size(), std::size_t{1});  // the changed text took its place
    QCOMPARE(has("source", referenceTo("matmul3_own.cu", second)), 1);
    QVERIFY(bench.plan().attachments.at("matmul3_own.cu") == second);
    QCOMPARE(bench.plan().attachments.size(), std::size_t{1});
    bench.editor().clear();
    bench.button("addKernel").click();
    QVERIFY2(bench.told().contains("matmul3_own.cu"), qPrintable(bench.told()));
    QVERIFY(bench.plan().attachments.at("matmul3_own.cu") == second);
}

/// Neither a text that does not compile nor any text on a PC without a GPU becomes a variant.
void TestKernelTab::whatCannotBeMeasuredIsNotAdded() {
    Bench bench;
    QVERIFY(bench.ready());
    const QPushButton& add = bench.button("addKernel");
    bench.begin("shared tiles");
    QVERIFY(add.isEnabled());
    bench.editor().insertPlainText("int a = nothing;");
    QVERIFY(bench.checks());
    QVERIFY(!add.isEnabled() && add.toolTip().contains("does not compile"));
    bench.editor().undo();
    QVERIFY(add.isEnabled() && add.toolTip().isEmpty());
    Bench alone("matrix_product", "normal");
    QVERIFY(alone.ready());
    const QPushButton& never = alone.button("addKernel");
    QTRY_VERIFY_WITH_TIMEOUT(!never.isEnabled() && !never.toolTip().isEmpty(), kSoonMs);
    QVERIFY(alone.button("checkKernel").isEnabled());
}

void TestKernelTab::filesAreTheStudentsOwn() {
    Bench bench;
    QVERIFY(bench.ready());
    const QTemporaryDir folder;
    const QString path = folder.filePath("mine.cu");
    bench.begin("nested loops");
    bench.tab->saveFile(path);
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(QString::fromUtf8(file.readAll()), bench.editor().toPlainText());
    const QString kept = bench.editor().toPlainText();
    bench.begin("shared tiles");
    bench.editor().undo();  // nothing is lost
    QCOMPARE(bench.editor().toPlainText(), kept);
    bench.begin("shared tiles");
    bench.tab->openFile(path);
    QCOMPARE(bench.editor().toPlainText(), kept);
    bench.tab->openFile(folder.filePath("none.cu"));
    QVERIFY2(bench.told().contains("none.cu"), qPrintable(bench.told()));
    bench.tab->saveFile(folder.filePath("no/such/folder.cu"));
    QVERIFY(!bench.told().isEmpty());
    QCOMPARE(bench.editor().toPlainText(), kept);
    // Another language builds the tab anew.
    const Json state = bench.tab->viewState();
    bench.begin("shared tiles");
    bench.tab->setViewState(state);
    QCOMPARE(bench.editor().toPlainText(), kept);
}

/// A typed text that is in no file yet is there in the next window.
void TestKernelTab::theDraftOutlivesTheWindow() {
    Bench bench;
    QVERIFY(bench.ready());
    bench.begin("nested loops");
    bench.editor().moveCursor(QTextCursor::End);
    bench.editor().insertPlainText("// mía: unsaved\n");
    const QString typed = bench.editor().toPlainText();
    const auto kept = [&] {
        return bench.settings.state("kernel_matrix_product").contains("unsaved");
    };
    QVERIFY(!kept());
    QTRY_VERIFY_WITH_TIMEOUT(kept(), kSoonMs);  // nobody closes a window that is killed
    bench.editor().insertPlainText("// last\n");
    bench.window.reset();
    ui::MainWindow next(bench.settings, *bench.work);
    next.showPage("matrix_product");
    const auto* tab = next.experimentPage("matrix_product").findChild<ui::KernelTab*>();
    QCOMPARE(tab->findChild<ui::CodeEditor*>()->toPlainText(), typed + "// last\n");
    // Another experiment's kernels are other texts.
    next.showPage("max_pool");
    const auto* other = next.experimentPage("max_pool").findChild<ui::KernelTab*>();
    QVERIFY(!other->findChild<ui::CodeEditor*>()->toPlainText().contains("mía"));
}

/// Duelo's own text too when it is taken over from a window in the other language; what a student
/// has typed, or keeps in a file, stays as it is.
void TestKernelTab::commentsAreInTheWindowsLanguage() {
    const QString en = "// nobody reads before all have written",
                  es = "// nadie lee antes de que todos hayan escrito";
    Bench english;
    QVERIFY(english.ready());
    english.begin("shared tiles");
    const QString text = english.editor().toPlainText();
    QVERIFY(text.contains(en) && !text.contains(es));
    const Json state = english.tab->viewState();

    WindowBench spanish("gpu", "es");
    QVERIFY(spanish.ready());
    spanish.window->showPage("matrix_product");
    const ui::ExperimentPage& page = spanish.window->experimentPage("matrix_product");
    auto* tab = page.findChild<ui::KernelTab*>();
    const auto* editor = tab->findChild<ui::CodeEditor*>();
    tab->setViewState(state);
    const QString shown = editor->toPlainText();
    QVERIFY2(shown.contains(es) && !shown.contains(en), qPrintable(shown));
    QCOMPARE(shown.count('\n'), text.count('\n'));
    english.tab->setViewState(tab->viewState());
    QCOMPARE(english.editor().toPlainText(), text);

    const auto kept = [&](const char* field, const QString& value) {
        Json own = state;
        own[field] = value.toStdString();
        tab->setViewState(own);
        return editor->toPlainText();
    };
    QCOMPARE(kept("text", text + "// mine\n"), text + "// mine\n");
    QCOMPARE(kept("path", spanish.path("mine.cu")), text);

    auto* texts = page.findChild<ui::TextTab*>();
    texts->setViewState({{"kernel", "matmul3_coalesced"}, {"beside", "matmul3"}});
    for (const char* side : {"text", "before"}) {
        const QString read = texts->findChild<ui::CodeView*>(side)->toPlainText();
        QVERIFY2(read.contains(es) && !read.contains(en), qPrintable(read));
    }
}

void TestKernelTab::keysIndent() {
    ui::CodeEditor editor;
    editor.setPlainText("    a;");
    editor.moveCursor(QTextCursor::End);
    QTest::keyClick(&editor, Qt::Key_Return);
    QTest::keyClicks(&editor, "b;");
    QTest::keyClick(&editor, Qt::Key_Tab);
    QTest::keyClicks(&editor, "c;");
    QCOMPARE(editor.toPlainText(), QString("    a;\n    b;  c;"));
}

void TestKernelTab::poolingHasItToo() {
    Bench bench("max_pool");
    QVERIFY(bench.ready());
    QVERIFY(bench.tab->isVisible());
    QVERIFY(bench.editor().toPlainText().contains("__global__"));
    QVERIFY(bench.checks());  // of this kernel the fake names no size
    QVERIFY2(bench.told().contains("nothing more was checked"), qPrintable(bench.told()));
    bench.button("addKernel").click();
    QCOMPARE(bench.plan().attachments.size(), std::size_t{1});
}

/// Issue 46: task and hints above the editor; a fault at its line, then what is solved has a sign.
void TestKernelTab::exercisesAreCheckedAndRemembered() {
    Bench bench;
    QVERIFY(bench.ready());
    auto* bar = bench.tab->findChild<ui::ExerciseBar*>();
    QVERIFY(!bar->isVisible());
    auto* from = bench.tab->findChild<QComboBox*>("beginWith");
    const int at = from->findData("sum_race");
    QVERIFY(at > 0);
    from->setCurrentIndex(at);
    Q_EMIT from->activated(at);
    QVERIFY(bar->isVisible());
    QVERIFY(bench.editor().toPlainText().contains("addUp"));
    QVERIFY(!bench.tab->findChild<QLabel*>("exerciseTask")->text().isEmpty());
    QPushButton& hint = bench.button("exerciseHint");
    hint.click();
    QVERIFY(bench.tab->findChild<QLabel*>("exerciseHints")->text().startsWith("Hint 1: "));
    hint.click();
    QVERIFY(!hint.isEnabled());
    QVERIFY(bench.checks());
    QVERIFY2(bench.told().contains("sum[0]"), qPrintable(bench.told()));
    QCOMPARE(bench.remarks().count(), 1);
    QVERIFY(!from->itemText(at).contains("solved"));
    bench.editor().moveCursor(QTextCursor::Start);
    bench.editor().insertPlainText("// mended\n");
    const Json state = bench.tab->viewState();
    QVERIFY(bench.checks());
    QVERIFY2(bench.told().startsWith("Solved"), qPrintable(bench.told()));
    QVERIFY(from->itemText(at).contains("solved"));
    QCOMPARE(SolvedExercises::standard().all(), (std::set<std::string>{"sum_race"}));
    bench.begin("shared tiles");
    QVERIFY(!bar->isVisible());
    bench.tab->setViewState(state);  // another language builds the tab anew
    QVERIFY(bar->isVisible());
    QCOMPARE(bar->hints(), 2);
}

void TestKernelTab::learnLeadsToTheExercises() {
    Bench bench;
    QVERIFY(bench.ready());
    bench.window->showPage("learn");
    bench.window->findChild<QPushButton*>("tile_exercises")->click();
    QCOMPARE(bench.window->property("page").toString(), QString("matrix_product"));
    QVERIFY(bench.tab->isVisible());
    QVERIFY(bench.tab->findChild<ui::ExerciseBar*>()->exercise() != nullptr);
}

int main(int argc, char** argv) {
    return runInApplication<TestKernelTab>(argc, argv);
}
#include "tst_kernel_tab.moc"
