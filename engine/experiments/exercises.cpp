// SPDX-License-Identifier: Apache-2.0
#include "experiments/exercises.h"

#include <algorithm>
#include <system_error>
#include <utility>

#include "base/json_text.h"
#include "base/places.h"
#include "base/whole_file.h"
#include "report/kernel_comments.h"
#include "resources/resources.h"

namespace duelo {

namespace {

BothLanguages bothOf(const Json& words) {
    return {words.at("es").get<std::string>(), words.at("en").get<std::string>()};
}

Exercise exerciseOf(const Json& data) {
    Exercise one{.id = data.at("id").get<std::string>(),
                 .finds = data.at("finds").get<std::string>(),
                 .title = bothOf(data.at("title")),
                 .task = bothOf(data.at("task"))};
    for (const Json& hint : data.at("hints")) one.hints.push_back(bothOf(hint));
    for (const Json& must : data.value("must", Json::array()))
        one.conditions.push_back({readExpression(must.at("if").get<std::string>()).value(),
                                  must.at("says").get<std::string>()});
    return one;
}

}  // namespace

std::string Exercise::text(Language language) const {
    // Without its first line, the licence.
    std::string_view own = resource("kernels/exercises/" + id + ".cu");
    own.remove_prefix(std::min(own.find('\n') + 1, own.size()));
    return textFor(own, language);
}

std::span<const Exercise> exercises() {
    static const std::vector<Exercise> all = [] {
        std::vector<Exercise> read;
        const Json data = parseJson(resource("kernels/exercises/exercises.json")).value();
        for (const Json& one : data) read.push_back(exerciseOf(one));
        return read;
    }();
    return all;
}

const Exercise* findExercise(std::string_view id) {
    const auto found = std::ranges::find(exercises(), id, &Exercise::id);
    return found == exercises().end() ? nullptr : &*found;
}

SolvedExercises SolvedExercises::standard() {
    return SolvedExercises(userDataDir() / "exercises.json");
}

std::set<std::string> SolvedExercises::all() const {
    std::set<std::string> solved;
    const auto text = readWhole(m_file);
    const auto kept = text ? parseJson(*text) : Result<Json>(Json());
    if (!kept || !kept->is_object()) return solved;
    const Json ids = kept->value("solved", Json::object());
    for (const auto& [id, when] : ids.items())
        if (findExercise(id) != nullptr) solved.insert(id);
    return solved;
}

Result<void> SolvedExercises::add(const std::string& id) const {
    Json solved = Json::object();
    for (const std::string& known : all()) solved[known] = true;
    if (solved.contains(id)) return {};
    solved[id] = true;
    std::error_code ignored;
    std::filesystem::create_directories(m_file.parent_path(), ignored);
    return writeWhole(jsonText({{"solved", std::move(solved)}}), m_file, true);
}

}  // namespace duelo
