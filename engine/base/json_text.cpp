// SPDX-License-Identifier: Apache-2.0
#include "base/json_text.h"

#include <array>
#include <clocale>

#ifdef __APPLE__
#include <xlocale.h>
#endif

template class nlohmann::basic_json<nlohmann::ordered_map>;

namespace duelo {

namespace {

/// The C locale's numbers for this thread and scope only: a GUI tool kit sets the user's locale for
/// the whole process.
class NumbersOfC {
public:
    NumbersOfC(const NumbersOfC&) = delete;
    NumbersOfC& operator=(const NumbersOfC&) = delete;

#ifdef _WIN32
    NumbersOfC() : m_mode(_configthreadlocale(_ENABLE_PER_THREAD_LOCALE)) {
        if (const char* name = std::setlocale(LC_NUMERIC, nullptr)) m_name = name;
        std::setlocale(LC_NUMERIC, "C");
    }
    ~NumbersOfC() {
        std::setlocale(LC_NUMERIC, m_name.c_str());
        _configthreadlocale(m_mode);
    }

private:
    int m_mode;
    std::string m_name;
#else
    NumbersOfC() {
        static const locale_t c = newlocale(LC_ALL_MASK, "C", nullptr);
        m_before = uselocale(c);
    }
    ~NumbersOfC() {
        uselocale(m_before);
    }

private:
    locale_t m_before;
#endif
};

/// Counts brackets and commas outside strings, so that nothing is built for text beyond the limits.
Result<void> withinLimits(std::string_view text) {
    std::array<int, kMaxJsonDepth + 1> members{};
    std::array<bool, kMaxJsonDepth + 1> isObject{};
    int depth = 0;
    bool inString = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (inString) {
            if (c == '\\') ++i;
            if (c == '"') inString = false;
        } else if (c == '"') {
            inString = true;
        } else if (c == '{' || c == '[') {
            if (++depth > kMaxJsonDepth)
                return fail("json_invalid", Json::object(),
                            "nested deeper than " + std::to_string(kMaxJsonDepth));
            members[depth] = 1;
            isObject[depth] = c == '{';
        } else if ((c == '}' || c == ']') && depth > 0) {
            --depth;
        } else if (c == ',' && ++members[depth] > kMaxJsonMembers && isObject[depth]) {
            return fail("json_invalid", Json::object(),
                        "an object with more than " + std::to_string(kMaxJsonMembers) + " fields");
        }
    }
    return {};
}

}  // namespace

Result<Json> parseJson(std::string_view text) {
    if (auto limits = withinLimits(text); !limits) return tl::unexpected(limits.error());
    const NumbersOfC scope;
    try {
        return Json::parse(text);
    } catch (const Json::exception& error) {
        return fail("json_invalid", Json::object(), error.what());
    }
}

std::string jsonText(const Json& json) {
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace duelo
