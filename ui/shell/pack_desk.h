// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPointer>

#include "base/text.h"
#include "ui/classroom/pack_store.h"

namespace duelo::ui {

class ExperimentPage;
class MainWindow;
class PackCard;
class ReferenceDialog;
class Session;
class Settings;

/// Handles the teacher's pack for the window: the one that students open, whose card stands on the
/// start page, and the one that a teacher makes.
class PackDesk final : public QObject {
    Q_OBJECT

public:
    /// All must outlive it; `text` is always the window's present one.
    PackDesk(MainWindow& window, Settings& settings, Session& work, const Text& text);

    /// The one that was open last, else the program's own folder, which a teacher may have made
    /// one.
    void openFirst();
    void open(const QString& folder);
    /// The card of the start page, a new one in each language.
    void setCard(PackCard& card);
    void show();
    /// After a run on a PC without a GPU: the column that it lacks is one click away.
    void offerReference(ExperimentPage& page);
    /// Whether there are times of a GPU of this experiment: of the pack, of Duelo or the user's.
    [[nodiscard]] bool hasReference(const std::string& experiment) const;
    /// Says that there are none.
    [[nodiscard]] QString noReference() const;
    /// Asks which of them shall stand beside, and says where there are none.
    void chooseReference(const std::string& experiment);
    void make();

Q_SIGNALS:
    /// Says that the presets have changed, perhaps with another language or look.
    void presetsChanged();
    /// About the making of one.
    void told(const QString& sentence);
    /// A file with times of a GPU that lies elsewhere.
    void otherFileWanted();

private:
    void takeOpened(const QMap<QString, QString>& preset, const WantedFolder& results);
    void askForFolder(const WantedFolder& wanted);
    void leave();
    void openPlan();
    [[nodiscard]] References references(const std::string& experiment) const;
    void openReference();
    void putBeside(const std::filesystem::path& file);
    void takeAnswer(const ReferenceDialog& dialog);
    void openPhotographs();

    MainWindow& m_window;
    Settings& m_settings;
    Session& m_work;
    const Text& m_text;
    PackStore m_store;
    QPointer<PackCard> m_card;
};

}  // namespace duelo::ui
