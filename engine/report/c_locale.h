// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <locale.h>

#include <string>
#if defined(__APPLE__)
#include <xlocale.h>
#endif

namespace duelo {

/// Makes printf of this thread write numbers with a point while it lives, whatever locale a program
/// with a window has set for the process.
class CLocale {
public:
    CLocale(const CLocale&) = delete;
    CLocale& operator=(const CLocale&) = delete;
#ifdef _WIN32
    CLocale() : m_mode(_configthreadlocale(_ENABLE_PER_THREAD_LOCALE)) {
        if (const char* now = setlocale(LC_NUMERIC, nullptr)) m_before = now;
        setlocale(LC_NUMERIC, "C");
    }
    ~CLocale() {
        setlocale(LC_NUMERIC, m_before.c_str());
        _configthreadlocale(m_mode);
    }

private:
    int m_mode;
    std::string m_before = "C";
#else
    CLocale() : m_c(newlocale(LC_ALL_MASK, "C", nullptr)), m_before(uselocale(m_c)) {}
    ~CLocale() {
        uselocale(m_before);
        if (m_c) freelocale(m_c);
    }

private:
    locale_t m_c;
    locale_t m_before;
#endif
};

}  // namespace duelo
