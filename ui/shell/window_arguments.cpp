// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/window_arguments.h"

#include <algorithm>

#include <QFileInfo>

#include "ui/look/settings.h"

namespace duelo::ui {

bool asksForHelp(const QStringList& arguments) {
    return arguments.contains(QStringLiteral("--help")) || arguments.contains(QStringLiteral("-h"));
}

QString windowHelp(const Text& text) {
    QString out = qs(text("window_help.usage")) + QStringLiteral("\n\n") +
                  qs(text("window_help.intro")) + QStringLiteral("\n");
    for (const std::string& key : text.keys("window_option"))
        out += QStringLiteral("  %1  %2\n").arg(qs(key), -22).arg(qs(text("window_option." + key)));
    return out + QStringLiteral("\n") + qs(text("window_help.engine"));
}

std::optional<Reason> whyNoArguments(const QStringList& arguments) {
    const auto wrong = std::ranges::find_if(arguments, [](const QString& argument) {
        return argument.startsWith(QLatin1Char('-')) && !QFileInfo::exists(argument);
    });
    if (wrong == arguments.end()) return std::nullopt;
    return Reason{"window_option_unknown", {{"option", wrong->toStdString()}}};
}

}  // namespace duelo::ui
