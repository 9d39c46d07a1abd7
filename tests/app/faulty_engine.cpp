// SPDX-License-Identifier: Apache-2.0
// duelo-engine with one fault, named in DUELO_FAULT as KIND@CELL:CALL, for example hang@c002:3.
#include <chrono>
#include <cstdlib>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

#include "program.h"

namespace duelo {
namespace {

struct Fault {
    std::string kind, cell;
    int call = 0;
};

/// An exception like that of a sticky CUDA error. Only the maker of the work knows its meaning.
struct IllegalAddress : std::runtime_error {
    IllegalAddress() : std::runtime_error("an illegal memory access was encountered") {}
};

Fault faultFromEnvironment() {
    const char* value = std::getenv("DUELO_FAULT");
    const std::string text = value != nullptr ? value : "";
    const std::size_t at = text.find('@');
    const std::size_t colon = text.find(':', at);
    if (at == std::string::npos || colon == std::string::npos) return {};
    return {text.substr(0, at), text.substr(at + 1, colon - at - 1),
            std::stoi(text.substr(colon + 1))};
}

void strike(const std::string& kind) {
    if (kind == "illegal-address") throw IllegalAddress();
    if (kind == "oom") throw std::bad_alloc();
    if (kind == "throw") throw 42;
    if (kind == "abort") std::abort();
    if (kind == "exit") std::_Exit(9);
    if (kind == "hang") std::this_thread::sleep_for(std::chrono::hours(1));
}

class FaultyWork final : public Work {
public:
    FaultyWork(std::unique_ptr<Work> inner, Fault fault)
        : m_inner(std::move(inner)), m_fault(std::move(fault)) {}

    void setControl(CallControl control) override { m_inner->setControl(std::move(control)); }
    Course* course() override { return m_inner->course(); }
    Result<void> fetch() override { return m_inner->fetch(); }
    Result<Prepared> prepare() override { return m_inner->prepare(); }
    Timing step(int calls) override {
        if (m_call++ == m_fault.call) strike(m_fault.kind);
        return m_inner->step(calls);
    }
    Output output() override { return m_inner->output(); }
    void beginBlock() override { m_inner->beginBlock(); }
    std::optional<DeviceState> deviceState() override { return m_inner->deviceState(); }
    Parts measureApart() override { return m_inner->measureApart(); }

private:
    std::unique_ptr<Work> m_inner;
    Fault m_fault;
    int m_call = 0;
};

class FaultyMaker final : public Maker {
public:
    explicit FaultyMaker(std::unique_ptr<Maker> inner) : m_inner(std::move(inner)) {}

    Result<void> check(const Cell& cell) override { return m_inner->check(cell); }
    Result<std::unique_ptr<Work>> create(const Cell& cell) override {
        auto work = m_inner->create(cell);
        if (!work || cell.id != m_fault.cell) return work;
        return std::make_unique<FaultyWork>(std::move(*work), m_fault);
    }
    Result<std::unique_ptr<Work>> sample(const Cell& cell) override {
        return m_inner->sample(cell);
    }
    Result<Forecast> forecast(const Cell& cell) override { return m_inner->forecast(cell); }
    Result<std::optional<CourseForecast>> look(const Cell& cell, bool measuring) override {
        return m_inner->look(cell, measuring);
    }
    Result<Json> answer(std::string_view query, const Json& args) override {
        return m_inner->answer(query, args);
    }
    Failure describe(const std::exception_ptr& error) override {
        try {
            std::rethrow_exception(error);
        } catch (const IllegalAddress& sticky) {
            return {{"cuda_illegal_address",
                     {{"number", 700}, {"name", "cudaErrorIllegalAddress"}},
                     sticky.what()},
                    true};
        } catch (...) {
            return m_inner->describe(error);
        }
    }
    void release() override { m_inner->release(); }

private:
    std::unique_ptr<Maker> m_inner;
    const Fault m_fault = faultFromEnvironment();
};

}  // namespace
}  // namespace duelo

int main(int argc, char** argv) {
    return duelo::runEngineProgram(argc, argv, [](std::unique_ptr<duelo::Maker> inner) {
        return std::make_unique<duelo::FaultyMaker>(std::move(inner));
    });
}
