// SPDX-License-Identifier: Apache-2.0
// Fake work of the planned experiments. It asks a cell for the parameters that such work needs.
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include "all_specs.h"

namespace duelo {

namespace {

/// The parameters of a cell, and which of them the work wanted.
class Asked {
public:
    explicit Asked(const Cell& cell) : m_params(cell.work), m_attachments(cell.attachments) {
        for (const auto& [axis, value] : cell.variant) m_params.set(axis, value);
    }

    double number(const char* axis) {
        const auto value = (m_asked.insert(axis), m_params.optionalReal(axis));
        m_right = m_right && value.has_value();
        return value.value_or(1);
    }
    std::string word(const char* axis) {
        std::string value = (m_asked.insert(axis), m_params.text(axis));
        m_right = m_right && !value.empty();
        return value;
    }
    bool flag(const char* axis) {
        m_right = m_right && at(axis).is_boolean();
        return m_params.flag(axis);
    }
    /// Whether the cell has the text that it names.
    bool attached(const char* axis) { return !whyNoReference(object(axis), axis, m_attachments); }
    /// Returns the value of an axis that holds an attachment or other work.
    const Json& object(const char* axis) {
        m_right = m_right && at(axis).is_object();
        return at(axis);
    }
    /// Returns a value that may be absent.
    const Json& at(const char* axis) { return m_asked.insert(axis), m_params.at(axis); }

    /// Returns `ms`; NaN unless exactly those axes were asked for that the cell has.
    [[nodiscard]] double time(double ms) const {
        for (const auto& [axis, value] : m_params)
            if (!m_asked.contains(axis)) return std::numeric_limits<double>::quiet_NaN();
        return m_right ? ms : std::numeric_limits<double>::quiet_NaN();
    }

private:
    Params m_params;
    const Attachments m_attachments;
    std::set<std::string, std::less<>> m_asked;
    bool m_right = true;
};

bool onGpu(Asked& asked) {
    return asked.word("device") == "cuda";
}

/// The rate of what runs on every thread of the CPU, or on the GPU.
double speed(Asked& asked) {
    return onGpu(asked) ? 1000 : asked.number("threads");
}

/// A thread on a core of its own makes no other time here.
void asksForPinning(Asked& asked) {
    if (!onGpu(asked)) (void)asked.at("pinning");
}

double inferenceMs(Asked& asked) {
    const Json& side = asked.at("size_px");  // some networks take images of one size alone
    double work = asked.number("batch") * std::pow(side.is_null() ? 28 : side.get<double>(), 2);
    if (asked.word("model") == "resnet18") work *= 2;
    if (asked.word("input") != "random")
        work += double(asked.word("preprocess").size() + asked.word("fit").size());
    (void)asked.at("weights"), (void)asked.at("decoding");
    if (asked.word("model") == "mlp") (void)asked.at("hidden");
    if (asked.word("precision") != "fp32") work /= 2;
    if (asked.word("mode") != "eager") work /= 2;
    if (!onGpu(asked)) (void)asked.at("instances");
    asksForPinning(asked);
    return work / speed(asked) + asked.number("seed") * 0;
}

double updatesMs(Asked& asked) {
    double work = 1000 + asked.number("batch") + asked.number("outputs");
    if (asked.word("model") == "mlp") work += asked.number("hidden") / 256;
    if (asked.word("optimizer") == "sgd") work += asked.number("momentum");
    if (asked.flag("augment") != asked.flag("deterministic")) work *= 2;
    if (asked.word("data") == "digits") work *= 2;
    work *= 1 - asked.number("validation_share") - asked.number("test_share");
    if (asked.word("precision") != "fp32") work /= 2;
    (void)asked.at("train_share");
    work += asked.number("seed") * 0;
    if (asked.word("mode") == "plain") return onGpu(asked) ? std::nan("") : work;
    if (asked.word("mode") != "eager") work /= 2;
    return work / speed(asked);
}

double trainingMs(Asked& asked) {
    (void)asked.at("until_accuracy"), (void)asked.at("max_time_s"), (void)asked.at("checkpoint");
    asksForPinning(asked);
    const double epochs = asked.number("epochs") + asked.number("patience");
    const Json& processes = asked.at("processes");
    // Several on a GPU are a cell that its maker refuses, and says why.
    const double shared = processes.is_null() || onGpu(asked) ? 1.0 : processes.get<double>();
    return epochs / shared * updatesMs(asked) * (asked.flag("decode_every_epoch") ? 2 : 1) +
           asked.number("learning_rate") * 0;
}

double poolLabMs(Asked& asked) {
    const double positions = std::floor((asked.number("size_px") + 2 * asked.number("padding")) /
                                        asked.number("stride"));
    double work = 1 + std::pow(positions * asked.number("window"), 2);
    if (asked.word("input") == "random") work += asked.number("seed") * 0;
    const std::string kernel = asked.word("kernel");
    if (kernel == "loops") return onGpu(asked) ? std::nan("") : work;
    if (kernel == "threads" || kernel == "library") return work / speed(asked);
    if (asked.word("filter") == "transferred") work += 10;
    if (asked.word("launches") == "one_per_window") work += 100 * positions * positions;
    if (kernel == "edited" && !asked.attached("source")) return std::nan("");
    if (kernel != "plain") work /= asked.number("tile");
    return onGpu(asked) ? work : std::nan("");
}

double maxPoolMs(Asked& asked) {
    asksForPinning(asked);
    const std::string kernel = asked.word("kernel");
    const std::string numbers = asked.word("numbers");
    const double side = numbers == "typed" ? double(asked.word("matrix").size())
                        : numbers == "picture"
                            ? asked.number("size_px") + double(asked.word("picture").size()) * 0
                            : asked.number("size_px") + asked.number("seed") * 0;
    double work = side * side * asked.number("window") / asked.number("stride");
    work += double(asked.word("border").size() + numbers.size());
    work += asked.number("padding") * 0;
    if (kernel == "library") return work / speed(asked);
    if (kernel == "onednn") return onGpu(asked) ? std::nan("") : work / speed(asked);
    if (kernel == "own" && !asked.attached("source")) return std::nan("");
    if (onGpu(asked) != (kernel.starts_with("pool_") || kernel == "cudnn" || kernel == "own"))
        return std::nan("");
    return kernel == "rows_threads" ? work / asked.number("threads") : work;
}

double matrixProductMs(Asked& asked) {
    asksForPinning(asked);
    const double work = 2 * std::pow(asked.number("n"), 3) + asked.number("seed") * 0;
    const std::string kernel = asked.word("kernel"), precision = asked.word("precision");
    if (kernel == "library") return work / speed(asked);
    if (kernel == "onednn")
        return onGpu(asked) || precision == "tf32" ? std::nan("") : work / speed(asked);
    if (kernel == "own") return onGpu(asked) && asked.attached("source") ? work : std::nan("");
    if (onGpu(asked) != kernel.starts_with("matmul")) return std::nan("");
    if ((precision == "fp32") == kernel.starts_with("matmul_tensor")) return std::nan("");
    if (kernel == "matmul_tensor_staged" && precision == "tf32") return std::nan("");
    return kernel == "blocked_vector_threads" ? work / asked.number("threads") : work;
}

double transferMs(Asked& asked) {
    const double bytes = asked.number("bytes");
    const std::string direction = asked.word("direction");
    if (onGpu(asked) == (direction == "within_host")) return std::nan("");
    if (direction == "within_device") return bytes / 10;
    if (direction == "within_host")
        return (asked.word("copy") == "loop" ? 2 : 1) * bytes / asked.number("threads");
    const std::string memory = asked.word("memory");
    const bool alone = asked.word("beside") == "nothing";
    if (!alone && memory != "pinned") return std::nan("");
    return (memory == "pageable" ? 2 : 1) * (alone ? 1 : 1.5) * bytes;
}

double roofsMs(Asked& asked) {
    const std::string kind = asked.word("kind");
    if (kind == "copy") return asked.number("bytes") / speed(asked);
    if (kind == "fma") {
        const std::string precision = asked.word("precision");
        if (!onGpu(asked) && (precision == "tf32" || precision == "fp16")) return std::nan("");
        return (precision == "fp32" ? 2 : 1) / speed(asked);
    }
    if (onGpu(asked) != (kind == "launch")) return std::nan("");
    if (kind == "launch" || kind == "process" || kind == "pipe") return 1;
    if (kind == "lock") return asked.number("threads");
    return (asked.word("team") == "wake" ? 1 : 2) * asked.number("threads");
}

double facesMs(Asked& asked) {
    (void)asked.at("pinning");
    const double work = asked.number("size_px") * asked.number("size_px") *
                        (asked.word("cascade") == "haar" ? 3 : 1);
    return (work + double(asked.word("input").size()) + asked.number("neighbours") * 0) /
           asked.number("factor") / asked.number("threads");
}

double piMs(Asked& asked) {
    asksForPinning(asked);
    double work = asked.number("samples");
    if (asked.word("method") == "monte_carlo") work += asked.number("seed") * 0;
    const std::string how = asked.word("how");
    if (how == "array" || (how == "threads" && !onGpu(asked))) return work / speed(asked);
    if (how.starts_with("kernel")) return onGpu(asked) ? work / 1000 : std::nan("");
    return how == "loop" && !onGpu(asked) ? work : std::nan("");
}

double programMs(Asked& asked) {
    const bool attached = asked.attached("command");
    if (asked.word("timed") == "printed") (void)asked.word("pattern");
    return (attached ? 30 : std::nan("")) + (asked.flag("same_output") ? 1 : 0) +
           (asked.at("number").is_null() ? 0 : asked.number("number"));
}

double toyMs(Asked& asked) {
    double work = asked.number("n") * asked.number("share") * (asked.flag("sorted") ? 1 : 2);
    if (asked.word("shape") == "square") work *= asked.number("sides");
    if (asked.word("kernel") == "tiled") work /= asked.number("tile");
    return work / speed(asked);
}

Params paramsOf(const Json& object) {
    Params params;
    for (const auto& [axis, value] : object.items()) params.set(axis, value);
    return params;
}

/// The time that the wrong watch of a work tells.
double stopwatchMs(Asked& asked) {
    const Json& work = asked.object("work");
    const Spec* spec = findAny(work.value("experiment", ""));
    if (!spec) return std::nan("");
    Params variant = paramsOf(work.value("variant", Json::object()));
    if (variant.at("threads") == 0) variant.set("threads", 1);  // how many, the machine knows
    const double ms = fakeMs(*spec, {.id = "c001",
                                     .experiment = spec->id,
                                     .work = paramsOf(work.value("case", Json::object())),
                                     .variant = variant});
    return asked.word("stopwatch") == "right" ? ms : 2 * ms;
}

/// Returns a time for an experiment that nobody imitates here; NaN where the cell has a value that
/// is on no axis of it.
double plainMs(const Spec& spec, const Cell& cell) {
    for (const Params* params : {&cell.work, &cell.variant})
        for (const auto& [axis, value] : *params)
            if (!spec.find(axis) || value.is_null()) return std::nan("");
    return 1;
}

}  // namespace

double fakeMs(const Spec& spec, const Cell& cell) {
    static const std::map<std::string, double (*)(Asked&), std::less<>> works{
        {"inference", inferenceMs},
        {"training", trainingMs},
        {"lr_finder", updatesMs},
        {"max_pool", maxPoolMs},
        {"pool_lab", poolLabMs},
        {"matrix_product", matrixProductMs},
        {"transfer", transferMs},
        {"roofs", roofsMs},
        {"pi", piMs},
        {"faces", facesMs},
        {"stopwatch", stopwatchMs},
        {"program", programMs},
        {"toy", toyMs}};
    const auto work = works.find(spec.id);
    if (work == works.end()) return plainMs(spec, cell);
    Asked asked(cell);
    const double ms = work->second(asked);
    return asked.time(ms);
}

}  // namespace duelo
