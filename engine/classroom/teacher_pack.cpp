// SPDX-License-Identifier: Apache-2.0
#include "classroom/teacher_pack.h"

#include <algorithm>
#include <system_error>
#include <utility>

#include "base/file_name.h"
#include "base/json_text.h"
#include "base/places.h"
#include "base/whole_file.h"
#include "classroom/pack_parts.h"
#include "plan/plan_files.h"

namespace duelo {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMostBytes = std::uint64_t{4} << 30;  // a stick takes it

Reason notWritten(const fs::path& path, const std::error_code& error) {
    return {"write_failed", {{"path", utf8(path)}, {"message", error.message()}}, error.message()};
}

/// Puts a value in quotes, as QSettings reads it, so that commas and semicolons stay what they are.
std::string quoted(const std::string& value) {
    std::string out = "\"";
    for (const char c : value) {
        if (static_cast<unsigned char>(c) < ' ') continue;
        if (c == '"' || c == '\\') out += '\\';
        out += c;
    }
    return out + '"';
}

/// Puts a pack together in a folder of its own.
class Packing {
public:
    Packing(const PackRequest& request, const FindSpec& find, fs::path folder)
        : m_request(request), m_find(find), m_folder(std::move(folder)) {}

    Result<PackMade> pack() {
        if (auto checked = checkKeys(); !checked) return tl::unexpected(checked.error());
        std::optional<Plan> plan = m_request.plan;
        for (const fs::path& file : m_request.references)
            if (auto done = addReference(file, plan); !done) return tl::unexpected(done.error());
        if (!plan && m_request.photographs.empty()) return fail("pack_nothing");
        if (plan)
            if (auto done = addPlan(*std::move(plan)); !done) return tl::unexpected(done.error());
        for (const fs::path& path : m_request.photographs)
            if (auto done = addPhotographs(path); !done) return tl::unexpected(done.error());
        if (auto done = write(defaultsText(), fs::path(kPackDefaults)); !done)
            return tl::unexpected(done.error());
        return m_made;
    }

private:
    Result<void> checkKeys() const {
        for (const auto& [key, value] : m_request.defaults)
            if (std::ranges::find(kPackKeys, key) == kPackKeys.end())
                return fail("pack_key", {{"value", key}, {"accepted", kPackKeys}});
        return {};
    }

    [[nodiscard]] std::string defaultsText() const {
        std::string text;
        std::map<std::string, std::string> groups;  // by their heading
        for (const auto& [key, value] : m_request.defaults) {
            const std::size_t slash = key.find('/');
            const std::string line = key.substr(slash == key.npos ? 0 : slash + 1) + '=';
            groups[slash == key.npos ? "General" : key.substr(0, slash)] +=
                line + quoted(value) + '\n';
        }
        for (const auto& [heading, lines] : groups) text += '[' + heading + "]\n" + lines;
        return text;
    }

    Result<void> addPlan(Plan plan) {
        if (auto why = whyNothing(plan)) return tl::unexpected(*std::move(why));
        const Spec* spec = m_find(plan.experiment);
        if (!spec) return fail("pack_unknown_experiment", {{"experiment", plan.experiment}});
        giveWeights(plan, *spec);
        auto moved = withFilesAt(std::move(plan), *spec, [&](const std::string& file) {
            const fs::path path = fromUtf8(file);
            return bring(path, isPhotograph(path) ? kPackPhotographs : kPackFiles);
        });
        if (!moved) return tl::unexpected(moved.error());
        return write(jsonText(toJson(*moved)) + '\n', fs::path(kPackPlan));
    }

    /// A PC that has never downloaded them must not measure other weights. Each network that has
    /// some gets a block of its own, as when they are typed. Of the files that belong to a network
    /// the first are its weights.
    void giveWeights(Plan& plan, const Spec& spec) const {
        const auto isFile = [](const Axis& axis) {
            return !axis.per.empty() && axis.kind == AxisKind::Path;
        };
        const auto first = std::ranges::find_if(spec.axes, isFile);
        if (first != spec.axes.end()) {
            const Axis& axis = *first;
            const Axis* owner = spec.find(axis.per);
            std::vector<Block> made;
            for (Block& block : plan.cases) {
                std::vector<Json> others, all = valuesIn(block, axis.per);
                if (all.empty() && owner && owner->usual.is_array())
                    all.assign(owner->usual.begin(), owner->usual.end());
                if (block.contains(axis.id)) all.clear();
                for (const Json& value : all) {
                    const auto weights = value.is_string()
                                             ? m_request.weights.find(value.get<std::string>())
                                             : m_request.weights.end();
                    if (weights == m_request.weights.end()) {
                        others.push_back(value);
                        continue;
                    }
                    Block own = block;
                    own[axis.per] = {value};
                    own[axis.id] = {Json(utf8(weights->second))};
                    made.push_back(std::move(own));
                }
                if (!all.empty() && others.empty()) continue;
                if (others.size() < all.size()) block[axis.per] = std::move(others);
                made.push_back(std::move(block));
            }
            plan.cases = std::move(made);
        }
    }

    /// The first is kPackReference, and its plan the pack's where no other was given.
    Result<void> addReference(const fs::path& file, std::optional<Plan>& plan) {
        auto reference = readReference(file, m_find);
        if (!reference) return tl::unexpected(reference.error());
        if (!plan) {
            auto own = planFromJson(reference->plan);
            if (!own) return tl::unexpected(own.error());
            plan = *std::move(own);
        }
        if (&file != &m_request.references.front())
            return bring(file, kReferences, ".duelo").map([](const std::string&) {});
        std::error_code error;
        m_brought.emplace(fs::weakly_canonical(file, error), kPackReference);
        return copy(file, fs::path(kPackReference));
    }

    Result<void> addPhotographs(const fs::path& path) {
        std::error_code error;
        if (!fs::is_directory(path, error)) {
            if (!isPhotograph(path)) return fail("pack_no_photograph", {{"path", utf8(path)}});
            return bring(path, kPackPhotographs).map([](const std::string&) {});
        }
        const std::vector<fs::path> found = photographsIn(path);
        if (found.empty()) return fail("pack_no_photograph", {{"path", utf8(path)}});
        for (const fs::path& one : found)
            if (auto done = bring(one, kPackPhotographs); !done)
                return tl::unexpected(done.error());
        return {};
    }

    /// Brings a file or a folder, and returns its name in the pack: "photographs/bridge.jpg". One
    /// that was brought already is not brought again. A name that lacks the ending gets it.
    Result<std::string> bring(const fs::path& from, std::string_view into,
                              const std::string& ending = {}) {
        std::error_code error;
        const fs::path whole = fs::weakly_canonical(from, error);
        if (const auto known = m_brought.find(whole); known != m_brought.end())
            return known->second;
        std::string name = safeFileName(utf8(whole.filename()));
        if (name.empty()) name = "file";
        if (!name.ends_with(ending)) name += ending;
        const fs::path typed = fromUtf8(name);
        fs::path to = fs::path(into) / typed;
        for (int n = 2; fs::exists(m_folder / to, error); ++n)
            to = fs::path(into) /
                 fromUtf8(utf8(typed.stem()) + '-' + std::to_string(n) + utf8(typed.extension()));
        if (auto done = fs::is_directory(whole, error) ? copyFolder(whole, to) : copy(whole, to);
            !done)
            return tl::unexpected(done.error());
        std::string told = utf8(to.generic_string());
        m_brought.emplace(whole, told);
        return told;
    }

    Result<void> copyFolder(const fs::path& from, const fs::path& to) {
        std::error_code error;
        fs::recursive_directory_iterator at(from, error);
        for (; !error && at != fs::recursive_directory_iterator(); at.increment(error)) {
            std::error_code gone;
            if (!at->is_regular_file(gone)) continue;
            if (auto done = copy(at->path(), to / at->path().lexically_relative(from)); !done)
                return done;
        }
        if (error) return fail("folder_unreadable", {{"folder", utf8(from)}}, error.message());
        return {};
    }

    Result<void> copy(const fs::path& from, const fs::path& to) {
        if (auto readable = openToRead(from); !readable) return tl::unexpected(readable.error());
        std::error_code error;
        m_made.bytes += fs::file_size(from, error);
        if (m_made.bytes > kMostBytes) return fail("pack_too_large", {{"most_bytes", kMostBytes}});
        fs::create_directories((m_folder / to).parent_path(), error);
        if (!error) fs::copy_file(from, m_folder / to, error);
        if (error) return tl::unexpected(notWritten(to, error));
        ++m_made.files;
        return {};
    }

    Result<void> write(const std::string& text, const fs::path& to) {
        if (auto written = writeWhole(text, m_folder / to); !written) return written;
        ++m_made.files;
        m_made.bytes += text.size();
        return {};
    }

    const PackRequest& m_request;
    const FindSpec& m_find;
    const fs::path m_folder;
    std::map<fs::path, std::string> m_brought;
    PackMade m_made;
};

}  // namespace

Result<PackMade> makePack(const PackRequest& request, const FindSpec& find,
                          const fs::path& folder) {
    std::error_code error;
    if (fs::exists(folder, error) && !fs::is_empty(folder, error))
        return fail("pack_not_empty", {{"folder", utf8(folder)}});
    fs::path part = fs::absolute(folder, error).lexically_normal();
    if (!part.has_filename()) part = part.parent_path();
    const fs::path whole = part;
    part += "." + newRunId().substr(0, 8);
    fs::create_directories(part, error);
    if (error) return tl::unexpected(notWritten(folder, error));
    auto made = Packing(request, find, part).pack();
    if (made) {
        fs::remove(whole, error);  // where it is there it is empty
        fs::rename(part, whole, error);
        if (error) made = tl::unexpected(notWritten(folder, error));
    }
    if (!made) fs::remove_all(part, error);
    return made;
}

}  // namespace duelo
