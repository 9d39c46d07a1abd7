// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/theme.h"

#include <QApplication>
#include <QFile>
#include <QFont>
#include <QPalette>
#include <QRegularExpression>

#include "report/series_look.h"
#include "ui/look/dresser.h"

namespace duelo::ui {

namespace {

const Tokens kLight{
    .dark = false,
    .window = "#fafbfc",
    .surface = "#ffffff",
    .text = "#1b1f24",
    .muted = "#57616b",
    .line = "#d9dde2",
    .accent = "#0068a3",
    .accent_text = "#ffffff",
    .accent_soft = "#e6f0fa",
    .accent_strong = "#004f86",
    .good_soft = "#e2f3ea",
    .good_text = "#0b5d36",
    .warn_soft = "#fff3d6",
    .warn_text = "#6b4a00",
    .bad_soft = "#fde8e4",
    .bad_text = "#8f1d0f",
    .neutral_soft = "#eef1f4",
};

const Tokens kDark{
    .dark = true,
    .window = "#16191d",
    .surface = "#1e2227",
    .text = "#e8ebee",
    .muted = "#a3acb6",
    .line = "#3a4149",
    .accent = "#3d9ad6",
    .accent_text = "#0b1218",
    .accent_soft = "#1d3547",
    .accent_strong = "#a8d5f5",
    .good_soft = "#173a29",
    .good_text = "#8fdcb3",
    .warn_soft = "#3f3213",
    .warn_text = "#f3d28a",
    .bad_soft = "#47201b",
    .bad_text = "#f6b0a5",
    .neutral_soft = "#2b3138",
};

/// Letters, borders and marks stand on black as far as the others allow (WCAG 2.1, 1.4.6).
const Tokens kContrast{
    .dark = true,
    .window = "#000000",
    .surface = "#000000",
    .text = "#ffffff",
    .muted = "#e6e6e6",
    .line = "#b4b4b4",
    .accent = "#ffd54a",
    .accent_text = "#000000",
    .accent_soft = "#332b00",
    .accent_strong = "#ffe68a",
    .good_soft = "#00290f",
    .good_text = "#8dffb9",
    .warn_soft = "#332400",
    .warn_text = "#ffdd8a",
    .bad_soft = "#3d0600",
    .bad_text = "#ffb4a8",
    .neutral_soft = "#1f1f1f",
};

const Tokens* g_tokens = &kLight;

bool g_desktopIsDark = false;
double g_textScale = 1;

QPalette paletteOf(const Tokens& t) {
    QPalette palette;
    const auto set = [&palette](QPalette::ColorRole role, const QColor& color) {
        palette.setColor(role, color);
    };
    set(QPalette::Window, t.window);
    set(QPalette::WindowText, t.text);
    set(QPalette::Base, t.surface);
    set(QPalette::AlternateBase, t.window);
    set(QPalette::Text, t.text);
    set(QPalette::PlaceholderText, t.muted);
    set(QPalette::Button, t.surface);
    set(QPalette::ButtonText, t.text);
    set(QPalette::BrightText, t.bad_text);
    set(QPalette::Highlight, t.accent);
    set(QPalette::HighlightedText, t.accent_text);
    set(QPalette::Link, t.dark ? t.accent_strong : t.accent);
    set(QPalette::LinkVisited, t.dark ? t.accent_strong : t.accent);
    set(QPalette::ToolTipBase, t.surface);
    set(QPalette::ToolTipText, t.text);
    set(QPalette::Mid, t.line);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, t.muted);
    return palette;
}

/// The style sheet names colours as @token, the longest names first here, so that @accent does not
/// eat the beginning of @accent_soft; sizes as #name, in shares of the text's; and as "12sp" pixels
/// that grow with the text.
QString styleSheetOf(const Tokens& t, double font_pt) {
    QFile file(":/duelo/style/duelo.qss");
    if (!file.open(QIODevice::ReadOnly)) return {};
    QString sheet = QString::fromUtf8(file.readAll());
    const std::pair<const char*, QColor> names[] = {
        {"@accent_strong", t.accent_strong},
        {"@accent_soft", t.accent_soft},
        {"@accent_text", t.accent_text},
        {"@neutral_soft", t.neutral_soft},
        {"@good_soft", t.good_soft},
        {"@good_text", t.good_text},
        {"@warn_soft", t.warn_soft},
        {"@warn_text", t.warn_text},
        {"@bad_soft", t.bad_soft},
        {"@bad_text", t.bad_text},
        {"@surface", t.surface},
        {"@window", t.window},
        {"@accent", t.accent},
        {"@muted", t.muted},
        {"@line", t.line},
        {"@text", t.text},
    };
    for (const auto& [name, color] : names) sheet.replace(QLatin1String(name), color.name());
    sheet.replace("@mode", t.dark ? "dark" : "light");
    const std::pair<const char*, double> sizes[] = {
        {"#title_size", 1.55}, {"#name_size", 1.4}, {"#button_size", 1.15}, {"#small_size", 0.9}};
    for (const auto& [name, factor] : sizes)
        sheet.replace(QLatin1String(name), QString::number(font_pt * factor, 'f', 1) + "pt");
    static const QRegularExpression growing("(\\d+)sp\\b");
    for (auto found = growing.match(sheet); found.hasMatch(); found = growing.match(sheet))
        sheet.replace(found.capturedStart(), found.capturedLength(),
                      QString::number(scaled_px(found.captured(1).toInt())) + "px");
    return sheet;
}

}  // namespace

const Tokens& tokens() {
    return *g_tokens;
}

const Tokens& paperTokens() {
    return kLight;
}

int scaled_px(int usual_px) {
    return qRound(usual_px * g_textScale);
}

void setDesktopDark(bool dark) {
    g_desktopIsDark = dark;
}

void applyTheme(QApplication& application, ThemeChoice choice, double text_scale) {
    static const QFont systemFont = application.font();
    const bool dark =
        choice == ThemeChoice::Dark || (choice == ThemeChoice::System && g_desktopIsDark);
    g_tokens = choice == ThemeChoice::Contrast ? &kContrast : dark ? &kDark : &kLight;
    g_textScale = text_scale;
    QFont font(systemFont);
    // A font that is set in pixels has no point size.
    const double size_pt = systemFont.pointSizeF() > 0 ? systemFont.pointSizeF() : 10;
    font.setPointSizeF(size_pt * text_scale);
    Dresser::of(application)
        .setLook(styleSheetOf(*g_tokens, font.pointSizeF()), paletteOf(*g_tokens), font);
}

QColor seriesColor(int style, const Tokens& look) {
    const SeriesLook& series = seriesLook(style);
    const std::string_view color = look.dark ? series.dark : series.light;
    return QString::fromLatin1(color.data(), static_cast<qsizetype>(color.size()));
}

}  // namespace duelo::ui
