// SPDX-License-Identifier: Apache-2.0
#include <iostream>

#include "commands.h"
#include "experiments/spec_words.h"
#include "experiments/specs.h"

namespace duelo {

namespace {

void tell(const char* title, const std::vector<std::string>& keys) {
    if (keys.empty()) return;
    std::cout << "  " << title << ":\n";
    for (const std::string& key : keys) std::cout << "    " << key << '\n';
}

}  // namespace

int specCheckCommand(const EngineContext& context, const std::vector<std::string>& experiments) {
    std::vector<const Spec*> wanted;
    for (const std::string& id : experiments) {
        const auto spec = knownSpec(id);
        if (!spec) return refuse(context, spec.error());
        wanted.push_back(*spec);
    }
    if (wanted.empty())
        for (const Spec& spec : specs()) wanted.push_back(&spec);
    bool whole = true;
    for (const Spec* spec : wanted) {
        const SpecWords words = specWordsOf(*spec);
        std::cout << spec->id << '\n';
        // Who asks for one experiment writes its words.
        if (!experiments.empty()) {
            tell("needed (a|b: one of both)", words.needed);
            tell("possible", words.possible);
        }
        tell("missing", words.missing);
        tell("unused", words.unused);
        whole = whole && words.missing.empty() && words.unused.empty();
    }
    return whole ? kAllDone : kSomeNotDone;
}

}  // namespace duelo
