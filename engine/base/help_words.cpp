// SPDX-License-Identifier: Apache-2.0
#include "base/help_words.h"

#include "base/json_text.h"
#include "resources/resources.h"

namespace duelo {

Json helpWords(Language language) {
    Json words = Json::object();
    if (language == Language::English) return words;
    for (const Resource& file : resources())
        if (file.name == "i18n/engine_help_es.json" || file.name.ends_with("/help.es.json"))
            words.update(parseJson(file.bytes).value_or(Json::object()));
    return words;
}

}  // namespace duelo
