// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "report/chart_drawing.h"
#include "report/writers.h"

namespace duelo {

/// The elements of an SVG, kept as text. Only what SVG Tiny knows: no clip paths and, in a file by
/// itself, attributes instead of style sheets, because programs other than browsers (Qt, Word,
/// LibreOffice, Inkscape) read little or none of those.
class SvgCanvas final : public ChartCanvas {
public:
    SvgCanvas(NumberStyle style, ChartUse use)
        : ChartCanvas(style, kChartWidth, 1), m_file(use == ChartUse::File) {}

    using ChartCanvas::marker;
    using ChartCanvas::rect;
    using ChartCanvas::text;
    using ChartCanvas::widthOf;
    void text(Place at, std::string_view words, const TextLook& look) override;
    void polyline(const std::vector<Place>& points, const Pen& pen) override;
    void rect(const Box& box, Ink fill, double opacity, Ink edge) override;
    void marker(Marker marker, Place at, double size, Ink ink, std::string_view title) override;
    void pixels(const Box& box, const GreyPixels& grey) override;
    void picture(const Box& box, const std::string& png) override;
    /// Measures in the font of most readers; theirs is not known here.
    [[nodiscard]] double widthOf(std::string_view words, bool bold, double scale) const override;

    /// Returns the drawing so far, as a whole document of this height.
    [[nodiscard]] std::string document(const std::string& id, const std::string& title,
                                       const std::string& description, double height) const;

private:
    [[nodiscard]] std::string paint(Ink fill, Ink stroke) const;

    bool m_file;
    std::string m_out;
};

}  // namespace duelo
