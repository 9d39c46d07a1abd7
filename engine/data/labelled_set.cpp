// SPDX-License-Identifier: Apache-2.0
#include "data/labelled_set.h"

#include <algorithm>
#include <charconv>
#include <new>
#include <stdexcept>
#include <utility>

#include "base/sha256.h"

namespace duelo {
namespace {

bool validShape(const SampleShape& shape, int limit_px) {
    const auto inside = [&](int side) { return side >= 1 && side <= limit_px; };
    return (shape.channels == 1 || shape.channels == 3) && inside(shape.height_px) &&
           inside(shape.width_px);
}

}  // namespace

Result<void> LabelledSet::check(SampleShape shape, std::size_t images, const DataLimits& limits) {
    if (!validShape(shape, limits.side_px)) {
        return fail("data_shape_invalid", {{"channels", shape.channels},
                                           {"height_px", shape.height_px},
                                           {"width_px", shape.width_px},
                                           {"limit_px", limits.side_px}});
    }
    // A division: the product of a hostile count can wrap around.
    if (images > limits.set_bytes / shape.bytes()) {
        const double needed = static_cast<double>(images) * static_cast<double>(shape.bytes());
        return fail(
            "data_too_large",
            {{"images", images}, {"needed_bytes", needed}, {"limit_bytes", limits.set_bytes}});
    }
    return {};
}

Result<LabelledSet> LabelledSet::create(SampleShape shape, std::vector<std::string> class_names,
                                        std::size_t capacity, const DataLimits& limits) {
    const auto allowed = check(shape, capacity, limits);
    if (!allowed) return tl::unexpected(allowed.error());
    if (class_names.size() > limits.classes) {
        return fail("data_too_many_classes",
                    {{"classes", class_names.size()}, {"limit", limits.classes}});
    }
    LabelledSet set;
    set.m_shape = shape;
    set.m_class_names = std::move(class_names);
    try {
        set.m_pixels.reserve(capacity * shape.bytes());
        set.m_labels.reserve(capacity);
        set.m_sources.reserve(capacity);
        set.m_contents.reserve(capacity);
    } catch (const std::bad_alloc& error) {
        return fail("data_out_of_memory", {{"needed_bytes", capacity * shape.bytes()}},
                    error.what());
    }
    return set;
}

void LabelledSet::add(std::span<const std::uint8_t> pixels, int label, std::string source,
                      std::uint64_t content) {
    if (pixels.size() != m_shape.bytes())
        throw std::invalid_argument("LabelledSet::add: wrong number of pixels");
    if (label < 0 || static_cast<std::size_t>(label) >= m_class_names.size())
        throw std::invalid_argument("LabelledSet::add: no such class");
    m_pixels.insert(m_pixels.end(), pixels.begin(), pixels.end());
    m_labels.push_back(label);
    m_sources.push_back(std::move(source));
    m_contents.push_back(content);
}

std::span<const std::uint8_t> LabelledSet::pixels(std::size_t index) const {
    return std::span(m_pixels).subspan(index * m_shape.bytes(), m_shape.bytes());
}

std::uint64_t contentHash(std::span<const std::uint8_t> bytes) {
    const std::string digits = sha256Hex(std::as_bytes(bytes));
    std::uint64_t value = 0;
    std::from_chars(digits.data(), digits.data() + 16, value, 16);
    return value;
}

}  // namespace duelo
