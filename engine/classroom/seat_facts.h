// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "classroom/classroom.h"

/// What is known of one PC beside its times: in what it differs from the class, and whether it can
/// measure. What differs is told, never that it is the cause.
namespace duelo {

/// Something in which a PC differs.
struct SeatDifference {
    /// Of the machine's sheets: "state.power_source"; of how a side was measured:
    /// "variant_gpu.precision".
    std::string path{};
    std::string title{};                ///< that in words
    std::string own{}, usual{};         ///< in words; usual: what most of the others have
    std::size_t agreeing = 0, all = 0;  ///< PCs with `usual`; of a number, PCs that tell it
};
/// Of the file that counts for a case: how it was measured, supply of power, plan of energy, clock,
/// threads, driver, memory, versions, environment. A text or flag differs from what more than half
/// of the class has; a number where it lies outside Tukey's inner fences of the class (quartiles
/// and 1.5 times their distance) and 5 % from the median. Empty: no difference was found.
class ClassDifferences {
public:
    /// `classroom` must outlive it, and not change.
    ClassDifferences(const Classroom& classroom, Text text);
    [[nodiscard]] std::vector<SeatDifference> of(const ClassSeat& seat, std::size_t number) const;

private:
    /// What is usual of a field: of texts and flags what most have, of numbers the box.
    struct Usual {
        Json most{};
        std::size_t count = 0, of = 0;  ///< PCs with that, and all
        std::optional<ClassBox> box{};
    };
    [[nodiscard]] const Json& sheetsOf(const ClassFile& file) const;
    /// Null where it is not told.
    [[nodiscard]] Json valueOf(const ClassMark& mark, std::string_view path) const;
    [[nodiscard]] std::string titleOf(const std::string& path, std::size_t number) const;
    [[nodiscard]] const Usual& usualOf(std::size_t number, const std::string& path) const;

    const Classroom& m_classroom;
    Text m_text;
    mutable std::map<const ClassFile*, Json> m_sheets;
    mutable std::map<std::pair<std::size_t, std::string>, Usual> m_usual;  ///< by case and field
};

/// Before the lab: what a PC can do, by its probe.
struct WallSeat {
    enum class Verdict { Ready, CpuOnly, Attention };  ///< Attention: it can, but see the reasons
    const ClassSeat* seat = nullptr;                   ///< of the classroom
    Verdict verdict = Verdict::Ready;
    std::string cpu{}, gpu{}, driver{}, app{};  ///< empty: not told
    /// Why the GPU cannot be used, and warnings (battery, load, …): each sentence of Text::reason()
    /// says what to do.
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
