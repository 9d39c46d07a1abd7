// SPDX-License-Identifier: Apache-2.0
// What goes between CPU and GPU for products in a row: counted, and step by step (S2-34, S2-43,
// S2-58, S3-07).
#include <algorithm>
#include <array>
#include <utility>

#include "experiments/gpu_traffic.h"
#include "experiments/matrix_product/view.h"

namespace duelo {

/// A namespace of its own: these names are other things elsewhere.
namespace product_traffic {

namespace {

namespace three_loops {
#include "resources/kernels/product_three_loops.h"
}

using Grid = GridsValue::Grid;
using Tone = GridsValue::Tone;
using Numbers = std::vector<float>;

/// One thing that the CPU asks for, of which product in the row.
struct Deed {
    enum Kind { CopyLeft, CopyRight, Launch, CopyBack };
    Kind kind = Launch;
    std::size_t product = 0;
};

bool copiesOnce(const Params& settings) {
    return settings.text("copies") == "once";
}

std::size_t productsOf(const Params& settings) {
    return static_cast<std::size_t>(settings.integer("products"));
}

std::vector<Deed> deedsOf(const Params& settings) {
    std::vector<Deed> deeds;
    const std::size_t products = productsOf(settings);
    const bool once = copiesOnce(settings);
    for (std::size_t p = 0; p < products; ++p) {
        if (!once || p == 0)
            for (const Deed::Kind kind : {Deed::CopyLeft, Deed::CopyRight})
                deeds.push_back({kind, p});
        deeds.push_back({Deed::Launch, p});
        if (!once || p + 1 == products) deeds.push_back({Deed::CopyBack, p});
    }
    return deeds;
}

/// A, A·B, A·B·B and so on, by the text that students read; numbers that stay small.
struct Chain {
    std::vector<Numbers> lefts;
    Numbers right;
};

Chain chainOf(std::size_t n, std::size_t products) {
    Chain out;
    Numbers a;
    for (std::size_t i = 0; i < n * n; ++i) {
        a.push_back(static_cast<float>((i + i / n) % 3 + 1));
        out.right.push_back(i % (n + 1) == 0 ? 1.0F : static_cast<float>(i % 2));
    }
    out.lefts.push_back(std::move(a));
    const auto side = static_cast<long>(n);
    for (std::size_t p = 0; p < products; ++p) {
        Numbers c(n * n);
        three_loops::product(out.lefts.back().data(), out.right.data(), c.data(), side, 0, side);
        out.lefts.push_back(std::move(c));
    }
    return out;
}

Grid gridOf(const std::string& title, const Numbers* values, std::size_t n, Tone tone,
            const Text& text) {
    Grid grid{.title = title, .columns = n};
    for (std::size_t i = 0; i < n * n; ++i)
        grid.cells.push_back(
            values ? GridsValue::Cell{.text = formatFixed(static_cast<double>((*values)[i]), 0,
                                                          text.numbers()),
                                      .tone = tone}
                   : GridsValue::Cell{.tone = Tone::Empty});
    return grid;
}

GpuTraffic countOf(const std::vector<Deed>& deeds, std::size_t n) {
    GpuTraffic count;
    for (const Deed& deed : deeds) {
        if (deed.kind == Deed::Launch) {
            ++count.launches;
            continue;
        }
        ++count.copies;
        count.copied_bytes += static_cast<std::int64_t>(n * n * sizeof(float));
    }
    return count;
}

/// "A", "A·B", "A·B·B".
std::string nameOf(std::size_t product) {
    std::string name = "A";
    for (std::size_t p = 0; p < product; ++p) name += "·B";
    return name;
}

GridsValue trafficPicture(const Params& settings, int step, const Text& text) {
    const auto n = static_cast<std::size_t>(settings.integer("n"));
    const std::vector<Deed> deeds = deedsOf(settings);
    const std::vector<Deed> done(deeds.begin(), deeds.begin() + step + 1);
    const Deed now = done.back();
    const Chain chain = chainOf(n, productsOf(settings));
    const bool once = copiesOnce(settings);
    const auto did = [&](Deed::Kind kind, std::size_t product) {
        return std::ranges::any_of(
            done, [&](const Deed& deed) { return deed.kind == kind && deed.product == product; });
    };
    const auto tone = [&](Deed::Kind kind) {
        return now.kind == kind ? Tone::Chosen : Tone::Plain;
    };
    const std::size_t p = now.product;
    // The CPU has a product's left factor where that came back, else the first one.
    const std::size_t left = once ? 0 : p;
    const Numbers* result = did(Deed::CopyBack, p) ? &chain.lefts[p + 1] : nullptr;
    const bool rests = once && p > 0;
    const Numbers* there = rests || did(Deed::CopyLeft, p) ? &chain.lefts[p] : nullptr;
    const Numbers* factor = rests || did(Deed::CopyRight, p) ? &chain.right : nullptr;
    const Numbers* found = did(Deed::Launch, p) ? &chain.lefts[p + 1] : nullptr;
    const std::string cpu = text("matrix_product.traffic_cpu"),
                      gpu = text("matrix_product.traffic_gpu");
    GridsValue out{.title = text("matrix_product.traffic_title"),
                   .grids = {gridOf(cpu + nameOf(left), &chain.lefts[left], n, Tone::Plain, text),
                             gridOf(cpu + "B", &chain.right, n, Tone::Plain, text),
                             gridOf(cpu + nameOf(p + 1), result, n, tone(Deed::CopyBack), text),
                             gridOf(gpu + nameOf(p), there, n, tone(Deed::CopyLeft), text),
                             gridOf(gpu + "B", factor, n, tone(Deed::CopyRight), text),
                             gridOf(gpu + nameOf(p + 1), found, n, tone(Deed::Launch), text)}};
    out.grids[3].below = true;
    out.grids[4].sign = "×";
    out.grids[5].sign = "=";
    constexpr std::array kDeeds{"matrix_product.traffic_left", "matrix_product.traffic_right",
                                "traffic.launch", "traffic.back"};
    const std::string name = now.kind == Deed::CopyLeft ? nameOf(p) : std::string("B");
    out.words = {
        text(kDeeds[static_cast<std::size_t>(now.kind)], {{"factor_text", name}}),
        trafficText("done", countOf(done, n), text), trafficText("all", countOf(deeds, n), text),
        text(once ? "matrix_product.traffic_once_why" : "matrix_product.traffic_each_why")};
    return out;
}

}  // namespace

}  // namespace product_traffic

Lesson productTrafficLesson() {
    using namespace product_traffic;
    return {
        .id = "product_traffic",
        .settings = {{.id = "copies", .words = {"each", "once"}},
                     {.id = "products", .min = 1, .max = 4, .usual = 2},
                     {.id = "n", .min = 2, .max = 4, .usual = 3}},
        .steps = [](const Params& settings) { return static_cast<int>(deedsOf(settings).size()); },
        .picture = trafficPicture};
}

GpuTraffic productTraffic(std::int64_t n, Precision precision) {
    const std::int64_t bytes =
        precision == Precision::Bf16 || precision == Precision::Fp16 ? 2 : sizeof(float);
    return {.launches = 1, .copies = 3, .copied_bytes = 3 * n * n * bytes};
}

CardValue productTrafficCard(std::int64_t n, Precision precision, const Text& text) {
    const GpuTraffic of = productTraffic(n, precision);
    const double per_byte =
        static_cast<double>(productFlop(n)) / static_cast<double>(of.copied_bytes);
    return {.id = "product_traffic",
            .title = text("traffic.card"),
            .lines = {trafficText("line", of, text, {{"what_text", text("case.n", {{"n", n}})}}),
                      text("matrix_product.traffic_per_byte",
                           {{"flop_text", formatSignificant(per_byte, 3, text.numbers())}}),
                      text("matrix_product.traffic_rests")}};
}

}  // namespace duelo
