// SPDX-License-Identifier: Apache-2.0
// What is typed of a class's filter.
#include <algorithm>
#include <iterator>
#include <set>

#include "classroom/class_tables.h"

namespace duelo {
namespace {

bool containsWord(std::string_view text, std::string_view part) {
    const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c; };
    return !std::ranges::search(text, part, {}, lower, lower).empty();
}

/// The only value that is the one typed, else the only one that it is a part of.
Result<std::string> chosen(const char* option, const std::string& typed,
                           const std::set<std::string>& known) {
    if (known.contains(typed)) return typed;
    if (known.empty()) return fail("class_nothing_to_choose", {{"field", option}});
    std::vector<std::string> with;
    std::ranges::copy_if(known, std::back_inserter(with),
                         [&](const std::string& one) { return containsWord(one, typed); });
    if (with.size() == 1) return with.front();
    return fail("unknown_value", {{"field", option}, {"value", typed}, {"accepted", known}});
}

}  // namespace

Result<ClassFilter> filterFrom(const FilterWords& words, const Classroom& classroom,
                               const FindSpec& find, const Text& text) {
    ClassFilter filter;
    std::set<std::string> groups, gpus;
    for (const ClassSeat& seat : classroom.seats()) {
        if (!seat.group.empty()) groups.insert(seat.group);
        if (!seat.gpu.empty()) gpus.insert(seat.gpu);
    }
    if (!words.group.empty()) {
        auto group = chosen("--group", words.group, groups);
        if (!group) return tl::unexpected(group.error());
        filter.group = *std::move(group);
    }
    if (!words.gpu.empty()) {
        auto gpu = chosen("--gpu", words.gpu, gpus);
        if (!gpu) return tl::unexpected(gpu.error());
        filter.gpu = *std::move(gpu);
    }
    if (!words.option.empty()) {
        if (words.option != "A" && words.option != "B")
            return fail("unknown_value", {{"field", "--option"},
                                          {"value", words.option},
                                          {"accepted", Json::array({"A", "B"})}});
        filter.has_gpu = words.option == "A";
    }
    if (words.case_part.empty()) return filter;
    Json names = Json::array();
    const auto all = caseNames(classroom, find, text);
    if (all.empty()) return fail("class_nothing_to_choose", {{"field", "--case"}});
    for (const auto& [number, name] : all) {
        names.push_back(name);
        if (containsWord(name, words.case_part)) filter.cases.insert(number);
    }
    if (filter.cases.empty())
        return fail("unknown_value",
                    {{"field", "--case"}, {"value", words.case_part}, {"accepted", names}});
    return filter;
}

}  // namespace duelo
