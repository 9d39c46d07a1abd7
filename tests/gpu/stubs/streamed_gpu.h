// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "fake_gpu.h"

namespace duelo::test {

/// A GPU with two streams that does what is submitted when somebody waits for it, and of what may
/// come next whatever it likes: the work as far as it gets before any copy, the copies before any
/// work, or now this and now that. What no stamp puts in order it will do in the wrong one.
///
/// Copies and graphs are submitted; what LibTorch computes by itself happens at once.
class StreamedGpu final : public FakeGpu {
public:
    enum class Order { WorkFirst, CopiesFirst, Random };
    explicit StreamedGpu(Order order, unsigned seed = 0) : m_order(order), m_random(seed) {}

    std::unique_ptr<GpuScope> copyingStream() override;
    /// Until the current stream has nothing left to do; std::logic_error where it never ends.
    void synchronize() override;
    std::unique_ptr<GpuEvents> events(std::size_t count) override;
    std::unique_ptr<GpuGraph> capture(const std::function<void()>& work) override;
    void copy(Tensor& to, const Tensor& from) override;
    void copyBytes(void* to, const void* from, std::size_t bytes) override;

    /// The operations that were done, in order: copies as copied() names them, "work" for a graph.
    std::vector<std::string> done;
    /// Told of each copy when it has been done; \returns its name.
    std::function<std::string(Tensor& to, const Tensor& from)> copied = [](Tensor&, const Tensor&) {
        return std::string("copy");
    };
    /// Submitted to the stream of the copies and not done yet.
    [[nodiscard]] std::size_t waitingCopies() const { return m_streams[1].size(); }

private:
    class Events;
    class Graph;
    /// The number of times that a stamp was submitted, and that it was reached.
    struct Stamp {
        std::uint64_t recorded = 0, reached = 0;
    };
    struct Operation {
        std::function<void()> run;
        std::function<bool()> may = [] { return true; };
    };
    void put(Operation operation) { m_streams[m_current].push_back(std::move(operation)); }
    [[nodiscard]] std::optional<std::size_t> nextStream();

    const Order m_order;
    std::mt19937 m_random;
    std::size_t m_current = 0;
    std::deque<Operation> m_streams[2];  ///< of the work and of the copies
};

}  // namespace duelo::test
