// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/dialogs.h"

#include <QAction>
#include <QClipboard>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QFileDialog>
#include <QFontDatabase>
#include <QFormLayout>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSaveFile>
#include <QScrollBar>
#include <QTableWidget>
#include <QVBoxLayout>

#include "experiments/specs.h"
#include "report/carbon.h"
#include "ui/look/known_folders.h"
#include "ui/look/letters.h"
#include "ui/look/settings.h"
#include "ui/pages/page_parts.h"

namespace duelo::ui {

namespace {

int chars(const QWidget& widget, int count) {
    return letters_px(widget.fontMetrics(), count);
}

}  // namespace

SettingsDialog::SettingsDialog(Settings& settings, QWidget* parent)
    : QDialog(parent), m_settings(settings) {
    setWindowTitle(tr("Settings"));
    auto* column = new QVBoxLayout(this);
    auto* form = new QFormLayout;
    const auto language = settings.language();
    m_language = addChoice(*form, tr("&Language"),
                           {{"system", tr("As the system")}, {"es", "Español"}, {"en", "English"}},
                           language ? qs(std::string(word(*language))) : "system");
    m_theme = addChoice(*form, tr("&Colours"),
                        {{"0", tr("As the system")},
                         {"1", tr("Light")},
                         {"2", tr("Dark")},
                         {"3", tr("High contrast")}},
                        QString::number(static_cast<int>(settings.theme())));
    const auto decimal = settings.decimal();
    m_decimal =
        addChoice(*form, tr("&Decimal sign"),
                  {{"", tr("As the system")}, {",", tr("Comma: 1,5")}, {".", tr("Point: 1.5")}},
                  decimal ? QString(QChar::fromLatin1(*decimal)) : QString());
    m_decimal->setToolTip(tr("In the window and in what people read; programs get a point"));
    QList<QPair<QString, QString>> zooms;
    for (int percent = 100; percent <= 200; percent += 10)
        zooms.append({QString::number(percent), QString("%1 %").arg(percent)});
    m_zoom = addChoice(*form, tr("&Text size"), zooms, QString::number(settings.zoomPercent()));

    m_folder = new QLineEdit(QDir::toNativeSeparators(settings.resultsFolder()));
    m_folder->setMinimumWidth(chars(*this, 40));
    auto* choose = new QPushButton(tr("Choose…"));
    connect(choose, &QPushButton::clicked, this, &SettingsDialog::chooseFolder);
    auto* folderRow = new QHBoxLayout;
    folderRow->addWidget(m_folder, 1);
    folderRow->addWidget(choose);
    auto* folderLabel = new QLabel(tr("&Folder of the results"));
    folderLabel->setBuddy(m_folder);
    form->addRow(folderLabel, folderRow);
    m_folder->setAccessibleName(tr("Folder of the results"));
    const QPair<const char*, QString> fields[] = {
        {"subject", tr("&Subject")}, {"teacher", tr("T&eacher")}, {"student", tr("St&udent")},
        {"group", tr("&Group")},     {"room", tr("&Room")},       {"seat", tr("Seat &of this PC")}};
    for (const auto& [name, label] : fields) {
        const bool place = qstrcmp(name, "room") == 0 || qstrcmp(name, "seat") == 0;
        form->addRow(label,
                     addField(name, place ? tr("Stands in each run; by it a class finds its PCs")
                                          : tr("Stands on the report")));
    }
    auto* carbon = new QHBoxLayout;
    QLineEdit* grams =
        addField(kCarbonField, tr("Grams of CO2 for a kilowatt hour; with it and its "
                                  "source the report tells the CO2 of an energy"));
    grams->setMaximumWidth(chars(*this, 12));
    grams->setPlaceholderText(QStringLiteral("g/kWh"));
    grams->setAccessibleName(tr("CO2 of electricity, in grams for a kilowatt hour"));
    QLineEdit* source = addField(kCarbonSourceField, tr("Whose figure that is, and of which year"));
    source->setPlaceholderText(tr("Source and year"));
    source->setAccessibleName(tr("Source of the CO2 of electricity"));
    carbon->addWidget(grams);
    carbon->addWidget(source, 1);
    auto* carbonLabel = new QLabel(tr("CO2 of electricit&y"));
    carbonLabel->setBuddy(grams);
    form->addRow(carbonLabel, carbon);
    column->addLayout(form);
    // The underlined letter stands by itself: the line gets wider than Qt measures it. A margin
    // would be room beside what Qt cuts.
    constexpr int kApart_px = 8;
    for (QLabel* label : findChildren<QLabel*>()) {
        if (!label->buddy()) continue;
        label->ensurePolished();
        label->setMinimumWidth(label->sizeHint().width() + kApart_px);
    }
    auto* note =
        new QLabel(tr("Settings are kept in %1").arg(QDir::toNativeSeparators(settings.file())));
    note->setProperty("role", "muted");
    note->setWordWrap(true);
    column->addWidget(note);
    if (const auto problem = settings.problem())
        column->addWidget(makePill(qs(textOf(settings).reason(*problem)), Tone::Warn, this, true));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel |
                                         QDialogButtonBox::RestoreDefaults);
    connect(buttons, &QDialogButtonBox::accepted, this, &SettingsDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(buttons->button(QDialogButtonBox::RestoreDefaults), &QPushButton::clicked, this,
            &SettingsDialog::restoreDefaults);
    column->addWidget(buttons);
}

QLineEdit* SettingsDialog::addField(const char* name, const QString& tip) {
    auto* edit = new QLineEdit(m_settings.field(name));
    edit->setObjectName(name);
    edit->setToolTip(tip);
    m_fields.insert(name, edit);
    return edit;
}

QComboBox* SettingsDialog::addChoice(QFormLayout& form, const QString& label,
                                     const QList<QPair<QString, QString>>& options,
                                     const QString& chosen) {
    auto* box = new QComboBox;
    for (const auto& [value, caption] : options) box->addItem(caption, value);
    box->setCurrentIndex(qMax(0, box->findData(chosen)));
    form.addRow(label, box);
    return box;
}

void SettingsDialog::chooseFolder() {
    const QString folder = QFileDialog::getExistingDirectory(this, tr("Folder of the results"),
                                                             existingFolder(m_folder->text()));
    if (!folder.isEmpty()) m_folder->setText(QDir::toNativeSeparators(folder));
}

void SettingsDialog::restoreDefaults() {
    const auto answer = QMessageBox::question(
        this, tr("Restore defaults"),
        tr("Everything chosen here goes back to its default. The list of recent files and the "
           "names on the report stay as they are."),
        QMessageBox::RestoreDefaults | QMessageBox::Cancel, QMessageBox::Cancel);
    if (answer != QMessageBox::RestoreDefaults) return;
    m_settings.restoreDefaults();
    QDialog::accept();
}

void SettingsDialog::accept() {
    m_settings.setLanguage(parseWord<Language>(m_language->currentData().toString().toStdString()));
    m_settings.setTheme(static_cast<ThemeChoice>(m_theme->currentData().toInt()));
    const QString sign = m_decimal->currentData().toString();
    m_settings.setDecimal(sign.isEmpty() ? std::nullopt : std::optional(sign.front().toLatin1()));
    m_settings.setZoomPercent(m_zoom->currentData().toInt());
    // An untouched folder stays the default one, which follows the user to another PC.
    const QString folder = QDir::fromNativeSeparators(m_folder->text().trimmed());
    if (folder != m_settings.resultsFolder()) m_settings.setResultsFolder(folder);
    for (auto field = m_fields.cbegin(); field != m_fields.cend(); ++field)
        m_settings.setField(field.key(), field.value()->text().trimmed());
    QDialog::accept();
}

namespace {

/// Returns the action's keys that a keyboard has: Qt adds keys of old workstations.
QString keysOf(const QAction& action) {
    QList<QKeySequence> keys = action.shortcuts();
    keys.removeIf([](const QKeySequence& sequence) {
        const Qt::Key key = sequence[0].key();
        return key > Qt::Key_F12 && key <= Qt::Key_F35;
    });
    return QKeySequence::listToString(keys, QKeySequence::NativeText);
}

}  // namespace

KeysDialog::KeysDialog(const QList<QAction*>& actions, QWidget* parent) : QDialog(parent) {
    setWindowTitle(tr("Keyboard"));
    auto* column = new QVBoxLayout(this);
    auto* table = new QTableWidget(0, 2);
    table->setAccessibleName(tr("Commands and their keys"));
    table->setHorizontalHeaderLabels({tr("Command"), tr("Keys")});
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->verticalHeader()->hide();
    table->setTabKeyNavigation(false);
    for (const QAction* action : actions) {
        if (action->shortcuts().isEmpty()) continue;
        const int row = table->rowCount();
        table->insertRow(row);
        table->setItem(row, 0, new QTableWidgetItem(action->iconText()));
        table->setItem(row, 1, new QTableWidgetItem(keysOf(*action)));
    }
    table->resizeColumnsToContents();
    // No key is cut, and the bar of the rows has its place beside them.
    table->setMinimumWidth(table->horizontalHeader()->length() +
                           table->verticalScrollBar()->sizeHint().width() +
                           2 * table->frameWidth());
    table->horizontalHeader()->setStretchLastSection(true);
    column->addWidget(table);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    column->addWidget(buttons);
    resize(chars(*this, 70), fontMetrics().height() * 28);
}

ScriptDialog::ScriptDialog(const Plan& plan, const Text& text, QWidget* parent)
    : QDialog(parent), m_plan(plan), m_text(text), m_view(new QPlainTextEdit), m_told(new QLabel) {
    setWindowTitle(tr("Program to take home"));
    auto* column = new QVBoxLayout(this);
    auto* kinds = new QComboBox;
    kinds->setObjectName("programKind");
    kinds->setAccessibleName(tr("Written in"));
    for (const auto& [kind, write] : findSpec(plan.experiment)->programs)
        kinds->addItem(qs(text.word("program_kind", word(kind))), static_cast<int>(kind));
    auto* form = new QFormLayout;
    form->addRow(tr("Written in"), kinds);
    column->addLayout(form);
    m_view->setReadOnly(true);
    m_view->setTabChangesFocus(true);
    m_view->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_view->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_view->setAccessibleName(tr("Program to take home"));
    column->addWidget(m_view);
    m_told->setWordWrap(true);
    column->addWidget(m_told);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    m_copy = buttons->addButton(tr("Copy"), QDialogButtonBox::ActionRole);
    m_keep = buttons->addButton(tr("Save…"), QDialogButtonBox::ActionRole);
    connect(m_copy, &QPushButton::clicked, this, [this] {
        QGuiApplication::clipboard()->setText(m_script);
        m_told->setText(tr("Copied."));
    });
    connect(m_keep, &QPushButton::clicked, this, &ScriptDialog::save);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(kinds, &QComboBox::currentIndexChanged, this,
            [this, kinds] { writeIn(static_cast<ProgramKind>(kinds->currentData().toInt())); });
    column->addWidget(buttons);
    constexpr int kLetters = 104;  // the comments of a program, and the scroll bar
    resize(m_view->fontMetrics().horizontalAdvance('n') * kLetters, fontMetrics().height() * 38);
    writeIn(static_cast<ProgramKind>(kinds->currentData().toInt()));
}

/// Writes a program in that language. Where there is none, the reason stands in its place.
void ScriptDialog::writeIn(ProgramKind kind) {
    const auto program = programOf(m_plan, m_text, kind);
    m_kind = kind;
    m_script = program ? qs(*program) : QString();
    m_view->setPlainText(m_script);
    m_copy->setEnabled(program.has_value());
    m_keep->setEnabled(program.has_value());
    m_told->setText(program ? QString() : qs(m_text.reason(program.error())));
}

void ScriptDialog::save() {
    const QString suffix = qs(std::string(suffixOf(m_kind)));
    const QString kind = qs(m_text.word("program_kind", word(m_kind)));
    const QString path =
        QFileDialog::getSaveFileName(this, tr("Save the program"),
                                     QDir(existingFolder(QStandardPaths::DocumentsLocation))
                                         .filePath("duelo_" + qs(m_plan.experiment) + suffix),
                                     QStringLiteral("%1 (*%2)").arg(kind, suffix));
    if (path.isEmpty()) return;
    QSaveFile file(path);
    const bool good =
        file.open(QIODevice::WriteOnly) && file.write(m_script.toUtf8()) >= 0 && file.commit();
    m_told->setText(good ? tr("Written: %1").arg(QDir::toNativeSeparators(path))
                         : tr("It could not be written: %1").arg(file.errorString()));
}

}  // namespace duelo::ui
