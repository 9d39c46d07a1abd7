// SPDX-License-Identifier: Apache-2.0
#include "models/weight_place.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>

#include "networks/timm_names.h"

namespace duelo {

namespace {

using ByName = std::unordered_map<std::string_view, const StoredTensor*>;

/// The most prefixes of names that are tried: a network repeats its parts' names.
constexpr std::size_t kMostPrefixes = 256;
/// The most dictionaries with fewer tensors than the network that are looked into for the nearest
/// one.
constexpr std::size_t kMostSmall = 1000;

/// The tensors that stand in one dictionary, one dictionary after the other.
std::vector<std::span<const StoredTensor>> dictionariesOf(std::span<const StoredTensor> tensors) {
    std::vector<std::span<const StoredTensor>> all;
    while (!tensors.empty()) {
        const auto end = std::ranges::find_if(tensors, [&](const StoredTensor& tensor) {
            return tensor.place != tensors.front().place;
        });
        const auto count = static_cast<std::size_t>(end - tensors.begin());
        all.push_back(tensors.first(count));
        tensors = tensors.subspan(count);
    }
    return all;
}

/// The places of one dictionary.
class Dictionary {
public:
    Dictionary(std::span<const StoredTensor> tensors, const WantedTensors& wanted)
        : m_tensors(tensors), m_wanted(wanted) {
        for (const StoredTensor& tensor : tensors) m_by_name.emplace(tensor.name, &tensor);
    }

    /// Returns the places, by the names of one kind, that the first expected tensor may have.
    [[nodiscard]] std::vector<WeightPlace> places(bool elsewhere) const {
        std::vector<WeightPlace> places;
        for (const std::string& prefix : prefixes(elsewhere)) {
            WeightPlace place{.tensors = m_tensors, .prefix = prefix, .elsewhere = elsewhere};
            const auto& names = namesIn(m_wanted, place);
            bool all = true;
            for (std::size_t i = 0; i < names.size(); ++i) {
                const auto stored = m_by_name.find(prefix + names[i].name);
                if (stored != m_by_name.end() && isOfShape(m_wanted, place, i, *stored->second))
                    ++place.found;
                else
                    all = all && isCounter(names[i].name);
            }
            place.fits = all;
            places.push_back(std::move(place));
        }
        leaveOutUnknown(places);
        return places;
    }

private:
    [[nodiscard]] std::set<std::string> prefixes(bool elsewhere) const {
        std::set<std::string> all{""};
        const auto& names = namesIn(m_wanted, {.tensors = m_tensors, .elsewhere = elsewhere});
        for (const StoredTensor& tensor : m_tensors) {
            if (all.size() == kMostPrefixes || names.empty()) break;
            const std::string& anchor = names.front().name;
            if (!tensor.name.ends_with(anchor)) continue;
            std::string prefix = tensor.name.substr(0, tensor.name.size() - anchor.size());
            if (prefix.ends_with('.')) all.insert(std::move(prefix));
        }
        return all;
    }

    /// Is as strict as PyTorch: a tensor that the model does not know is none of its weights. What
    /// stands below another place's prefix belongs to that.
    void leaveOutUnknown(std::vector<WeightPlace>& places) const {
        const std::vector<WeightPlace> complete = [&] {
            std::vector<WeightPlace> kept;
            std::ranges::copy_if(places, std::back_inserter(kept), &WeightPlace::fits);
            return kept;
        }();
        for (WeightPlace& place : places) {
            if (!place.fits) continue;
            std::set<std::string_view> known;
            for (const TensorSpec& spec : namesIn(m_wanted, place)) known.insert(spec.name);
            for (const StoredTensor& tensor : m_tensors) {
                if (!tensor.name.starts_with(place.prefix)) continue;
                const auto rest = std::string_view(tensor.name).substr(place.prefix.size());
                const bool others = std::ranges::any_of(complete, [&](const WeightPlace& other) {
                    return other.prefix.size() > place.prefix.size() &&
                           tensor.name.starts_with(other.prefix);
                });
                if (!known.contains(rest) && !isCounter(rest) && !others) place.fits = false;
            }
        }
    }

    const std::span<const StoredTensor> m_tensors;
    const WantedTensors& m_wanted;
    ByName m_by_name;
};

}  // namespace

WantedTensors wantedBy(std::string_view model, const Network& network, std::string key) {
    WantedTensors wanted(network.tensorSpecs());
    wanted.elsewhere = timmTensors(model, network);
    wanted.elsewhere_note = model == "efficientnet_lite0" ? "weights_timm_lite" : "weights_timm";
    wanted.key = std::move(key);
    return wanted;
}

bool isCounter(std::string_view name) {
    return name == "num_batches_tracked" || name.ends_with(".num_batches_tracked");
}

std::string WeightPlace::path() const {
    std::string path(dictionary());
    if (prefix.empty()) return path;
    if (!path.empty()) path += '.';
    return path.append(prefix, 0, prefix.size() - 1);
}

bool WeightPlace::isCalled(std::string_view key) const {
    const std::string whole = path();
    const std::string beginning = std::string(key) + ".";
    return whole == key || whole.starts_with(beginning) || prefix == beginning ||
           (key == "." && whole.empty());
}

const std::vector<TensorSpec>& namesIn(const WantedTensors& wanted, const WeightPlace& place) {
    return place.elsewhere ? wanted.elsewhere : wanted.specs;
}

bool isOfShape(const WantedTensors& wanted, const WeightPlace& place, std::size_t i,
               const StoredTensor& stored) {
    const std::vector<std::int64_t>& shape = namesIn(wanted, place)[i].shape;
    // The values are taken as they lie.
    if (shape != wanted.specs[i].shape && !stored.contiguous) return false;
    if (stored.shape == shape) return true;
    const bool head = i + 2 >= wanted.specs.size();
    return wanted.any_classes && head && stored.shape.size() == shape.size() && !shape.empty() &&
           stored.shape.front() > 1 &&
           std::equal(shape.begin() + 1, shape.end(), stored.shape.begin() + 1);
}

std::vector<WeightPlace> placesOf(const TensorTable& table, const WantedTensors& wanted) {
    std::vector<WeightPlace> fitting;
    std::optional<WeightPlace> nearest;
    const auto needed = static_cast<std::size_t>(std::ranges::count_if(
        wanted.specs, [](const TensorSpec& spec) { return !isCounter(spec.name); }));
    std::size_t small = 0;
    for (const auto tensors : dictionariesOf(table.tensors)) {
        // Most are an optimiser's, too small to be of interest.
        if (tensors.size() < needed && nearest &&
            (tensors.size() <= nearest->found || ++small > kMostSmall))
            continue;
        const Dictionary dictionary(tensors, wanted);
        const bool sound = !table.faults.contains(tensors.front().place);
        std::vector<WeightPlace> fit;
        for (const bool elsewhere : {false, true}) {
            if (!fit.empty() || (elsewhere && wanted.elsewhere.empty())) break;
            for (WeightPlace& place : dictionary.places(elsewhere)) {
                if (!wanted.key.empty() && !place.isCalled(wanted.key)) continue;
                const bool nearer = !nearest || place.found > nearest->found ||
                                    (place.found == 0 && nearest->found == 0 &&
                                     place.tensors.size() > nearest->tensors.size());
                if (nearer) nearest = place;
                if (place.fits && sound) fit.push_back(std::move(place));
            }
        }
        std::ranges::move(fit, std::back_inserter(fitting));
    }
    // The one that is called so, rather than those that it contains.
    const auto exact = std::ranges::find_if(
        fitting, [&](const WeightPlace& place) { return place.path() == wanted.key; });
    if (!wanted.key.empty() && exact != fitting.end()) return {*exact};
    if (fitting.empty() && nearest) fitting.push_back(*std::move(nearest));
    return fitting;
}

}  // namespace duelo
