// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "base/text.h"
#include "measure/maker.h"

namespace duelo {

/// One line of the self-test: passed where nothing failed. `detail` carries the figures behind it;
/// those with a text "check_detail.<key>" are read by people too.
struct Check {
    std::string name;     ///< for programs
    std::string words{};  ///< for people
    std::optional<Reason> failure{};
    Json detail = Json::object();
};

struct CheckSetup {
    Device device = Device::Cpu;
    int threads = 1;   ///< of the CPU
    const Text& text;  ///< for the words, and for what `detail` names
};
using TellCheck = std::function<void(const Check&)>;

/// Returns what `what` makes of a cell's work after one call, or why there was none; an exception
/// becomes its reason.
template <typename F>
auto afterOneCall(Maker& maker, const Cell& cell, F what) -> decltype(what(std::declval<Work&>())) {
    auto work = maker.create(cell);
    if (!work) return tl::unexpected(work.error());
    try {
        if (auto ready = (*work)->prepare(); !ready) return tl::unexpected(ready.error());
        static_cast<void>((*work)->step(1));
        return what(**work);
    } catch (const WorkRefused& refused) {
        return tl::unexpected(refused.reason);
    } catch (const WorkFailed& failed) {
        return tl::unexpected(failed.reason);
    } catch (...) {
        return tl::unexpected(maker.describe(std::current_exception()).reason);
    }
}

}  // namespace duelo
