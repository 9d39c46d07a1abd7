// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/import_dialog.h"

#include <functional>
#include <utility>

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFontDatabase>
#include <QFormLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QTabWidget>
#include <QTableWidget>
#include <QVBoxLayout>

#include "experiments/printed_program.h"
#include "report/document.h"
#include "ui/look/known_folders.h"
#include "ui/look/letters.h"
#include "ui/look/plain_texts.h"
#include "ui/look/scroll_area.h"
#include "ui/look/settings.h"
#include "ui/shell/own_program_facts.h"

namespace duelo::ui {

namespace {

enum LineColumn { kUse, kLine, kTime, kRow, kColumns };

/// Takes no more than a program prints: what is too long stays on the clipboard, and is told.
class OutputEdit final : public QPlainTextEdit {
public:
    std::function<void(const Reason&)> refuse;

protected:
    void insertFromMimeData(const QMimeData* source) override {
        const QString text = source->text();
        if (text.size() > qsizetype(kMostPrintedBytes))
            return refuse({"printed_too_large", {{"most_bytes", kMostPrintedBytes}}, {}});
        insertPlainText(text);
    }
};

QLabel* mutedLabel(const QString& text) {
    auto* label = new QLabel(text);
    label->setProperty("role", "muted");
    label->setWordWrap(true);
    return label;
}

}  // namespace

ImportDialog::ImportDialog(ImportTarget target, Way way, const Text& text, QWidget* parent)
    : QDialog(parent),
      m_target(std::move(target)),
      m_text(text),
      m_printed(fail("printed_no_times")),
      m_tabs(new QTabWidget) {
    setWindowTitle(m_target.in_steps ? tr("Time of a program of your own")
                                     : tr("Times of another PC or program"));
    auto* column = new QVBoxLayout(this);
    m_told = new QLabel;
    m_told->setObjectName("importTold");
    m_told->setWordWrap(true);
    m_told->setMinimumHeight(2 * fontMetrics().lineSpacing());
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    m_keep = buttons->addButton(m_target.in_steps ? tr("Add the program") : tr("Add the column"),
                                QDialogButtonBox::AcceptRole);
    m_keep->setObjectName("importKeep");
    m_keep->setDefault(true);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    m_tabs->addTab(typedPage(), tr("Type times"));
    m_tabs->addTab(pastedPage(), tr("Paste a program's output"));
    column->addWidget(m_tabs, 1);
    column->addWidget(facts());
    column->addWidget(m_told);
    column->addWidget(buttons);
    connect(m_tabs, &QTabWidget::currentChanged, this, &ImportDialog::validate);
    m_tabs->setCurrentIndex(static_cast<int>(way));
    resize(letters_px(fontMetrics(), 96), fontMetrics().height() * 30);
    validate();
}

QWidget* ImportDialog::typedPage() {
    auto* page = new QWidget;
    auto* column = new QVBoxLayout(page);
    const QString example = qs(formatFixed(0.004, 4, m_text.numbers()));
    column->addWidget(mutedLabel(
        m_target.in_steps
            ? tr("The time of the whole training, in one row alone; the next program is added by "
                 "itself. A comma or a point, and a unit if you like: 28.79, 900 ms.")
            : tr("One time for each row of the table; empty: none. A comma or a point, and a "
                 "unit if you like: %1, 4 ms.")
                  .arg(example)));
    auto* head = new QFormLayout;
    m_unit = choice("importUnit", tr("Unit of times without one"),
                    {{"s", tr("seconds")}, {"ms", tr("milliseconds")}});
    head->addRow(tr("Unit of times without one"), m_unit);
    m_kind = choice("importKind", tr("These times are"),
                    {{"typed", tr("measured elsewhere; I have no file")},
                     {"simulated", tr("an estimate (simulated): stands apart, no ratio")}});
    head->addRow(tr("These times are"), m_kind);
    column->addLayout(head);
    auto* list = new QScrollArea;
    list->setWidgetResizable(true);
    makePlain(*list);
    auto* body = new QWidget;
    auto* rows = new QFormLayout(body);
    for (const ImportTarget::Row& row : m_target.tableRows()) {
        auto* edit = new QLineEdit;
        edit->setObjectName("time " + qs(row.key));
        edit->setMaxLength(60);
        edit->setPlaceholderText(tr("not brought"));
        connect(edit, &QLineEdit::textChanged, this, &ImportDialog::validate);
        rows->addRow(withoutMnemonic(qs(visibleText(row.name))), edit);
        const QString name = qs(visibleText(row.name));
        edit->setAccessibleName(m_target.in_steps ? tr("Time of %1").arg(name)
                                                  : tr("GPU time of %1").arg(name));
        m_times.push_back(edit);
    }
    list->setWidget(body);
    column->addWidget(list, 1);
    return page;
}

QWidget* ImportDialog::pastedPage() {
    auto* page = new QWidget;
    auto* column = new QVBoxLayout(page);
    column->addWidget(mutedLabel(
        m_target.in_steps
            ? tr("What your program printed: its time, such as \"Total time: 28.79 s\", and its "
                 "accuracy, if it tells one. Of several the last counts.")
            : tr("What the handout's program, or the one that Duelo writes, printed on Colab, "
                 "Kaggle or another PC. Of networks only GPU times are read.")));
    auto* edit = new OutputEdit;
    edit->refuse = [this](const Reason& reason) {
        m_printed = tl::unexpected(reason);
        showLines();
        validate();
    };
    m_output = edit;
    m_output->setObjectName("importOutput");
    m_output->setAccessibleName(tr("What the program printed"));
    m_output->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_output->setTabChangesFocus(true);
    m_output->setPlaceholderText(qs(m_text("report.time_gpu", {{"time", "0.0123"}})));
    connect(m_output, &QPlainTextEdit::textChanged, this, &ImportDialog::readOutput);
    column->addWidget(m_output, 2);
    auto* line = new QHBoxLayout;
    m_read = new QLabel;
    m_read->setProperty("role", "muted");
    auto* open = new QPushButton(tr("Open a file…"));
    connect(open, &QPushButton::clicked, this, &ImportDialog::openFile);
    line->addWidget(m_read, 1);
    line->addWidget(open);
    column->addLayout(line);
    m_lines = new QTableWidget(0, kColumns);
    m_lines->setObjectName("importLines");
    m_lines->setAccessibleName(tr("Times that were read"));
    m_lines->setHorizontalHeaderLabels({tr("Use"), tr("Line"), tr("Time (s)"), tr("Row")});
    m_lines->verticalHeader()->hide();
    m_lines->setTabKeyNavigation(false);
    m_lines->setColumnHidden(kLine, m_target.in_steps);  // a program tells one time
    m_lines->horizontalHeader()->setStretchLastSection(true);
    connect(m_lines, &QTableWidget::itemChanged, this, &ImportDialog::validate);
    column->addWidget(m_lines, 2);
    return page;
}

QWidget* ImportDialog::facts() {
    auto* box = new QWidget;
    auto* form = new QFormLayout(box);
    form->setContentsMargins(0, 0, 0, 0);
    m_source = new QLineEdit;
    m_source->setObjectName("importSource");
    m_source->setMaxLength(120);
    m_source->setPlaceholderText(m_target.in_steps
                                     ? tr("for example: mlp.py, our group, this PC")
                                     : tr("for example: group 7, RTX 3060, room L21"));
    const QString whose =
        m_target.in_steps ? tr("Which program, on which PC") : tr("Whose times, of which GPU");
    m_source->setAccessibleName(whose);
    connect(m_source, &QLineEdit::textChanged, this, &ImportDialog::validate);
    form->addRow(whose, m_source);
    if (m_target.in_steps) {
        m_program = new OwnProgramFacts;
        connect(m_program, &OwnProgramFacts::changed, this, &ImportDialog::validate);
        form->addRow(m_program);
    }
    m_role = choice("importRole", tr("They stand as"),
                    {{"shared", tr("obtained from another group")},
                     {"reference", tr("reference time (classmates or teacher)")}});
    form->addRow(tr("They stand as"), m_role);
    const QPair<QString, QString> unknown{"", tr("not known")};
    QList<QPair<QString, QString>> timings, precisions{unknown};
    for (const std::string_view word : wordsOf<TimedBy>)
        timings.append({qs(std::string(word)), qs(m_text.word("timing", word))});
    for (const std::string_view word : wordsOf<Precision>)
        precisions.append({qs(std::string(word)), qs(m_text.word("precision", word))});
    m_timing = choice("importTiming", tr("How they were timed"), timings);
    form->addRow(tr("How they were timed"), m_timing);
    auto* known = new QHBoxLayout;
    m_precision = choice("importPrecision", tr("Precision"), precisions);
    m_weights = choice("importWeights", tr("Weights"),
                       {unknown,
                        {"official", tr("official (ImageNet)")},
                        {"random", tr("random")},
                        {"other", tr("others")}});
    known->addWidget(m_precision, 1);
    known->addWidget(new QLabel(tr("Weights")));
    known->addWidget(m_weights, 1);
    form->addRow(tr("Precision"), known);
    return box;
}

QComboBox* ImportDialog::choice(const char* name, const QString& caption,
                                const QList<QPair<QString, QString>>& options) {
    auto* box = new QComboBox;
    box->setObjectName(name);
    box->setAccessibleName(caption);
    for (const auto& [value, title] : options) box->addItem(title, value);
    connect(box, &QComboBox::currentIndexChanged, this, &ImportDialog::validate);
    return box;
}

ImportDialog::Way ImportDialog::way() const {
    return static_cast<Way>(m_tabs->currentIndex());
}

void ImportDialog::openFile() {
    const QString path = QFileDialog::getOpenFileName(
        this, tr("What a program printed"), existingFolder(QStandardPaths::DownloadLocation),
        tr("Text (*.txt *.log);;All files (*)"));
    if (path.isEmpty()) return;
    const auto text = printedText(pathOf(path));
    if (text) return m_output->setPlainText(qs(*text));
    m_printed = tl::unexpected(text.error());
    showLines();
    validate();
}

void ImportDialog::readOutput() {
    const std::string output = m_output->toPlainText().toStdString();
    if (m_program)
        readProgram(output);
    else
        m_printed = readPrinted(std::string_view(output));
    showLines();
    validate();
}

void ImportDialog::readProgram(const std::string& output) {
    const auto read = readPrintedProgram(output, {}, {});
    if (!read) {
        m_printed = tl::unexpected(read.error());
        return;
    }
    m_printed = PrintedOutput{.times = {{.ms = read->total_ms}}, .timing = TimedBy::Unknown};
    m_program->setAccuracy(read->accuracy
                               ? qs(formatFixed(100 * *read->accuracy, 2, m_text.numbers())) + " %"
                               : QString());
}

/// A line of the text each; where it does not say its size, that is chosen here and not guessed.
void ImportDialog::showLines() {
    const QSignalBlocker silent(m_lines);
    m_lines->setRowCount(0);
    if (!m_printed) return m_read->clear();
    const auto& times = m_printed->times;
    m_read->setText(m_program ? tr("The time of the whole training was read")
                              : tr("%n time(s)", nullptr, static_cast<int>(times.size())));
    for (const PrintedTime& time : times) {
        const int at = m_lines->rowCount();
        m_lines->insertRow(at);
        const bool isOnlyRow = m_program && m_target.rows.size() == 1;
        const std::string key = !time.work.empty() ? time.work.json().dump()
                                : time.size_px     ? std::to_string(*time.size_px)
                                : isOnlyRow        ? m_target.rows.front().key
                                                   : std::string();
        const auto told = m_target.rowOf(time);
        const std::size_t row = isOnlyRow ? 1 : told && *told ? **told + 1 : 0;  // from 1; 0: none
        auto* use = new QTableWidgetItem;
        use->setFlags(Qt::ItemIsUserCheckable | Qt::ItemIsEnabled | Qt::ItemIsSelectable);
        use->setCheckState(key.empty() || row > 0 ? Qt::Checked : Qt::Unchecked);
        m_lines->setItem(at, kUse, use);
        const auto cell = [&](int column, const QString& text) {
            auto* item = new QTableWidgetItem(text);
            item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable);
            m_lines->setItem(at, column, item);
        };
        cell(kLine, QString::number(time.line));
        cell(kTime, qs(timeCell(time.ms, std::nullopt, inSeconds(), m_text.numbers()).text));
        auto* rows = new QComboBox;
        rows->setAccessibleName(tr("Row of line %1").arg(time.line));
        rows->addItem(key.empty() ? tr("choose the row") : tr("%1: not in the table").arg(qs(key)));
        for (const ImportTarget::Row& one : m_target.rows) rows->addItem(qs(visibleText(one.name)));
        rows->setCurrentIndex(static_cast<int>(row));
        rows->setEnabled(key.empty());
        connect(rows, &QComboBox::currentIndexChanged, this, &ImportDialog::validate);
        m_lines->setCellWidget(at, kRow, rows);
    }
    m_timing->setCurrentIndex(static_cast<int>(m_printed->timing));
}

Result<std::vector<ImportFigure>> ImportDialog::typedFigures() const {
    std::vector<ImportFigure> figures;
    const auto unit = parseWord<TypedUnit>(m_unit->currentData().toString().toStdString());
    for (std::size_t row = 0; row < m_times.size(); ++row) {
        const std::string typed = m_times[row]->text().trimmed().toStdString();
        if (typed.empty()) continue;
        const auto ms = typedMs(typed, unit.value_or(TypedUnit::Seconds));
        if (!ms) return tl::unexpected(ms.error());
        figures.push_back({row, {.ms = *ms}});
    }
    return figures;
}

Result<std::vector<ImportFigure>> ImportDialog::printedFigures() const {
    if (!m_printed) return tl::unexpected(m_printed.error());
    std::vector<ImportFigure> figures;
    for (int at = 0; at < m_lines->rowCount(); ++at) {
        if (m_lines->item(at, kUse)->checkState() != Qt::Checked) continue;
        const int chosen = static_cast<QComboBox*>(m_lines->cellWidget(at, kRow))->currentIndex();
        if (chosen < 1) return fail("typed_size_missing");
        figures.push_back(
            {static_cast<std::size_t>(chosen - 1), m_printed->times[static_cast<std::size_t>(at)]});
    }
    if (figures.empty() && !m_printed->refused.empty())
        return tl::unexpected(m_printed->refused.front().second);
    return figures;
}

Result<std::vector<ImportFigure>> ImportDialog::figures() const {
    return way() == Way::Type ? typedFigures() : printedFigures();
}

Result<ImportedRun> ImportDialog::imported(const QString& app) const {
    const auto chosen = figures();
    if (!chosen) return tl::unexpected(chosen.error());
    const auto wordOf = [](const QComboBox* box) {
        return box->currentData().toString().toStdString();
    };
    ImportFacts facts{.origin = Origin::Printed,
                      .source = m_source->text().toStdString(),
                      .timing = parseWord<TimedBy>(wordOf(m_timing)).value_or(TimedBy::Unknown),
                      .precision = wordOf(m_precision),
                      .weights = wordOf(m_weights)};
    if (way() == Way::Type)
        facts.origin = parseWord<Origin>(wordOf(m_kind)).value_or(Origin::Typed);
    else
        facts.gpu = m_printed->gpu;
    if (m_program)
        if (auto added = m_program->addTo(facts); !added) return tl::unexpected(added.error());
    return importedRun(m_target, facts, *chosen, app.toStdString());
}

bool ImportDialog::isReference() const {
    return m_role->currentData().toString() == "reference";
}

void ImportDialog::validate() {
    if (!m_role || !m_lines || !m_precision || !m_weights) return;  // not built yet
    const auto made = imported({});
    m_keep->setEnabled(made.has_value());
    QString told = made ? QString() : qs(m_text.reason(made.error()));
    // Which of them is wrong is seen in place too.
    const auto unit = parseWord<TypedUnit>(m_unit->currentData().toString().toStdString());
    for (QLineEdit* edit : m_times) {
        const QString typed = edit->text().trimmed();
        const auto ms = typedMs(typed.toStdString(), unit.value_or(TypedUnit::Seconds));
        edit->setToolTip(typed.isEmpty() ? QString()
                         : ms            ? qs(formatDuration(*ms, m_text.numbers()))
                                         : qs(m_text.reason(ms.error())));
    }
    if (made && made->provenance.timing == word(TimedBy::SingleCold))
        told = qs(m_text.reason({"ratio_single_cold", Json::object(), {}}));
    else if (made && made->provenance.isSimulated())
        told = qs(m_text.reason({"ratio_simulated", Json::object(), {}}));
    m_told->setText(told);
}

}  // namespace duelo::ui
