// SPDX-License-Identifier: Apache-2.0
#include "experiments/faces/work.h"

#include <algorithm>
#include <atomic>
#include <functional>
#include <utility>

#include "base/sha256.h"
#include "experiments/faces/output.h"
#include "experiments/picture_json.h"
#include "machine/clock.h"
#include "report/comparison.h"

namespace duelo {

namespace {

constexpr std::size_t kDigestOfFaces = 16;

/// The text of what was found: a run that finds other faces has another one.
std::string facesDigest(const Json& output) {
    return sha256Hex(output.dump()).substr(0, kDigestOfFaces);
}

}  // namespace

FaceWork::FaceWork(FaceCase work, int threads, ShownPhotographs shown)
    : m_case(std::move(work)), m_shown(std::move(shown)), m_team(threads) {}

Result<Prepared> FaceWork::prepare() {
    auto cascade = shippedCascade(m_case.cascade);
    if (!cascade) return tl::unexpected(cascade.error());
    m_cascade = *std::move(cascade);
    auto photograph = readFacePhotograph(m_case.input, m_case.size_px);
    if (!photograph) return tl::unexpected(photograph.error());
    m_photograph = *std::move(photograph);
    m_detector.emplace(m_cascade.cascade, m_photograph.width_px, m_photograph.height_px,
                       m_case.factor);
    Prepared prepared{
        .parts = {{"decode", m_photograph.decode_ms, false},
                  {"resize", m_photograph.resize_ms, false}},
        .identities = {{.id = "input",
                        .sha256 = m_photograph.sha256,
                        .file = baseName(m_case.input),
                        .shape = {m_photograph.height_px, m_photograph.width_px},
                        .notes = m_photograph.notes},
                       {.id = "cascade", .sha256 = m_cascade.sha256, .file = m_cascade.file}},
        .quantities = {{"pictures", 1, "picture_rate", "image/s"},
                       {"windows", m_detector->windows(), "face_window_rate", "window/s"}}};
    if (!m_cpus.empty()) prepared.notes.push_back(pinnedNote(m_cpus));
    return prepared;
}

void FaceWork::shareOut(std::size_t count, const std::function<void(std::size_t)>& job) {
    std::atomic<std::size_t> next{0};
    m_team.run([&](int) {
        for (std::size_t i = next++; i < count && !m_control.stop.stop_requested(); i = next++)
            job(i);
    });
    if (m_control.stop.stop_requested()) throw StepStopped{};
}

void FaceWork::find(Parts& parts) {
    const std::int64_t begin_ns = nowNs();
    shareOut(m_detector->levels(),
             [&](std::size_t level) { m_detector->shrink(level, m_photograph.grey); });
    parts[0].ms += msSince(begin_ns);
    const std::int64_t shrunk_ns = nowNs();
    shareOut(m_detector->strips(), [&](std::size_t strip) { m_detector->scan(strip); });
    parts[1].ms += msSince(shrunk_ns);
    const std::int64_t scanned_ns = nowNs();
    m_found = groupedFaces(m_detector->places(), m_case.neighbours);
    parts[2].ms += msSince(scanned_ns);
}

Timing FaceWork::step(int calls) {
    const PinnedTeam pinned(m_cpus, [this](const auto& call) { m_team.run(call); });
    Parts parts{{"shrink"}, {"scan"}, {"group"}};
    const std::int64_t startNs = nowNs();
    for (int i = 0; i < calls; ++i) find(parts);
    return {.wall_ms = msSince(startNs), .parts = std::move(parts)};
}

Output FaceWork::output() {
    FacesFound found{.width_px = m_photograph.width_px, .height_px = m_photograph.height_px};
    // Rounding may carry a face a pixel beyond the picture.
    for (const FoundFace& face : m_found)
        found.faces.push_back({face.x, face.y, std::min(face.width, found.width_px - face.x),
                               std::min(face.height, found.height_px - face.y), face.places});
    Output out{.output = toJson(found),
               .metrics = {{.id = "faces", .value = static_cast<double>(found.faces.size())}}};
    out.fingerprint = Fingerprint{.sha256 = facesDigest(out.output)};
    if (m_shown->insert(m_case.input).second)
        out.output["photograph"] = pictureJson(m_photograph.shown);
    return out;
}

}  // namespace duelo
