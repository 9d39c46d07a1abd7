// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

/// Sockets that LibTorch's store leaves to its user. POSIX only, as that store is.
namespace duelo {

/// A listening socket that only this PC reaches: by itself the store listens to every network that
/// the PC is in. Throws std::system_error.
[[nodiscard]] int listeningToThisPc(int port);

/// Waits until somebody listens there, who may be started later: the store by itself would try for
/// minutes and print where it was at each. Throws std::system_error when `limit_s` is over, and at
/// once where the address means nothing.
void awaitServer(const std::string& address, int port, double limit_s);

}  // namespace duelo
