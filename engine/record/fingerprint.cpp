// SPDX-License-Identifier: Apache-2.0
#include "record/fingerprint.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>

#include "base/sha256.h"

namespace duelo {

namespace {

constexpr std::size_t kShaDigits = 16;
constexpr std::uint64_t kPlacesSeed = 2026;

/// With the nine digits that tell every float from its neighbours: a record need not have more.
double nineDigits(double value) {
    if (!std::isfinite(value)) return value;
    std::array<char, 32> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value,
                                   std::chars_format::general, 9);
    std::from_chars(digits.data(), end.ptr, value);
    return value;
}

/// All places where there are few, else one in each of as many equal stretches, ascending.
std::vector<std::size_t> placesOf(std::size_t count) {
    std::vector<std::size_t> places(std::min(count, kFingerprintValues));
    std::iota(places.begin(), places.end(), std::size_t{0});
    if (count <= kFingerprintValues) return places;
    // Not a distribution of the library, which is another with each of them.
    std::mt19937_64 random(kPlacesSeed);
    for (std::size_t i = 0; i < places.size(); ++i) {
        const std::size_t first = i * count / kFingerprintValues;
        const std::size_t next = (i + 1) * count / kFingerprintValues;
        places[i] = first + static_cast<std::size_t>(random() % (next - first));
    }
    return places;
}

Fingerprint::Best bestOf(std::span<const float> row, std::int64_t number) {
    std::vector<std::int64_t> order(row.size());
    std::iota(order.begin(), order.end(), std::int64_t{0});
    const auto end =
        order.begin() + static_cast<std::ptrdiff_t>(std::min(order.size(), kFingerprintBest));
    const auto valueAt = [row](std::int64_t place) { return row[static_cast<std::size_t>(place)]; };
    std::ranges::partial_sort(order, end, std::ranges::greater{}, valueAt);
    Fingerprint::Best best{.row = number, .places = {order.begin(), end}};
    for (const std::int64_t place : best.places) best.values.push_back(nineDigits(valueAt(place)));
    return best;
}

bool isFinite(const Fingerprint& fingerprint) {
    return std::isfinite(fingerprint.largest) && std::isfinite(fingerprint.rms) &&
           std::ranges::all_of(fingerprint.values, [](double v) { return std::isfinite(v); });
}

/// Returns the reference's value at a place. Where it did not note one, that of the last place that
/// it did note, which is no smaller.
double valueIn(const Fingerprint::Best& best, std::int64_t place) {
    const auto found = std::ranges::find(best.places, place);
    if (found == best.places.end()) return best.values.back();
    return best.values[static_cast<std::size_t>(found - best.places.begin())];
}

bool isWhole(const Fingerprint::Best& best) {
    return !best.places.empty() && best.places.size() == best.values.size();
}

Result<void> sameBest(const Fingerprint& reference, const Fingerprint& other, double margin) {
    if (reference.best.size() != other.best.size()) return fail("outputs_shape_differs");
    for (std::size_t i = 0; i < reference.best.size(); ++i) {
        const Fingerprint::Best &expected = reference.best[i], &found = other.best[i];
        if (!isWhole(expected) || !isWhole(found) || expected.row != found.row)
            return fail("outputs_shape_differs");
        const std::int64_t top = found.places.front();
        if (expected.values.front() - valueIn(expected, top) > margin)
            return fail("outputs_differ_in_class",
                        {{"expected", expected.places.front()}, {"found", top}});
    }
    return {};
}

}  // namespace

Fingerprint fingerprintOf(std::span<const float> values, std::vector<std::int64_t> shape,
                          bool classes) {
    Fingerprint out{.sha256 = sha256Hex(std::as_bytes(values)).substr(0, kShaDigits),
                    .shape = std::move(shape)};
    double squares = 0;
    for (const float value : values) {
        out.largest = std::max(out.largest, std::abs(double{value}));
        squares += double{value} * double{value};
    }
    if (!std::isfinite(squares)) out.largest = std::numeric_limits<double>::quiet_NaN();
    out.largest = nineDigits(out.largest);
    out.rms =
        values.empty() ? 0 : nineDigits(std::sqrt(squares / static_cast<double>(values.size())));
    for (const std::size_t place : placesOf(values.size()))
        out.values.push_back(nineDigits(values[place]));
    if (!classes || out.shape.empty() || out.shape.back() < 1) return out;

    const auto width = static_cast<std::size_t>(out.shape.back());
    const std::size_t rows = values.size() / width;
    const std::size_t noted = std::min(rows, kFingerprintRows);
    for (std::size_t i = 0; i < noted; ++i) {
        const std::size_t row = i * rows / noted;
        out.best.push_back(
            bestOf(values.subspan(row * width, width), static_cast<std::int64_t>(row)));
    }
    return out;
}

Result<double> agreement(const Fingerprint& reference, const Fingerprint& other, double tolerance) {
    if (reference.values.size() != other.values.size() || reference.shape != other.shape)
        return fail("outputs_shape_differs");
    if (reference.values.empty()) {
        // A shape without values is a result that is missing, whatever its digest is.
        if (!reference.shape.empty() || reference.sha256.empty() || other.sha256.empty())
            return fail("outputs_shape_differs");
        return reference.sha256 == other.sha256 ? Result<double>(0.0) : fail("outputs_not_equal");
    }
    if (!isFinite(reference) || !isFinite(other)) return fail("output_not_finite");
    double difference = std::abs(reference.rms - other.rms);
    for (std::size_t i = 0; i < reference.values.size(); ++i)
        difference = std::max(difference, std::abs(reference.values[i] - other.values[i]));
    // A network that answers zero everywhere recognises nothing; equal zeros are equal all the
    // same.
    const double error = reference.largest > 0 ? difference / reference.largest : difference;
    if (error > tolerance)
        return fail("outputs_disagree", {{"error", error}, {"tolerance", tolerance}});
    if (auto same = sameBest(reference, other, 2 * tolerance * reference.largest); !same)
        return tl::unexpected(same.error());
    return error;
}

}  // namespace duelo
