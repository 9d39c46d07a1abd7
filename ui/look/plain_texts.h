// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>

class QHelpEvent;
class QWidget;

namespace duelo::ui {

/// Decides for the whole window how texts are taken. Names, titles and reasons come from files of
/// other people, and Qt takes a text for HTML where it looks like it: an image that it names would
/// be opened, and a FIFO would be read for ever. While this filter is on the application, every
/// label shows its text as it is, those in Qt's own boxes and tool tips too. A label that is meant
/// to show HTML says so by Qt::RichText and escapes what it inserts.
class PlainTexts final : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    [[nodiscard]] static bool showTip(QWidget& widget, const QHelpEvent& event);
};

/// Shows a sentence as a tip below a widget, at once.
void showTipBelow(QWidget& widget, const QString& tip);

/// Breaks a tip into lines that are read in one look, and ends one that is endless with "…".
[[nodiscard]] QString tipLines(const QString& tip);

/// Doubles each '&', which buttons, menus and tabs would take for the mark of a key.
[[nodiscard]] QString withoutMnemonic(QString caption);

}  // namespace duelo::ui
