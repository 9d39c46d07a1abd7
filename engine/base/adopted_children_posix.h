// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

namespace duelo::posix {

/// Finds and ends what a program has started and left behind, also where that has gone into a
/// session of its own (setsid, a double fork), which ending the program's group does not reach.
///
/// As long as one lives, Linux makes this process the parent of every descendant whose own parent
/// has ended. A descendant is what this process has not started itself (spawnChild()), and stands
/// in another process group: whatever a library starts stays in this one's. With several programs
/// at work at once, the first that ends is told to have left what any of them did.
class AdoptedChildren {
public:
    AdoptedChildren();
    ~AdoptedChildren();
    AdoptedChildren(const AdoptedChildren&) = delete;
    AdoptedChildren& operator=(const AdoptedChildren&) = delete;

    struct Ended {
        bool any = false;          ///< something was at work
        std::vector<int> alive{};  ///< what the system did not end within two seconds
    };
    /// To be called when the program has been waited for.
    [[nodiscard]] Ended end();
};

}  // namespace duelo::posix
