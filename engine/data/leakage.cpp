// SPDX-License-Identifier: Apache-2.0
#include "data/leakage.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <unordered_map>

#include "base/parallel.h"
#include "data/near_hashes.h"

namespace duelo {
namespace {

constexpr int mini_width = 9;
constexpr int mini_height = 8;

/// Grey levels (of 255, times 1000) by which a cell must be darker: without it the noise of a
/// decoder decides the bits of a plain background.
constexpr double darker_by = 2000;

/// Rec. 601 weights; the sums of integers below are exact, so equal pictures have equal hashes.
int grey(std::span<const std::uint8_t> pixels, std::size_t plane, std::size_t at) {
    if (pixels.size() == plane) return 1000 * pixels[at];
    return 299 * pixels[at] + 587 * pixels[plane + at] + 114 * pixels[2 * plane + at];
}

struct Range {
    std::size_t first;
    std::size_t last;  ///< one behind
};

/// The pixels of cell `i` of `cells`; at least one where the picture is smaller than the miniature.
Range cellOf(int i, int cells, int side) {
    const int first = i * side / cells;
    const int last = std::max((i + 1) * side / cells, first + 1);
    return {static_cast<std::size_t>(first), static_cast<std::size_t>(last)};
}

double meanGrey(std::span<const std::uint8_t> pixels, const SampleShape& shape, Range rows,
                Range columns) {
    const auto width = static_cast<std::size_t>(shape.width_px);
    const std::size_t plane = width * static_cast<std::size_t>(shape.height_px);
    std::int64_t sum = 0;
    for (std::size_t y = rows.first; y < rows.last; ++y)
        for (std::size_t x = columns.first; x < columns.last; ++x)
            sum += grey(pixels, plane, y * width + x);
    const std::size_t count = (rows.last - rows.first) * (columns.last - columns.first);
    return static_cast<double>(sum) / static_cast<double>(count);
}

/// Pearson's; 0 where one of both is a single colour. Integers: exact, so the order does not
/// matter.
double correlation(std::span<const std::uint8_t> a, std::span<const std::uint8_t> b) {
    std::uint64_t sum_a = 0, sum_b = 0, sum_aa = 0, sum_bb = 0, sum_ab = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        const std::uint32_t x = a[i], y = b[i];
        sum_a += x;
        sum_b += y;
        sum_aa += x * x;
        sum_bb += y * y;
        sum_ab += x * y;
    }
    const auto n = static_cast<double>(a.size());
    const auto covariance = [n](std::uint64_t product, std::uint64_t left, std::uint64_t right) {
        return static_cast<double>(product) -
               static_cast<double>(left) * static_cast<double>(right) / n;
    };
    const double scale =
        std::sqrt(covariance(sum_aa, sum_a, sum_a)) * std::sqrt(covariance(sum_bb, sum_b, sum_b));
    return scale > 0 ? covariance(sum_ab, sum_a, sum_b) / scale : 0;
}

class Detector {
public:
    Detector(const LabelledSet& samples, const Split& split)
        : m_samples(samples), m_split(split), m_pixels(samples.size()), m_hashes(samples.size()) {}

    bool hashAll(const std::stop_token& stop) {
        for (const auto* part : {&m_split.train, &m_split.validation, &m_split.test}) {
            forEachAtOnce(part->size(), [&](std::size_t i) {
                if (stop.stop_requested()) return;
                const std::size_t index = (*part)[i];
                m_pixels[index] = contentHash(m_samples.pixels(index));
                m_hashes[index] = differenceHash(m_samples, index);
            });
        }
        return !stop.stop_requested();
    }

    [[nodiscard]] TwoClasses twoClasses() const {
        return findTwoClasses(m_pixels, m_samples.labels());
    }

    bool compare(LeakCount& count, std::vector<LeakExample>& examples,
                 const std::stop_token& stop) const {
        const auto& others = indicesOf(count.in);
        const Lookup contents = lookup(others, true);
        const Lookup pixels = lookup(others, false);
        std::vector<std::uint64_t> hashes;
        for (const std::size_t other : others) hashes.push_back(m_hashes[other]);
        const NearHashes by_hash(hashes);
        const std::vector<std::size_t>& part = indicesOf(count.part);
        count.of = part.size();
        std::vector<std::optional<LeakExample>> copies(part.size());
        forEachAtOnce(part.size(), [&](std::size_t i) {
            if (stop.stop_requested()) return;
            copies[i] = find(part[i], others, contents, pixels, by_hash, stop);
        });
        for (const std::optional<LeakExample>& found : copies) {
            if (!found) continue;
            ++(found->kind == CopyKind::Bytes    ? count.bytes
               : found->kind == CopyKind::Pixels ? count.pixels
                                                 : count.near_copies);
            if (examples.size() < max_leak_examples) examples.push_back(*found);
        }
        return !stop.stop_requested();
    }

private:
    using Lookup = std::unordered_map<std::uint64_t, std::size_t>;

    [[nodiscard]] const std::vector<std::size_t>& indicesOf(Part part) const {
        if (part == Part::Train) return m_split.train;
        return part == Part::Validation ? m_split.validation : m_split.test;
    }

    [[nodiscard]] Lookup lookup(const std::vector<std::size_t>& indices, bool of_files) const {
        Lookup found;
        for (const std::size_t index : indices) {
            const std::uint64_t hash = of_files ? m_samples.content(index) : m_pixels[index];
            if (hash != 0) found.emplace(hash, index);
        }
        return found;
    }

    [[nodiscard]] std::optional<LeakExample> find(std::size_t index,
                                                  const std::vector<std::size_t>& others,
                                                  const Lookup& contents, const Lookup& pixels,
                                                  const NearHashes& by_hash,
                                                  const std::stop_token& stop) const {
        // A sample without a file has the content hash 0, which no lookup holds.
        if (const auto at = contents.find(m_samples.content(index)); at != contents.end())
            return LeakExample{index, at->second, CopyKind::Bytes};
        if (const auto at = pixels.find(m_pixels[index]); at != pixels.end())
            return LeakExample{index, at->second, CopyKind::Pixels};
        for (const std::size_t position : by_hash.closeTo(m_hashes[index])) {
            const std::size_t other = others[position];
            // Plain backgrounds have equal hashes: then each of them costs a correlation.
            if (stop.stop_requested()) break;
            if (correlation(m_samples.pixels(index), m_samples.pixels(other)) >= near_correlation)
                return LeakExample{index, other, CopyKind::Near};
        }
        return std::nullopt;
    }

    const LabelledSet& m_samples;
    const Split& m_split;
    std::vector<std::uint64_t> m_pixels;
    std::vector<std::uint64_t> m_hashes;
};

}  // namespace

bool LeakReport::any() const {
    return std::any_of(counts.begin(), counts.end(),
                       [](const LeakCount& count) { return count.total() > 0; });
}

std::uint64_t differenceHash(const LabelledSet& samples, std::size_t index) {
    const auto pixels = samples.pixels(index);
    const SampleShape& shape = samples.shape();
    std::uint64_t hash = 0;
    for (int y = 0; y < mini_height; ++y) {
        const Range rows = cellOf(y, mini_height, shape.height_px);
        double left = meanGrey(pixels, shape, rows, cellOf(0, mini_width, shape.width_px));
        for (int x = 1; x < mini_width; ++x) {
            const Range columns = cellOf(x, mini_width, shape.width_px);
            const double right = meanGrey(pixels, shape, rows, columns);
            hash = hash << 1U | static_cast<std::uint64_t>(left + darker_by < right);
            left = right;
        }
    }
    return hash;
}

std::optional<LeakReport> findLeaks(const LabelledSet& samples, const Split& split,
                                    const std::stop_token& stop) {
    Detector detector(samples, split);
    if (!detector.hashAll(stop)) return std::nullopt;
    LeakReport report;
    report.counts = {LeakCount{Part::Validation, Part::Train}, LeakCount{Part::Test, Part::Train},
                     LeakCount{Part::Test, Part::Validation}};
    report.two_classes = detector.twoClasses();
    for (LeakCount& count : report.counts)
        if (!detector.compare(count, report.examples, stop)) return std::nullopt;
    return report;
}

}  // namespace duelo
