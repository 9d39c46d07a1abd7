// SPDX-License-Identifier: Apache-2.0
#include "toy.h"

#include <QByteArray>
#include <chrono>
#include <cstdlib>
#include <thread>
#include <utility>

#include "experiments/common_axes.h"
#include "measure/run.h"
#include "plan/protocol.h"
#include "report/view.h"

namespace duelo {

namespace {

const Spec& toy() {
    static const Spec spec = toySpec();
    return spec;
}

Facts facts() {
    return {.physical_cores = 2, .devices = {Device::Cpu, Device::Cuda}};
}

/// Times are told by a formula, not spent.
class ToyWork final : public Work {
public:
    explicit ToyWork(const Cell& cell)
        : m_ms(cell.work.real("share") * static_cast<double>(cell.work.integer("n")) /
               static_cast<double>(std::max<std::int64_t>(1, cell.variant.integer("threads")))),
          m_sums(cell.work.integer("n")) {}

    Result<Prepared> prepare() override {
        return Prepared{.quantities = {{"sums", m_sums, "rate", "1/s", "sum_ns"}}};
    }
    Timing step(int calls) override {
        ++m_steps;  // so that not all samples are equal
        return {.wall_ms = calls * m_ms * (1 + 0.001 * (m_steps % 7)),
                .parts = {{"compute", calls * m_ms}}};
    }
    Output output() override {
        return {.fingerprint = fingerprintOf(std::vector{1.0F, 2.0F}, {1, 2}, true)};
    }

private:
    const double m_ms;
    const std::int64_t m_sums;
    int m_steps = 0;
};

class ToyMaker final : public Maker {
public:
    explicit ToyMaker(std::vector<std::string>* made) : m_made(made) {}

    Result<std::unique_ptr<Work>> create(const Cell& cell) override {
        if (deviceOf(cell.variant).isGpu()) return fail("gpu_absent");
        if (m_made) m_made->push_back(cell.id);
        return std::make_unique<ToyWork>(cell);
    }
    Result<Forecast> forecast(const Cell&) override { return Forecast{.free_bytes = 1}; }
    Failure describe(const std::exception_ptr&) override { return {{"internal_error"}}; }

private:
    std::vector<std::string>* m_made;
};

}  // namespace

Spec toySpec() {
    const auto count = [](const char* id, Json usual, double min, double max) {
        return Axis{.id = id,
                    .many = true,
                    .usual = std::move(usual),
                    .min = min,
                    .max = max,
                    .option = std::string("--") + id};
    };
    const auto word = [](const char* id, AxisRole role, std::vector<std::string> words) {
        Axis axis{.id = id, .kind = AxisKind::Word, .role = role, .many = true};
        axis.usual = Json::array({words.front()});
        axis.words = std::move(words);
        axis.option = std::string("--") + id;
        return axis;
    };
    Axis sides = count("sides", Json::array({2, 3}), 2, 9);
    sides.when = {{.axis = "shape", .in = {"square"}}};
    Axis tile = count("tile", Json::array({8, 16}), 1, 64);
    tile.role = AxisRole::Variant;
    tile.when = {{.axis = "kernel", .in = {"tiled"}}};
    Axis kernel = word("kernel", AxisRole::Variant, {"plain", "tiled"});
    kernel.value_when["tiled"] = {onGpu()};
    Spec spec{.id = "toy", .command = "toy", .help = "sums that nobody needs"};
    spec.axes = {count("n", Json::array({1000}), 1, 1e6),
                 word("shape", AxisRole::Case, {"row", "square"}),
                 std::move(sides),
                 {.id = "share",
                  .kind = AxisKind::Real,
                  .usual = 0.25,
                  .min = 0,
                  .max = 1,
                  .option = "--share",
                  .per_typed = 0.01},
                 {.id = "sorted", .kind = AxisKind::Flag, .usual = true, .option = "--sorted"},
                 deviceAxis(),
                 threadsAxis(),
                 std::move(kernel),
                 std::move(tile),
                 {.id = "save",
                  .kind = AxisKind::Flag,
                  .role = AxisRole::Run,
                  .usual = false,
                  .option = "--save"}};
    spec.metrics = {{"rate", "1/s"}, {"sum_ns", "ns", false}};
    spec.parts = {{"compute"}};
    return spec;
}

const View& toyLayout() {
    static const Figure each{.metric = "sum_ns", .symbol = "ns"};
    static const View view{
        .title = "experiment.toy",
        .layout = {.name = {{"shape"}, {"n"}, {"sides"}, {"share", true}},
                   .rows = {"n"},
                   .tables = {{.id = "toy-times", .figures = {Figure{}, each}}},
                   .method = {{"toy.method_formula"},
                              {"toy.method_square", {{.axis = "shape", .in = {"square"}}}}},
                   .answer = "toy.answer",
                   .note = "toy.note"},
        .charts = {{.id = "lines", .can_be_log = true}, {.id = "toy_each", .figure = each}}};
    return view;
}

std::unique_ptr<Maker> makeToy() {
    return std::make_unique<ToyMaker>(nullptr);
}

Plan toyPlan() {
    const auto typed =
        planFromWords(toy(), {{"n", {"1000", "2000", "4000"}}, {"threads", {"1", "2"}}}, facts());
    Plan plan = validated(*typed, toy(), facts()).value();
    plan.preset = Preset::Quick;
    plan.base = {{"device", "cpu"}, {"threads", 1}};
    return plan;
}

std::vector<std::string> measureToy(const std::filesystem::path& file, bool resume,
                                    Progress* progress) {
    std::vector<std::string> made;
    // A lock of its own: tests run beside each other, and beside engines.
    qputenv("DUELO_LOCK_FILE", QByteArray::fromStdString(file.string() + ".lock"));
    const auto make = [&](Header header, const RecordLog* former) -> Result<RunSetup> {
        const Plan planned = former ? planFromJson(former->header().plan).value() : toyPlan();
        RunSetup setup;
        setup.cells = expand(planned, toy(), facts());
        setup.header = std::move(header);
        setup.header.plan = toJson(planned);
        setup.header.plan_hash = planHash(setup.header.plan);
        setup.header.cells = static_cast<int>(setup.cells.size());
        setup.header.machine.cpu = {.name = "Toy", .cores = 2};
        setup.protocol = protocolOf(planned.preset);
        setup.base = planned.base;
        setup.maker = std::make_unique<ToyMaker>(&made);
        return setup;
    };
    auto run = Run::start(make, {.path = file, .task = resume ? RunTask::Resume : RunTask::Whole},
                          60e3, [&](const Record& record) {
                              if (progress) progress->add(record, 1);
                          });
    if (!run) std::abort();
    while ((*run)->isRunning()) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    return made;
}

}  // namespace duelo
