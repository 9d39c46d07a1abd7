// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"

namespace duelo {

/// Moodle's grading worksheet as the teacher downloaded it: commas, UTF-8, its header in the
/// language of the site. A cell that is not set here stays as it is, byte for byte, and Duelo never
/// makes one: Moodle checks identifier, grade and date of the row that it reads
/// (mod/assign/feedback/offline/importgradeslib.php).
class Worksheet {
public:
    /// A student, as the row has it.
    struct Row {
        std::string id{};        ///< the digits of the identifier: "Participant 123"
        std::string name{};      ///< empty with blind marking
        std::string team{};      ///< empty where there are none
        std::string comments{};  ///< the teacher's own, with what Duelo wrote before
        bool late = false;       ///< the status tells a time behind its words
    };

    /// Reasons, all with {path}: those of openToRead(), "worksheet_large" {most_bytes},
    /// "worksheet_many" {rows, columns} where there are more, "worksheet_not_utf8",
    /// "worksheet_not_comma", "worksheet_torn" {line}, "worksheet_none" where no column has
    /// identifiers, "worksheet_no_comments" {found} where none has feedback comments.
    [[nodiscard]] static Result<Worksheet> read(const std::filesystem::path& path);
    /// Reads a worksheet from the bytes of a file that is called `name`.
    [[nodiscard]] static Result<Worksheet> of(std::string bytes, const std::filesystem::path& name);

    [[nodiscard]] const std::vector<Row>& rows() const { return m_rows; }
    /// Puts the sentences in the feedback comments, in the place of those of the last time and
    /// behind what the teacher wrote. Where that changes nothing the cell stays as it is.
    void tell(std::size_t row, const std::vector<std::string>& sentences);
    [[nodiscard]] std::string bytes() const;

private:
    struct Span {
        std::size_t begin = 0, end = 0;
    };
    struct Change {
        Span where{};  ///< of the cell, with its quotes
        std::string bytes{};
    };
    using Record = std::vector<Span>;

    Worksheet() = default;
    [[nodiscard]] static std::size_t endOfCell(const std::string& all, std::size_t at);
    [[nodiscard]] Result<std::vector<Record>> records() const;
    [[nodiscard]] std::optional<std::size_t> identifierColumn(
        const std::vector<Record>& records) const;
    [[nodiscard]] std::string textOf(const Record& record, std::size_t column) const;
    [[nodiscard]] Result<void> takeRows();

    std::string m_bytes;
    std::vector<Row> m_rows;
    std::vector<Change> m_cells;  ///< of the comments, parallel to the rows; no bytes: as it is
};

/// Returns the comments with these sentences in them, between marks that let the next call replace
/// them. HTML, as Moodle's comments are: no text of a file can be markup, a mark, or the beginning
/// of a formula there.
[[nodiscard]] std::string toldIn(const std::string& comments,
                                 const std::vector<std::string>& sentences);

}  // namespace duelo
