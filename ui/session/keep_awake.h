// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

namespace duelo::ui {

/// While it lives, the system does not fall asleep by itself and the display stays on; a lid or a
/// user who wants sleep is not stopped. Where the system offers no way, nothing happens and
/// isHeld() is false.
class KeepAwake {
public:
    KeepAwake();
    ~KeepAwake();
    KeepAwake(const KeepAwake&) = delete;
    KeepAwake& operator=(const KeepAwake&) = delete;

    [[nodiscard]] bool isHeld() const;

private:
    struct Hold;
    std::unique_ptr<Hold> m_hold;
};

}  // namespace duelo::ui
