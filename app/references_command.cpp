// SPDX-License-Identifier: Apache-2.0
#include <iostream>
#include <utility>

#include "base/places.h"
#include "commands.h"
#include "experiments/specs.h"

namespace duelo {
namespace {

References referencesAt(const std::filesystem::path& folder) {
    if (folder.empty()) return knownReferences(findSpec);
    if (!isPack(folder)) return referencesIn(folder, findSpec);
    auto pack = readPack(folder, findSpec);
    if (!pack) return {{}, {std::move(pack.error())}};
    return {std::move(pack->references), std::move(pack->problems)};
}

}  // namespace

int referencesCommand(const EngineContext& context, const std::filesystem::path& folder) {
    if (const auto why = whyMissing(folder); why && !folder.empty()) return refuse(context, *why);
    const Text& text = context.text();
    const References found = referencesAt(folder);
    for (const ReferenceFile& file : found.files)
        std::cout << referenceTitle(file, text) << "\n  " << visibleText(utf8(file.path)) << '\n';
    if (folder.empty()) {
        if (found.files.empty()) std::cout << text("reference.none") << '\n';
        std::cout << text("reference.place", {{"folder", utf8(ownReferencesDir())}}) << '\n';
    } else if (found.files.empty()) {
        std::cout << text("reference.none_in", {{"folder", utf8(folder)}}) << '\n';
    }
    std::cout << std::flush;
    for (const Reason& problem : found.problems) std::cerr << text.reason(problem) << '\n';
    return found.problems.empty() ? kAllDone : kSomeNotDone;
}

}  // namespace duelo
