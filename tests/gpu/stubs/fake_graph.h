// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <vector>

#include "gpu/gpu.h"

namespace duelo::test {

/// A graph as CUDA's are: the operations that were submitted while it was captured, on the memory
/// and with the numbers that they had then. What the captured function would do by now is of no
/// concern to it: tensors that its caller has exchanged since are not seen, nor are numbers.
class FakeGraph final : public GpuGraph {
public:
    /// Runs `work` to see what it submits, and takes back what that wrote: capturing runs nothing.
    FakeGraph(const std::function<void()>& work, int& replays);
    ~FakeGraph() override;
    FakeGraph(const FakeGraph&) = delete;
    FakeGraph& operator=(const FakeGraph&) = delete;
    void replay() override;

    /// A kernel that is no operation of LibTorch's: runs it, as part of the graph that this thread
    /// is capturing, if it is. It writes to `written` and must hold all that it reads.
    static void submit(std::function<void()> kernel, const Tensor& written);

private:
    struct Operation;
    class Recorder;

    std::vector<Operation> m_operations;
    int& m_replays;
};

}  // namespace duelo::test
