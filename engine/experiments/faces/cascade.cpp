// SPDX-License-Identifier: Apache-2.0
#include "experiments/faces/cascade.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "base/places.h"
#include "base/sha256.h"
#include "base/whole_file.h"

namespace duelo {

namespace {

/// The greatest depth of an element; a file with deeper ones is no cascade.
constexpr int kDeepestElement = 16;
constexpr std::size_t kLongestCascade = std::size_t{8} << 20U;
/// The largest side of a window: the sums of one fit into 32 bits then, squares too.
constexpr int kMostWindow_px = 128;
/// Files tell thresholds of stages in decimals; a sum that is equal but for their rounding passes.
constexpr float kStageSlack = 1e-5F;

/// An element of XML with what stands in it. Attributes, comments and entities say nothing here.
struct CascadeElement {
    std::string_view name, text;
    std::vector<CascadeElement> children{};

    [[nodiscard]] const CascadeElement* find(std::string_view child) const {
        const auto found = std::ranges::find(children, child, &CascadeElement::name);
        return found == children.end() ? nullptr : &*found;
    }
};

class CascadeXml {
public:
    explicit CascadeXml(std::string_view xml) : m_rest(xml) {}

    /// The next element, with all that it holds.
    [[nodiscard]] std::optional<CascadeElement> next(int depth = 0) {
        if (depth > kDeepestElement || !skipToTag()) return std::nullopt;
        const auto end = m_rest.find('>');
        if (end == std::string_view::npos || m_rest.starts_with("</")) return std::nullopt;
        const std::string_view tag = m_rest.substr(1, end - 1);
        m_rest.remove_prefix(end + 1);
        CascadeElement element{.name = tag.substr(0, tag.find_first_of(" \t\r\n/")), .text = {}};
        if (tag.ends_with('/')) return element;
        element.text = m_rest.substr(0, m_rest.find('<'));
        for (;;) {
            if (!skipToTag()) return std::nullopt;
            if (m_rest.starts_with("</")) break;
            auto child = next(depth + 1);
            if (!child) return std::nullopt;
            element.children.push_back(*std::move(child));
        }
        const auto closed = m_rest.find('>');
        if (closed == std::string_view::npos || m_rest.substr(2, closed - 2) != element.name)
            return std::nullopt;
        m_rest.remove_prefix(closed + 1);
        return element;
    }

private:
    /// Skips comments and what stands before the first element; false at the end.
    [[nodiscard]] bool skipToTag() {
        for (;;) {
            const auto at = m_rest.find('<');
            if (at == std::string_view::npos) return false;
            m_rest.remove_prefix(at);
            const bool comment = m_rest.starts_with("<!--");
            if (!comment && !m_rest.starts_with("<?")) return true;
            const std::string_view close = comment ? "-->" : "?>";
            const auto end = m_rest.find(close);
            if (end == std::string_view::npos) return false;
            m_rest.remove_prefix(end + close.size());
        }
    }

    std::string_view m_rest;
};

tl::unexpected<Reason> damagedCascade(std::string_view what) {
    return fail("cascade_damaged", {{"what", std::string(what)}});
}

/// The numbers that an element lists; nothing where it lists anything else.
std::optional<std::vector<double>> numbersOfElement(const CascadeElement& element) {
    std::vector<double> out;
    std::string_view rest = element.text;
    for (;;) {
        const auto begin = rest.find_first_not_of(" \t\r\n");
        if (begin == std::string_view::npos) return out;
        rest.remove_prefix(begin);
        const std::string_view word = rest.substr(0, rest.find_first_of(" \t\r\n"));
        double value = 0;
        const auto read = std::from_chars(word.data(), word.data() + word.size(), value);
        if (read.ec != std::errc() || read.ptr != word.data() + word.size() ||
            !std::isfinite(value))
            return std::nullopt;
        out.push_back(value);
        rest.remove_prefix(word.size());
    }
}

std::optional<double> numberOfElement(const CascadeElement& of, std::string_view child) {
    const CascadeElement* element = of.find(child);
    const auto numbers = element ? numbersOfElement(*element) : std::nullopt;
    return numbers && numbers->size() == 1 ? std::optional(numbers->front()) : std::nullopt;
}

bool isWholeWithin(double value, double low, double high) {
    return value >= low && value <= high && std::floor(value) == value;
}

std::string_view wordOfElement(const CascadeElement& of, std::string_view child) {
    const CascadeElement* element = of.find(child);
    return element ? element->text : std::string_view();
}

/// A rectangle that lies in the window with so many beside and below each other.
std::optional<Cascade::Rect> cascadeRect(std::span<const double> n, const Cascade& of, int blocks) {
    for (std::size_t i = 0; i < 4; ++i)
        if (!isWholeWithin(n[i], i < 2 ? 0 : 1, kMostWindow_px)) return std::nullopt;
    Cascade::Rect rect{static_cast<int>(n[0]), static_cast<int>(n[1]), static_cast<int>(n[2]),
                       static_cast<int>(n[3])};
    if (rect.x + blocks * rect.width > of.width_px || rect.y + blocks * rect.height > of.height_px)
        return std::nullopt;
    return rect;
}

std::optional<Cascade::Feature> haarFeature(const CascadeElement& element, const Cascade& of) {
    const CascadeElement* rects = element.find("rects");
    if (!rects || rects->children.size() < 2 || rects->children.size() > 3 ||
        numberOfElement(element, "tilted").value_or(0) != 0)
        return std::nullopt;
    Cascade::Feature feature;
    for (std::size_t i = 0; i < rects->children.size(); ++i) {
        const auto numbers = numbersOfElement(rects->children[i]);
        if (!numbers || numbers->size() != 5) return std::nullopt;
        const auto rect = cascadeRect(*numbers, of, 1);
        if (!rect) return std::nullopt;
        feature[i] = *rect;
        feature[i].weight = static_cast<float>(numbers->back());
    }
    return feature;
}

std::optional<Cascade::Feature> patternFeature(const CascadeElement& element, const Cascade& of) {
    const CascadeElement* corner = element.find("rect");
    const auto numbers = corner ? numbersOfElement(*corner) : std::nullopt;
    if (!numbers || numbers->size() != 4) return std::nullopt;
    const auto rect = cascadeRect(*numbers, of, 3);
    if (!rect) return std::nullopt;
    return Cascade::Feature{*rect};
}

/// A tree's nodes and leaves, added to those of the cascade.
bool addTree(Cascade& to, const CascadeElement& element) {
    constexpr std::size_t kPatternWords = 8;
    const bool haar = to.kind == FaceCascade::Haar;
    const std::size_t each = haar ? 4 : 3 + kPatternWords;
    const CascadeElement *inner = element.find("internalNodes"), *leaf = element.find("leafValues");
    const auto numbers = inner ? numbersOfElement(*inner) : std::nullopt;
    const auto leaves = leaf ? numbersOfElement(*leaf) : std::nullopt;
    if (!numbers || !leaves || numbers->empty() || numbers->size() % each != 0) return false;
    const auto count = static_cast<double>(numbers->size() / each);
    if (leaves->size() != numbers->size() / each + 1) return false;
    to.trees.push_back({to.nodes.size(), to.leaves.size()});
    for (std::size_t i = 0; i < numbers->size() / each; ++i) {
        const double* n = numbers->data() + i * each;
        // Towards the end only, so that no window goes round in a tree.
        for (std::size_t k = 0; k < 2; ++k)
            if (!isWholeWithin(n[k], -count, count - 1) ||
                (n[k] > 0 && n[k] <= static_cast<double>(i)))
                return false;
        if (!isWholeWithin(n[2], 0, static_cast<double>(to.features.size()) - 1)) return false;
        Cascade::Node node{.feature = static_cast<int>(n[2]),
                           .threshold = haar ? static_cast<float>(n[3]) : 0,
                           .left = static_cast<int>(n[0]),
                           .right = static_cast<int>(n[1])};
        for (std::size_t k = 0; !haar && k < kPatternWords; ++k) {
            if (!isWholeWithin(n[3 + k], -2147483648.0, 2147483647.0)) return false;
            node.patterns[k] = static_cast<std::uint32_t>(static_cast<std::int32_t>(n[3 + k]));
        }
        to.nodes.push_back(node);
    }
    for (const double value : *leaves) to.leaves.push_back(static_cast<float>(value));
    return true;
}

Result<void> addStages(Cascade& to, const CascadeElement& stages) {
    for (const CascadeElement& each : stages.children) {
        const CascadeElement* weak = each.find("weakClassifiers");
        const auto threshold = numberOfElement(each, "stageThreshold");
        if (!weak || !threshold || weak->children.empty()) return damagedCascade("stages");
        to.stages.push_back(
            {to.trees.size(), weak->children.size(), static_cast<float>(*threshold) - kStageSlack});
        for (const CascadeElement& tree : weak->children)
            if (!addTree(to, tree)) return damagedCascade("weakClassifiers");
    }
    if (to.stages.empty()) return damagedCascade("stages");
    return {};
}

const char* cascadeFileName(FaceCascade kind) {
    return kind == FaceCascade::Haar ? "haarcascade_frontalface_alt2.xml"
                                     : "lbpcascade_frontalface.xml";
}

}  // namespace

Result<Cascade> readCascade(std::string_view xml) {
    if (xml.size() > kLongestCascade) return damagedCascade("opencv_storage");
    const auto storage = CascadeXml(xml).next();
    const CascadeElement* root =
        storage && storage->name == "opencv_storage" ? storage->find("cascade") : nullptr;
    if (!root) return damagedCascade("cascade");
    if (wordOfElement(*root, "stageType") != "BOOST") return damagedCascade("stageType");
    Cascade out;
    const std::string_view kind = wordOfElement(*root, "featureType");
    if (kind != "HAAR" && kind != "LBP") return damagedCascade("featureType");
    out.kind = kind == "HAAR" ? FaceCascade::Haar : FaceCascade::Lbp;
    constexpr int kLeastWindow = 4;  // which has an inside
    for (const auto& [side, name] :
         {std::pair(&out.width_px, "width"), std::pair(&out.height_px, "height")}) {
        const double value = numberOfElement(*root, name).value_or(0);
        if (!isWholeWithin(value, kLeastWindow, kMostWindow_px)) return damagedCascade(name);
        *side = static_cast<int>(value);
    }
    const CascadeElement *features = root->find("features"), *stages = root->find("stages");
    if (!features || !stages) return damagedCascade(features ? "stages" : "features");
    for (const CascadeElement& each : features->children) {
        const auto feature =
            out.kind == FaceCascade::Haar ? haarFeature(each, out) : patternFeature(each, out);
        if (!feature) return damagedCascade("features");
        out.features.push_back(*feature);
    }
    if (auto added = addStages(out, *stages); !added) return tl::unexpected(added.error());
    return out;
}

Result<ShippedCascade> shippedCascade(FaceCascade kind) {
    const std::string name = cascadeFileName(kind);
    const auto path = shippedFile("cascades/" + name);
    const auto xml = path ? readWhole(*path) : fail("cascade_missing");
    if (!xml) return fail("cascade_missing", {{"name", name}});
    auto cascade = readCascade(*xml);
    if (!cascade) {
        cascade.error().args["name"] = name;
        return tl::unexpected(cascade.error());
    }
    return ShippedCascade{*std::move(cascade), name, sha256Hex(std::string_view(*xml))};
}

Result<void> hasCascade(FaceCascade kind) {
    if (shippedFile(std::string("cascades/") + cascadeFileName(kind))) return {};
    return fail("cascade_missing", {{"name", cascadeFileName(kind)}});
}

}  // namespace duelo
