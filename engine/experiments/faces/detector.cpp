// SPDX-License-Identifier: Apache-2.0
#include "experiments/faces/detector.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numeric>

namespace duelo {

namespace {

/// Corners of a feature: four of each of three rectangles, or those of 3 x 3 blocks.
constexpr std::size_t kHaarCorners = 12, kPatternCorners = 16;
/// Window places of a strip: some tenths of a millisecond.
constexpr int kStripPlaces = 4096;

/// Rounds to the nearest, halves to the even one, as the processor rounds.
int rounded(double value) {
    return static_cast<int>(std::nearbyint(value));
}

std::size_t cornersOf(const Cascade& cascade) {
    return cascade.kind == FaceCascade::Haar ? kHaarCorners : kPatternCorners;
}

std::size_t sumsOf(int width, int height) {
    return (static_cast<std::size_t>(width) + 1) * (static_cast<std::size_t>(height) + 1);
}

/// The source of a pixel in a shrunk row or column: two neighbours, and the share of the second one
/// in 1/256.
struct ShrunkFrom {
    int first = 0, second = 0;
    std::uint32_t share = 0;
};

std::vector<ShrunkFrom> shrunkFrom(int from, int to) {
    constexpr double kWhole = 256;
    std::vector<ShrunkFrom> out;
    const double scale = static_cast<double>(from) / to;
    for (int i = 0; i < to; ++i) {
        const double at = scale * (i + 0.5) - 0.5;
        const int first = static_cast<int>(std::floor(at));
        if (first < 0)
            out.push_back({0, 0, 0});
        else if (first >= from - 1)
            out.push_back({from - 1, from - 1, 0});
        else
            out.push_back(
                {first, first + 1, static_cast<std::uint32_t>(rounded((at - first) * kWhole))});
    }
    return out;
}

template <typename T>
T boxSum(const T* at, std::size_t a, std::size_t b, std::size_t c, std::size_t d) {
    return at[a] - at[b] - at[c] + at[d];
}

/// A place of the window in a level, and what a tree asks of it there.
struct HaarWindow {
    const Cascade& cascade;
    const std::int32_t* corners;
    const std::int32_t* sums = nullptr;
    float unit = 1;  ///< one over the deviation of its pixels, so that contrast does not matter

    [[nodiscard]] bool goesLeft(const Cascade::Node& node) const {
        const auto feature = static_cast<std::size_t>(node.feature);
        const std::int32_t* at = corners + feature * kHaarCorners;
        const Cascade::Feature& rects = cascade.features[feature];
        const auto weighted = [&](std::size_t i) {
            const std::int32_t* c = at + 4 * i;
            return rects[i].weight *
                   static_cast<float>(sums[c[0]] - sums[c[1]] - sums[c[2]] + sums[c[3]]);
        };
        float value = weighted(0) + weighted(1);
        if (rects[2].weight != 0) value += weighted(2);
        return value * unit < node.threshold;
    }
};

struct PatternWindow {
    const Cascade& cascade;
    const std::int32_t* corners;
    const std::int32_t* sums = nullptr;

    /// The eight blocks around the middle one clockwise from the upper left, each a bit.
    [[nodiscard]] bool goesLeft(const Cascade::Node& node) const {
        constexpr std::array<std::uint8_t, 8> kRound{0, 1, 2, 6, 10, 9, 8, 4};
        constexpr std::size_t kMiddle = 5, kRow = 4;
        const std::int32_t* c = corners + static_cast<std::size_t>(node.feature) * kPatternCorners;
        std::array<std::int32_t, kPatternCorners> s{};
        for (std::size_t i = 0; i < kPatternCorners; ++i) s[i] = sums[c[i]];
        const auto block = [&](std::size_t i) {
            return s[i] - s[i + 1] - s[i + kRow] + s[i + kRow + 1];
        };
        const std::int32_t middle = block(kMiddle);
        unsigned pattern = 0;
        for (const std::uint8_t i : kRound)
            pattern = pattern << 1U | static_cast<unsigned>(block(i) >= middle);
        return (node.patterns[pattern >> 5U] >> (pattern & 31U) & 1U) != 0;
    }
};

/// Returns the number of stages that let the window pass.
template <typename Window>
std::size_t stagesPassed(const Cascade& cascade, const Window& window) {
    for (std::size_t s = 0; s < cascade.stages.size(); ++s) {
        const Cascade::Stage& stage = cascade.stages[s];
        double sum = 0;
        for (std::size_t t = stage.tree; t < stage.tree + stage.trees; ++t) {
            const Cascade::Tree& tree = cascade.trees[t];
            int at = 0;
            do {
                const Cascade::Node& node = cascade.nodes[tree.node + static_cast<std::size_t>(at)];
                at = window.goesLeft(node) ? node.left : node.right;
            } while (at > 0);
            sum += static_cast<double>(cascade.leaves[tree.leaf + static_cast<std::size_t>(-at)]);
        }
        if (sum < static_cast<double>(stage.threshold)) return s;
    }
    return cascade.stages.size();
}

/// Returns the factor of each level, by which a picture shrinks while the window fits.
std::vector<float> faceFactors(const Cascade& cascade, int width_px, int height_px, double factor) {
    std::vector<float> out;
    for (double by = 1;; by *= factor) {
        if (rounded(cascade.width_px * by) > width_px ||
            rounded(cascade.height_px * by) > height_px)
            return out;
        out.push_back(static_cast<float>(by));
    }
}

int shrunkSide(int side_px, float factor) {
    return rounded(static_cast<double>(static_cast<float>(side_px) / factor));
}

}  // namespace

FaceDetector::FaceDetector(const Cascade& cascade, int width_px, int height_px, double factor)
    : m_cascade(cascade), m_width_px(width_px), m_height_px(height_px) {
    for (const float by : faceFactors(cascade, width_px, height_px, factor)) {
        Level level{.width = shrunkSide(width_px, by),
                    .height = shrunkSide(height_px, by),
                    .factor = by,
                    .step = by >= 2 ? 1 : 2};
        const auto pixels =
            static_cast<std::size_t>(level.width) * static_cast<std::size_t>(level.height);
        level.grey.resize(pixels);
        level.sums.resize(sumsOf(level.width, level.height));
        level.squares.resize(cascade.kind == FaceCascade::Haar ? level.sums.size() : 0);
        makeCorners(level);
        const int across = std::max(0, level.width + 1 - cascade.width_px);
        const int down = std::max(0, level.height + 1 - cascade.height_px);
        const int lines = std::max(1, kStripPlaces * level.step / std::max(1, across));
        for (int y = 0; y < down; y += lines * level.step)
            m_strips.push_back({m_levels.size(), y, std::min(down, y + lines * level.step), {}});
        m_levels.push_back(std::move(level));
    }
}

void FaceDetector::makeCorners(Level& level) const {
    const int row = level.width + 1;
    for (const Cascade::Feature& feature : m_cascade.features) {
        if (m_cascade.kind == FaceCascade::Lbp) {
            const Cascade::Rect& block = feature.front();
            for (int i = 0; i < 4; ++i)
                for (int k = 0; k < 4; ++k)
                    level.corners.push_back((block.y + i * block.height) * row + block.x +
                                            k * block.width);
            continue;
        }
        for (const Cascade::Rect& rect : feature) {
            const int first = rect.y * row + rect.x, below = first + rect.height * row;
            for (const int corner : {first, first + rect.width, below, below + rect.width})
                level.corners.push_back(corner);
        }
    }
}

void FaceDetector::shrink(std::size_t index, std::span<const std::uint8_t> grey) {
    Level& level = m_levels[index];
    const auto columns = shrunkFrom(m_width_px, level.width);
    const auto rows = shrunkFrom(m_height_px, level.height);
    constexpr std::uint32_t kWhole = 256, kHalf = 1U << 15U;
    const auto width = static_cast<std::size_t>(level.width);
    std::vector<std::uint32_t> above(width), below(width);
    int held = -1;  // the row of the picture that is in `above`, and the next one in `below`
    const auto across = [&](int row, std::vector<std::uint32_t>& to) {
        const std::uint8_t* from =
            grey.data() + static_cast<std::size_t>(row) * static_cast<std::size_t>(m_width_px);
        for (std::size_t x = 0; x < width; ++x)
            to[x] = (kWhole - columns[x].share) * from[columns[x].first] +
                    columns[x].share * from[columns[x].second];
    };
    for (std::size_t y = 0; y < rows.size(); ++y) {
        if (rows[y].first == held + 1 && held >= 0)
            std::swap(above, below);
        else if (rows[y].first != held)
            across(rows[y].first, above);
        held = rows[y].first;
        across(rows[y].second, below);
        std::uint8_t* to = level.grey.data() + y * width;
        for (std::size_t x = 0; x < width; ++x)
            to[x] = static_cast<std::uint8_t>(
                ((kWhole - rows[y].share) * above[x] + rows[y].share * below[x] + kHalf) >> 16U);
    }
    addUp(level);
}

void FaceDetector::addUp(Level& level) const {
    const auto width = static_cast<std::size_t>(level.width), row = width + 1;
    for (std::size_t y = 0; y < static_cast<std::size_t>(level.height); ++y) {
        const std::uint8_t* from = level.grey.data() + y * width;
        const std::int32_t* above = level.sums.data() + y * row + 1;
        std::int32_t* to = level.sums.data() + (y + 1) * row + 1;
        std::int32_t sum = 0;
        for (std::size_t x = 0; x < width; ++x) to[x] = above[x] + (sum += from[x]);
        if (level.squares.empty()) continue;
        const std::uint32_t* squaresAbove = level.squares.data() + y * row + 1;
        std::uint32_t* squaresTo = level.squares.data() + (y + 1) * row + 1;
        std::uint32_t squares = 0;
        for (std::size_t x = 0; x < width; ++x)
            squaresTo[x] = squaresAbove[x] + (squares += std::uint32_t{from[x]} * from[x]);
    }
}

void FaceDetector::scan(std::size_t index) {
    Strip& strip = m_strips[index];
    const Level& level = m_levels[strip.level];
    strip.places.clear();
    const auto row = static_cast<std::size_t>(level.width) + 1;
    const int across = level.width + 1 - m_cascade.width_px;
    const auto found = [&](int x, int y) {
        const auto whole = [&](int length) {
            return rounded(static_cast<double>(static_cast<float>(length) * level.factor));
        };
        strip.places.push_back(
            {whole(x), whole(y), whole(m_cascade.width_px), whole(m_cascade.height_px)});
    };
    const auto over = [&](const auto& passed) {
        for (int y = strip.begin; y < strip.end; y += level.step)
            for (int x = 0; x < across; x += level.step) {
                const int stages =
                    passed(static_cast<std::size_t>(y) * row + static_cast<std::size_t>(x));
                if (stages == static_cast<int>(m_cascade.stages.size())) found(x, y);
                if (stages == 0) x += level.step;
            }
    };
    if (m_cascade.kind == FaceCascade::Lbp) {
        PatternWindow window{m_cascade, level.corners.data()};
        over([&](std::size_t place) {
            window.sums = level.sums.data() + place;
            return static_cast<int>(stagesPassed(m_cascade, window));
        });
        return;
    }
    // The spread of a window's pixels is taken without its border.
    const double area = (m_cascade.width_px - 2) * (m_cascade.height_px - 2);
    const std::size_t first = row + 1,
                      beside = first + static_cast<std::size_t>(m_cascade.width_px) - 2;
    const std::size_t down = (static_cast<std::size_t>(m_cascade.height_px) - 2) * row;
    HaarWindow window{m_cascade, level.corners.data()};
    over([&](std::size_t place) {
        constexpr float kFlat = 0.1F;  // a deviation of 10 of 255: no face is that even
        window.sums = level.sums.data() + place;
        const std::uint32_t* squares = level.squares.data() + place;
        const auto sum =
            static_cast<double>(boxSum(window.sums, first, beside, first + down, beside + down));
        const auto square =
            static_cast<double>(boxSum(squares, first, beside, first + down, beside + down));
        const double spread = area * square - sum * sum;
        if (!(spread > 0)) return -1;
        window.unit = static_cast<float>(1 / std::sqrt(spread));
        if (!(area * static_cast<double>(window.unit) < static_cast<double>(kFlat))) return -1;
        return static_cast<int>(stagesPassed(m_cascade, window));
    });
}

std::vector<FoundFace> FaceDetector::places() const {
    std::vector<FoundFace> out;
    for (const Strip& strip : m_strips)
        out.insert(out.end(), strip.places.begin(), strip.places.end());
    return out;
}

std::int64_t FaceDetector::windows() const {
    std::int64_t out = 0;
    for (const Strip& strip : m_strips) {
        const Level& level = m_levels[strip.level];
        const auto steps = [&](int length) { return (length + level.step - 1) / level.step; };
        out += std::int64_t{steps(strip.end - strip.begin)} *
               steps(level.width + 1 - m_cascade.width_px);
    }
    return out;
}

std::int64_t FaceDetector::bytesFor(const Cascade& cascade, int width_px, int height_px,
                                    double factor) {
    const bool squares = cascade.kind == FaceCascade::Haar;
    std::int64_t out = 0;
    for (const float by : faceFactors(cascade, width_px, height_px, factor)) {
        const auto sums =
            static_cast<std::int64_t>(sumsOf(shrunkSide(width_px, by), shrunkSide(height_px, by)));
        out += sums * (1 + 4 + (squares ? 4 : 0)) +
               4 * static_cast<std::int64_t>(cascade.features.size() * cornersOf(cascade));
    }
    return out;
}

std::vector<FoundFace> groupedFaces(std::vector<FoundFace> places, int neighbours) {
    std::ranges::sort(places);
    if (neighbours <= 0) return places;
    constexpr double kApart = 0.2;
    constexpr int kFew = 3;
    const auto alike = [](const FoundFace& a, const FoundFace& b) {
        const double most =
            kApart * (std::min(a.width, b.width) + std::min(a.height, b.height)) * 0.5;
        return std::abs(a.x - b.x) <= most && std::abs(a.y - b.y) <= most &&
               std::abs(a.x + a.width - b.x - b.width) <= most &&
               std::abs(a.y + a.height - b.y - b.height) <= most;
    };
    // Each place names one that it belongs with; who names itself speaks for all of them.
    std::vector<std::size_t> with(places.size());
    std::iota(with.begin(), with.end(), std::size_t{0});
    const auto speaker = [&](std::size_t i) {
        while (with[i] != i) i = with[i] = with[with[i]];
        return i;
    };
    for (std::size_t i = 0; i < places.size(); ++i)
        for (std::size_t k = 0; k < i; ++k)
            if (alike(places[i], places[k])) with[speaker(i)] = speaker(k);
    std::vector<FoundFace> sums(places.size(), FoundFace{.places = 0});
    for (std::size_t i = 0; i < places.size(); ++i) {
        FoundFace& sum = sums[speaker(i)];
        sum.x += places[i].x;
        sum.y += places[i].y;
        sum.width += places[i].width;
        sum.height += places[i].height;
        sum.places += places[i].places;
    }
    std::erase_if(sums, [&](const FoundFace& sum) { return sum.places <= neighbours; });
    for (FoundFace& face : sums) {
        const float share = 1 / static_cast<float>(face.places);
        for (int* side : {&face.x, &face.y, &face.width, &face.height})
            *side = rounded(static_cast<double>(static_cast<float>(*side) * share));
    }
    const auto within = [&](const FoundFace& small, const FoundFace& large) {
        const int beside = rounded(large.width * kApart), below = rounded(large.height * kApart);
        return small.x >= large.x - beside && small.y >= large.y - below &&
               small.x + small.width <= large.x + large.width + beside &&
               small.y + small.height <= large.y + large.height + below &&
               (large.places > std::max(kFew, small.places) || small.places < kFew);
    };
    std::vector<FoundFace> out;
    for (std::size_t i = 0; i < sums.size(); ++i) {
        bool contained = false;
        for (std::size_t k = 0; k < sums.size() && !contained; ++k)
            contained = k != i && within(sums[i], sums[k]);
        if (!contained) out.push_back(sums[i]);
    }
    std::ranges::sort(out);
    return out;
}

}  // namespace duelo
