// SPDX-License-Identifier: Apache-2.0
#include "experiments/own_kernel.h"

#include <algorithm>
#include <cstdio>
#include <optional>
#include <utility>

#include "resources/resources.h"

namespace duelo {

namespace {

constexpr unsigned kMostThreads = 1024;  // of a block, on any GPU (S2-31)
constexpr unsigned kMostTile = 4096;
constexpr std::size_t kMostHead = 4096;  // letters of a kernel's name and parameters
constexpr std::string_view kLaunch = "// launch:";

/// Returns the text without remarks of either sort, so that a kernel in a remark is none.
std::string withoutRemarks(std::string_view text) {
    std::string code;
    while (!text.empty()) {
        const std::size_t line = text.find("//"), block = text.find("/*");
        const std::size_t from = std::min({line, block, text.size()});
        code += text.substr(0, from);
        text.remove_prefix(from);
        if (text.empty()) break;
        const bool long_one = block < line;
        const std::size_t end =
            long_one ? text.find("*/", 2) : std::min(text.find('\n'), text.size());
        text.remove_prefix(end == text.npos ? text.size() : end + (long_one ? 2 : 0));
        code += ' ';
    }
    return code;
}

constexpr std::string_view kSpaces = " \t\r\n";

bool isWord(char letter) {
    return letter == '_' || (letter >= '0' && letter <= '9') || (letter >= 'a' && letter <= 'z') ||
           (letter >= 'A' && letter <= 'Z');
}

/// Tells whether `head`, all between "__global__" and the body, has the name before a bracket.
bool names(std::string_view head, std::string_view kernel) {
    for (std::size_t at = head.find(kernel); at != head.npos; at = head.find(kernel, at + 1)) {
        const std::size_t next = head.find_first_not_of(kSpaces, at + kernel.size());
        if (next != head.npos && head[next] == '(' && (at == 0 || !isWord(head[at - 1])))
            return true;
    }
    return false;
}

/// Name and parameters of each `extern "C" __global__ void name(…) {`, or of those without the
/// extern.
std::vector<std::string_view> kernelHeads(std::string_view code, bool external = true) {
    constexpr std::string_view kMark = "__global__", kExtern = "extern", kC = "\"C\"";
    std::vector<std::string_view> heads;
    for (std::size_t at = code.find(kMark); at != code.npos; at = code.find(kMark, at + 1)) {
        auto said = [before = code.substr(0, at)](std::string_view word) mutable {
            before = before.substr(0, before.find_last_not_of(kSpaces) + 1);
            const bool there = before.ends_with(word);
            before.remove_suffix(there ? word.size() : 0);
            return there;
        };
        const std::string_view head = code.substr(at + kMark.size(), kMostHead);
        const std::size_t end = head.find_first_of("{};");
        if (end == head.npos || head[end] != '{') continue;
        if ((said(kC) && said(kExtern)) == external) heads.push_back(head.substr(0, end));
    }
    return heads;
}

/// A parameter without its name and what does not change how it is passed: "float*".
std::string bareType(std::string_view parameter) {
    std::vector<std::string> words;
    std::string stars;
    for (std::size_t at = 0; at < parameter.size();) {
        std::size_t end = at;
        while (end < parameter.size() && isWord(parameter[end])) ++end;
        if (parameter[at] == '*') stars += '*';
        if (end > at) words.emplace_back(parameter.substr(at, end - at));
        at = std::max(end, at + 1);
    }
    std::erase_if(words, [](const std::string& word) {
        return word == "const" || word == "__restrict__" || word == "__restrict";
    });
    if (words.size() > 1) words.pop_back();  // its name
    std::string type;
    for (const std::string& word : words) type += (type.empty() ? "" : " ") + word;
    if (type == "Input" || type == "Output") type = "float*";
    return type + stars;
}

/// "(float*, float*, float*, int)" of a head that has the name.
std::string bareParameters(std::string_view head) {
    const std::size_t open = head.find('('), close = head.rfind(')');
    if (open == head.npos || close == head.npos || close < open) return {};
    std::string_view inside = head.substr(open + 1, close - open - 1);
    std::string all;
    while (!inside.empty()) {
        const std::string_view one = inside.substr(0, inside.find(','));
        inside.remove_prefix(std::min(one.size() + 1, inside.size()));
        all += (all.empty() ? "" : ", ") + bareType(one);
    }
    return '(' + all + ')';
}

std::string parametersOf(std::string_view text, std::string_view kernel) {
    const std::string code = withoutRemarks(text);
    for (const std::string_view head : kernelHeads(code))
        if (names(head, kernel)) return bareParameters(head);
    return {};
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
    const std::string code = withoutRemarks(text);
    const std::vector<std::string_view> heads = kernelHeads(code);
    const auto known = std::ranges::find_if(shapes, [&](const kernels::KernelShape& shape) {
        return std::ranges::any_of(
            heads, [&](std::string_view head) { return names(head, shape.kernel); });
    });
    if (known == shapes.end()) {
        for (const std::string_view head : kernelHeads(code, false))
            for (const kernels::KernelShape& shape : shapes)
                if (names(head, shape.kernel))
                    return fail("own_kernel_no_extern", {{"name", name}, {"kernel", shape.kernel}});
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
    const std::string expected = parametersOf(resource(shape.text), shape.kernel);
    const std::string found = parametersOf(text, shape.kernel);
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
