// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTemporaryDir>
#include <QtTest>

#include <filesystem>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "experiments/compare.h"
#include "measure/run.h"
#include "plan/protocol.h"
#include "report/export.h"
#include "report/writers.h"

/// A run of a plan by its real maker, from the cells to the files that are compared.
namespace duelo::testing {

inline const Facts kTwoCores{.physical_cores = 2, .devices = {Device::Cpu}};

/// Has a folder of its own, and a measuring lock that no other test waits for.
class RealRun {
public:
    RealRun() { qputenv("DUELO_LOCK_FILE", m_folder.filePath("lock").toUtf8()); }

    [[nodiscard]] std::filesystem::path file(const QString& name) const {
        return m_folder.filePath(name).toStdString();
    }

    struct Request {
        Plan plan{};  ///< validated
        std::function<std::unique_ptr<Maker>()> maker{};
        double t_max_ms = 500;                    ///< no figure here needs to be precise
        std::function<void(RunSetup&)> adjust{};  ///< what else differs; may be empty
    };
    /// Measures it to its end. Ends the test where it cannot be started.
    static RunEnd measure(const Request& request, const Spec& spec,
                          const std::filesystem::path& file) {
        const auto make = [&](Header header, const RecordLog*) -> Result<RunSetup> {
            const Plan& plan = request.plan;
            RunSetup setup{.cells = expand(plan, spec, kTwoCores),
                           .header = std::move(header),
                           .protocol = protocolOf(plan.preset),
                           .base = plan.base};
            setup.protocol.t_max_ms = request.t_max_ms;
            setup.header.plan = toJson(plan);
            setup.header.plan_hash = planHash(setup.header.plan);
            setup.header.cells = static_cast<int>(setup.cells.size());
            setup.header.machine.cpu = {.name = "Test", .cores = 2};
            setup.loss = spec.loss;
            setup.maker = request.maker();
            if (request.adjust) request.adjust(setup);
            return setup;
        };
        auto run = Run::start(make, {.path = file}, 60e3, {});
        if (!run) qFatal("%s", run.error().code.c_str());
        while ((*run)->isRunning()) QTest::qWait(5);
        return (*run)->end();
    }

private:
    QTemporaryDir m_folder;
};

inline Comparison compared(const std::vector<std::filesystem::path>& files) {
    return compareFiles(files, {}).value();
}

/// The whole report, every sentence in one line.
inline QString markdownOf(const Comparison& comparison, Language language) {
    return QString::fromStdString(writeMarkdown(compose(comparison, {.language = language})));
}

}  // namespace duelo::testing
