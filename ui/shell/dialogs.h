// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QList>
#include <QMap>

#include "base/text.h"
#include "plan/spec.h"

class QAction;
class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;

namespace duelo::ui {

class Settings;

/// Language, look, decimal sign, folder of the results, and the fields of the report. Everything is
/// stored when it is accepted; nothing before.
class SettingsDialog final : public QDialog {
    Q_OBJECT

public:
    explicit SettingsDialog(Settings& settings, QWidget* parent = nullptr);
    void accept() override;

private:
    QComboBox* addChoice(QFormLayout& form, const QString& label,
                         const QList<QPair<QString, QString>>& options, const QString& chosen);
    /// Makes the line of a field of the report.
    QLineEdit* addField(const char* name, const QString& tip);
    void chooseFolder();
    void restoreDefaults();

    Settings& m_settings;
    QComboBox *m_language, *m_theme, *m_decimal, *m_zoom;
    QLineEdit* m_folder;
    QMap<QString, QLineEdit*> m_fields;
};

/// Every command with its keys, made from the actions themselves.
class KeysDialog final : public QDialog {
    Q_OBJECT

public:
    explicit KeysDialog(const QList<QAction*>& actions, QWidget* parent = nullptr);
};

/// The configured run as a program, in each language that there is of it, to read, copy and save
/// (S0-49, Y-39).
class ScriptDialog final : public QDialog {
    Q_OBJECT

public:
    explicit ScriptDialog(const Plan& plan, const Text& text, QWidget* parent = nullptr);

private:
    void writeIn(ProgramKind kind);
    void save();

    const Plan m_plan;
    const Text m_text;
    ProgramKind m_kind{};
    QString m_script;  ///< empty: there is none in that language
    QPlainTextEdit* m_view;
    QPushButton *m_copy, *m_keep;
    QLabel* m_told;
};

}  // namespace duelo::ui
