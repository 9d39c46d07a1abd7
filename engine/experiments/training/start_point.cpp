// SPDX-License-Identifier: Apache-2.0
#include "experiments/training/start_point.h"

#include <limits>
#include <system_error>
#include <utility>

#include "base/json_fields.h"
#include "base/json_text.h"
#include "base/sha256.h"
#include "base/utf8.h"
#include "models/safetensors.h"
#include "models/weight_bytes.h"

namespace duelo {

namespace {

constexpr const char* kStartCase = "duelo.case";

Result<StartCase> startCaseIn(const std::map<std::string, std::string>& metadata) {
    const auto told = metadata.find(kStartCase);
    const auto json = told == metadata.end() ? fail("checkpoint_untold") : parseJson(told->second);
    if (!json) return fail("checkpoint_untold");
    try {
        Fields fields(*json, kStartCase);
        StartCase start{.network = fields.text("network"),
                        .optimizer = fields.text("optimizer"),
                        .momentum = fields.number("momentum"),
                        .data_sha256 = fields.text("data_sha256")};
        start.seed = static_cast<std::uint64_t>(
            integerOf(fields.at("seed"), "seed", 0, std::numeric_limits<std::int64_t>::max()));
        return start;
    } catch (const FieldError& error) {
        return fail("checkpoint_damaged", Json::object(), error.reason.code);
    }
}

Result<StartPoint> startPointIn(const std::filesystem::path& path) {
    const auto file = WeightBytes::read(path);
    if (!file) return tl::unexpected(file.error());
    const auto table = readSafetensors((*file)->bytes());
    if (!table) return tl::unexpected(table.error());
    auto of = startCaseIn(table->metadata);
    if (!of) return tl::unexpected(of.error());
    auto progress = progressFrom(table->metadata, path);
    if (!progress) return tl::unexpected(progress.error());
    return StartPoint{.progress = std::move(*progress),
                      .of = std::move(*of),
                      .sha256 = sha256Hex((*file)->bytes())};
}

}  // namespace

StartCase startCase(const TrainingCase& work, const std::string& data_sha256) {
    return {.network = work.network,
            .optimizer = std::string(word(work.optimizer)),
            .momentum = work.optimizer == Optimizer::Sgd ? work.momentum : 0,
            .seed = work.seed,
            .data_sha256 = data_sha256};
}

std::map<std::string, std::string> toMetadata(const StartCase& start) {
    const Json json{{"network", start.network},
                    {"optimizer", start.optimizer},
                    {"momentum", start.momentum},
                    {"seed", start.seed},
                    {"data_sha256", start.data_sha256}};
    return {{kStartCase, jsonText(json)}};
}

Result<StartPoint> readStartPoint(const std::filesystem::path& path) {
    auto start = startPointIn(path);
    // The readers know bytes, not where they came from.
    if (!start) start.error().args["path"] = pathText(path);
    return start;
}

std::optional<Reason> whyNotFrom(const StartPoint& start, const TrainingCase& work) {
    const StartCase here = startCase(work, start.of.data_sha256);
    const auto other = [&](const char* column, const Json& ours, const Json& theirs) {
        return Reason{
            "checkpoint_other",
            {{"path", work.checkpoint}, {"column", column}, {"here", ours}, {"there", theirs}},
            {}};
    };
    const StartCase& there = start.of;
    if (here.network != there.network) return other("model", here.network, there.network);
    if (here.optimizer != there.optimizer)
        return other("optimizer", here.optimizer, there.optimizer);
    if (here.momentum != there.momentum) return other("momentum", here.momentum, there.momentum);
    // As it is typed, not as a number of many digits is written.
    if (here.seed != there.seed)
        return other("seed", std::to_string(here.seed), std::to_string(there.seed));
    if (start.progress.epoch >= work.epochs)
        return Reason{
            "checkpoint_at_end",
            {{"path", work.checkpoint}, {"epoch", start.progress.epoch}, {"epochs", work.epochs}},
            {}};
    return std::nullopt;
}

std::optional<Reason> whyNotFrom(const StartPoint& start, const TrainingCase& work,
                                 const std::string& data_sha256) {
    if (start.of.data_sha256 == data_sha256) return std::nullopt;
    return Reason{"checkpoint_other_data", {{"path", work.checkpoint}}, {}};
}

Result<StartPoint> StartPoints::look(const std::filesystem::path& path) {
    std::error_code error;
    Known now{.path = path, .bytes = std::filesystem::file_size(path, error)};
    if (!error) now.changed = std::filesystem::last_write_time(path, error);
    if (!error && m_known && m_known->path == now.path && m_known->bytes == now.bytes &&
        m_known->changed == now.changed)
        return m_known->start;
    m_known.reset();
    auto start = readStartPoint(path);
    if (!start) return start;
    now.start = *start;
    if (!error) m_known = std::move(now);
    return start;
}

}  // namespace duelo
