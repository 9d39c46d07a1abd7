// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPointer>

#include "base/text.h"
#include "report/document.h"
#include "ui/classroom/class_store.h"
#include "ui/session/background.h"

namespace duelo {
struct WrittenBack;
}

namespace duelo::ui {

class ClassPage;
class MainWindow;
class Settings;
struct ExportChoice;

/// Handles the class for the window: gathers it, shows its page and exports it. It outlives the
/// page, which another language builds anew.
class ClassDesk final : public QObject {
    Q_OBJECT

public:
    /// All must outlive it; `text` is always the window's present one.
    ClassDesk(MainWindow& window, Settings& settings, const Text& text);
    ~ClassDesk() override;

    [[nodiscard]] QWidget* makePage();
    [[nodiscard]] bool isInView() const;
    void setPresenting(bool presenting);
    void step(int by);  ///< of the charts on its slide
    /// Shows on the page, where there is one, a sentence about what was done for it.
    void tell(const QString& sentence);
    void open(const QStringList& paths);
    void print();
    void printTable();
    void printChart();
    void copyTable();
    void copyChart();

Q_SIGNALS:
    void packWanted();
    void gameWanted();
    void copied();
    void fileReady(const QString& path);

private:
    void add(bool folder);
    void exportAs(const ExportChoice& choice);
    void exportQuestions();
    void printPage(const Result<Document>& page);
    void writeBack();
    /// Asks for the file to write. Empty: nothing was chosen, or nothing may be written there,
    /// which the page then says. `beside` proposes a name without its suffix; by default one in the
    /// folder of results.
    [[nodiscard]] QString chosenFile(const QString& title, const QString& suffix,
                                     const QString& filter, QString beside = {});
    void tellWritten(const WrittenBack& done, const QStringList& files);

    MainWindow& m_window;
    Settings& m_settings;
    const Text& m_text;
    ClassStore m_store;
    QPointer<ClassPage> m_page;
    Background m_writer{*this};  ///< last: ended first
};

}  // namespace duelo::ui
