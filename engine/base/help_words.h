// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/text.h"

namespace duelo {

/// Returns what the help of the command line is in that language, by what it is in English; an
/// empty object for English (resources/i18n/engine_help_es.json and the help.es.json of each
/// experiment).
[[nodiscard]] Json helpWords(Language language);

}  // namespace duelo
