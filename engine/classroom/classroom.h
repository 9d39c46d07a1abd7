// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <span>
#include <unordered_map>

#include "classroom/gather.h"

/// The files of a class as one value: seats, cases, and what of each counts. No input or output.
namespace duelo {

/// What a PC shows of a case: one of its files.
struct ClassMark {
    std::shared_ptr<const ClassFile> file{};
    const ClassRow* row = nullptr;      ///< of that file
    std::vector<ClassPlace> repeats{};  ///< other files of this PC with the same case
    bool clean = false;                 ///< sealed, and nothing of it is doubtful
};

/// A PC: the same machine id and, where the label tells them, room and seat, since machines that
/// were set up as copies of one disk may have one id.
struct ClassSeat {
    std::string id{};  ///< stable while files are added
    /// Of the label, else the machine's id. Never a person's name.
    std::string name{};
    std::string room{}, group{}, gpu{};  ///< gpu: name of the card; empty: none that is usable
    std::string student{};               ///< personal: shown where names are asked for only
    std::map<std::size_t, ClassMark> marks{};               ///< by case
    std::vector<std::shared_ptr<const ClassFile>> files{};  ///< the latest first
    std::shared_ptr<const ClassProbe> probe{};              ///< the latest one; may be null
};

/// Which PCs and marks are looked at.
struct ClassFilter {
    std::optional<std::string> group{}, gpu{};
    std::optional<bool> has_gpu{};  ///< option A of the handout: true; option B: false
    bool clean_only = false;

    [[nodiscard]] bool takes(const ClassSeat& seat) const;
    [[nodiscard]] bool takes(const ClassMark& mark) const { return mark.clean || !clean_only; }
};

/// The quartiles of a class (quantile() of stats), of the PCs' medians.
struct ClassBox {
    std::size_t count = 0;
    double low = 0, q1 = 0, median = 0, q3 = 0, high = 0;  ///< low and high: least and most
};
/// Nothing of no values.
[[nodiscard]] std::optional<ClassBox> boxOf(std::span<const double> values);

/// One PC once for each case: its latest clean run, else the latest one that is not edited. Adding
/// a file touches the PC that it is of and nothing else.
class Classroom {
public:
    /// Takes the place of what came from the same place before.
    void add(Gathered found);
    /// Forgets everything that came out of this file of a folder.
    void remove(const std::filesystem::path& file);

    /// In the order of charts: by experiment and what they have in common, ascending in x. Numbers
    /// of cases stay as they are while files are added; this is an order of those numbers.
    [[nodiscard]] const std::vector<ClassCase>& cases() const { return m_cases; }
    [[nodiscard]] std::vector<std::size_t> caseOrder() const;
    /// Cases that are shown together, in that order: equal experiment, version and `common`.
    [[nodiscard]] std::vector<std::vector<std::size_t>> charts() const;
    /// By room and name in natural order, never by speed.
    [[nodiscard]] const std::vector<ClassSeat>& seats() const { return m_seats; }
    /// All that does not count, and why: what gather() told, copies ("class_copy" {file}), repeats
    /// ("class_repeated" {file}), edited files ("class_edited"), and what counts with a warning.
    [[nodiscard]] std::vector<LeftOut> leftOut() const;
    [[nodiscard]] std::size_t fileCount() const { return m_files.size(); }

    /// The medians of the PCs, in ms.
    [[nodiscard]] std::vector<double> times(std::size_t number, Device device,
                                            const ClassFilter& filter = {}) const;
    /// The ratios CPU / GPU that may be told.
    [[nodiscard]] std::vector<double> ratios(std::size_t number,
                                             const ClassFilter& filter = {}) const;

    /// Words of people's names in the labels and in the folders of a learning platform, folded:
    /// what a file's name must not show where names are hidden.
    [[nodiscard]] const std::map<std::string, int>& nameWords() const { return m_nameWords; }

private:
    std::size_t numberOf(const ClassCase& of);
    void settle(const std::string& seat);

    std::vector<ClassCase> m_cases;
    std::unordered_map<std::string, std::size_t> m_numbers;
    std::vector<ClassSeat> m_seats;
    std::map<ClassPlace, std::shared_ptr<const ClassFile>> m_files;
    std::map<ClassPlace, std::shared_ptr<const ClassProbe>> m_probes;
    std::map<ClassPlace, std::vector<Reason>> m_left;
    std::map<std::string, int> m_nameWords;
};

/// The name of a file to show: with names hidden, words of people are "•••".
[[nodiscard]] std::string shownName(const Classroom& classroom, const ClassPlace& place,
                                    bool names);

}  // namespace duelo
