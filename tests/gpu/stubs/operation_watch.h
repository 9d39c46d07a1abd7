// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

namespace duelo::test {

/// While it lives, tells of each operation of LibTorch that this thread calls, also of those within
/// others. One for each thread at a time.
class OperationWatch {
public:
    /// `seen`: gets names such as "aten::convolution", and must not throw.
    explicit OperationWatch(std::function<void(std::string_view name)> seen);
    ~OperationWatch();
    OperationWatch(const OperationWatch&) = delete;
    OperationWatch& operator=(const OperationWatch&) = delete;

private:
    const std::function<void(std::string_view name)> m_seen;
    std::uint64_t m_callback;
};

}  // namespace duelo::test
