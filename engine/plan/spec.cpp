// SPDX-License-Identifier: Apache-2.0
#include "plan/spec.h"

#include <algorithm>
#include <iterator>
#include <optional>

namespace duelo {

namespace {

bool contains(const std::vector<Json>& list, const Json& value) {
    return std::ranges::find(list, value) != list.end();
}

std::string placeOf(const char* list, std::size_t block, const std::string& axis) {
    return std::string(list) + '[' + std::to_string(block) + "]." + axis;
}

/// JSON carries UTF-8 only, and the system ends a path at the first NUL.
bool isUsablePath(const std::string& text) {
    if (text.empty() || text.find('\0') != std::string::npos) return false;
    try {
        (void)Json(text).dump();
    } catch (const Json::exception&) {
        return false;
    }
    return true;
}

std::optional<Reason> whyNoPath(const Json& value, const std::string& field) {
    const auto wrong = [&](const char* code) {
        return Reason{code, {{"field", field}, {"value", value}}, {}};
    };
    if (!value.is_string()) return wrong("field_not_text");
    if (!isUsablePath(value.get<std::string>())) return wrong("path_not_usable");
    return std::nullopt;
}

/// Why nothing can be measured on a device. The first of each API may be absent here: the engine
/// skips its cells and says why. Of another nothing would be known but that it was asked for.
std::optional<Reason> whyNoDevice(const Axis& axis, const Json& value, const std::string& field,
                                  const Facts& facts) {
    if (!value.is_string()) return Reason{"field_not_text", {{"field", field}, {"value", value}}};
    const auto refused = [&](const char* code, Json accepted) {
        return Reason{
            code, {{"field", field}, {"value", value}, {"accepted", std::move(accepted)}}, {}};
    };
    if (!axis.accepts(value.get<std::string>())) return refused("unknown_value", axis.apis());
    const Device device = *deviceFrom(value.get<std::string>());
    if (device.index == 0 || facts.has(device)) return std::nullopt;
    Json open = Json::array();
    for (const Device& one : facts.devices)
        if (axis.accepts(word(one))) open.push_back(word(one));
    return refused("device_not_open", std::move(open));
}

/// Why an axis cannot take a value; nothing where it can.
std::optional<Reason> whyNot(const Axis& axis, const Json& value, const std::string& field,
                             const Attachments& attachments, const Facts& facts) {
    const auto wrong = [&](const char* code) {
        return Reason{code, {{"field", field}, {"value", value}}, {}};
    };
    const auto limit = [&](const std::optional<double>& bound) {
        if (!bound) return Json();
        return axis.kind == AxisKind::Real ? Json(*bound) : Json(static_cast<std::int64_t>(*bound));
    };
    const auto outside = [&](double number) -> std::optional<Reason> {
        if (number >= axis.min.value_or(number) && number <= axis.max.value_or(number))
            return std::nullopt;
        if (axis.unit == kByteUnit)
            return Reason{"bytes_out_of_range",
                          {{"value_bytes", value},
                           {"min_bytes", limit(axis.min)},
                           {"max_bytes", limit(axis.max)},
                           {"field", field}},
                          {}};
        return Reason{axis.range_reason,
                      {{"value", value},
                       {"min", limit(axis.min)},
                       {"max", limit(axis.max)},
                       {"field", field}},
                      {}};
    };
    switch (axis.kind) {
        case AxisKind::Integer:
            if (!value.is_number_integer()) return wrong("field_not_integer");
            return outside(value.get<double>());
        case AxisKind::Real:
            if (!value.is_number()) return wrong("field_not_number");
            return outside(value.get<double>());
        case AxisKind::Word:
            if (!value.is_string()) return wrong("field_not_text");
            if (std::ranges::find(axis.words, value.get<std::string>()) == axis.words.end())
                return Reason{"unknown_value",
                              {{"field", field}, {"value", value}, {"accepted", axis.words}},
                              {}};
            return std::nullopt;
        case AxisKind::Device:
            return whyNoDevice(axis, value, field, facts);
        case AxisKind::Flag:
            return value.is_boolean() ? std::nullopt : std::optional(wrong("field_not_boolean"));
        case AxisKind::Text:
            return value.is_string() ? std::nullopt : std::optional(wrong("field_not_text"));
        case AxisKind::Path:
            if (!value.is_array() || !axis.max) return whyNoPath(value, field);
            if (value.empty()) return Reason{"list_empty", {{"field", field}}};
            for (const Json& one : value)
                if (auto why = whyNoPath(one, field)) return why;
            return static_cast<double>(value.size()) <= *axis.max
                       ? std::nullopt
                       : std::optional(Reason{"too_many_files",
                                              {{"field", field},
                                               {"count", value.size()},
                                               {"max", limit(axis.max)}}});
        case AxisKind::Source:
        case AxisKind::Command:
            if (!value.is_object()) return wrong("field_not_object");
            return whyNoReference(value, field, attachments);
        case AxisKind::Work:
            return value.is_object() ? std::nullopt : std::optional(wrong("field_not_object"));
    }
    return std::nullopt;
}

class Checker {
public:
    Checker(const Plan& plan, const Spec& spec, const Facts& facts)
        : m_spec(spec), m_facts(facts), m_attachments(attachmentsOf(plan, spec)) {
        if (auto why = whyNotAttached(m_attachments))
            m_problems.push_back({.reason = std::move(*why)});
    }

    void blocks(const char* list, AxisRole role, const std::vector<Block>& blocks) {
        if (blocks.empty()) m_problems.push_back({.reason = {"list_empty", {{"field", list}}, {}}});
        for (std::size_t i = 0; i < blocks.size(); ++i) {
            unknown(placeOf(list, i, ""), role, i, blocks[i]);
            for (const Axis& axis : m_spec.axes)
                if (axis.role == role) values(axis, list, i, blocks[i]);
        }
    }

    void params(const std::string& name, AxisRole role, const Params& params) {
        for (const auto& [id, value] : params) {
            const std::string field = name + '.' + id;
            const Axis* axis = m_spec.find(id);
            if (!axis || axis->role != role)
                m_problems.push_back({.axis = id, .reason = unknownField(field, role)});
            else if (auto why = whyNot(*axis, value, field, m_attachments, m_facts))
                m_problems.push_back({.axis = id, .reason = std::move(*why)});
        }
    }

    void count(const Plan& plan) {
        // In floating point, because the product of hostile lists does not fit an integer.
        const auto products = [this](AxisRole role, const std::vector<Block>& blocks) {
            double sum = 0;
            for (const Block& block : blocks) {
                double product = 1;
                for (const Axis& axis : m_spec.axes)
                    if (axis.role == role)
                        product *= static_cast<double>(
                            std::max<std::size_t>(1, valuesOf(axis, block).size()));
                sum += product;
            }
            return sum;
        };
        const double count =
            products(AxisRole::Case, plan.cases) * products(AxisRole::Variant, plan.variants);
        if (count > kMaxCells)
            m_problems.push_back(
                {.reason = {"too_many_cells",
                            {{"count", static_cast<std::int64_t>(std::min(count, 1e15))},
                             {"max", kMaxCells}},
                            {}}});
    }

    std::vector<Problem> take() { return std::move(m_problems); }

private:
    Reason unknownField(const std::string& field, AxisRole role) const {
        Json accepted = Json::array();
        for (const Axis& axis : m_spec.axes)
            if (axis.role == role) accepted.push_back(axis.id);
        return {"field_unknown", {{"field", field}, {"accepted", std::move(accepted)}}, {}};
    }

    void unknown(const std::string& place, AxisRole role, std::size_t i, const Block& block) {
        for (const auto& [id, list] : block) {
            const Axis* axis = m_spec.find(id);
            if (!axis || axis->role != role)
                m_problems.push_back(
                    {.axis = id, .block = i, .reason = unknownField(place + id, role)});
        }
    }

    void values(const Axis& axis, const char* list, std::size_t i, const Block& block) {
        const std::string field = placeOf(list, i, axis.id);
        const std::vector<Json> values = valuesOf(axis, block);
        const auto problem = [&](std::size_t index, Reason reason) {
            m_problems.push_back(
                {.axis = axis.id, .block = i, .index = index, .reason = std::move(reason)});
        };
        if (values.empty() && !axis.optional)
            problem(
                0,
                {block.contains(axis.id) ? "list_empty" : "field_missing", {{"field", field}}, {}});
        if (values.size() > 1 && !axis.many)
            problem(1, {"setting_repeated", {{"field", field}}, {}});
        for (std::size_t k = 0; k < values.size(); ++k) {
            const std::string at = axis.many ? field + '[' + std::to_string(k) + ']' : field;
            if (auto why = whyNot(axis, values[k], at, m_attachments, m_facts))
                problem(k, std::move(*why));
        }
    }

    const Spec& m_spec;
    const Facts& m_facts;
    const Attachments m_attachments;
    std::vector<Problem> m_problems;
};

/// "cuda" of "cuda:0": a device is one value. What is no word of a known API stays as it is.
Json deviceValue(Json value) {
    const auto device = value.is_string() ? deviceFrom(value.get<std::string>()) : std::nullopt;
    return device && device->api != Api::Other ? Json(word(*device)) : std::move(value);
}

void complete(std::vector<Block>& blocks, AxisRole role, const Spec& spec) {
    for (Block& block : blocks)
        for (const Axis& axis : spec.axes) {
            if (axis.role != role) continue;
            std::vector<Json> once;
            for (Json& value : valuesOf(axis, block)) {
                if (axis.kind == AxisKind::Device) value = deviceValue(std::move(value));
                if (!contains(once, value)) once.push_back(std::move(value));
            }
            if (block.contains(axis.id) || !once.empty()) block[axis.id] = std::move(once);
        }
}

/// Returns the attachments that a value names: any others would be asked about and never run.
Attachments namedIn(const Plan& plan, const Spec& spec) {
    const Attachments known = attachmentsOf(plan, spec);
    Attachments named;
    for (const Axis& axis : spec.axes) {
        if (!isAttached(axis.kind)) continue;
        for (const auto* blocks : {&plan.cases, &plan.variants})
            for (const Block& block : *blocks)
                for (const Json& value : valuesIn(block, axis.id)) addNamed(value, known, named);
        for (const Params* params : {&plan.run, &plan.base})
            addNamed(params->at(axis.id), known, named);
    }
    return named;
}

}  // namespace

std::vector<Json> valuesOf(const Axis& axis, const Block& block) {
    if (const auto found = block.find(axis.id); found != block.end()) return found->second;
    if (axis.usual.is_array()) return {axis.usual.begin(), axis.usual.end()};
    return axis.usual.is_null() ? std::vector<Json>{} : std::vector<Json>{axis.usual};
}

bool When::holds(const Params& params) const {
    if (device) return deviceOf(params).kind() == *device;
    if (not_by) return deviceOf(params).api != *not_by;
    const Json& value = params.at(axis);
    return (in.empty() || contains(in, value)) && !contains(not_in, value);
}

bool Facts::has(const Device& device) const {
    return std::ranges::find(devices, device) != devices.end();
}

std::vector<Device> Facts::devicesFor(const Spec& spec) const {
    std::vector<Device> all = devices;
    if (spec.networks && !networks_on_gpu)
        std::erase_if(all, [](const Device& one) { return one.isGpu(); });
    for (const Axis& axis : spec.axes)
        if (axis.kind == AxisKind::Device)
            std::erase_if(all, [&](const Device& one) { return !axis.accepts(word(one)); });
    return all;
}

std::optional<Device> Facts::gpu() const {
    const auto found = std::ranges::find_if(devices, &Device::isGpu);
    return found == devices.end() ? std::nullopt : std::optional(*found);
}

const Axis* Spec::find(std::string_view axis) const {
    const auto found = std::ranges::find(axes, axis, &Axis::id);
    return found == axes.end() ? nullptr : &*found;
}

const EventSpec* Spec::findEvent(std::string_view kind) const {
    const auto found = std::ranges::find(events, kind, &EventSpec::kind);
    return found == events.end() ? nullptr : &*found;
}

bool Axis::names(std::string_view text) const {
    return std::ranges::any_of(words, [&](const std::string& word) {
        return text == word || (word.ends_with(':') && text.starts_with(word));
    });
}

std::vector<std::string> Axis::apis() const {
    std::vector<std::string> known;
    for (const std::string_view api : wordsOf<Api>)
        if (accepts(api)) known.emplace_back(api);
    return known;
}

bool Axis::accepts(std::string_view device) const {
    const auto read = deviceFrom(device);
    if (!read || read->api == Api::Other) return false;
    return *read == Device::Cpu || (gpus && (opencl || read->api != Api::OpenCl));
}

Attachments attachmentsOf(const Plan& plan, const Spec& spec) {
    Attachments known = plan.attachments;
    known.insert(spec.attachments.begin(), spec.attachments.end());
    return known;
}

namespace {

/// Takes one GPU by OpenCL, and none where there is CUDA: the same card would be measured twice.
std::vector<Device> usualDevices(std::vector<Device> devices) {
    bool has_gpu = std::ranges::find(devices, Api::Cuda, &Device::api) != devices.end();
    std::erase_if(devices, [&](const Device& one) {
        return one.api == Api::OpenCl && std::exchange(has_gpu, true);
    });
    return devices;
}

}  // namespace

Plan usualPlan(const Spec& spec, const Facts& facts) {
    Plan plan{.experiment = spec.id, .cases = {Block()}, .variants = {Block()}};
    for (const Axis& axis : spec.axes) {
        if (axis.role == AxisRole::Run && !axis.usual.is_null()) plan.run.set(axis.id, axis.usual);
        if (axis.role != AxisRole::Variant) continue;
        // One that is absent says nothing of how anything is done.
        if (axis.kind == AxisKind::Word && (!axis.optional || !axis.usual.is_null()))
            plan.base.set(axis.id, axis.words.front());
        if (axis.kind != AxisKind::Device) continue;
        plan.base.set(axis.id, word(Device::Cpu));
        for (const Device& device : usualDevices(facts.devicesFor(spec)))
            plan.variants.front()[axis.id].emplace_back(word(device));
    }
    return completed(std::move(plan), spec);
}

Plan offeredPlan(const Offer& offer, const Spec& spec, const Facts& facts) {
    Plan plan = usualPlan(spec, facts);
    plan.cases = offer.cases;
    if (!offer.variants.empty()) {
        plan.variants = offer.variants;
        plan.base = offer.base;
        const std::vector<Device> usable = facts.devicesFor(spec);
        std::erase_if(plan.variants, [&](const Block& block) {
            const std::vector<Json>& asked = valuesIn(block, "device");
            return !asked.empty() && std::ranges::none_of(asked, [&](const Json& value) {
                const auto device = deviceFrom(value.get<std::string>());
                return device && std::ranges::find(usable, *device) != usable.end();
            });
        });
    }
    return completed(std::move(plan), spec);
}

Plan completed(Plan plan, const Spec& spec) {
    complete(plan.cases, AxisRole::Case, spec);
    complete(plan.variants, AxisRole::Variant, spec);
    plan.attachments = namedIn(plan, spec);
    return plan;
}

Plan firstOfEach(const Plan& plan, const Spec& other) {
    const auto first = [&](const std::vector<Block>& blocks) {
        Block out;
        for (const auto& [axis, values] : blocks.empty() ? Block() : blocks.front())
            if (other.find(axis) && !values.empty()) out[axis] = {values.front()};
        return std::vector<Block>{std::move(out)};
    };
    return completed({.experiment = other.id,
                      .cases = first(plan.cases),
                      .variants = first(plan.variants),
                      .preset = plan.preset,
                      .attachments = plan.attachments},
                     other);
}

std::vector<Problem> problemsOf(const Plan& plan, const Spec& spec, const Facts& facts) {
    if (plan.experiment != spec.id)
        return {{.reason = {"unknown_value",
                            {{"field", "experiment"},
                             {"value", plan.experiment},
                             {"accepted", Json::array({spec.id})}},
                            {}}}};
    Checker checker(plan, spec, facts);
    checker.blocks("cases", AxisRole::Case, plan.cases);
    checker.blocks("variants", AxisRole::Variant, plan.variants);
    checker.params("run", AxisRole::Run, plan.run);
    checker.params("base", AxisRole::Variant, plan.base);
    checker.count(plan);
    std::vector<Problem> problems = checker.take();
    if (problems.empty() && spec.validate) problems = spec.validate(completed(plan, spec), facts);
    return problems;
}

Result<Plan> validated(Plan plan, const Spec& spec, const Facts& facts) {
    std::vector<Problem> problems = problemsOf(plan, spec, facts);
    if (!problems.empty()) return tl::unexpected(std::move(problems.front().reason));
    return completed(std::move(plan), spec);
}

std::size_t baseIndex(const std::vector<const Params*>& variants, const Params& base) {
    std::size_t best = 0;
    std::ptrdiff_t most = -1;
    for (std::size_t i = 0; i < variants.size(); ++i) {
        const auto alike = std::ranges::count_if(
            base, [&](const auto& entry) { return variants[i]->at(entry.first) == entry.second; });
        if (alike <= most) continue;
        most = alike;
        best = i;
    }
    return best;
}

}  // namespace duelo
