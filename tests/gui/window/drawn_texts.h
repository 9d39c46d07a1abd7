// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>

/// Texts as they are seen in a window, for the tests that look at what is drawn.
namespace duelo::testing {

/// A piece of text that a widget draws where nothing hides its beginning or its middle.
struct DrawnText {
    const QWidget* widget = nullptr;
    QString text;
    QRectF box;   ///< of its letters, in the window
    QRectF room;  ///< of its widget, in the window
};

/// Returns what is read in a window as it stands, from each visible widget's own drawing.
[[nodiscard]] QList<DrawnText> textsDrawnIn(QWidget& window);

/// Returns the texts that reach out of the widget that draws them. What scrolls is left out: it is
/// cut at its edges on purpose.
[[nodiscard]] QStringList cutTexts(const QList<DrawnText>& texts);
/// Returns the pairs of texts that lie on each other.
[[nodiscard]] QStringList overlappingTexts(const QList<DrawnText>& texts);
/// Returns the rows of tabs that take more than one line.
[[nodiscard]] QStringList brokenTabRows(const QWidget& window);

}  // namespace duelo::testing
