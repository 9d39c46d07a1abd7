// SPDX-License-Identifier: Apache-2.0
#include "experiments/emulation.h"

#include <algorithm>

#include "base/reason_json.h"

namespace duelo {

Json countersJson(const simt::Counters& counters) {
    return {{"launches", counters.launches},
            {"copies", counters.copies},
            {"copied_bytes", counters.copied_bytes},
            {"blocks", counters.blocks},
            {"threads", counters.threads},
            {"idle_threads", counters.idle_threads},
            {"barriers", counters.barriers},
            {"branches", counters.branches},
            {"diverging_branches", counters.diverging_branches},
            {"global_requests", counters.global_requests},
            {"sectors", counters.sectors},
            {"least_sectors", counters.least_sectors},
            {"loaded_bytes", counters.loaded_bytes},
            {"stored_bytes", counters.stored_bytes},
            {"shared_requests", counters.shared_requests},
            {"bank_conflicts", counters.bank_conflicts}};
}

Result<std::int64_t> Emulation::number(EmulatedNumber of) {
    const Json value = m_args.value(of.axis, Json(of.usual));
    if (!value.is_number_integer() || value < of.min || value > of.max)
        return fail("value_out_of_range",
                    {{"field", of.axis}, {"value", value}, {"min", of.min}, {"max", of.max}});
    m_reply[std::string(of.axis)] = value;
    return value.get<std::int64_t>();
}

Result<std::vector<kernels::KernelShape>> Emulation::chosen(
    std::span<const kernels::KernelShape> shapes) const {
    const Json names = m_args.value("kernels", Json::array());
    if (names.empty()) return std::vector(shapes.begin(), shapes.end());
    std::vector<kernels::KernelShape> found;
    for (const Json& name : names) {
        const auto shape = std::ranges::find_if(
            shapes, [&](const kernels::KernelShape& one) { return name == one.kernel; });
        if (shape == shapes.end()) {
            Json accepted = Json::array();
            for (const kernels::KernelShape& one : shapes) accepted.push_back(one.kernel);
            return fail("unknown_value",
                        {{"field", "kernels"}, {"value", name}, {"accepted", accepted}});
        }
        found.push_back(*shape);
    }
    return found;
}

Result<Json> Emulation::run(std::span<const kernels::KernelShape> shapes, const Run& run) {
    const auto wanted = chosen(shapes);
    if (!wanted) return tl::unexpected(wanted.error());
    Json told = Json::array();
    for (const kernels::KernelShape& shape : *wanted) {
        simt::Emulator emulator(m_stop);
        const Result<bool> right = run(emulator, shape);
        if (m_stop.stop_requested()) return fail("simt_stopped");
        Json one{{"kernel", shape.kernel}, {"text", shape.text}};
        if (right) {
            one["right"] = *right;
            one["counters"] = countersJson(emulator.counters());
        } else {
            one["reason"] = toJson(right.error());
        }
        told.push_back(std::move(one));
    }
    m_reply["kernels"] = std::move(told);
    return m_reply;
}

Json Emulation::replyWith(Json kernel) const {
    Json reply = m_reply;
    if (const auto launch = kernel.find("launch"); launch != kernel.end())
        reply = {{"experiment", reply.at("experiment")}, {"launch", *launch}};
    reply["kernels"] = Json::array({std::move(kernel)});
    return reply;
}

}  // namespace duelo
