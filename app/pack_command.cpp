// SPDX-License-Identifier: Apache-2.0
#include <iostream>
#include <utility>

#include "base/places.h"
#include "commands.h"
#include "experiments/specs.h"
#include "networks/official_weights.h"
#include "plan/plan_files.h"

namespace duelo {

int packCommand(const EngineContext& context, PackCommand command,
                const std::filesystem::path& folder) {
    PackRequest& request = command.request;
    for (const std::string& typed : command.preset) {
        const std::size_t equals = typed.find('=');
        if (equals == 0 || equals == typed.npos)
            return refuse(context, {"pack_key", {{"value", typed}, {"accepted", kPackKeys}}, {}});
        request.defaults[typed.substr(0, equals)] = typed.substr(equals + 1);
    }
    if (!command.plan.empty()) {
        auto plan = readPlan(command.plan, findSpec);
        if (!plan) return refuse(context, plan.error());
        request.plan = *std::move(plan);
    }
    request.weights = downloadedWeights();
    const auto made = makePack(request, findSpec, folder);
    if (!made) return refuse(context, made.error());
    std::cout << context.text()(
                     "cli.pack_written",
                     {{"path", utf8(folder)}, {"files", made->files}, {"total_bytes", made->bytes}})
              << '\n';
    return kAllDone;
}

}  // namespace duelo
