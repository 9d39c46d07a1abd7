// SPDX-License-Identifier: Apache-2.0
#include "report/svg_canvas.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <utility>

#include "report/grey_png.h"
#include "report/html_text.h"

namespace duelo {
namespace {

struct Colour {
    std::string_view light, dark;
};

/// The colours by Ink; those of the series are in series_look.h.
constexpr std::array<Colour, static_cast<std::size_t>(Ink::First)> kInks{{
    {"none", "none"},
    {"#1b1f24", "#e8ebee"},
    {"#57616b", "#a3acb6"},
    {"#d9dde2", "#3a4149"},
    {"#ffffff", "#17191c"},
    {"#e2f3ea", "#173a29"},
    {"#0b5d36", "#8fdcb3"},
    {"#fde8e4", "#47201b"},
    {"#8f1d0f", "#f6b0a5"},
    {"#eef1f4", "#2b3138"},
    {"#000000", "#000000"},
    {"#ffffff", "#ffffff"},
}};

Colour colourOf(std::size_t ink) {
    if (ink < kInks.size()) return kInks[ink];
    const SeriesLook& look = seriesLook(static_cast<int>(ink - kInks.size()));
    return {look.light, look.dark};
}

std::string coordinate(double value) {
    return formatFixed(value, 1, {});
}

std::string number(const char* name, double value) {
    return std::string(" ") + name + "=\"" + coordinate(value) + "\"";
}

/// The colours as variables of the page's style, light or dark as the reader's.
std::string variables(bool dark) {
    std::string out;
    for (std::size_t ink = 1; ink < kInks.size() + kSeriesLooks.size(); ++ink)
        out += "--c" + std::to_string(ink) + ":" +
               std::string(dark ? colourOf(ink).dark : colourOf(ink).light) + ";";
    return ".dc{" + out + "}";
}

std::string base64(const std::string& bytes) {
    constexpr std::string_view kDigits =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string out;
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        std::uint32_t three = 0;
        for (std::size_t k = 0; k < 3; ++k)
            three =
                three << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0U);
        for (std::size_t k = 0; k < 4; ++k)
            out += k <= bytes.size() - i ? kDigits[three >> (18 - 6 * k) & 63U] : '=';
    }
    return out;
}

/// Width and height of a PNG, which its first block tells; 0 if it is none.
std::pair<double, double> sizeOfPng(const std::string& png) {
    constexpr std::size_t kWidthAt = 16, kHeightAt = 20, kEnd = 24;
    if (png.size() < kEnd) return {0, 0};
    const auto at = [&](std::size_t from) {
        std::uint32_t value = 0;
        for (std::size_t i = from; i < from + 4; ++i)
            value = value << 8 | static_cast<unsigned char>(png[i]);
        return static_cast<double>(value);
    };
    return {at(kWidthAt), at(kHeightAt)};
}

/// Returns the width of a letter, as a share of the font's size.
double shareOf(char32_t c) {
    constexpr std::string_view kNarrow = "iIjl.,:;'|!()[]ftr /-", kWide = "mMwW@%";
    if (c < 0x80) {
        if (kNarrow.find(static_cast<char>(c)) != std::string_view::npos) return 0.36;
        if (kWide.find(static_cast<char>(c)) != std::string_view::npos) return 0.92;
        return c >= 'A' && c <= 'Z' ? 0.7 : 0.56;
    }
    constexpr char32_t kIdeographs = 0x2E80;
    return c >= kIdeographs ? 1.0 : 0.6;
}

}  // namespace

std::string SvgCanvas::paint(Ink fill, Ink stroke) const {
    const auto colour = [&](Ink ink) {
        const auto index = static_cast<std::size_t>(ink);
        return m_file || ink == Ink::None ? std::string(colourOf(index).light)
                                          : "var(--c" + std::to_string(index) + ")";
    };
    if (m_file) return " fill=\"" + colour(fill) + "\" stroke=\"" + colour(stroke) + "\"";
    return " style=\"fill:" + colour(fill) + ";stroke:" + colour(stroke) + "\"";
}

void SvgCanvas::text(Place at, std::string_view words, const TextLook& look) {
    const double base = 0.35 * look.scale * font();  // from the middle of the digits to their foot
    const Place foot = look.turned ? Place{at.x + base, at.y} : Place{at.x, at.y + base};
    m_out += "<text" + number("x", foot.x) + number("y", foot.y) + " text-anchor=\"" + look.anchor +
             "\" font-size=\"" + coordinate(look.scale * font()) + "\"" +
             (look.bold ? " font-weight=\"600\"" : "") + (m_file ? " font-family=\"Arial\"" : "") +
             paint(look.ink, Ink::None);
    if (look.turned)
        m_out += " transform=\"rotate(-90 " + coordinate(foot.x) + " " + coordinate(foot.y) + ")\"";
    m_out += ">" + htmlText(words) + "</text>\n";
}

void SvgCanvas::polyline(const std::vector<Place>& points, const Pen& pen) {
    std::string path;
    for (const Place& point : points)
        path += (path.empty() ? "M" : "L") + coordinate(point.x) + " " + coordinate(point.y);
    m_out += "<path" + paint(Ink::None, pen.ink) + number("stroke-width", pen.width);
    std::string dashes;
    for (const double dash : pen.dashes) dashes += (dashes.empty() ? "" : " ") + coordinate(dash);
    if (!dashes.empty()) m_out += " stroke-dasharray=\"" + dashes + "\"";
    m_out += " d=\"" + path + "\"/>\n";
}

void SvgCanvas::rect(const Box& box, Ink fill, double opacity, Ink edge) {
    m_out += "<rect" + number("x", box.left) + number("y", box.top) + number("width", box.width) +
             number("height", box.height) + paint(fill, edge);
    if (opacity < 1) m_out += " fill-opacity=\"" + formatFixed(opacity, 2, {}) + "\"";
    m_out += "/>\n";
}

void SvgCanvas::marker(Marker marker, Place at, double size, Ink ink, std::string_view title) {
    const double radius = size / 2;
    const MarkerShape shape = markerShape(marker);
    const std::string look = paint(shape.closed ? Ink::Surface : Ink::None, ink) +
                             number("stroke-width", std::max(1.5, size / 4.5));
    std::string element = "path", path;
    for (std::size_t i = 0; i < shape.points.size(); ++i) {
        const bool begins = shape.closed ? i == 0 : i % 2 == 0;
        path += (begins ? "M" : "L") + coordinate(at.x + radius * shape.points[i].x) + " " +
                coordinate(at.y + radius * shape.points[i].y);
    }
    if (path.empty()) {
        element = "circle";
        m_out += "<circle" + look + number("cx", at.x) + number("cy", at.y) + number("r", radius);
    } else {
        m_out += "<path" + look + " d=\"" + path + (shape.closed ? "Z\"" : "\"");
    }
    m_out += title.empty() ? std::string("/>\n")
                           : "><title>" + htmlText(title) + "</title></" + element + ">\n";
}

void SvgCanvas::pixels(const Box& box, const GreyPixels& grey) {
    picture(box, greyPng(grey));
}

void SvgCanvas::picture(const Box& box, const std::string& png) {
    const auto [across, down] = sizeOfPng(png);
    if (across <= 0 || down <= 0) return;
    const double unit = std::min(box.width / across, box.height / down);
    m_out += "<image" + number("x", box.centre().x - unit * across / 2) +
             number("y", box.centre().y - unit * down / 2) + number("width", unit * across) +
             number("height", unit * down) + " xlink:href=\"data:image/png;base64," + base64(png) +
             "\"/>\n";
}

double SvgCanvas::widthOf(std::string_view words, bool bold, double scale) const {
    double shares = 0;
    for (std::size_t at = 0; at < words.size();) shares += shareOf(nextCodePoint(words, at));
    return shares * scale * font() * (bold ? 1.08 : 1);
}

std::string SvgCanvas::document(const std::string& id, const std::string& title,
                                const std::string& description, double height) const {
    const std::string size = coordinate(width) + " " + coordinate(height);
    std::string out = "<svg";
    if (!m_file) out += " class=\"dc\"";
    out +=
        " xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" "
        "role=\"img\" aria-labelledby=\"" +
        id + "-t " + id + "-d\" viewBox=\"0 0 " + size + "\"";
    if (m_file) out += number("width", width) + number("height", height);
    out += ">\n<title id=\"" + id + "-t\">" + htmlText(title) + "</title>\n<desc id=\"" + id +
           "-d\">" + htmlText(description) + "</desc>\n";
    if (m_file)
        out +=
            "<rect" + number("width", width) + number("height", height) + " fill=\"#ffffff\"/>\n";
    else
        out += "<style>" + variables(false) + "@media(prefers-color-scheme:dark){" +
               variables(true) + "}@media print{" + variables(false) +
               "}.dc text{font-family:system-ui,sans-serif}</style>\n";
    return out + m_out + "</svg>\n";
}

}  // namespace duelo
