// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

namespace duelo::ui {

/// A page, or a part of one, that another language builds anew: what its reader has chosen there is
/// taken from the old one and given to the one in its place.
class KeepsView {
public:
    virtual ~KeepsView() = default;
    [[nodiscard]] virtual Json viewState() const = 0;
    /// One of viewState(), of the same class. What does not fit what is there now is passed over.
    virtual void setViewState(const Json& state) = 0;

protected:
    KeepsView() = default;
    KeepsView(const KeepsView&) = default;
    KeepsView& operator=(const KeepsView&) = default;
};

}  // namespace duelo::ui
