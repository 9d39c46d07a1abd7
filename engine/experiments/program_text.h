// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "base/text.h"
#include "plan/plan.h"

namespace duelo {

/// The calls that such a program makes before those that it times.
inline constexpr int kWarmUpCalls = 5;

/// The text of a program for somebody to take home. Its comments are the texts of the group
/// "script".
class ProgramText {
public:
    /// `mark` begins a comment of its language. Plan and text outlive it.
    ProgramText(const Plan& plan, const Text& text, std::string mark)
        : m_plan(plan), m_text(text), m_mark(std::move(mark)) {}

    void line(std::string_view code) { m_out.append(code) += '\n'; }
    void comment(std::string_view key, std::string_view indent = {});
    /// A piece of source. A line of the mark and "@key" becomes the comment script.key at the same
    /// depth.
    void part(std::string_view source);
    /// The sentence with its placeholders as they are for Python's str.format().
    [[nodiscard]] std::string words(const std::string& key) const;

protected:
    [[nodiscard]] const Plan& plan() const { return m_plan; }
    [[nodiscard]] const Text& text() const { return m_text; }

    std::string m_packages, m_out;

private:
    const Plan& m_plan;
    const Text& m_text;
    std::string m_mark;
};

}  // namespace duelo
