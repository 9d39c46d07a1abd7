// SPDX-License-Identifier: Apache-2.0
#include "classroom/gather.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <iterator>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <system_error>
#include <utility>

#include "base/natural_order.h"
#include "base/parallel.h"
#include "base/places.h"
#include "base/same_name.h"
#include "base/whole_file.h"
#include "classroom/folder_walk.h"
#include "classroom/submission.h"
#include "record/record_scan.h"

namespace duelo {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kHarmlessBytes = std::uint64_t{16} << 20;

enum class Kind { Record, Zip, Probe, Foreign };

std::string asciiLower(std::string text) {
    for (char& c : text)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return text;
}

Kind kindOf(const std::string& name) {
    const std::string lower = asciiLower(name);
    if (lower.ends_with(".duelo")) return Kind::Record;
    if (lower.ends_with(".zip")) return Kind::Zip;
    if (lower.ends_with(".json")) return Kind::Probe;
    return Kind::Foreign;
}

std::optional<FileStamp> stampOf(const fs::path& path) {
    std::error_code error;
    const std::uint64_t bytes = fs::file_size(path, error);
    if (error) return std::nullopt;
    const auto written = fs::last_write_time(path, error);
    if (error) return std::nullopt;
    return FileStamp{bytes, written.time_since_epoch().count()};
}

/// Folders tell who handed something in, so a reason has the name alone.
Reason withoutFolders(Reason reason, const ClassPlace& place) {
    if (!reason.args.is_object()) return reason;
    if (const auto path = reason.args.find("path"); path != reason.args.end())
        // A fault of an entry is told of its archive, which the reason itself names.
        *path = reason.args.contains("entry") && path->is_string()
                    ? ClassPlace{fromUtf8(path->get<std::string>()), {}}.name()
                    : place.name();
    if (const auto entry = reason.args.find("entry");
        entry != reason.args.end() && entry->is_string())
        *entry = ClassPlace{{}, {entry->get<std::string>()}}.name();
    return reason;
}

Result<std::string> wholeText(const fs::path& path, std::uint64_t most_bytes) {
    auto stream = openToRead(path);
    if (!stream) return tl::unexpected(stream.error());
    std::string text;
    const auto stamp = stampOf(path);
    if (!stamp || stamp->bytes > most_bytes) return fail("class_foreign", {{"path", utf8(path)}});
    text.resize(stamp->bytes);
    stream->read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(stream->gcount()));
    return text;
}

Reason internalError(const std::exception& error) {
    return {"internal_error", {{"detail", error.what()}}, error.what()};
}

/// Tells what several threads found as if one had found it: hand-ins are numbered as they come.
class OrderedTelling {
public:
    OrderedTelling(std::size_t count, const std::function<void(Gathered)>& tell)
        : m_found(count), m_tell(tell) {}

    void add(std::size_t number, std::vector<Gathered> found) {
        const std::lock_guard lock(m_mutex);
        m_found[number] = std::move(found);
        for (; m_next < m_found.size() && m_found[m_next]; ++m_next) {
            for (Gathered& one : *m_found[m_next]) m_tell(std::move(one));
            *m_found[m_next] = {};
        }
    }

private:
    std::mutex m_mutex;
    std::vector<std::optional<std::vector<Gathered>>> m_found;
    std::size_t m_next = 0;
    const std::function<void(Gathered)>& m_tell;
};

/// Opens an archive once for each thread that reads in it: one that is open reads one entry at a
/// time.
class ArchivePool {
public:
    ArchivePool(const fs::path& path, const ZipLimits& limits) : m_path(path), m_limits(limits) {}

    Result<std::string> read(const ZipArchive::Entry& entry) {
        std::optional<ZipArchive> archive;
        {
            const std::lock_guard lock(m_mutex);
            if (!m_idle.empty()) {
                archive = std::move(m_idle.back());
                m_idle.pop_back();
            }
        }
        if (!archive) {
            auto opened = ZipArchive::open(m_path, m_limits);
            if (!opened) return tl::unexpected(std::move(opened.error()));
            archive = *std::move(opened);
        }
        auto bytes = archive->read(entry);
        const std::lock_guard lock(m_mutex);
        m_idle.push_back(*std::move(archive));
        return bytes;
    }

private:
    const fs::path& m_path;
    const ZipLimits& m_limits;
    std::mutex m_mutex;
    std::vector<ZipArchive> m_idle;
};

/// Reads one file of a folder, with all that is in it.
class FileReading {
public:
    using Tell = std::function<void(Gathered)>;
    /// `is_alone`: no other file is read beside it.
    FileReading(const FindSpec& find, const GatherLimits& limits, const std::stop_token& stop,
                bool is_alone, Tell tell)
        : m_find(find),
          m_limits(limits),
          m_stop(stop),
          m_isAlone(is_alone),
          m_tell(std::move(tell)) {}

    void read(const fs::path& path) {
        const ClassPlace place{path, {}};
        switch (kindOf(utf8(path.filename()))) {
            case Kind::Record:
                return readRecord(path);
            case Kind::Zip: {
                auto archive = ZipArchive::open(path, m_limits.outer_zip);
                if (!archive) return leave(place, archive.error());
                return readOuterZip(*archive, place);
            }
            case Kind::Probe: {
                auto text = wholeText(path, m_limits.probe_bytes);
                if (!text) return leave(place, text.error());
                return keep(place, classProbe(place, *text));
            }
            case Kind::Foreign:
                if (submissionAt(place)) return m_tell(PassedOver{place});
                return leave(place, {"class_foreign", {{"path", place.name()}}, {}});
        }
    }

private:
    void leave(const ClassPlace& place, Reason reason) {
        m_tell(LeftOut{place, withoutFolders(std::move(reason), place)});
    }
    template <typename T>
    void keep(const ClassPlace& place, Result<T> read) {
        if (read)
            m_tell(*std::move(read));
        else
            leave(place, std::move(read.error()));
    }
    void keepScan(const ClassPlace& place, Result<RecordScan> scan) {
        if (!scan) return leave(place, std::move(scan.error()));
        std::string digest = scan->digest.hex();
        for (Reason& warning : scan->log.warnings)
            warning = withoutFolders(std::move(warning), place);
        keep(place, classFile(place, std::move(scan->log), std::move(digest), m_find));
    }

    void readRecord(const fs::path& path) {
        const ClassPlace place{path, {}};
        const auto before = stampOf(path);
        keepScan(place, scanRecords(path, Detail::Results));
        if (const auto after = stampOf(path); before && after && after->bytes != before->bytes)
            leave(place, {"class_growing", {{"path", place.name()}}, {}});
    }

    using Entries = std::vector<const ZipArchive::Entry*>;

    /// Returns the entries of an archive that may be ours, in its order, and tells of those that
    /// it refused and of the others that lie in a hand-in.
    Entries oursIn(const ZipArchive& archive, const ClassPlace& place) {
        for (const ZipArchive::Refused& one : archive.refused()) {
            ClassPlace inside = place;
            inside.entries.push_back(one.name);
            Reason reason = one.reason;
            reason.args["entry"] = one.name;  // whole, for its folders to be taken off
            leave(inside, std::move(reason));
        }
        Entries ours;
        for (const ZipArchive::Entry& entry : archive.entries()) {
            if (isHiddenPath(entry.name)) continue;
            if (kindOf(entry.name) != Kind::Foreign) {
                ours.push_back(&entry);
                continue;
            }
            ClassPlace inside = place;
            inside.entries.push_back(entry.name);
            if (submissionAt(inside)) m_tell(PassedOver{std::move(inside)});
        }
        return ours;
    }

    /// Returns whether it would unpack to more than a submission may have, or than was packed
    /// honestly.
    [[nodiscard]] bool isTooMuch(std::uint64_t unpacked_bytes, std::uint64_t packed_bytes) const {
        return unpacked_bytes > m_limits.unpacked_bytes ||
               (unpacked_bytes > kHarmlessBytes && unpacked_bytes / m_limits.ratio > packed_bytes);
    }

    /// A platform packs the submissions of a class, each a folder or a ZIP: what one of them holds
    /// is no other's matter.
    void readOuterZip(const ZipArchive& archive, const ClassPlace& place) {
        std::map<std::string, std::size_t> known;  // submissions by name
        std::vector<std::pair<std::string, Entries>> submissions;
        for (const ZipArchive::Entry* entry : oursIn(archive, place)) {
            const std::string name = entry->name.substr(0, entry->name.find('/'));
            const auto [at, added] = known.try_emplace(name, submissions.size());
            if (added) submissions.push_back({name, {}});
            submissions[at->second].second.push_back(entry);
        }
        OrderedTelling telling(submissions.size(), m_tell);
        ArchivePool pool(place.file, m_limits.outer_zip);
        std::atomic<bool> ours = !archive.refused().empty();
        const auto read = [&](std::size_t i) {
            const auto& [name, entries] = submissions[i];
            ClassPlace of = place;
            if (submissions.size() > 1) of.entries.push_back(name);
            std::vector<Gathered> found;
            FileReading one(m_find, m_limits, m_stop, false,
                            [&](Gathered what) { found.push_back(std::move(what)); });
            if (m_isAlone) one.m_pool = &pool;
            for (const ZipArchive::Entry* entry : entries)
                one.m_submission.packed_bytes += entry->packed_bytes;
            try {
                if (one.readEntries(archive, entries, place, of, 1)) ours = true;
            } catch (const std::exception& error) {
                ours = true;
                found.emplace_back(LeftOut{of, internalError(error)});
            }
            telling.add(i, std::move(found));
        };
        if (m_isAlone)
            forEachAtOnce(submissions.size(), read);
        else
            for (std::size_t i = 0; i < submissions.size(); ++i) read(i);
        if (!ours && !m_stop.stop_requested())
            leave(place, {"class_zip_foreign", {{"path", place.name()}}, {}});
    }

    /// One inside a submission.
    void readInnerZip(const ZipArchive& archive, const ClassPlace& place, int depth) {
        const bool ours = readEntries(archive, oursIn(archive, place), place, place, depth);
        if (!ours && archive.refused().empty())
            leave(place, {"class_zip_foreign", {{"path", place.name()}}, {}});
    }

    /// `place` is that of the archive, `whole` what is set aside if all of it is too much. False:
    /// there was nothing of ours.
    bool readEntries(const ZipArchive& archive, const Entries& entries, const ClassPlace& place,
                     const ClassPlace& whole, int depth) {
        std::uint64_t unpacked_bytes = m_submission.unpacked_bytes;
        for (const ZipArchive::Entry* entry : entries) unpacked_bytes += entry->bytes;
        if (isTooMuch(unpacked_bytes, m_submission.packed_bytes)) {
            leave(whole, bomb(whole, unpacked_bytes));
            return true;
        }
        bool ours = false;
        for (const ZipArchive::Entry* entry : entries) {
            if (m_stop.stop_requested()) return true;
            ClassPlace inside = place;
            inside.entries.push_back(entry->name);
            ours |= readEntry(archive, *entry, kindOf(entry->name), inside, depth);
        }
        return ours;
    }

    /// Reads an entry; returns false where it is nothing of ours.
    bool readEntry(const ZipArchive& archive, const ZipArchive::Entry& entry, Kind kind,
                   const ClassPlace& place, int depth) {
        const auto refuse = [&](Reason reason) {
            leave(place, std::move(reason));
            return true;
        };
        if (kind == Kind::Probe && entry.bytes > m_limits.probe_bytes) return false;
        if (kind == Kind::Zip && depth >= m_limits.zips_deep)
            return refuse(
                {"class_zip_too_deep", {{"path", place.name()}, {"most", m_limits.zips_deep}}, {}});
        if (entry.bytes > m_limits.entry_bytes) return refuse(bomb(place, entry.bytes));
        auto bytes = depth == 1 && m_pool ? m_pool->read(entry) : archive.read(entry);
        if (!bytes) return refuse(std::move(bytes.error()));
        if (kind == Kind::Zip) {
            const auto inner =
                ZipArchive::of(std::move(*bytes), fromUtf8(place.name()), m_limits.zip);
            if (!inner) return refuse(inner.error());
            readInnerZip(*inner, place, depth + 1);
            return true;
        }
        m_submission.unpacked_bytes += entry.bytes;  // what holds others counts by what it holds
        if (kind == Kind::Probe) {
            auto probe = classProbe(place, *bytes);
            if (!probe) return false;
            m_tell(*std::move(probe));
        } else {
            keepScan(place,
                     scanRecords(std::move(*bytes), fromUtf8(place.name()), Detail::Results));
        }
        return true;
    }

    static Reason bomb(const ClassPlace& place, std::uint64_t bytes) {
        return {"class_zip_bomb", {{"path", place.name()}, {"unpacked_bytes", bytes}}, {}};
    }

    const FindSpec& m_find;
    const GatherLimits& m_limits;
    const std::stop_token& m_stop;
    const bool m_isAlone;
    ArchivePool* m_pool = nullptr;  ///< the archive in the folder, where several threads read in it
    Tell m_tell;
    /// The bytes that one hand-in has come to so far.
    struct {
        std::uint64_t packed_bytes = 0, unpacked_bytes = 0;
    } m_submission;
};

}  // namespace

GatherOutcome gather(std::span<const fs::path> paths, const FindSpec& find, const GatherSink& sink,
                     const SeenFiles& seen, std::stop_token stop, const GatherLimits& limits) {
    GatherOutcome outcome;
    FolderWalk walk(limits);
    for (const fs::path& path : paths) walk.take(path);
    std::vector<fs::path> changed;
    const std::vector<fs::path> files = walk.files();
    for (const fs::path& file : files) {
        // One without a stamp has vanished since; reading it says so.
        const FileStamp stamp = stampOf(file).value_or(FileStamp{});
        const auto known = seen.find(file);
        if (known == seen.end() || known->second != stamp) changed.push_back(file);
        outcome.seen.emplace(file, stamp);
    }
    for (const auto& [file, stamp] : seen) {
        if (outcome.seen.contains(file)) continue;
        if (walk.isLost(file))
            outcome.seen.emplace(file, stamp);
        else
            outcome.gone.push_back(file);
    }

    std::mutex mutex;
    std::size_t done = 0;
    const auto tell = [&](Gathered found) {
        const std::lock_guard lock(mutex);
        sink(std::move(found), done, changed.size());
    };
    // A fault of a folder at the last look may be gone now.
    if (!seen.empty())
        for (const fs::path& path : paths)
            if (!outcome.seen.contains(path)) tell(Anew{path});
    for (const LeftOut& one : walk.leftOut()) tell(one);
    forEachAtOnce(changed.size(), [&](std::size_t i) {
        if (stop.stop_requested()) {
            const std::lock_guard lock(mutex);
            outcome.seen.erase(changed[i]);
            return;
        }
        try {
            if (seen.contains(changed[i])) tell(Anew{changed[i]});
            FileReading(find, limits, stop, changed.size() == 1, tell).read(changed[i]);
        } catch (const std::exception& error) {
            tell(LeftOut{{changed[i], {}}, internalError(error)});
        }
        const std::lock_guard lock(mutex);
        if (stop.stop_requested()) outcome.seen.erase(changed[i]);  // maybe half a ZIP
        ++done;
    });
    outcome.files = done;
    return outcome;
}

Result<std::string> bytesOf(const ClassPlace& place) {
    const GatherLimits limits;
    if (place.entries.empty()) return wholeText(place.file, kMaxFileBytes);
    auto archive = ZipArchive::open(place.file, limits.outer_zip);
    for (std::size_t i = 0; i < place.entries.size(); ++i) {
        if (!archive) return tl::unexpected(archive.error());
        const auto& entries = archive->entries();
        const auto found = std::ranges::find(entries, place.entries[i], &ZipArchive::Entry::name);
        if (found == entries.end() || found->bytes > limits.entry_bytes)
            return fail("file_missing", {{"path", place.whole()}});
        auto bytes = archive->read(*found);
        if (!bytes || i + 1 == place.entries.size()) return bytes;
        archive = ZipArchive::of(std::move(*bytes), fromUtf8(place.name()), limits.zip);
    }
    return fail("file_missing", {{"path", place.whole()}});
}

Result<RecordLog> readAgain(const ClassPlace& place) {
    const auto log = [](Result<RecordScan> scan) -> Result<RecordLog> {
        if (!scan) return tl::unexpected(std::move(scan.error()));
        return std::move(scan->log);
    };
    if (place.entries.empty()) return log(scanRecords(place.file, Detail::Results));
    auto bytes = bytesOf(place);
    if (!bytes) return tl::unexpected(std::move(bytes.error()));
    return log(scanRecords(std::move(*bytes), fromUtf8(place.name()), Detail::Results));
}

}  // namespace duelo
