// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>
#include <QStringList>
#include <QWidget>

#include "base/text.h"
#include "machine/probe_sheet.h"

/// Parts that the tests of the reading pages share: made-up sheets and checks of a page's content.
namespace duelo::ui::test {

/// A PC with a GPU, a hybrid CPU and trained weights for one of two models.
[[nodiscard]] ProbeSheet gpuSheet();
/// A PC without, for this reason; the driver's version is told where there is one.
[[nodiscard]] ProbeSheet cpuSheet(const std::string& code, const Json& args = Json::object());

/// Everything that a person reads in the labels, buttons and pills that are visible.
[[nodiscard]] QString visibleWords(const QWidget& page);
/// The visible button with this caption; null where there is none.
[[nodiscard]] QAbstractButton* button(const QWidget& page, const QString& caption);

/// Labels and buttons that do not have the room they need, and words nobody has filled in.
[[nodiscard]] QStringList clipped(const QWidget& page);
/// Controls that a screen reader could not name.
[[nodiscard]] QStringList nameless(const QWidget& page);
/// Controls that the Tab key does not reach. The page must be the active window.
[[nodiscard]] QStringList unreachable(QWidget& page);
/// Steps of the Tab key that go back, up or to the left, but for the one from the last control to
/// the first. Columns are read one after the other.
[[nodiscard]] QStringList outOfOrder(QWidget& page);
/// The order in which the Tab key goes through the page's controls, once around.
[[nodiscard]] QList<QWidget*> tabOrder(QWidget& page);

}  // namespace duelo::ui::test
