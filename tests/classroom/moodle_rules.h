// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

/// Moodle's rules for the files that go back to it, written anew after its sources and independent
/// of Duelo's: how fgetcsv() reads a line, which rows an import changes
/// (mod/assign/feedback/offline), and whose a file of a feedback ZIP is
/// (mod/assign/feedback/file/importziplib.php).
namespace duelo::test::moodle {

using Line = std::vector<std::string>;

/// Reads lines as PHP's fgetcsv() does with a comma and double quotes.
inline std::vector<Line> csv(std::string_view text) {
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    std::vector<Line> lines;
    Line line;
    std::string cell;
    bool inside = false, any = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (inside) {
            if (c != '"')
                cell += c;
            else if (i + 1 < text.size() && text[i + 1] == '"')
                cell += text[++i];
            else
                inside = false;
        } else if (c == '"' && cell.empty()) {
            inside = any = true;
        } else if (c == ',') {
            line.push_back(std::exchange(cell, {}));
            any = true;
        } else if (c == '\n') {
            if (any || !cell.empty()) {
                line.push_back(std::exchange(cell, {}));
                lines.push_back(std::exchange(line, {}));
            }
            any = false;
        } else if (c != '\r') {
            cell += c;
        }
    }
    if (any || !cell.empty()) {
        line.push_back(cell);
        lines.push_back(line);
    }
    return lines;
}

/// An assignment as far as an import looks at it.
struct Assignment {
    std::string grade = "Grade", identifier = "Identifier", modified = "Last modified (grade)";
    std::string comments = "Feedback comments", hidden_user = "Participant ";
    struct Student {
        std::string grade{}, modified{}, comments{};
    };
    std::map<long, Student> students{};  ///< by their unique numbers

    struct Changes {
        bool valid = false;
        int grades = 0, comments = 0, rows = 0;
    };
    /// Takes a worksheet in.
    Changes import(std::string_view bytes) {
        Changes out;
        const auto lines = csv(bytes);
        if (lines.empty()) return out;
        const auto column = [&](const std::string& title) -> std::optional<std::size_t> {
            for (std::size_t i = 0; i < lines[0].size(); ++i)
                if (lines[0][i] == title) return i;
            return std::nullopt;
        };
        const auto id = column(identifier), of = column(grade), at = column(modified);
        if (!id || !of || !at) return out;
        out.valid = true;
        const auto told = column(comments);
        for (std::size_t i = 1; i < lines.size(); ++i) {
            const std::string number = lines[i].at(*id).substr(hidden_user.size());
            const auto student = students.find(std::stol(number));
            if (student == students.end()) continue;
            ++out.rows;
            if (lines[i].at(*of) != student->second.grade) ++out.grades;
            if (lines[i].at(*at) != student->second.modified) ++out.grades;
            // An index of 0 is taken for none.
            if (told && *told != 0 && lines[i].at(*told) != student->second.comments) {
                ++out.comments;
                student->second.comments = lines[i].at(*told);
            }
        }
        return out;
    }

    /// Whose a path of a feedback ZIP is, and what the file is called there; nothing: nobody's.
    [[nodiscard]] std::optional<std::pair<long, std::string>> owner(const std::string& path) const {
        std::vector<std::string> parts;
        std::size_t from = 0;
        for (std::size_t slash; (slash = path.find('/', from)) != path.npos; from = slash + 1)
            parts.push_back(path.substr(from, slash - from));
        parts.push_back(path.substr(from));
        if (parts.back().starts_with('.') || parts.back().starts_with('~')) return std::nullopt;
        for (std::size_t i = 0; i < parts.size(); ++i) {
            std::vector<std::string> info;  // explode('_', part, 5)
            std::size_t at = 0;
            for (std::size_t line;
                 info.size() < 4 && (line = parts[i].find('_', at)) != parts[i].npos; at = line + 1)
                info.push_back(parts[i].substr(at, line - at));
            info.push_back(parts[i].substr(at));
            if (info.size() < 4) continue;
            if (info[1].empty() || info[1].find_first_not_of("0123456789") != info[1].npos)
                continue;
            const long number = std::stol(info[1]);
            if (!students.contains(number)) continue;
            if (info[2] != "assignfeedback" || info[3] != "file") continue;
            std::string name = info.size() > 4 ? info[4] : std::string();
            for (std::size_t rest = i + 1; rest < parts.size(); ++rest) name += '/' + parts[rest];
            return std::pair(number, name);
        }
        return std::nullopt;
    }
};

}  // namespace duelo::test::moodle
