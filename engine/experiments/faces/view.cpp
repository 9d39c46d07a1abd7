// SPDX-License-Identifier: Apache-2.0
#include "experiments/faces/view.h"

#include <algorithm>
#include <utility>

#include "experiments/faces/params.h"
#include "experiments/work_names.h"
#include "report/plain_parts.h"
#include "report/report_words.h"
#include "report/time_charts.h"

namespace duelo {

namespace {

/// Beside each other: as large as leaves them in view with their words.
constexpr std::size_t kBeside = 3;
constexpr int kFaceQuestions = 4;

bool isOfFaces(const Row& row) {
    return row.experiment == "faces";
}

std::string cascadeName(const Params& work, const Text& text) {
    return text.word("cascade", word(faceCase(work).cascade));
}

std::vector<std::string> faceCaseParts(const Params& work, const Text& text) {
    const FaceCase face = faceCase(work);
    std::vector<std::string> parts{inputName(work, text), cascadeName(work, text),
                                   text("faces.case_size", {{"size_px", face.size_px}})};
    const FaceCase usual;
    if (face.factor != usual.factor || face.neighbours != usual.neighbours)
        parts.push_back(text("faces.case_search",
                             {{"factor_text", formatSignificant(face.factor, 3, text.numbers())},
                              {"neighbours", face.neighbours}}));
    return parts;
}

std::string faceShortName(const Params& work, const Text& text) {
    const std::vector<std::string> parts = faceCaseParts(work, text);
    return commaJoined({parts[0], parts[1], parts[2]});
}

/// A table has all sizes of a photograph and a cascade.
Params faceTableOf(const Params& work) {
    Params common = work;
    common.erase("size_px");
    return common;
}

std::string faceTableTitle(const Params& common, const Text& text) {
    return text("faces.table", {{"input_name", inputName(common, text)},
                                {"cascade_name", cascadeName(common, text)}});
}

std::string faceRowName(const Row& row, const Labels& labels) {
    return labels.text()("faces.case_size", {{"size_px", faceCase(row.work).size_px}});
}

/// What the row found: the same in all of its cells that agree.
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

/// Of the same photograph, whichever result of the comparison has its pixels.
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
    TilesValue::Tile tile{
        .png = {},
        .captions = {text("faces.case_size", {{"size_px", faceCase(row.work).size_px}}),
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

std::vector<ChartValue> faceTimeCharts(const Shown& shown) {
    const Row* row = shown.chosenRow();
    if (!row || !isOfFaces(*row)) return {};
    ChartValue chart = timesChart(shown, faceRowName);
    std::visit(
        [&](auto& kind) {
            kind.title = shown.labels.withCommon(faceTableTitle(row->work, shown.labels.text()));
        },
        chart);
    return {std::move(chart)};
}

/// Where each face is, for who does not see the photograph.
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
    CardValue questions{.id = "faces_questions", .title = text("faces.questions_title")};
    for (int i = 1; i <= kFaceQuestions; ++i)
        questions.lines.push_back(text("faces.question_" + std::to_string(i)));
    cards.push_back(std::move(questions));
    return cards;
}

class FacesView : private ReportWords {
public:
    FacesView(const Comparison& comparison, const ReportOptions& options)
        : ReportWords(comparison, options), m_options(options) {}

    std::vector<std::string> answers() const {
        std::vector<std::string> out = plainAnswers(m_c, m_options, "faces");
        for (const CaseTable& table : m_c.tables) {
            const Row& row = m_c.rows[table.rows.back()];
            if (const auto faces = facesOf(row))
                out.push_back(t("faces.answer", {{"case_name", caseName(row)},
                                                 {"faces", faces->found.faces.size()}}));
        }
        return out;
    }

    std::vector<DocSection> sections() const {
        DocSection method{t("faces.method_heading"), {}, false};
        DocList list;
        for (const char* key :
             {"faces.method_cascade", "faces.method_time", "faces.method_found", "faces.not_whose"})
            list.items.push_back(t(key));
        method.blocks.emplace_back(std::move(list));
        std::vector<DocSection> out = plainSections(m_c, m_options, "faces");
        out.insert(out.begin(), std::move(method));
        DocSection found{t("faces.found_heading"), {}, false};
        for (std::size_t i = 0; i < m_c.tables.size(); ++i)
            for (ChartValue& chart :
                 foundFaceCharts({.comparison = m_c, .labels = *this, .table = i}))
                if (!isEmpty(chart)) found.blocks.emplace_back(std::move(chart));
        if (DocTable table = foundTable(); !table.rows.empty())
            found.blocks.emplace_back(std::move(table));
        if (!found.blocks.empty()) out.push_back(std::move(found));
        return out;
    }

private:
    DocTable foundTable() const {
        DocTable out;
        out.id = "faces-found";
        out.title = t("faces.found_title");
        out.columns = {t("report.column_case"), columnTitle(m_text, "faces", "faces"),
                       t("faces.column_places")};
        out.numeric = {false, true, false};
        std::vector<const Row*> cases;
        for (const Row& row : m_c.rows)
            if (const auto faces = facesOf(row)) {
                out.rows.push_back({words(caseName(row)),
                                    figure(static_cast<double>(faces->found.faces.size()), 0),
                                    words(placesText(faces->found, m_text))});
                cases.push_back(&row);
            }
        nameCases(out, cases);
        out.notes.push_back(t("faces.found_note"));
        return out;
    }

    const ReportOptions& m_options;
};

}  // namespace

std::vector<ChartValue> foundFaceCharts(const Shown& shown) {
    const Row* first = shown.chosenRow();
    if (!first || !isOfFaces(*first)) return {};
    const Text& text = shown.labels.text();
    TilesValue out{.title = faceTableTitle(first->work, text), .columns = kBeside};
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
        .case_parts = faceCaseParts,
        .short_name = faceShortName,
        .table_of = faceTableOf,
        .answers = answersOf<FacesView>,
        .sections = sectionsOf<FacesView>,
        .charts = {{"lines", faceTimeCharts, true}, {"faces_found", foundFaceCharts}},
        .cards = faceCards,
        .table_title = faceTableTitle};
    return view;
}

}  // namespace duelo
