// SPDX-License-Identifier: Apache-2.0
#include "fake_graph.h"

#include <exception>
#include <memory>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>

#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/core/ivalue.h>
#include <ATen/record_function.h>

#include "tensor/libtorch.h"

namespace duelo::test {
namespace {

/// The tensors of a value, also of a list of them.
std::vector<at::Tensor> tensorsOf(const c10::IValue& value) {
    std::vector<at::Tensor> all;
    if (value.isTensor()) all.push_back(value.toTensor());
    if (value.isTensorList())
        for (const at::Tensor& tensor : value.toTensorVector()) all.push_back(tensor);
    std::erase_if(all, [](const at::Tensor& tensor) { return !tensor.defined(); });
    return all;
}

bool isWritten(const c10::Argument& argument) {
    const c10::AliasInfo* alias = argument.alias_info();
    if (alias == nullptr) return false;
    if (alias->isWrite()) return true;
    for (const c10::AliasInfo& contained : alias->containedTypes())
        if (contained.isWrite()) return true;
    return false;
}

}  // namespace

struct FakeGraph::Operation {
    std::optional<c10::OperatorHandle> handle;  ///< without: `kernel`
    std::vector<c10::IValue> inputs, outputs;
    std::function<void()> kernel;

    void run() const;
};

/// While it lives, the operations that this thread submits are written down. Those that are part of
/// another come with it.
class FakeGraph::Recorder {
public:
    explicit Recorder(std::vector<Operation>& operations) : m_operations(operations) {
        current() = this;
        m_callback = at::addThreadLocalCallback(at::RecordFunctionCallback(begins, ends)
                                                    .needsInputs(true)
                                                    .needsOutputs(true)
                                                    .scopes({at::RecordScope::FUNCTION}));
    }
    ~Recorder() { stop(); }
    Recorder(const Recorder&) = delete;
    Recorder& operator=(const Recorder&) = delete;

    void takeBack() {
        stop();
        if (!m_fault.empty()) throw std::logic_error(m_fault);
        for (auto& [tensor, before] : m_written) tensor.copy_(before);
    }

    static Recorder*& current() {
        thread_local Recorder* recorder = nullptr;
        return recorder;
    }

    void add(std::function<void()> kernel, const at::Tensor& written) {
        m_operations.emplace_back(Operation{{}, {}, {}, std::move(kernel)});
        ++m_depth;
        keep(written);
        --m_depth;
    }

private:
    void stop() {
        if (current() == nullptr) return;
        at::removeCallback(m_callback);
        current() = nullptr;
    }

    /// LibTorch swallows what a callback throws.
    static std::unique_ptr<at::ObserverContext> begins(const at::RecordFunction& call) {
        Recorder& recorder = *current();
        if (recorder.m_depth++ > 0) return nullptr;
        const auto name = call.operator_name();
        const auto handle = name ? c10::Dispatcher::singleton().findOp(*name)
                                 : std::optional<c10::OperatorHandle>();
        if (!handle) {
            recorder.m_fault = std::string("not an operation: ") + call.name();
            return nullptr;
        }
        try {
            Operation& operation =
                recorder.m_operations.emplace_back(Operation{*handle, {}, {}, {}});
            operation.inputs.assign(call.inputs().begin(), call.inputs().end());
            recorder.keepWhatIsWritten(operation);
        } catch (const std::exception& error) {
            recorder.m_fault = error.what();
        }
        return nullptr;
    }

    static void ends(const at::RecordFunction& call, at::ObserverContext* /*context*/) {
        Recorder& recorder = *current();
        if (--recorder.m_depth > 0 || !recorder.m_fault.empty()) return;
        recorder.m_operations.back().outputs = call.outputs();
    }

    void keepWhatIsWritten(const Operation& operation) {
        const auto& arguments = operation.handle->schema().arguments();
        // The copies below are operations too.
        ++m_depth;
        for (std::size_t i = 0; i < operation.inputs.size(); ++i)
            if (isWritten(arguments.at(i)))
                for (const at::Tensor& tensor : tensorsOf(operation.inputs[i])) keep(tensor);
        --m_depth;
    }

    void keep(const at::Tensor& tensor) {
        if (m_seen.insert(tensor.unsafeGetTensorImpl()).second)
            m_written.emplace_back(tensor, tensor.clone());
    }

    std::vector<Operation>& m_operations;
    std::vector<std::pair<at::Tensor, at::Tensor>> m_written;  ///< and what was there before
    std::set<const void*> m_seen;
    at::CallbackHandle m_callback{};
    int m_depth = 0;
    std::string m_fault;
};

FakeGraph::~FakeGraph() = default;

FakeGraph::FakeGraph(const std::function<void()>& work, int& replays) : m_replays(replays) {
    Recorder recorder(m_operations);
    work();
    recorder.takeBack();
}

void FakeGraph::submit(std::function<void()> kernel, const Tensor& written) {
    if (Recorder* recorder = Recorder::current()) recorder->add(kernel, libtorch(written));
    kernel();
}

void FakeGraph::Operation::run() const {
    if (!handle) return kernel();
    std::vector<c10::IValue> stack = inputs;
    handle->callBoxed(stack);
    for (std::size_t i = 0; i < stack.size(); ++i) {
        const auto made = tensorsOf(stack[i]);
        const auto places = tensorsOf(outputs.at(i));
        for (std::size_t k = 0; k < made.size(); ++k)
            if (made[k].const_data_ptr() != places.at(k).const_data_ptr())
                at::Tensor(places[k]).copy_(made[k]);
    }
}

void FakeGraph::replay() {
    ++m_replays;
    for (const Operation& operation : m_operations) translated([&] { operation.run(); });
}

}  // namespace duelo::test
