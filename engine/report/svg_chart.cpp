// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "base/power_text.h"
#include "report/html_text.h"
#include "report/writers.h"

namespace duelo {
namespace {

constexpr double kWidth = 720, kHeight = 420;
constexpr double kLeft = 78, kRight = 24, kTop = 84, kBottom = 62;
constexpr double kMarker = 6;
constexpr double kLegendTop = 54, kLegendLine = 24;
/// More signs than these would hide the line.
constexpr std::size_t kMaxMarkers = 40;

/// Okabe and Ito's colours, which colour-blind people tell apart; dashes and markers differ too.
constexpr std::string_view kStyle = R"(<style>
.dc text{font:14px system-ui,sans-serif;fill:#222}
.dc .t{font-size:16px;font-weight:600}
.dc .grid{stroke:#ddd}.dc .axis{stroke:#555}
.dc .s{fill:none;stroke-width:2.5}
.dc .s0{stroke:#0072b2}.dc .s1{stroke:#d55e00;stroke-dasharray:9 5}
.dc .s2{stroke:#009e73;stroke-dasharray:3 4}.dc .s3{stroke:#cc79a7;stroke-dasharray:12 4 3 4}
.dc .m{stroke-dasharray:none}
@media(prefers-color-scheme:dark){.dc text{fill:#eee}.dc .grid{stroke:#444}.dc .axis{stroke:#aaa}
.dc .s0{stroke:#56b4e9}.dc .s1{stroke:#e69f00}}
@media print{.dc text{fill:#000}.dc .grid{stroke:#ccc}.dc .s0{stroke:#0072b2}.dc .s1{stroke:#d55e00}}
</style>)";

/// The same looks as attributes: programs other than browsers (Qt, Word, LibreOffice, Inkscape)
/// read little or no CSS. A file is always light, because it may be put on any paper.
constexpr std::string_view kFontOfFile = "font-family=\"Arial\" fill=\"#222\"";
constexpr std::string_view kColours[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7"};
constexpr std::string_view kDashes[] = {"", "9 5", "3 4", "12 4 3 4"};

/// Steps of 1, 2 or 5 times a power of ten; about five of them.
std::vector<double> linearTicks(double high) {
    const double rough = high / 5;
    const double power = std::pow(10, std::floor(std::log10(rough)));
    const double digit = rough / power;
    const double step = power * (digit <= 1 ? 1 : digit <= 2 ? 2 : digit <= 5 ? 5 : 10);
    std::vector<double> ticks;
    for (int i = 0; i * step < high + step * 0.999; ++i) ticks.push_back(i * step);
    return ticks;
}

std::vector<double> logTicks(double low, double high) {
    const int from = static_cast<int>(std::floor(std::log10(low)));
    const int to = static_cast<int>(std::ceil(std::log10(high)));
    std::vector<double> ticks;
    for (int power = from; power <= to; ++power)
        for (const int digit : {1, 2, 5})
            if (digit == 1 || to - from <= 3) ticks.push_back(digit * std::pow(10, power));
    const auto below = std::upper_bound(ticks.begin(), ticks.end(), low * 1.0001);
    if (below != ticks.begin()) ticks.erase(ticks.begin(), below - 1);
    const auto above = std::lower_bound(ticks.begin(), ticks.end(), high * 0.9999);
    if (above != ticks.end()) ticks.erase(above + 1, ticks.end());
    return ticks;
}

class Drawing {
public:
    Drawing(const DocChart& chart, NumberStyle numbers, ChartUse use)
        : m_chart(chart), m_numbers(numbers), m_file(use == ChartUse::File) {
        placeLegend();
        double low = HUGE_VAL, high = 0;
        for (const auto& series : chart.series)
            for (const auto& [x, y] : series.points) {
                m_xs.push_back(x);
                low = std::min(low, y);
                high = std::max(high, y);
            }
        std::sort(m_xs.begin(), m_xs.end());
        m_xs.erase(std::unique(m_xs.begin(), m_xs.end()), m_xs.end());
        if (m_xs.empty()) return;
        m_ticks = chart.log_y ? logTicks(low, high) : linearTicks(high);
        m_xTicks = chart.log_x ? logTicks(m_xs.front(), m_xs.back()) : m_xs;
    }

    std::string draw(const std::string& id) {
        const std::string title = htmlText(m_chart.title);
        m_out =
            "<svg class=\"dc\" xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" "
            "aria-labelledby=\"" +
            id + "-t " + id + "-d\" viewBox=\"0 0 720 420\"" +
            (m_file ? " width=\"720\" height=\"420\"" : "") + ">\n<title id=\"" + id + "-t\">" +
            title + "</title>\n<desc id=\"" + id + "-d\">" + htmlText(m_chart.description) +
            "</desc>\n";
        if (m_file)
            m_out += "<rect width=\"720\" height=\"420\" fill=\"#fff\"/>\n";
        else
            m_out += std::string(kStyle) + "\n";
        text(kWidth / 2, 24, "middle", m_chart.title, true);
        if (!m_xs.empty()) {
            axes();
            for (std::size_t i = 0; i < m_chart.series.size(); ++i) entry(i);
            for (std::size_t i = 0; i < m_chart.series.size(); ++i) line(i);
        }
        return m_out + "</svg>\n";
    }

private:
    static std::string px(double value) { return formatFixed(value, 1, {}); }

    /// Attributes of a text; the space before them included.
    std::string textLook(bool title) const {
        if (!m_file) return title ? " class=\"t\"" : "";
        return " " + std::string(kFontOfFile) +
               (title ? " font-size=\"16\" font-weight=\"600\"" : " font-size=\"14\"");
    }
    std::string lineLook(const char* css, const char* colour) const {
        return m_file ? std::string("stroke=\"") + colour + "\""
                      : std::string("class=\"") + css + "\"";
    }
    std::string seriesLook(std::size_t series, bool marker) const {
        const std::size_t style = series % std::size(kColours);
        if (!m_file) return "class=\"s s" + std::to_string(style) + (marker ? " m\"" : "\"");
        std::string look = "fill=\"none\" stroke-width=\"2.5\" stroke=\"";
        look += kColours[style];
        look += '"';
        if (!marker && !kDashes[style].empty())
            look += " stroke-dasharray=\"" + std::string(kDashes[style]) + "\"";
        return look;
    }

    void text(double x, double y, const char* anchor, const std::string& what, bool title = false) {
        m_out += "<text x=\"" + px(x) + "\" y=\"" + px(y) + "\" text-anchor=\"" + anchor + "\"" +
                 textLook(title) + ">" + htmlText(what) + "</text>\n";
    }
    void stroke(double x1, double y1, double x2, double y2, const std::string& look) {
        m_out += "<path " + look + " d=\"M" + px(x1) + " " + px(y1) + "L" + px(x2) + " " + px(y2) +
                 "\"/>\n";
    }

    double toX(double x) const {
        const auto scale = [&](double v) { return m_chart.log_x ? std::log10(v) : v; };
        const double low = scale(m_xTicks.front()), high = scale(m_xTicks.back());
        const double inner = kWidth - kLeft - kRight - 48;
        return kLeft + 24 + (high > low ? (scale(x) - low) / (high - low) : 0.5) * inner;
    }
    double toY(double y) const {
        const auto scale = [&](double v) { return m_chart.log_y ? std::log10(v) : v; };
        const double low = scale(m_ticks.front()), high = scale(m_ticks.back());
        const double part = high > low ? (scale(y) - low) / (high - low) : 0.5;
        return kHeight - kBottom - part * (kHeight - m_top - kBottom);
    }

    std::string xText(double x) const {
        return m_chart.log_x ? powerText(x) : formatFixed(x, 0, m_numbers);
    }

    void axes() {
        const double bottom = kHeight - kBottom;
        // Enough digits that neighbouring ticks differ, the same on all ticks of a linear axis.
        const double step = m_ticks.size() > 1 ? m_ticks[1] - m_ticks[0] : 1;
        const int decimals =
            std::clamp(static_cast<int>(std::ceil(-std::log10(step) - 1e-9)), 0, 9);
        for (const double tick : m_ticks) {
            stroke(kLeft, toY(tick), kWidth - kRight, toY(tick), lineLook("grid", "#ddd"));
            text(kLeft - 8, toY(tick) + 5, "end",
                 m_chart.log_y ? formatSignificant(tick, 1, m_numbers)
                               : formatFixed(tick, decimals, m_numbers));
        }
        const std::string axis = lineLook("axis", "#555");
        double last = -1e9;
        for (const double x : m_xTicks) {
            stroke(toX(x), bottom, toX(x), bottom + 6, axis);
            if (toX(x) - last < 42) continue;
            last = toX(x);
            text(toX(x), bottom + 22, "middle", xText(x));
        }
        stroke(kLeft, bottom, kWidth - kRight, bottom, axis);
        stroke(kLeft, m_top, kLeft, bottom, axis);
        text((kLeft + kWidth - kRight) / 2, kHeight - 14, "middle", m_chart.x_title);
        const std::string y = px((m_top + bottom) / 2);
        m_out += "<text x=\"18\" y=\"" + y +
                 "\" text-anchor=\"middle\" transform=\"rotate(-90 18 " + y + ")\"" +
                 textLook(false) + ">" + htmlText(m_chart.y_title) + "</text>\n";
    }

    void marker(std::size_t series, double x, double y, const std::string& title) {
        const std::string head = seriesLook(series, true);
        std::string tip = title.empty() ? std::string() : "<title>" + htmlText(title) + "</title>";
        if (m_chart.series[series].marker == DocChart::Marker::Circle) {
            m_out += "<circle " + head + " cx=\"" + px(x) + "\" cy=\"" + px(y) + "\" r=\"5\">" +
                     tip + "</circle>\n";
            return;
        }
        m_out += "<path " + head + " d=\"M" + px(x - kMarker) + " " + px(y - kMarker) + "L" +
                 px(x + kMarker) + " " + px(y + kMarker) + "M" + px(x - kMarker) + " " +
                 px(y + kMarker) + "L" + px(x + kMarker) + " " + px(y - kMarker) + "\">" + tip +
                 "</path>\n";
    }

    /// Entries side by side; below each other where the names are too long for that.
    void placeLegend() {
        // The width of a text is not known here; 8 px a character is wide enough for the font.
        constexpr double kSign = 48, kGap = 24, kCharacter = 8;
        double x = kLeft, y = kLegendTop;
        for (const DocChart::Series& series : m_chart.series) {
            const double width = kSign + kCharacter * static_cast<double>(series.name.size());
            if (x > kLeft && x + width > kWidth - kRight) {
                x = kLeft;
                y += kLegendLine;
            }
            m_legend.emplace_back(x, y);
            x += width + kGap;
        }
        m_top = kTop + (y - kLegendTop);
    }

    void entry(std::size_t i) {
        const auto [x, y] = m_legend[i];
        stroke(x, y, x + 40, y, seriesLook(i, false));
        marker(i, x + 20, y, {});
        text(x + 48, y + 5, "start", m_chart.series[i].name);
    }

    void line(std::size_t i) {
        const auto& points = m_chart.series[i].points;
        std::string path;
        for (const auto& [x, y] : points)
            path += (path.empty() ? "M" : "L") + px(toX(x)) + " " + px(toY(y));
        m_out += "<path " + seriesLook(i, false) + " d=\"" + path + "\"/>\n";
        const std::size_t step = (points.size() + kMaxMarkers - 1) / kMaxMarkers;
        for (std::size_t k = 0; k < points.size(); k += step) {
            const auto& [x, y] = points[k];
            const auto& notes = m_chart.series[i].notes;
            marker(i, toX(x), toY(y),
                   m_chart.series[i].name + ", " + xText(x) + m_chart.x_unit + ": " +
                       formatSignificant(y, 4, m_numbers) + m_chart.y_unit +
                       (k < notes.size() ? ", " + notes[k] : ""));
        }
    }

    const DocChart& m_chart;
    NumberStyle m_numbers;
    bool m_file;
    double m_top = kTop;
    std::vector<double> m_xs, m_xTicks, m_ticks;
    std::vector<std::pair<double, double>> m_legend;
    std::string m_out;
};

}  // namespace

std::string chartSvg(const DocChart& chart, NumberStyle numbers, const std::string& idPrefix,
                     ChartUse use) {
    return Drawing(chart, numbers, use).draw(idPrefix);
}

}  // namespace duelo
