// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtGlobal>

namespace duelo::testing {

/// Chooses rows of a table of many combinations: by night all (`tst_x_night`, duelo_test(...
/// BY_NIGHT)), in a usual run each third, which is moved by one at each third row, so that no axis
/// of two, three or four values always has the same one.
class ChosenRows {
public:
    [[nodiscard]] bool takesNext() {
        static const bool all = qEnvironmentVariableIsSet("DUELO_BY_NIGHT");
        const int row = m_row++;
        return all || (row + row / 3) % 3 == 0;
    }

private:
    int m_row = 0;
};

}  // namespace duelo::testing
