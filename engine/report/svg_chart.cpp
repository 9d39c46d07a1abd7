// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "report/html_text.h"
#include "report/writers.h"

namespace duelo {
namespace {

constexpr double kWidth = 720, kHeight = 420;
constexpr double kLeft = 78, kRight = 24, kTop = 84, kBottom = 62;
constexpr double kMarker = 6;

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
    Drawing(const DocChart& chart, NumberStyle numbers) : m_chart(chart), m_numbers(numbers) {
        double low = HUGE_VAL, high = 0;
        for (const auto& series : chart.series)
            for (const auto& [x, y] : series.points) {
                m_xs.push_back(x);
                low = std::min(low, y);
                high = std::max(high, y);
            }
        std::sort(m_xs.begin(), m_xs.end());
        m_xs.erase(std::unique(m_xs.begin(), m_xs.end()), m_xs.end());
        if (!m_xs.empty()) m_ticks = chart.log_y ? logTicks(low, high) : linearTicks(high);
    }

    std::string draw(const std::string& id) {
        const std::string title = htmlText(m_chart.title);
        m_out =
            "<svg class=\"dc\" xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" "
            "aria-labelledby=\"" +
            id + "-t " + id + "-d\" viewBox=\"0 0 720 420\">\n<title id=\"" + id + "-t\">" + title +
            "</title>\n<desc id=\"" + id + "-d\">" + htmlText(m_chart.description) + "</desc>\n";
        m_out += kStyle;
        m_out += "\n";
        text(kWidth / 2, 24, "middle", m_chart.title, "t");
        if (!m_xs.empty()) {
            axes();
            double legend = kLeft;
            for (std::size_t i = 0; i < m_chart.series.size(); ++i) legend = entry(i, legend);
            for (std::size_t i = 0; i < m_chart.series.size(); ++i) line(i);
        }
        return m_out + "</svg>\n";
    }

private:
    static std::string px(double value) { return formatFixed(value, 1, {}); }

    void text(double x, double y, const char* anchor, const std::string& what,
              const std::string& css = {}) {
        m_out += "<text x=\"" + px(x) + "\" y=\"" + px(y) + "\" text-anchor=\"" + anchor + "\"" +
                 (css.empty() ? "" : " class=\"" + css + "\"") + ">" + htmlText(what) + "</text>\n";
    }
    void stroke(double x1, double y1, double x2, double y2, const std::string& css) {
        m_out += "<path class=\"" + css + "\" d=\"M" + px(x1) + " " + px(y1) + "L" + px(x2) + " " +
                 px(y2) + "\"/>\n";
    }

    double toX(double x) const {
        const double low = m_xs.front(), high = m_xs.back();
        const double inner = kWidth - kLeft - kRight - 48;
        return kLeft + 24 + (high > low ? (x - low) / (high - low) : 0.5) * inner;
    }
    double toY(double y) const {
        const auto scale = [&](double v) { return m_chart.log_y ? std::log10(v) : v; };
        const double low = scale(m_ticks.front()), high = scale(m_ticks.back());
        const double part = high > low ? (scale(y) - low) / (high - low) : 0.5;
        return kHeight - kBottom - part * (kHeight - kTop - kBottom);
    }

    void axes() {
        const double bottom = kHeight - kBottom;
        // Enough digits that neighbouring ticks differ, the same on all ticks of a linear axis.
        const double step = m_ticks.size() > 1 ? m_ticks[1] - m_ticks[0] : 1;
        const int decimals =
            std::clamp(static_cast<int>(std::ceil(-std::log10(step) - 1e-9)), 0, 9);
        for (const double tick : m_ticks) {
            stroke(kLeft, toY(tick), kWidth - kRight, toY(tick), "grid");
            text(kLeft - 8, toY(tick) + 5, "end",
                 m_chart.log_y ? formatSignificant(tick, 1, m_numbers)
                               : formatFixed(tick, decimals, m_numbers));
        }
        double last = -1e9;
        for (const double x : m_xs) {
            stroke(toX(x), bottom, toX(x), bottom + 6, "axis");
            if (toX(x) - last < 42) continue;
            last = toX(x);
            text(toX(x), bottom + 22, "middle", formatFixed(x, 0, m_numbers));
        }
        stroke(kLeft, bottom, kWidth - kRight, bottom, "axis");
        stroke(kLeft, kTop, kLeft, bottom, "axis");
        text((kLeft + kWidth - kRight) / 2, kHeight - 14, "middle", m_chart.x_title);
        const std::string y = px((kTop + bottom) / 2);
        m_out += "<text x=\"18\" y=\"" + y +
                 "\" text-anchor=\"middle\" transform=\"rotate(-90 18 " + y + ")\">" +
                 htmlText(m_chart.y_title) + "</text>\n";
    }

    static std::string css(std::size_t series) { return "s s" + std::to_string(series % 4); }

    void marker(std::size_t series, double x, double y, const std::string& title) {
        const std::string head = "class=\"" + css(series) + " m\"";
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

    double entry(std::size_t i, double x) {
        const double y = 54;
        stroke(x, y, x + 40, y, css(i));
        marker(i, x + 20, y, {});
        text(x + 48, y + 5, "start", m_chart.series[i].name);
        // The width of the text is not known here; 8 px a character is wide enough for the font.
        return x + 72 + 8 * static_cast<double>(m_chart.series[i].name.size());
    }

    void line(std::size_t i) {
        const auto& points = m_chart.series[i].points;
        std::string path;
        for (const auto& [x, y] : points)
            path += (path.empty() ? "M" : "L") + px(toX(x)) + " " + px(toY(y));
        m_out += "<path class=\"" + css(i) + "\" d=\"" + path + "\"/>\n";
        for (const auto& [x, y] : points)
            marker(i, toX(x), toY(y),
                   m_chart.series[i].name + ", " + formatFixed(x, 0, m_numbers) +
                       " px: " + formatSignificant(y, 4, m_numbers) + " s");
    }

    const DocChart& m_chart;
    NumberStyle m_numbers;
    std::vector<double> m_xs, m_ticks;
    std::string m_out;
};

}  // namespace

std::string chartSvg(const DocChart& chart, NumberStyle numbers, const std::string& idPrefix) {
    return Drawing(chart, numbers).draw(idPrefix);
}

}  // namespace duelo
