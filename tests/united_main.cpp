// SPDX-License-Identifier: Apache-2.0
#include "united.h"

#include <cstdio>
#include <string_view>

/// PROGRAM TEST [ARGUMENT...]
int main(int argc, char** argv) {
    for (const UnitedTest* test = UnitedTest::first(); argc > 1 && test; test = test->next)
        if (std::string_view(argv[1]) == test->name) {
            argv[1] = argv[0];
            return test->main(argc - 1, argv + 1);
        }
    std::fputs("The first argument is one of these tests:\n", stderr);
    for (const UnitedTest* test = UnitedTest::first(); test; test = test->next)
        std::fprintf(stderr, "  %s\n", test->name);
    return 2;
}
