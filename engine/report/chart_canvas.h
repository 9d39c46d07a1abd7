// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "report/part_look.h"
#include "report/series_look.h"

namespace duelo {

struct GreyPixels;  // report/chart_value.h

/// Colours of a drawing by what they are for; those of the series follow.
enum class Ink {
    None,
    Text,
    Muted,
    Grid,
    Surface,
    GoodSoft,
    GoodText,
    BadSoft,
    BadText,
    Soft,
    Black,  ///< of pictures: these two are the same in every theme
    White,
    First
};
[[nodiscard]] Ink seriesInk(int style);

/// A surface to draw charts on, a file or the window; both show the same. Lengths are those of a
/// drawing with letters of kUsualFont, made fit by px().
class ChartCanvas {
public:
    static constexpr double kUsualFont = 14;
    static constexpr double kFilled = 0.62;  ///< of the size of a sign, the side of what fills it

    struct TextLook {
        const char* anchor = "start";  ///< or "middle", "end"
        Ink ink = Ink::Text;
        bool bold = false;
        double scale = 1;     ///< of the letters
        bool turned = false;  ///< upwards
    };
    struct Pen {
        Ink ink = Ink::Grid;
        double width = 1;
        std::vector<double> dashes{};  ///< lengths of dash and gap in turn; none: full
    };
    struct LegendEntry {
        std::string name;
        std::function<void(const Box&)> draw;
    };

    ChartCanvas(const ChartCanvas&) = delete;
    ChartCanvas& operator=(const ChartCanvas&) = delete;
    virtual ~ChartCanvas() = default;

    /// `at`: the middle of the letters' height.
    virtual void text(Place at, std::string_view words, const TextLook& look) = 0;
    virtual void polyline(const std::vector<Place>& points, const Pen& pen) = 0;
    virtual void rect(const Box& box, Ink fill, double opacity, Ink edge) = 0;
    /// `title`: what a page says of it under the mouse; empty: nothing.
    virtual void marker(Marker marker, Place at, double size, Ink ink, std::string_view title) = 0;
    /// Fills the box, whose sides have the picture's proportions.
    virtual void pixels(const Box& box, const GreyPixels& grey) = 0;
    /// The bytes of a PNG file, in its proportions and as large as finds room. Files of others are
    /// opened in the engine alone, so the window shows none.
    virtual void picture(const Box& box, const std::string& png) {
        static_cast<void>(box), static_cast<void>(png);
    }
    [[nodiscard]] virtual double widthOf(std::string_view words, bool bold, double scale) const = 0;

    void text(Place at, std::string_view words) { text(at, words, {}); }
    void line(Place from, Place to, const Pen& pen) { polyline({from, to}, pen); }
    void rect(const Box& box, Ink fill) { rect(box, fill, 1, Ink::None); }
    void marker(Marker sign, Place at, double size, Ink ink) { marker(sign, at, size, ink, {}); }
    /// The sign of a series.
    void sign(int style, Place at, double size) {
        marker(seriesLook(style).marker, at, size, seriesInk(style), {});
    }
    /// Fills a closed sign that was drawn there.
    void fillSign(int style, Place at, double size);
    void part(const Box& box, const PartLook& look);
    /// Entries side by side from `left` on below `top`, and below each other where they lack room.
    void legend(const std::vector<LegendEntry>& entries, double sample, double left);
    /// The entry of a series, which must not outlive the canvas.
    [[nodiscard]] LegendEntry seriesEntry(const std::string& name, int style, const Pen& pen);

    [[nodiscard]] double px(double length) const { return length * m_unit; }
    [[nodiscard]] double font() const { return px(kUsualFont); }
    [[nodiscard]] double lineHeight() const { return px(20); }
    [[nodiscard]] double edge() const { return px(12); }
    [[nodiscard]] double markerSize() const { return px(10); }
    [[nodiscard]] double room() const { return width - 2 * edge(); }
    /// The pen of a series.
    [[nodiscard]] Pen penOf(int style, double width) const;
    [[nodiscard]] double widthOf(std::string_view words) const { return widthOf(words, false, 1); }
    [[nodiscard]] std::string elided(std::string_view words, double width, double scale = 1) const;
    /// The words in lines of at most this width.
    [[nodiscard]] std::vector<std::string> wrapped(const std::string& words, double width,
                                                   double scale = 1) const;

    const NumberStyle numbers;
    const double width;
    double top = 0;  ///< below what has been drawn

protected:
    ChartCanvas(NumberStyle style, double whole, double unit)
        : numbers(style), width(whole), m_unit(unit) {}

private:
    [[nodiscard]] std::vector<std::string> legendRows(const std::string& name, double most) const;

    double m_unit;
};

}  // namespace duelo
