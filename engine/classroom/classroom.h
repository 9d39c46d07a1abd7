// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string_view>
#include <unordered_map>

#include "base/text.h"
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
/// were set up as copies of one disk may have one id. Without an id that lasts, as in a container,
/// the seat of the label alone; else the same passing id, and without any the same run.
struct ClassSeat {
    std::string id{};        ///< stable while files are added
    std::string machine{};   ///< its id, else what stands for it
    bool identified = true;  ///< false: it may be one of the others; its files are told of
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
    std::set<std::size_t> cases{};  ///< by number; empty: all

    [[nodiscard]] bool takes(const ClassSeat& seat) const;
    [[nodiscard]] bool takes(const ClassMark& mark) const { return mark.clean || !clean_only; }
    [[nodiscard]] bool takesCase(std::size_t number) const {
        return cases.empty() || cases.contains(number);
    }
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
    /// Nothing of a case that no file has.
    [[nodiscard]] std::optional<std::size_t> find(const ClassCase& of) const;
    [[nodiscard]] std::vector<std::size_t> caseOrder() const;
    /// Cases that are shown together, in that order: equal experiment, version and `common`. Those
    /// of which a PC that is looked at has a mark.
    [[nodiscard]] std::vector<std::vector<std::size_t>> charts(
        const ClassFilter& filter = {}) const;
    /// That of the most PCs, the first of equals: what somebody measured beside the task is not
    /// what the class did. Empty: there is none.
    [[nodiscard]] std::vector<std::size_t> mainChart() const;
    /// By room and name in natural order, never by speed.
    [[nodiscard]] const std::vector<ClassSeat>& seats() const { return m_seats; }
    /// All that does not count, and why: what gather() told, copies ("class_copy" {file}), repeats
    /// ("class_repeated" {file}), edited files ("class_edited"), and what counts with a warning,
    /// of a PC that is not identified too ("class_machine_unknown").
    /// In the order of their places; of very many the first.
    [[nodiscard]] std::vector<LeftOut> leftOut(
        std::size_t most = std::numeric_limits<std::size_t>::max()) const;
    [[nodiscard]] std::size_t leftOutCount() const;
    [[nodiscard]] std::size_t fileCount() const { return m_fileCount; }

    /// The medians of the PCs, in ms.
    [[nodiscard]] std::vector<double> times(std::size_t number, Device device,
                                            const ClassFilter& filter = {}) const;
    /// The ratios CPU / GPU that may be told.
    [[nodiscard]] std::vector<double> ratios(std::size_t number,
                                             const ClassFilter& filter = {}) const;

    /// Words of people's names in the labels and in the folders of a learning platform, folded:
    /// what is not shown where names are hidden.
    [[nodiscard]] const std::set<std::string>& nameWords() const { return m_nameWords; }

private:
    /// Files, probes and what is left out of one machine, and which cases its rows are.
    struct Machine {
        struct File {
            std::shared_ptr<const ClassFile> file{};
            std::vector<std::size_t> numbers{};  ///< of the cases, parallel to its rows
        };
        std::map<ClassPlace, File> files{};
        std::map<ClassPlace, std::shared_ptr<const ClassProbe>> probes{};
        std::vector<LeftOut> left_out{};
    };
    [[nodiscard]] std::size_t numberOf(const ClassCase& of);
    void learnNames(const ClassPlace& place, const ClassLabel& label);
    void forget(const ClassPlace& place);
    [[nodiscard]] std::vector<const LeftOut*> leftByClass() const;
    /// Makes the seats of a machine anew.
    void settle(const std::string& machine);
    static void settleFiles(Machine& machine, ClassSeat& seat,
                            std::vector<const Machine::File*> files);

    std::vector<ClassCase> m_cases;
    std::unordered_map<std::string, std::size_t> m_numbers;  ///< of cases, by their text
    std::vector<ClassSeat> m_seats;
    std::map<std::string, Machine> m_machines;
    std::map<ClassPlace, std::string> m_machineOf;
    std::map<ClassPlace, std::vector<Reason>> m_left;  ///< as gather() told
    std::size_t m_fileCount = 0;
    std::set<std::string> m_nameWords;
};

/// What was expected at a seat: of the latest file that counts for each case, each question once.
[[nodiscard]] std::vector<ClassPrediction> predictionsOf(const Classroom& classroom,
                                                         const ClassSeat& seat);

/// `text` with every word of a person's name as "•••".
[[nodiscard]] std::string withoutNames(const std::string& text,
                                       const std::set<std::string>& nameWords);
/// The words of three letters or more of a name, lower case and without accents: those that
/// withoutNames() looks for.
[[nodiscard]] std::vector<std::string> wordsOfName(std::string_view name);
/// The name in a folder or file as a learning platform calls it: Moodle
/// ("Ana Peña_123_assignsubmission_file_") or Canvas ("penaana_123_456_pc05.zip"). Else empty.
[[nodiscard]] std::string personIn(std::string_view part);

/// The name of a file to show: its whole place, or, with names hidden, its last part
/// withoutNames().
[[nodiscard]] std::string shownName(const Classroom& classroom, const ClassPlace& place,
                                    bool names);
/// The sentence of a reason likewise.
[[nodiscard]] std::string shownReason(const Classroom& classroom, const Reason& reason, bool names,
                                      const Text& text);

}  // namespace duelo
