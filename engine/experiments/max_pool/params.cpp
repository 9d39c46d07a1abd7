// SPDX-License-Identifier: Apache-2.0
#include "experiments/max_pool/params.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string>
#include <system_error>

#include "opencl_c/opencl_text.h"
#include "resources/resources.h"

namespace duelo {

namespace {

constexpr std::string_view kBetween = " \t\r";
constexpr double kMostTyped = 1e6;

std::string_view nextPart(std::string_view& text, std::string_view ends) {
    const std::size_t end = std::min(text.find_first_of(ends), text.size());
    const std::string_view part = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return part;
}

std::vector<std::string_view> partsOf(std::string_view text, std::string_view ends) {
    std::vector<std::string_view> parts;
    while (!text.empty())
        if (const std::string_view part = nextPart(text, ends);
            part.find_first_not_of(kBetween) != part.npos)
            parts.push_back(part);
    return parts;
}

}  // namespace

Result<std::vector<float>> typedNumbers(std::string_view text) {
    const std::vector<std::string_view> rows = partsOf(text, ";\n");
    const auto count = static_cast<std::int64_t>(rows.size());
    if (count < 1 || count > kMostTypedRows)
        return fail("pool_typed_rows", {{"rows", count}, {"max", kMostTypedRows}});
    std::vector<float> numbers;
    for (std::size_t r = 0; r < rows.size(); ++r) {
        const std::vector<std::string_view> row = partsOf(rows[r], kBetween);
        for (std::size_t c = 0; c < row.size(); ++c) {
            double value = 0;
            const char* end = row[c].data() + row[c].size();
            const auto [stop, error] = std::from_chars(row[c].data(), end, value);
            if (error != std::errc() || stop != end || !(std::abs(value) <= kMostTyped))
                return fail("pool_typed_number",
                            {{"row", r + 1}, {"column", c + 1}, {"value", std::string(row[c])}});
            numbers.push_back(static_cast<float>(value));
        }
        if (row.size() != rows.size())
            return fail("pool_typed_shape",
                        {{"row", r + 1}, {"found", row.size()}, {"rows", rows.size()}});
    }
    return numbers;
}

PoolCase poolCase(const Params& work) {
    PoolCase out{.size = work.integer("size_px"),
                 .window = work.integer("window", 2),
                 .stride = std::max<std::int64_t>(1, work.integer("stride", 2)),
                 .padding = work.integer("padding"),
                 .border = work.word<PoolBorder>("border"),
                 .input = work.word<PoolInput>("numbers"),
                 .seed = static_cast<std::uint64_t>(work.integer("seed"))};
    if (out.input == PoolInput::Picture) out.picture = work.text("picture");
    if (out.input != PoolInput::Typed) return out;
    // Of a plan they are known to be right; a file may say anything.
    out.given = typedNumbers(work.text("matrix")).value_or(std::vector<float>(1));
    while (out.size * out.size < static_cast<std::int64_t>(out.given.size())) ++out.size;
    return out;
}

GpuTraffic poolTraffic(const PoolCase& work, PoolKernel kernel) {
    constexpr std::int64_t kBytes = sizeof(float);
    if (!launchesEachWindow(kernel)) return {1, 2, (work.elements() + work.windows()) * kBytes};
    const std::int64_t window = work.window * work.window,
                       back = kernel == PoolKernel::OneWindow ? 1 : window;
    const bool filter = copiesFilter(kernel);
    return {work.windows(), work.windows() * (filter ? 3 : 2),
            work.windows() * (window + (filter ? window : 0) + back) * kBytes};
}

namespace {

/// The resource that holds the text of a kernel; empty: it has none.
std::string_view poolFile(PoolKernel kernel) {
    constexpr std::array<std::string_view, wordsOf<PoolKernel>.size()> kFiles{
        "kernels/pool_loops.h",
        "kernels/pool_rows.h",
        "kernels/pool_rows.h",
        "kernels/pool_identity.cu",
        "kernels/pool_identity.cu",
        "kernels/pool_matmul2.cu",
        "kernels/pool_matmul2.cu",
        "kernels/pool_matmul3.cu",
        "kernels/pool_matmul3.cu",
        "kernels/pool_one_window.cu",
        "kernels/pool_each_window.cu",
        "kernels/pool_rows.cu",
        "",
        "",
        "",
        ""};
    return kFiles[static_cast<std::size_t>(kernel)];
}

}  // namespace

std::string_view poolText(PoolKernel kernel) {
    const std::string_view text = resource(poolFile(kernel));
    return text.substr(text.empty() ? 0 : text.find('\n') + 1);
}

std::string poolOpenCl(PoolKernel kernel) {
    return openClIfPossible(poolFile(kernel));
}

}  // namespace duelo
