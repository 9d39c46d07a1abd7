// SPDX-License-Identifier: Apache-2.0
#include "operation_watch.h"

#include <memory>
#include <utility>

#include <ATen/record_function.h>

namespace duelo::test {
namespace {

thread_local const std::function<void(std::string_view name)>* g_seen = nullptr;

std::unique_ptr<at::ObserverContext> begins(const at::RecordFunction& call) {
    (*g_seen)(call.name());
    return nullptr;
}

}  // namespace

OperationWatch::OperationWatch(std::function<void(std::string_view name)> seen)
    : m_seen(std::move(seen)) {
    g_seen = &m_seen;
    m_callback = at::addThreadLocalCallback(at::RecordFunctionCallback(begins));
}

OperationWatch::~OperationWatch() {
    at::removeCallback(m_callback);
    g_seen = nullptr;
}

}  // namespace duelo::test
