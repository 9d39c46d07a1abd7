// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "classroom/classroom.h"

/// The facts of one PC beside its times: its differences from the class, and whether it can
/// measure. A difference is told, never that it is the cause.
namespace duelo {

/// Something in which a PC differs from the others.
struct SeatDifference {
    std::string path{};                 ///< of the machine's sheets: "state.power_source"
    std::string title{};                ///< that in words
    std::string own{}, usual{};         ///< in words; usual: what most of the others have
    std::size_t agreeing = 0, all = 0;  ///< PCs with `usual`; of a number, PCs that tell it
};
/// Compares the file that counts for a case: supply of power, plan of energy, clock, threads,
/// driver, memory, versions, environment. A text or flag differs from that of more than half of the
/// class; a number differs where it lies outside Tukey's inner fences of the class (quartiles and
/// 1.5 times their distance) and 5 % from the median. A fact that most of the class does not tell
/// is no difference. Empty: none was found.
class ClassDifferences {
public:
    /// `classroom` must outlive it, and not change.
    ClassDifferences(const Classroom& classroom, Text text);
    [[nodiscard]] std::vector<SeatDifference> of(const ClassSeat& seat, std::size_t number) const;

private:
    /// The usual value of a field: for texts and flags what most have, for numbers the box.
    struct Usual {
        Json most{};
        std::size_t count = 0, of = 0;  ///< PCs with that, and all
        std::optional<ClassBox> box{};
    };
    [[nodiscard]] const Json& sheetsOf(const ClassFile& file) const;
    [[nodiscard]] const Usual& usualOf(std::size_t number, const std::string& path) const;

    const Classroom& m_classroom;
    Text m_text;
    mutable std::map<const ClassFile*, Json> m_sheets;
    mutable std::map<std::pair<std::size_t, std::string>, Usual> m_usual;  ///< by case and field
};

/// The time of a PC beside those of the PCs with a processor of the same name: a CPU for what a CPU
/// computes, else a GPU.
struct EqualProcessors {
    std::string processor{};
    std::size_t pcs = 0;  ///< at least kFewest, the PC itself among them
    double median_ms = 0;
    double factor = 0;  ///< own time / median

    /// Returns whether it lies kFarFactor or more off, below or above. That is a fact of the
    /// figures; why it is so they do not say.
    [[nodiscard]] bool isFar() const { return factor >= kFarFactor || factor * kFarFactor <= 1; }

    static constexpr std::size_t kFewest = 3;
    static constexpr double kFarFactor = 3;
};
/// Compares a PC's time with those of PCs with the same processor; nothing where fewer PCs have
/// that processor, or where it is not told.
[[nodiscard]] std::optional<EqualProcessors> equalProcessors(const Classroom& classroom,
                                                             const ClassSeat& seat, ClassKey key);
/// The same for whoever asks for many: equal cases and variants of the whole class, whatever is
/// looked at.
class ClassEquals {
public:
    explicit ClassEquals(const Classroom& classroom);
    [[nodiscard]] std::optional<EqualProcessors> of(const ClassSeat& seat, ClassKey key) const;

private:
    std::vector<std::string> m_devices;  ///< of the variants
    std::map<ClassKey, std::map<std::string, std::pair<std::size_t, double>>> m_medians;
};

struct FarTime {
    const ClassSeat* seat = nullptr;  ///< of the classroom
    ClassKey key{};
    EqualProcessors equal{};
};
/// The times that lie far off, in the order of the seats; of what is looked at.
[[nodiscard]] std::vector<FarTime> farTimes(const Classroom& classroom,
                                            const ClassFilter& filter = {});
struct FarSeat {
    FarTime furthest{};      ///< the time of the PC that lies furthest off
    std::size_t others = 0;  ///< number of further times of this PC that lie far off
};
/// The PCs that have such times, in their order.
[[nodiscard]] std::vector<FarSeat> farSeats(const Classroom& classroom);

/// A PC before the lab, and what it can do by its probe.
struct WallSeat {
    enum class Verdict { Ready, CpuOnly, Attention };  ///< Attention: it can, but see the reasons
    const ClassSeat* seat = nullptr;                   ///< of the classroom
    Verdict verdict = Verdict::Ready;
    std::string cpu{}, gpu{}, driver{}, app{};  ///< empty: not told
    /// Reasons why the GPU cannot be used, and warnings (battery, load, …): each sentence of
    /// Text::reason() says what to do.
    std::vector<Reason> reasons{};
};
template <>
inline constexpr std::array<std::string_view, 3> wordsOf<WallSeat::Verdict>{"ready", "cpu_only",
                                                                            "attention"};
/// Every PC with a probe, in the order of the seats. `classroom` must outlive it.
[[nodiscard]] std::vector<WallSeat> wallOf(const Classroom& classroom);
/// Verdict and reasons of one probe.
[[nodiscard]] WallSeat wallSeat(const ClassProbe& probe);

}  // namespace duelo
