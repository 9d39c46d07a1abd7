// SPDX-License-Identifier: Apache-2.0
#include "base/local_time.h"

#include <array>
#include <cstdio>
#include <ctime>

namespace duelo {

std::string localTime(const std::string& utc) {
    std::tm parts{};
    char end = '\0';
    if (std::sscanf(utc.c_str(), "%4d-%2d-%2dT%2d:%2d:%2d%c", &parts.tm_year, &parts.tm_mon,
                    &parts.tm_mday, &parts.tm_hour, &parts.tm_min, &parts.tm_sec, &end) != 7 ||
        end != 'Z')
        return utc.substr(0, 10);
    parts.tm_year -= 1900;
    parts.tm_mon -= 1;
    std::tm local{};
#ifdef _WIN32
    const std::time_t time = _mkgmtime(&parts);
    if (localtime_s(&local, &time) != 0) return utc.substr(0, 10);
#else
    const std::time_t time = ::timegm(&parts);
    if (::localtime_r(&time, &local) == nullptr) return utc.substr(0, 10);
#endif
    std::array<char, 32> text{};
    std::strftime(text.data(), text.size(), "%Y-%m-%d %H:%M", &local);
    return text.data();
}

}  // namespace duelo
