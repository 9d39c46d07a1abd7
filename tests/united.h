// SPDX-License-Identifier: Apache-2.0
#pragma once

/// A test that shares its program with others (tests/united.cmake): its name is the program's first
/// argument. Made before main(), one for each test.
struct UnitedTest {
    using Main = int (*)(int, char**);

    UnitedTest(const char* its_name, Main its_main)
        : name(its_name), main(its_main), next(s_first) {
        s_first = this;
    }

    const char* const name;
    const Main main;
    const UnitedTest* const next;

    [[nodiscard]] static const UnitedTest* first() { return s_first; }

private:
    static inline const UnitedTest* s_first = nullptr;
};
