// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

namespace duelo::posix {

/// Finds and ends the processes that a program has started and left behind, also those in a session
/// of their own (setsid, a double fork), which ending the program's group does not reach.
///
/// Linux makes this process the parent of every descendant whose own parent has ended, as long as
/// an object of this class lives. A child of this process counts as left behind where spawnChild()
/// has not started it and its process group is another one: the children that a library starts stay
/// in the group of this process. With several programs at work at once, the first that ends is told
/// to have left what any of them did.
class AdoptedChildren {
public:
    AdoptedChildren();
    ~AdoptedChildren();
    AdoptedChildren(const AdoptedChildren&) = delete;
    AdoptedChildren& operator=(const AdoptedChildren&) = delete;

    struct Ended {
        bool any = false;          ///< there was at least one that was at work
        std::vector<int> alive{};  ///< the processes that the system did not end within two seconds
    };
    /// Ends all of them. The program itself must have been waited for.
    [[nodiscard]] Ended end();
};

}  // namespace duelo::posix
