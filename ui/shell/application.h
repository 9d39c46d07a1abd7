// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include <QApplication>
#include <QTranslator>

#include "base/text.h"
#include "ui/look/desktop_scheme.h"
#include "ui/look/plain_texts.h"
#include "ui/look/settings.h"

namespace duelo::ui {

/// The application with Duelo's translators and look, and the last net for exceptions: one that
/// leaves a slot is logged and told, and the window goes on.
class Application final : public QApplication {
    Q_OBJECT

public:
    Application(int& argc, char** argv);
    /// Waits for what is still computed beside the window.
    ~Application() override;

    /// Translators, style, palette and font as the settings say.
    void applyAppearance(const Settings& settings);
    [[nodiscard]] DesktopScheme& desktopScheme() { return m_scheme; }
    bool notify(QObject* receiver, QEvent* event) override;

Q_SIGNALS:
    void exceptionCaught(const QString& what);

private:
    void translate(Language language);

    DesktopScheme m_scheme;
    PlainTexts m_plainTexts;
    QTranslator m_own, m_qt;
    std::optional<Language> m_language;  ///< the one that is installed
};

/// Writes Qt's and Duelo's messages to a file of this user's data folder as well, two files of at
/// most 1 MiB; returns its path, empty where none could be opened.
QString installMessageLog();

}  // namespace duelo::ui
