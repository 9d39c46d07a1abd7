// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string_view>
#include <unordered_map>

#include <boost/container/flat_map.hpp>

#include "base/text.h"
#include "classroom/gather.h"

/// The files of a class as one value: seats, cases, and what of each counts. No input or output.
namespace duelo {

/// A case computed in one way; both are numbers of Classroom. Only what is equal in both is one
/// series, so that no statistic mixes different work.
struct ClassKey {
    std::size_t work = 0, variant = 0;
    auto operator<=>(const ClassKey&) const = default;
};

/// Two variants whose times are set against each other: time of `base` / time of `other`.
struct ClassPair {
    std::size_t base = 0, other = 0;
    auto operator<=>(const ClassPair&) const = default;
};

/// The variants that a chart shows: a pair, or one that nothing stands beside.
struct ClassSides {
    std::size_t base = 0;
    std::optional<std::size_t> other{};

    bool operator==(const ClassSides&) const = default;
    [[nodiscard]] std::optional<ClassPair> pair() const {
        return other ? std::optional(ClassPair{base, *other}) : std::nullopt;
    }
};

/// The time that a PC shows for a case and variant: that of one of its files.
struct ClassMark {
    std::shared_ptr<const ClassFile> file{};
    const ClassTime* time = nullptr;    ///< of that file
    std::vector<ClassPlace> repeats{};  ///< other files of this PC with the same
    bool clean = false;                 ///< of an intact file, and the time is not doubtful
};

/// A ratio of a PC, of the file whose times were measured together.
struct ClassRatioMark {
    std::shared_ptr<const ClassFile> file{};
    const ClassRatio* ratio = nullptr;  ///< of that file
    bool clean = false;                 ///< of an intact file, and no side is doubtful
};

/// A PC: the same machine id and, where the label tells them, room and seat, since machines that
/// were set up as copies of one disk may have one id. Without an id that lasts, as in a container,
/// the seat of the label alone; else the same passing id, and without any the same run. Its maps
/// lie in one piece each: a class of a thousand PCs is copied for threads and gone through for
/// every chart.
struct ClassSeat {
    std::string id{};        ///< stable while files are added
    std::string machine{};   ///< its id, else what stands for it
    bool identified = true;  ///< false: it may be one of the others; its files are told of
    /// The seat of the label, else the machine's id. Never a person's name.
    std::string name{};
    std::string room{}, group{}, gpu{};  ///< gpu: name of the card; empty: none that is usable
    std::string student{};               ///< personal: shown where names are asked for only
    boost::container::flat_map<ClassKey, ClassMark> marks{};
    boost::container::flat_map<std::pair<std::size_t, ClassPair>, ClassRatioMark>
        ratios{};                                           ///< by case
    boost::container::flat_map<ClassKey, Reason> gaps{};    ///< why there is no mark
    std::vector<std::shared_ptr<const ClassFile>> files{};  ///< the latest first
    std::shared_ptr<const ClassProbe> probe{};              ///< the latest one; may be null

    /// Returns the file that counts for a case, of several that of the first variant; nothing where
    /// the PC has no time in it.
    [[nodiscard]] std::shared_ptr<const ClassFile> fileOf(std::size_t work) const;
    [[nodiscard]] bool has(std::size_t work) const { return fileOf(work) != nullptr; }
};

/// Chooses the PCs and the marks that are looked at.
struct ClassFilter {
    std::optional<std::string> group{}, gpu{};
    std::optional<bool> has_gpu{};  ///< option A of the handout: true; option B: false
    bool clean_only = false;
    std::set<std::size_t> cases{};  ///< by number; empty: all

    [[nodiscard]] bool takes(const ClassSeat& seat) const;
    [[nodiscard]] bool takes(const ClassMark& mark) const { return mark.clean || !clean_only; }
    [[nodiscard]] bool takes(const ClassRatioMark& mark) const { return mark.clean || !clean_only; }
    /// Returns the mark of a seat's time or ratio; null where the seat has none, or one that is not
    /// looked at.
    [[nodiscard]] const ClassMark* markOf(const ClassSeat& seat, ClassKey key) const;
    [[nodiscard]] const ClassRatioMark* ratioOf(const ClassSeat& seat, std::size_t work,
                                                ClassPair pair) const;
    /// Returns whether any time of the seat in that case is looked at.
    [[nodiscard]] bool looksAt(const ClassSeat& seat, std::size_t work) const;
    [[nodiscard]] bool takesCase(std::size_t number) const {
        return cases.empty() || cases.contains(number);
    }
    /// Times that Duelo did not measure are of no PC, and never clean.
    [[nodiscard]] bool takesBrought(std::size_t number) const {
        return !group && !gpu && !has_gpu && !clean_only && takesCase(number);
    }
};

/// The quartiles of a class (quantile() of stats), of the PCs' medians.
struct ClassBox {
    std::size_t count = 0;
    double low = 0, q1 = 0, median = 0, q3 = 0, high = 0;  ///< low and high: least and most
};
/// Returns the quartiles; nothing where there are no values.
[[nodiscard]] std::optional<ClassBox> boxOf(std::span<const double> values);

/// The ids of machines that nothing identifies begin with it, and no others do.
inline constexpr char kUnknownMachine = '?';

/// Number of files that do not count (`aside`), and of files that count with a reserve.
struct LeftOutCount {
    std::size_t aside = 0, counting = 0;
    [[nodiscard]] std::size_t all() const { return aside + counting; }
};

/// One PC once for each case and variant: its latest clean run, else the latest one that is not
/// edited. Times that Duelo did not measure (Provenance) are no PC and in no statistic: they stand
/// apart. Adding a file touches the PC that it is of and nothing else.
class Classroom {
public:
    /// Takes the place of what came from the same place before.
    void add(Gathered found);
    /// Forgets everything that came out of this file of a folder.
    void remove(const std::filesystem::path& file);

    /// Numbers of cases and variants stay as they are while files are added.
    [[nodiscard]] const std::vector<ClassCase>& cases() const { return m_cases; }
    [[nodiscard]] const std::vector<Params>& variants() const { return m_variants; }
    /// Returns the number of a case; nothing where no file has it.
    [[nodiscard]] std::optional<std::size_t> find(const ClassCase& of) const;
    /// The cases by experiment and what they have in common, ascending in x.
    [[nodiscard]] std::vector<std::size_t> caseOrder() const;
    /// Cases that are shown together, in that order: equal experiment, version and `common`. Only
    /// cases in which a PC that is looked at has a mark. The charts of most PCs come first, as a
    /// case that somebody measured beside the task is not the work of the class.
    [[nodiscard]] std::vector<std::vector<std::size_t>> charts(
        const ClassFilter& filter = {}) const;
    /// The variants of these cases: those of the CPU first, then what most PCs have.
    [[nodiscard]] std::vector<std::size_t> series(std::span<const std::size_t> cases,
                                                  const ClassFilter& filter = {}) const;
    /// Returns which variants of these cases may be shown beside each other: first a CPU with a
    /// GPU, unless twice as many PCs measured another pair, then what most PCs have measured
    /// together; variants that nothing was measured with stand alone.
    [[nodiscard]] std::vector<ClassSides> sides(std::span<const std::size_t> cases,
                                                const ClassFilter& filter = {}) const;
    /// PCs that are looked at and have any time in these cases.
    [[nodiscard]] std::size_t pcsWith(std::span<const std::size_t> cases,
                                      const ClassFilter& filter = {}) const;
    /// The seats by room and name in natural order, never by speed.
    [[nodiscard]] const std::vector<ClassSeat>& seats() const { return m_seats; }
    /// Files with times that Duelo did not measure, each content once, in the order of their
    /// places.
    [[nodiscard]] std::vector<std::shared_ptr<const ClassFile>> brought() const;
    /// All that does not count, and why: what gather() told, copies ("class_copy" {file}, or
    /// "class_copy_aside" where that file does not count either), repeats ("class_repeated"
    /// {file}), edited files ("class_edited"), times that Duelo did not measure ("class_brought"
    /// {provenance}). After them what counts with a reserve: its warnings, "file_open", and of a PC
    /// that is not identified "class_machine_unknown".
    /// Each part in the order of its places; of very many the first.
    [[nodiscard]] std::vector<LeftOut> leftOut(
        std::size_t most = std::numeric_limits<std::size_t>::max()) const;
    [[nodiscard]] LeftOutCount leftOutCount() const;
    /// Returns the reason of each file that counts with a reserve.
    [[nodiscard]] std::map<ClassPlace, Reason> reserves() const;
    [[nodiscard]] std::size_t fileCount() const { return m_fileCount; }

    /// The medians of the PCs, in ms.
    [[nodiscard]] std::vector<double> times(ClassKey key, const ClassFilter& filter = {}) const;
    /// The ratios that may be told.
    [[nodiscard]] std::vector<double> ratios(std::size_t work, ClassPair pair,
                                             const ClassFilter& filter = {}) const;

    /// Returns which hand-in a file is of, where several files are called as it is: the archives
    /// and folders of a platform, numbered from 1 as they came. Nothing where its name tells it.
    [[nodiscard]] std::optional<std::size_t> handInOf(const ClassPlace& place) const;

    /// Lists the files of hand-ins that are none of Duelo's.
    [[nodiscard]] const std::set<ClassPlace>& passedOver() const { return m_passed; }
    /// Files with times that Duelo did not measure, copies too.
    [[nodiscard]] const std::map<ClassPlace, std::shared_ptr<const ClassFile>>& broughtFiles()
        const {
        return m_brought;
    }

    /// Words of people's names in the labels and in the folders of a learning platform, folded:
    /// what is not shown where names are hidden.
    [[nodiscard]] const std::set<std::string>& nameWords() const { return m_nameWords; }

private:
    /// Files, probes and what is left out of one machine, and the numbers of its rows.
    struct Machine {
        struct RowNumbers {
            std::size_t work = 0;
            std::vector<std::size_t> times{}, gaps{};  ///< variants, parallel to those of the row
            std::vector<ClassPair> ratios{};
        };
        struct File {
            std::shared_ptr<const ClassFile> file{};
            std::vector<RowNumbers> numbers{};  ///< parallel to its rows
        };
        std::map<ClassPlace, File> files{};
        std::map<ClassPlace, std::shared_ptr<const ClassProbe>> probes{};
        std::vector<LeftOut> left_out{};
        std::set<ClassPlace> counting{};  ///< files that the PCs have times of
    };
    /// A LeftOut whose parts are the class's.
    struct Told {
        bool counts = false;
        const ClassPlace* place = nullptr;
        const Reason* reason = nullptr;
    };
    [[nodiscard]] std::size_t numberOf(const ClassCase& of);
    [[nodiscard]] std::size_t numberOf(const Params& variant);
    [[nodiscard]] Machine::File numbered(ClassFile file);
    void numberHandIn(const ClassPlace& place);
    void learnNames(const ClassPlace& place, const ClassLabel& label);
    void forget(const ClassPlace& place);
    [[nodiscard]] std::vector<Told> toldOfFiles() const;
    /// Makes the seats of a machine anew.
    void settle(const std::string& machine);
    static void settleFiles(Machine& machine, ClassSeat& seat,
                            std::vector<const Machine::File*> files);
    /// Takes from a file what is better than what the seat has.
    static void takeMarks(ClassSeat& seat, const Machine::File& one);
    void settleBrought();

    std::vector<ClassCase> m_cases;
    std::vector<Params> m_variants;
    /// Numbers of cases and of variants, by their texts.
    std::unordered_map<std::string, std::size_t> m_numbers, m_variantNumbers;
    std::vector<ClassSeat> m_seats;
    std::map<std::string, Machine> m_machines;
    std::map<ClassPlace, std::string> m_machineOf;
    std::map<ClassPlace, std::shared_ptr<const ClassFile>> m_brought;
    std::vector<LeftOut> m_broughtLeft;
    std::map<ClassPlace, std::vector<Reason>> m_left;  ///< as gather() told
    std::set<ClassPlace> m_passed;
    std::size_t m_fileCount = 0;
    std::set<std::string> m_nameWords;
    std::unordered_map<std::string, std::size_t> m_handIns;        ///< number, by what holds them
    std::map<std::string, std::set<std::string>> m_handInsOfName;  ///< that have such a file
};

/// Returns what was expected at a seat, each question once, by the latest file that counts for its
/// case.
[[nodiscard]] std::vector<ClassPrediction> predictionsOf(const Classroom& classroom,
                                                         const ClassSeat& seat);

/// `text` with every word of a person's name as "•••".
[[nodiscard]] std::string withoutNames(const std::string& text,
                                       const std::set<std::string>& nameWords);
/// The words of three letters or more of a name, lower case and without accents: those that
/// withoutNames() looks for.
[[nodiscard]] std::vector<std::string> wordsOfName(std::string_view name);
/// The name of a file to show: its whole place, or, with names hidden, its last part
/// withoutNames() and, where others are called so too, the number of its hand-in: "duelo.duelo #3".
[[nodiscard]] std::string shownName(const Classroom& classroom, const ClassPlace& place,
                                    bool names);
/// The source of times that Duelo did not measure, as the person who brought them describes it,
/// likewise.
[[nodiscard]] std::string shownSource(const Classroom& classroom, const Provenance& from,
                                      bool names);
/// The sentence of a reason likewise.
[[nodiscard]] std::string shownReason(const Classroom& classroom, const Reason& reason, bool names,
                                      const Text& text);

}  // namespace duelo
