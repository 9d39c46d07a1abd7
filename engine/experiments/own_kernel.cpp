// SPDX-License-Identifier: Apache-2.0
#include "experiments/own_kernel.h"

#include <algorithm>
#include <cstdio>
#include <utility>

#include "experiments/cuda_file.h"
#include "resources/resources.h"

namespace duelo {

namespace {

constexpr unsigned kMostThreads = 1024;  // of a block, on any GPU (S2-31)
constexpr unsigned kMostTile = 4096;
constexpr std::string_view kLaunch = "// launch:";

/// Finds the first of the shapes of which the text has the kernel, with its name or with one that
/// only its compiler knows.
const kernels::KernelShape* shapeIn(const CudaFile& file,
                                    std::span<const kernels::KernelShape> shapes, bool external_c) {
    const auto found = std::ranges::find_if(shapes, [&](const kernels::KernelShape& shape) {
        const CudaFunction* kernel = file.kernel(shape.kernel);
        return kernel != nullptr && kernel->external_c == external_c;
    });
    return found == shapes.end() ? nullptr : &*found;
}

/// "(float*, float*, float*, int)"; empty where the text has no such kernel.
std::string parametersOf(const CudaFile& file, std::string_view name) {
    const CudaFunction* kernel = file.kernel(name);
    return kernel != nullptr ? parametersText(*kernel) : std::string();
}

/// The line that says how it is launched; empty: there is none.
std::string launchLine(std::string_view text) {
    while (!text.empty()) {
        std::string_view line = text.substr(0, std::min(text.find('\n'), text.size()));
        text.remove_prefix(std::min(line.size() + 1, text.size()));
        if (line.ends_with('\r')) line.remove_suffix(1);
        if (line.starts_with(kLaunch)) return std::string(line.substr(kLaunch.size()));
    }
    return {};
}

bool takeLaunch(const std::string& line, kernels::KernelShape& shape) {
    int end = -1;
    if (std::sscanf(line.c_str(), " block %4u x %4u , tile %4u x %4u %n", &shape.block_x,
                    &shape.block_y, &shape.rows, &shape.columns, &end) != 4 ||
        end != static_cast<int>(line.size()))
        return false;
    const auto within = [](unsigned value, unsigned most) { return value >= 1 && value <= most; };
    return within(shape.block_x, kMostThreads) && within(shape.block_y, kMostThreads) &&
           shape.block_x * shape.block_y <= kMostThreads && within(shape.rows, kMostTile) &&
           within(shape.columns, kMostTile);
}

}  // namespace

Axis sourceAxis() {
    return {.id = "source",
            .kind = AxisKind::Source,
            .role = AxisRole::Variant,
            .many = true,
            .optional = true,
            .when = {{.axis = "kernel", .in = {kOwnKernel}}},
            .option = "--source",
            .help = "with --kernel own: a file with your own version of one of the kernels"};
}

Result<kernels::KernelShape> ownShape(const std::string& name, std::string_view text,
                                      std::span<const kernels::KernelShape> shapes) {
    const CudaFile file{std::string(text)};
    const kernels::KernelShape* known = shapeIn(file, shapes, true);
    if (known == nullptr) {
        if (const kernels::KernelShape* bare = shapeIn(file, shapes, false))
            return fail("own_kernel_no_extern", {{"name", name}, {"kernel", bare->kernel}});
        Json accepted = Json::array();
        for (const kernels::KernelShape& shape : shapes) accepted.push_back(shape.kernel);
        return fail("own_kernel_unknown", {{"name", name}, {"accepted", std::move(accepted)}});
    }
    kernels::KernelShape shape = *known;
    if (const std::string line = launchLine(text); !line.empty() && !takeLaunch(line, shape))
        return fail("own_kernel_launch", {{"name", name}, {"line", std::string(kLaunch) + line}});
    return shape;
}

Result<void> checkParameters(const std::string& name, std::string_view text,
                             const kernels::KernelShape& shape) {
    const std::string expected =
        parametersOf(CudaFile{std::string(resource(shape.text))}, shape.kernel);
    const std::string found = parametersOf(CudaFile{std::string(text)}, shape.kernel);
    if (expected.empty() || found == expected) return {};
    return fail(
        "own_kernel_parameters",
        {{"name", name}, {"kernel", shape.kernel}, {"expected", expected}, {"found", found}});
}

Result<OwnKernel> ownKernelOf(const Cell& cell, std::span<const kernels::KernelShape> shapes) {
    const std::string name = ownKernelName(cell);
    const auto attachment = cell.attachments.find(name);
    if (attachment == cell.attachments.end())
        return fail("attachment_missing", {{"field", "source"}, {"name", name}});
    const std::string& text = attachment->second.text();
    auto shape = ownShape(name, text, shapes);
    if (!shape) return tl::unexpected(shape.error());
    return OwnKernel{.name = name, .text = text, .shape = *shape};
}

std::string ownKernelName(const Cell& cell) {
    const Json& source = cell.variant.at("source");
    return source.is_object() ? source.value("name", std::string()) : "";
}

Reason saidOfOwnKernel(const std::string& name, Reason failure) {
    if (failure.code != "cuda_illegal_address") return failure;
    return {"own_kernel_illegal_address",
            {{"name", name},
             {"number", failure.args.value("number", 0)},
             {"error", failure.args.value("name", std::string())}},
            std::move(failure.message)};
}

std::vector<Problem> problemsOfSources(const Plan& plan,
                                       std::span<const kernels::KernelShape> shapes) {
    std::vector<Problem> problems;
    for (std::size_t i = 0; i < plan.variants.size(); ++i) {
        const std::vector<Json>& kernels = valuesIn(plan.variants[i], "kernel");
        if (std::ranges::find(kernels, Json(kOwnKernel)) == kernels.end()) continue;
        const std::vector<Json>& sources = valuesIn(plan.variants[i], "source");
        if (sources.empty()) problems.push_back({"source", i, 0, {"own_kernel_missing"}});
        for (std::size_t k = 0; k < sources.size(); ++k) {
            const auto known = plan.attachments.find(sources[k].value("name", std::string()));
            if (known == plan.attachments.end()) continue;  // told by whoever checks the value
            if (auto shape = ownShape(known->first, known->second.text(), shapes); !shape)
                problems.push_back({"source", i, k, shape.error()});
        }
    }
    return problems;
}

}  // namespace duelo
