// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "experiments/program_text.h"

namespace duelo {

/// A text as a Python literal, as repr() would write it, with double quotes: it reads back to the
/// same text, in one line, and shows nothing that could hide what it is. Bytes that are no UTF-8
/// become the surrogates that Python itself uses for them in file names.
[[nodiscard]] std::string pythonLiteral(std::string_view text);
/// A value as Python writes it: texts as above, lists, objects, True, False and None.
[[nodiscard]] std::string pythonValue(const Json& value);

/// A Python program, written from top to bottom: its settings, what it says, its functions.
class PythonProgram : public ProgramText {
public:
    /// The plan has one block of variants. Both outlive it.
    PythonProgram(const Plan& plan, const Text& text) : ProgramText(plan, text, "#") {}

    /// The first line, a comment of each key, and an end in one sentence where a module is missing:
    /// its name and what it is called for pip.
    void begin(std::initializer_list<const char*> keys,
               std::vector<std::pair<std::string, std::string>> modules);
    /// The lists DEVICES, THREADS, PRECISIONS and MODES of the plan, a GPU of wherever it runs
    /// too, and those of the modes that the program does not measure, or measures as eager mode
    /// because they are the same mathematics. Where the plan has no such axis, the list has what
    /// PyTorch does by itself.
    void variants(std::initializer_list<std::string_view> unequalled,
                  std::initializer_list<std::string_view> same);
    /// Writes how often and how long is measured, as the plan's preset has it.
    void protocol();
    /// Writes two sentences by "cpu" and "cuda".
    void deviceWords(const std::string& name, const char* cpu, const char* cuda);
    /// Ends the settings, among them deviceWords("TITLES", ...). The code behind them has
    /// wait(device), variants(), title(variant), details(variant) and use(variant) at hand.
    void functions();
    /// Ends the settings of a program that has one variant.
    void endSettings();
    /// Returns the whole program. SAY["key"] is a sentence that it says, script.key too.
    [[nodiscard]] std::string take();

private:
    [[nodiscard]] std::string sayings() const;

    std::string m_head;
};

}  // namespace duelo
