// SPDX-License-Identifier: Apache-2.0
#include "experiments/host_launch.h"

#include <algorithm>
#include <array>
#include <utility>

namespace duelo {

namespace {

using Tokens = HostValues::Tokens;

constexpr auto kAllocations =
    std::to_array<std::string_view>({"cudaMalloc", "cudaMallocManaged", "cudaMallocAsync"});

/// Returns the token of the name before "<<<"; npos: there is none.
std::size_t launchedName(const std::vector<CudaToken>& all, std::size_t launch) {
    std::size_t at = launch;
    if (at > 0 && all[at - 1].is(">"))
        for (--at; at > 0 && !all[at].is("<");) --at;
    return at > 0 && all[at - 1].isWord() ? at - 1 : std::string::npos;
}

bool hasWord(Tokens words, std::string_view word) {
    return std::ranges::any_of(words, [&](const CudaToken& one) { return one.text == word; });
}

/// A call "name(...)" or a launch "name<<<...>>>(...)" that begins at a token.
struct HostCall {
    bool launch = false;
    std::vector<Tokens> arguments{};
};

std::optional<HostCall> callAt(const std::vector<CudaToken>& all, std::size_t at) {
    if (at + 1 >= all.size() || !all[at].isWord()) return std::nullopt;
    HostCall call{.launch = all[at + 1].is("<<<")};
    std::size_t open = at + 1;
    if (call.launch) {
        while (open < all.size() && !all[open].is(">>>") && !all[open].is(";")) ++open;
        ++open;
    }
    if (open >= all.size() || !all[open].is("(")) return std::nullopt;
    const std::size_t behind = behindBracket(all, open, all.size());
    if (behind > open + 2)
        call.arguments = splitAtCommas(Tokens(all).subspan(open + 1, behind - open - 2));
    return call;
}

}  // namespace

std::optional<HostLaunch> launchOf(const CudaFile& file, const CudaFunction& kernel) {
    const auto& all = file.tokens();
    for (std::size_t at = 0; at < all.size(); ++at) {
        if (!all[at].is("<<<")) continue;
        const std::size_t name = launchedName(all, at);
        if (name == std::string::npos || all[name].text != kernel.name) continue;
        std::size_t close = at + 1;
        while (close < all.size() && !all[close].is(">>>") && !all[close].is(";")) ++close;
        if (close + 1 >= all.size() || !all[close].is(">>>") || !all[close + 1].is("(")) continue;
        const std::size_t behind = behindBracket(all, close + 1, all.size());
        HostLaunch launch{.place = at};
        const Tokens whole(all);
        launch.sizes = splitAtCommas(whole.subspan(at + 1, close - at - 1));
        if (behind > close + 3)
            launch.arguments = splitAtCommas(whole.subspan(close + 2, behind - close - 3));
        for (std::size_t each = name + 1; each < at; ++each)
            launch.template_arguments += std::string(all[each].text);
        return launch;
    }
    return std::nullopt;
}

const CudaFunction* firstLaunched(const CudaFile& file) {
    const auto& all = file.tokens();
    for (std::size_t at = 0; at < all.size(); ++at) {
        if (!all[at].is("<<<")) continue;
        const std::size_t name = launchedName(all, at);
        const CudaFunction* kernel =
            name == std::string::npos ? nullptr : file.kernel(all[name].text);
        if (kernel != nullptr) return kernel;
    }
    return nullptr;
}

std::vector<Tokens> launchArguments(const CudaFile& file, const CudaFunction& kernel) {
    auto launch = launchOf(file, kernel);
    return launch ? std::move(launch->arguments) : std::vector<Tokens>();
}

std::optional<Tokens> allocatedBytes(const CudaFile& file, std::string_view name) {
    const auto& all = file.tokens();
    for (std::size_t at = 0; at < all.size(); ++at) {
        if (std::ranges::find(kAllocations, all[at].text) == kAllocations.end()) continue;
        const auto call = callAt(all, at);
        if (call && call->arguments.size() >= 2 && hasWord(call->arguments[0], name))
            return call->arguments[1];
    }
    return std::nullopt;
}

LaunchBuffer::Fill hostFill(const HostValues& values, std::string_view name, std::size_t launch) {
    using Fill = LaunchBuffer::Fill;
    Fill fill = Fill::Nothing;
    bool managed = false, written = false;
    const auto& all = values.file().tokens();
    for (std::size_t at = 0; at + 1 < launch; ++at) {
        const std::string_view called = all[at].text;
        if (called == name && all[at + 1].is("[")) written = true;
        const auto call = callAt(all, at);
        if (!call || call->arguments.empty()) continue;
        const bool first = hasWord(call->arguments[0], name);
        const bool any =
            std::ranges::any_of(call->arguments, [&](Tokens one) { return hasWord(one, name); });
        if (call->launch) {
            // The very launch that is looked at begins before its "<<<".
            if (any && at + 1 < launch) fill = Fill::Random;
        } else if (called == "cudaMallocManaged") {
            managed = managed || first;
        } else if (called.starts_with("cudaMemcpy")) {
            if (first) fill = Fill::Random;
        } else if (called.starts_with("cudaMemset")) {
            const auto value = first && call->arguments.size() > 1
                                   ? values.value(call->arguments[1])
                                   : Result<Amount>(Amount{1, true});
            if (first) fill = value && value->value == 0 ? Fill::Zero : Fill::Random;
        } else if (any && !call->arguments[0].empty() &&
                   !call->arguments[0].front().text.starts_with("cuda")) {
            written = true;  // by a function of the program; a check of errors is none
        }
    }
    return fill == Fill::Nothing && managed && written ? Fill::Random : fill;
}

}  // namespace duelo
