// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "experiments/faces/cascade.h"

namespace duelo {

/// A face in pixels of the picture that was looked through, and how many places agree upon it.
struct FoundFace {
    int x = 0, y = 0, width = 0, height = 0;
    int places = 1;

    auto operator<=>(const FoundFace&) const = default;
};

/// Places that lie upon each other as one face each: two belong together where no side differs by
/// more than a fifth of the smaller one's, those that belong to the same one too. A face is their
/// mean; it is told where more than `neighbours` agree (0: all places, as they are) and no other
/// that more agree upon contains it. As OpenCV groups (groupRectangles), in the order of x, y.
[[nodiscard]] std::vector<FoundFace> groupedFaces(std::vector<FoundFace> places, int neighbours);

/// Slides a cascade's window over a grey picture at all sizes: the picture shrinks by a factor
/// until the window no longer fits. It finds the same places as OpenCV's detectMultiScale():
/// pictures shrink in the same fixed point (resize.. INTER_LINEAR_EXACT), the window moves by 2
/// pixels, by 1 where the picture has shrunk to half, and by twice that where the first stage
/// refuses. Its parts may be called on any thread, those of different numbers at once.
class FaceDetector {
public:
    /// `cascade` must outlive it. Of a picture that is smaller than the window nothing is looked
    /// at.
    FaceDetector(const Cascade& cascade, int width_px, int height_px, double factor);

    /// Returns the number of levels. A level is a shrunk picture as sums over all pixels above and
    /// to the left, and sums of squares too.
    [[nodiscard]] std::size_t levels() const { return m_levels.size(); }
    /// `grey`: width x height bytes, from 0 to 255, rows from top to bottom.
    void shrink(std::size_t level, std::span<const std::uint8_t> grey);

    /// Parts of all levels, for threads to share; the levels are there.
    [[nodiscard]] std::size_t strips() const { return m_strips.size(); }
    void scan(std::size_t strip);

    /// Returns where the window went through all stages, in all strips.
    [[nodiscard]] std::vector<FoundFace> places() const;
    /// Returns how many places the window would have if it always moved by one step.
    [[nodiscard]] std::int64_t windows() const;
    /// Returns how many bytes its levels hold, before they are made.
    [[nodiscard]] static std::int64_t bytesFor(const Cascade& cascade, int width_px, int height_px,
                                               double factor);

private:
    struct Level {
        int width = 0, height = 0;  ///< of the shrunk picture
        float factor = 1;
        int step = 1;
        std::vector<std::uint8_t> grey{};
        std::vector<std::int32_t> sums{};
        std::vector<std::uint32_t> squares{};  ///< modulo 2^32; those of a window are exact
        std::vector<std::int32_t> corners{};   ///< of each feature's rectangles, in `sums`
    };
    struct Strip {
        std::size_t level = 0;
        int begin = 0, end = 0;  ///< rows of the window's upper side
        std::vector<FoundFace> places{};
    };

    void makeCorners(Level& level) const;
    void addUp(Level& level) const;

    const Cascade& m_cascade;
    const int m_width_px, m_height_px;
    std::vector<Level> m_levels;
    std::vector<Strip> m_strips;
};

}  // namespace duelo
