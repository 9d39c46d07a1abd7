// SPDX-License-Identifier: Apache-2.0
// What goes between CPU and GPU for one pooling: counted, and step by step (S2-34, S2-43, S2-58).
#include <algorithm>
#include <array>
#include <utility>

#include "experiments/max_pool/inputs.h"
#include "experiments/max_pool/view.h"

namespace duelo {

/// A namespace of its own: these names are other things elsewhere.
namespace traffic_lesson {

namespace {

using Grid = GridsValue::Grid;
using Tone = GridsValue::Tone;
using Numbers = std::vector<float>;

constexpr double kNumberBytes = 4;

/// One thing that the CPU asks for; copies go to the GPU or come back.
enum class Deed { CopyPicture, CopyFilter, Launch, CopyBack };

PoolKernel kernelOf(const Params& settings) {
    return parseWord<PoolKernel>(settings.text("way")).value_or(PoolKernel::EachWindow);
}

PoolCase trafficCase(const Params& settings) {
    return {.size = settings.integer("size"), .seed = kThesisSeed};
}

/// Returns the deeds for one window, or for the whole picture.
std::vector<Deed> deedsOf(PoolKernel kernel) {
    if (copiesFilter(kernel))
        return {Deed::CopyPicture, Deed::CopyFilter, Deed::Launch, Deed::CopyBack};
    return {Deed::CopyPicture, Deed::Launch, Deed::CopyBack};
}

std::string numberText(float value, const Text& text) {
    return formatFixed(static_cast<double>(value), 0, text.numbers());
}

/// The position of the walk: a window and one of its deeds (a copy or a launch). With one launch
/// for all, the window is 0.
struct Place {
    std::int64_t window = 0;
    std::size_t deed = 0;
};

Place placeOf(int step, std::size_t deeds) {
    const auto at = static_cast<std::size_t>(step);
    return {static_cast<std::int64_t>(at / deeds), at % deeds};
}

/// Counts what is done so far, this deed too.
GpuTraffic doneBy(const PoolCase& work, PoolKernel kernel, const Place& place) {
    const bool each = launchesEachWindow(kernel);
    const std::int64_t window = work.window * work.window;
    const std::int64_t there = each ? window : work.elements(),
                       back = !each                             ? work.windows()
                              : kernel == PoolKernel::OneWindow ? 1
                                                                : window;
    GpuTraffic done;
    const auto add = [&](Deed deed) {
        if (deed == Deed::Launch) return static_cast<void>(++done.launches);
        ++done.copies;
        const std::int64_t numbers = deed == Deed::CopyPicture  ? there
                                     : deed == Deed::CopyFilter ? window
                                                                : back;
        done.copied_bytes += numbers * static_cast<std::int64_t>(kNumberBytes);
    };
    const std::vector<Deed> deeds = deedsOf(kernel);
    for (std::int64_t w = 0; w <= place.window; ++w)
        for (std::size_t d = 0; d < (w < place.window ? deeds.size() : place.deed + 1); ++d)
            add(deeds[d]);
    return done;
}

Grid gridOf(const std::string& title, const Numbers& values, std::size_t columns, Tone tone,
            const Text& text) {
    Grid grid{.title = title, .columns = columns};
    for (const float value : values)
        grid.cells.push_back(
            {.text = tone == Tone::Empty ? "" : numberText(value, text), .tone = tone});
    return grid;
}

GridsValue trafficPicture(const Params& settings, int step, const Text& text) {
    const PoolKernel kernel = kernelOf(settings);
    const PoolCase work = trafficCase(settings);
    const bool each = launchesEachWindow(kernel);
    const std::vector<Deed> deeds = deedsOf(kernel);
    const Place place = placeOf(step, deeds.size());
    const Deed deed = deeds[place.deed];
    const AlignedFloats drawn = poolInput(work);
    const Numbers picture(drawn.values().begin(), drawn.values().end());
    const auto side = static_cast<std::size_t>(work.size),
               out = static_cast<std::size_t>(work.out()),
               k = static_cast<std::size_t>(work.window);
    Numbers map, window;
    for (std::int64_t w = 0; w < work.windows(); ++w) {
        Numbers seen(k * k);
        copyWindow(work, picture, w / work.out(), w % work.out(), work.borderValue(), seen);
        map.push_back(*std::ranges::max_element(seen));
        if (w == place.window) window = seen;
    }
    Grid host = gridOf(text("max_pool.traffic_host"), picture, side, Tone::Plain, text);
    for (std::size_t r = 0; each && r < k; ++r)
        for (std::size_t c = 0; c < k; ++c)
            host.cells[(static_cast<std::size_t>(place.window) / out * k + r) * side +
                       static_cast<std::size_t>(place.window) % out * k + c]
                .tone = Tone::Marked;
    Grid there = gridOf(text(each ? "max_pool.traffic_window" : "max_pool.traffic_picture"),
                        each ? window : picture, each ? k : side,
                        deed == Deed::CopyPicture ? Tone::Chosen : Tone::Plain, text);
    there.sign = deed == Deed::CopyPicture || deed == Deed::CopyFilter ? "⇒" : "·";
    // Of the identity product the window itself comes back, and the CPU looks for its largest.
    const Numbers found = !each ? map
                          : kernel == PoolKernel::OneWindow
                              ? Numbers{*std::ranges::max_element(window)}
                              : window;
    const bool computed = deed == Deed::Launch || deed == Deed::CopyBack;
    Grid result = gridOf(text("max_pool.traffic_result"), found,
                         !each               ? out
                         : found.size() == 1 ? 1
                                             : k,
                         deed == Deed::Launch ? Tone::Chosen
                         : computed           ? Tone::Plain
                                              : Tone::Empty,
                         text);
    result.sign = "→";
    Grid back = gridOf(text("max_pool.traffic_map"), map, out, Tone::Plain, text);
    back.sign = deed == Deed::CopyBack ? "⇒" : "·";
    for (std::size_t w = 0; w < back.cells.size(); ++w) {
        const auto at = static_cast<std::int64_t>(w);
        const bool now = deed == Deed::CopyBack && (!each || at == place.window);
        if (now) back.cells[w].tone = Tone::Chosen;
        if (!now && (!each || at >= place.window)) back.cells[w] = {.tone = Tone::Empty};
        if (each) back.cells[w].step = static_cast<int>((w + 1) * deeds.size()) - 1;
    }
    const GpuTraffic done = doneBy(work, kernel, place), all = poolTraffic(work, kernel);
    constexpr std::array kDeeds{"max_pool.traffic_copy", "max_pool.traffic_filter",
                                "traffic.launch", "traffic.back"};
    GridsValue value{
        .title = text("max_pool.traffic_title"),
        .grids = {std::move(host), std::move(there), std::move(result), std::move(back)},
        .words = {text(kDeeds[static_cast<std::size_t>(deed)]), trafficText("done", done, text),
                  trafficText("all", all, text), text("max_pool.traffic_why")}};
    if (each) value.words.push_back(text("max_pool.traffic_published"));
    return value;
}

}  // namespace

}  // namespace traffic_lesson

Lesson poolTrafficLesson() {
    using namespace traffic_lesson;
    return {.id = "traffic_lesson",
            .settings = {{.id = "way",
                          .words = {"pool_identity_transferred", "pool_identity_constant",
                                    "pool_one_window", "pool_each_window"}},
                         {.id = "size", .min = 4, .max = 6, .usual = 4}},
            .steps =
                [](const Params& settings) {
                    const PoolKernel kernel = kernelOf(settings);
                    const auto windows =
                        launchesEachWindow(kernel) ? trafficCase(settings).windows() : 1;
                    return static_cast<int>(windows) * static_cast<int>(deedsOf(kernel).size());
                },
            .picture = trafficPicture};
}

CardValue poolTrafficCard(const PoolCase& work, const Text& text) {
    CardValue card{.id = "pool_traffic", .title = text("traffic.card")};
    for (std::size_t k = 0; k < wordsOf<PoolKernel>.size(); ++k) {
        const auto kernel = static_cast<PoolKernel>(k);
        if (!runsOn(kernel, DeviceKind::Gpu) || isLibrarys(kernel) || kernel == PoolKernel::Own)
            continue;
        card.lines.push_back(trafficText("line", poolTraffic(work, kernel), text,
                                         {{"what_text", text.word("kernel", word(kernel))}}));
    }
    card.lines.push_back(text("max_pool.traffic_rests"));
    card.lines.push_back(text("max_pool.traffic_published"));
    return card;
}

}  // namespace duelo
