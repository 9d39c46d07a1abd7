// SPDX-License-Identifier: Apache-2.0
#include "base/help_words.h"

#include "base/json_text.h"
#include "resources/resources.h"

namespace duelo {

Json helpWords(Language language) {
    if (language == Language::English) return Json::object();
    return parseJson(resource("i18n/engine_help_es.json")).value_or(Json::object());
}

}  // namespace duelo
