// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/text.h"

namespace CLI {
class App;
}

namespace duelo {

/// Puts what --help tells into the language. Like the window's captions it stands in English where
/// an option is declared, and in Spanish in resources/i18n/engine_help_es.json by these sentences.
void translateHelp(CLI::App& app, Language language);

}  // namespace duelo
