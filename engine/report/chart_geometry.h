// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Places in a drawing, in its own units; y grows downwards.
namespace duelo {

struct Place {
    double x = 0, y = 0;
};

struct Stroke {
    Place from, to;
};

struct Box {
    double left = 0, top = 0, width = 0, height = 0;

    [[nodiscard]] double right() const { return left + width; }
    [[nodiscard]] double bottom() const { return top + height; }
    [[nodiscard]] Place centre() const { return {left + width / 2, top + height / 2}; }
    [[nodiscard]] bool contains(const Box& other) const {
        return other.left >= left && other.right() <= right() && other.top >= top &&
               other.bottom() <= bottom();
    }
    [[nodiscard]] bool intersects(const Box& other) const {
        return other.left < right() && left < other.right() && other.top < bottom() &&
               top < other.bottom();
    }
};

}  // namespace duelo
