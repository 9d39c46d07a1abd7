// SPDX-License-Identifier: Apache-2.0
#include "experiments/faces/view.h"

#include <algorithm>
#include <utility>

#include "experiments/faces/params.h"
#include "report/report_words.h"

namespace duelo {

namespace {

/// The most pictures beside each other, so that they stay in view with their words.
constexpr std::size_t kBeside = 3;

bool isOfFaces(const Row& row) {
    return row.experiment == "faces";
}

/// The faces of a row: the same in all of its cells that agree.
struct RowFaces {
    const ReportCell* cell = nullptr;
    FacesFound found{};
};

std::optional<RowFaces> facesOf(const Row& row) {
    if (!isOfFaces(row)) return std::nullopt;
    for (const ReportCell& cell : row.cells)
        if (cell.measured())
            if (auto found = facesFoundIn(cell.result)) return RowFaces{&cell, *std::move(found)};
    return std::nullopt;
}

std::string inputDigest(const ReportCell& cell) {
    const auto found = std::ranges::find(cell.result.identities, "input", &Identity::id);
    return found == cell.result.identities.end() ? std::string() : found->sha256;
}

/// Finds the pixels of the same photograph, whichever result of the comparison has them.
std::optional<GreyPixels> photographOf(const Comparison& comparison, const ReportCell& of) {
    const std::string digest = inputDigest(of);
    if (digest.empty()) return std::nullopt;
    for (const Row& row : comparison.rows)
        for (const ReportCell& cell : row.cells)
            if (cell.measured() && isOfFaces(row) && inputDigest(cell) == digest)
                if (auto picture = facePictureIn(cell.result)) return picture;
    return std::nullopt;
}

std::string countText(const FacesFound& found, const Text& text) {
    return text("faces.count", {{"faces", found.faces.size()}});
}

TilesValue::Tile tileOf(const Row& row, const RowFaces& faces, const Comparison& comparison,
                        const Text& text) {
    TilesValue::Tile tile{.png = {},
                          .captions = {text.value("size_px", faceCase(row.work).size_px),
                                       countText(faces.found, text)},
                          .grey = photographOf(comparison, *faces.cell)};
    const double width = faces.found.width_px, height = faces.found.height_px;
    for (const FacesFound::Face& face : faces.found.faces)
        tile.frames.push_back({.left = face.x / width,
                               .top = face.y / height,
                               .width = face.width / width,
                               .height = face.height / height});
    return tile;
}

/// Returns the place of each face in words, for people who do not see the photograph.
std::string placesText(const FacesFound& found, const Text& text) {
    std::string out;
    for (const FacesFound::Face& face : found.faces)
        out += (out.empty() ? "" : "; ") +
               text("faces.place",
                    {{"x", face.x}, {"y", face.y}, {"width", face.width}, {"height", face.height}});
    return out.empty() ? text("faces.none") : out;
}

std::vector<CardValue> faceCards(const Shown& shown) {
    const Text& text = shown.labels.text();
    std::vector<CardValue> cards;
    if (const Row* row = shown.chosenRow())
        if (const auto faces = facesOf(*row))
            cards.push_back({.id = "faces_found",
                             .title = shown.labels.caseName(*row),
                             .lines = {countText(faces->found, text),
                                       placesText(faces->found, text), text("faces.not_whose")}});
    return cards;
}

class FoundFaces : private ReportWords {
public:
    explicit FoundFaces(const Shown& shown) : ReportWords(shown.labels), m_shown(shown) {}

    DocTable table() const {
        DocTable out;
        out.id = "faces-found-" + std::to_string(m_shown.table.value_or(0) + 1);
        out.title = t("faces.found_title");
        out.columns = {t("report.column_case"), columnTitle(m_text, "faces", "faces"),
                       t("faces.column_places")};
        out.numeric = {false, true, false};
        std::vector<const Row*> cases;
        for (const std::size_t r : m_shown.rows()) {
            const Row& row = m_c.rows[r];
            const auto faces = facesOf(row);
            if (!faces) continue;
            out.rows.push_back({words(caseName(row)),
                                figure(static_cast<double>(faces->found.faces.size()), 0),
                                words(placesText(faces->found, m_text))});
            cases.push_back(&row);
        }
        nameCases(out, cases);
        out.notes.push_back(t("faces.found_note"));
        return out;
    }

private:
    const Shown& m_shown;
};

std::vector<DocBlock> faceTables(const Shown& shown) {
    DocTable table = FoundFaces(shown).table();
    if (table.rows.empty()) return {};
    return {std::move(table)};
}

}  // namespace

std::vector<ChartValue> foundFaceCharts(const Shown& shown) {
    const Row* first = shown.chosenRow();
    if (!first || !isOfFaces(*first)) return {};
    const Text& text = shown.labels.text();
    TilesValue out{
        .title = tableTitleOf(shown.comparison.find(first->experiment), first->work, text),
        .columns = kBeside};
    for (const std::size_t r : shown.rows()) {
        const Row& row = shown.comparison.rows[r];
        const auto faces = facesOf(row);
        if (!faces) continue;
        out.tiles.push_back(tileOf(row, *faces, shown.comparison, text));
        out.description += (out.description.empty() ? "" : " ") +
                           text("faces.answer", {{"case_name", shown.labels.caseName(row)},
                                                 {"faces", faces->found.faces.size()}});
    }
    return {std::move(out)};
}

const View& facesView() {
    static const View view{
        .title = "faces.title",
        .layout =
            {.name = {{"input"}, {"cascade"}, {"size_px"}, {"factor", true}, {"neighbours", true}},
             .rows = {"size_px"},
             .tables = {{.id = "faces-times"}},
             .method = {{"faces.method_cascade"},
                        {"faces.method_time"},
                        {"faces.method_found"},
                        {"faces.not_whose"}},
             .answer = "faces.answer",
             .questions = 4},
        .table_blocks = faceTables,
        .charts = {{.id = "lines", .can_be_log = true}, {"faces_found", foundFaceCharts}},
        .cards = faceCards};
    return view;
}

}  // namespace duelo
