// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPointer>

#include "base/text.h"
#include "ui/classroom/class_store.h"

namespace duelo::ui {

class ClassPage;
class MainWindow;
class Settings;
struct ExportChoice;

/// What the window does with the class: what is gathered, its page, where it is exported to. It
/// outlives the page, which another language builds anew.
class ClassDesk final : public QObject {
    Q_OBJECT

public:
    /// All must outlive it; `text` is always the window's present one.
    ClassDesk(MainWindow& window, Settings& settings, const Text& text);
    ~ClassDesk() override;

    [[nodiscard]] QWidget* makePage(bool presenting);
    [[nodiscard]] bool isInView() const;
    void setPresenting(bool presenting);
    /// Of what was done for its page, where there is one.
    void tell(const QString& sentence);
    void open(const QStringList& paths);
    void copyTable();
    void copyChart();

Q_SIGNALS:
    void packWanted();
    void fileReady(const QString& path);

private:
    void add(bool folder);
    void exportAs(const ExportChoice& choice);
    void exportQuestions();
    /// Empty: nothing was chosen, or nothing may be written there, which the page then says.
    [[nodiscard]] QString chosenFile(const QString& title, const QString& suffix,
                                     const QString& filter);
    void tellCopied(const Result<void>& copied);

    MainWindow& m_window;
    Settings& m_settings;
    const Text& m_text;
    ClassStore m_store;
    QPointer<ClassPage> m_page;
};

}  // namespace duelo::ui
