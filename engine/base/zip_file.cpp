// SPDX-License-Identifier: Apache-2.0
#include "base/zip_file.h"

#include <algorithm>
#include <fstream>
#include <map>
#include <optional>
#include <utility>

#include <zip.h>

#include "base/append_file.h"
#include "base/inflate_whole.h"
#include "base/places.h"
#include "base/printable.h"
#include "base/whole_file.h"

namespace duelo {
/// Types of ZipArchive::State, which other files may name.
namespace zip_parts {

/// libzip's own words.
class ZipError {
public:
    ZipError() { zip_error_init(&m_error); }
    ~ZipError() { zip_error_fini(&m_error); }
    ZipError(const ZipError&) = delete;
    ZipError& operator=(const ZipError&) = delete;

    operator zip_error_t*() { return &m_error; }
    [[nodiscard]] int code() const { return zip_error_code_zip(&m_error); }
    [[nodiscard]] std::string words() { return zip_error_strerror(&m_error); }

private:
    zip_error_t m_error{};
};

/// A file that libzip reads where it needs it, whose name may be any that this system has.
struct FileSource {
    std::ifstream file{};
    std::uint64_t size = 0;
    ZipError error{};

    /// Answers libzip as zip_source_function(3) says.
    static zip_int64_t answer(void* own, void* data, zip_uint64_t length, zip_source_cmd_t what) {
        auto& self = *static_cast<FileSource*>(own);
        switch (what) {
            case ZIP_SOURCE_OPEN:
                self.file.clear();
                self.file.seekg(0);
                return 0;
            case ZIP_SOURCE_READ:
                self.file.read(static_cast<char*>(data), static_cast<std::streamsize>(length));
                if (self.file.bad()) return self.failed(ZIP_ER_READ);
                return self.file.gcount();
            case ZIP_SOURCE_CLOSE:
                return 0;
            case ZIP_SOURCE_STAT: {
                auto& stat = *static_cast<zip_stat_t*>(data);
                zip_stat_init(&stat);
                stat.size = self.size;
                stat.valid |= ZIP_STAT_SIZE;
                return sizeof(stat);
            }
            case ZIP_SOURCE_ERROR:
                return zip_error_to_data(self.error, data, length);
            case ZIP_SOURCE_FREE:
                return 0;  // the archive's State has it
            case ZIP_SOURCE_SEEK: {
                self.file.clear();
                const auto at = static_cast<zip_uint64_t>(self.file.tellg());
                const zip_int64_t to =
                    zip_source_seek_compute_offset(at, self.size, data, length, self.error);
                if (to < 0) return -1;
                self.file.seekg(to);
                return self.file ? 0 : self.failed(ZIP_ER_SEEK);
            }
            case ZIP_SOURCE_TELL:
                self.file.clear();
                return self.file.tellg();
            case ZIP_SOURCE_SUPPORTS:
                return zip_source_make_command_bitmap(
                    ZIP_SOURCE_OPEN, ZIP_SOURCE_READ, ZIP_SOURCE_CLOSE, ZIP_SOURCE_STAT,
                    ZIP_SOURCE_ERROR, ZIP_SOURCE_FREE, ZIP_SOURCE_SEEK, ZIP_SOURCE_TELL,
                    ZIP_SOURCE_SUPPORTS, -1);
            default:
                return self.failed(ZIP_ER_OPNOTSUPP);
        }
    }

private:
    zip_int64_t failed(int code) {
        zip_error_set(error, code, 0);
        return -1;
    }
};

}  // namespace zip_parts

namespace {

namespace fs = std::filesystem;

using zip_parts::FileSource;
using zip_parts::ZipError;

struct Discard {
    void operator()(zip_t* archive) const { zip_discard(archive); }
    void operator()(zip_source_t* source) const { zip_source_free(source); }
    void operator()(zip_file_t* file) const { zip_fclose(file); }
};
template <typename T>
using Owned = std::unique_ptr<T, Discard>;

tl::unexpected<Reason> zipFailure(const char* code, const fs::path& path,
                                  Json more = Json::object(), std::string message = {}) {
    Json args{{"path", utf8(path)}};
    args.update(more);
    return fail(code, std::move(args), std::move(message));
}

/// With '/' between its parts, wherever it was packed; empty: it leads elsewhere.
std::string tidyName(std::string name) {
    std::ranges::replace(name, '\\', '/');
    const bool drive = name.size() > 1 && name[1] == ':';
    const bool odd = std::ranges::any_of(
        name, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; });
    if (name.starts_with('/') || drive || odd) return {};
    std::string tidy;
    for (std::size_t at = 0; at < name.size();) {
        const std::size_t end = std::min(name.find('/', at), name.size());
        const std::string part = name.substr(at, end - at);
        if (part == "..") return {};
        if (!part.empty() && part != ".") tidy += (tidy.empty() ? "" : "/") + part;
        at = end + 1;
    }
    return tidy;
}

}  // namespace

struct ZipArchive::State {
    struct Close {
        void operator()(zip_t* archive) const { zip_discard(archive); }
    };

    std::string bytes;  ///< of an archive in memory
    FileSource file;    ///< of one on the disk
    fs::path path;
    std::unique_ptr<zip_t, Close> archive;  ///< of one of both, before which it goes
    std::vector<Entry> entries;
    std::vector<Refused> refused;

    [[nodiscard]] std::string beginning() {
        if (!bytes.empty()) return bytes.substr(0, 4);
        std::string first(4, '\0');
        file.file.clear();
        file.file.seekg(0);
        file.file.read(first.data(), 4);
        return first;
    }

    [[nodiscard]] Result<void> list(const ZipLimits& limits) {
        const auto count = static_cast<std::uint64_t>(zip_get_num_entries(archive.get(), 0));
        if (count > limits.entries) return zipFailure("zip_many", path, {{"most", limits.entries}});
        std::map<std::string, std::size_t> times;  // that a name stands there
        std::uint64_t left = limits.unpacked_bytes;
        for (std::uint64_t i = 0; i < count; ++i) {
            zip_stat_t stat;
            if (zip_stat_index(archive.get(), i, 0, &stat) != 0 ||
                (stat.valid & (ZIP_STAT_NAME | ZIP_STAT_SIZE)) != (ZIP_STAT_NAME | ZIP_STAT_SIZE))
                return zipFailure("zip_damaged", path, Json::object(), zip_strerror(archive.get()));
            const std::string raw = stat.name;
            Entry entry{tidyName(raw), stat.size, 0, i};
            if ((stat.valid & ZIP_STAT_COMP_SIZE) != 0) entry.packed_bytes = stat.comp_size;
            if ((raw.ends_with('/') || raw.ends_with('\\')) && stat.size == 0) continue;
            if (entry.name.empty()) {
                refuse(raw);
                continue;
            }
            if (entry.bytes > left)
                return zipFailure("zip_large", path, {{"most_bytes", limits.unpacked_bytes}});
            left -= entry.bytes;
            ++times[entry.name];
            entries.push_back(std::move(entry));
        }
        std::erase_if(entries, [&](const Entry& entry) { return times[entry.name] > 1; });
        for (const auto& [name, all] : times)
            if (all > 1) refuse(name);
        if (!limits.sets_apart && !refused.empty()) return tl::unexpected(refused.front().reason);
        return {};
    }

private:
    void refuse(const std::string& name) {
        refused.push_back({printable(name, name.size()),
                           zipFailure("zip_name", path, {{"entry", printable(name)}}).value()});
    }
};

ZipArchive::ZipArchive(std::unique_ptr<State> state) : m_state(std::move(state)) {}
ZipArchive::ZipArchive(ZipArchive&&) noexcept = default;
ZipArchive& ZipArchive::operator=(ZipArchive&&) noexcept = default;
ZipArchive::~ZipArchive() = default;

Result<ZipArchive> ZipArchive::open(const fs::path& path, const ZipLimits& limits) {
    auto file = openToRead(path);
    if (!file) return tl::unexpected(std::move(file.error()));
    auto state = std::make_unique<State>();
    state->path = path;
    state->file.file = *std::move(file);
    state->file.file.seekg(0, std::ios::end);
    const std::streamoff size = state->file.file.tellg();
    if (size < 0) return zipFailure("file_unreadable", path);
    state->file.size = static_cast<std::uint64_t>(size);
    ZipError error;
    return opened(std::move(state), limits, [&](State& of) {
        return zip_source_function_create(FileSource::answer, &of.file, error);
    });
}

Result<ZipArchive> ZipArchive::of(std::string bytes, const fs::path& path,
                                  const ZipLimits& limits) {
    auto state = std::make_unique<State>();
    state->path = path;
    state->bytes = std::move(bytes);
    ZipError error;
    return opened(std::move(state), limits, [&](State& of) {
        return zip_source_buffer_create(of.bytes.data(), of.bytes.size(), 0, error);
    });
}

template <typename Source>
Result<ZipArchive> ZipArchive::opened(std::unique_ptr<State> state, const ZipLimits& limits,
                                      const Source& sourceOf) {
    const fs::path& path = state->path;
    const std::uint64_t size = std::max<std::uint64_t>(state->bytes.size(), state->file.size);
    if (size > limits.archive_bytes)
        return zipFailure("zip_large", path, {{"most_bytes", limits.archive_bytes}});
    if (size == 0) return zipFailure("zip_none", path);  // an archive of nothing, to libzip
    ZipError error;
    const auto openAs = [&](int flags) {
        Owned<zip_source_t> source(sourceOf(*state));
        if (source) state->archive.reset(zip_open_from_source(source.get(), flags, error));
        if (state->archive) (void)source.release();  // the archive's now
    };
    openAs(ZIP_RDONLY | ZIP_CHECKCONS);
    // The last thing that it looks at: whatever else is checked fits.
    if (!state->archive && error.code() == ZIP_ER_EXISTS) openAs(ZIP_RDONLY);
    if (!state->archive) {
        // Every archive begins with an entry, and one that broke off has lost its directory.
        if (state->beginning() == "PK\3\4" && error.code() == ZIP_ER_NOZIP)
            return zipFailure("zip_torn", path, Json::object(), error.words());
        if (error.code() == ZIP_ER_NOZIP)
            return zipFailure("zip_none", path, Json::object(), error.words());
        return zipFailure("zip_damaged", path, Json::object(), error.words());
    }
    if (auto listed = state->list(limits); !listed) return tl::unexpected(listed.error());
    return ZipArchive(std::move(state));
}

const std::vector<ZipArchive::Entry>& ZipArchive::entries() const {
    return m_state->entries;
}

const std::vector<ZipArchive::Refused>& ZipArchive::refused() const {
    return m_state->refused;
}

namespace {

/// Reads `bytes` to its end, or to that of the file. \returns how many came; nothing on an error.
std::optional<std::size_t> filled(zip_file_t* file, std::string& bytes) {
    std::size_t got = 0;
    while (got < bytes.size()) {
        const zip_int64_t more = zip_fread(file, bytes.data() + got, bytes.size() - got);
        if (more < 0) return std::nullopt;
        if (more == 0) break;
        got += static_cast<std::size_t>(more);
    }
    return got;
}

/// The contents of an entry that was packed in the usual way. Nothing of any other, and of one that
/// is damaged: libzip says what is wrong with it.
std::optional<std::string> unpackedAtOnce(zip_t* archive, const ZipArchive::Entry& entry) {
    zip_stat_t stat;
    constexpr zip_uint64_t kNeeded =
        ZIP_STAT_COMP_METHOD | ZIP_STAT_ENCRYPTION_METHOD | ZIP_STAT_CRC;
    if (zip_stat_index(archive, entry.index, 0, &stat) != 0 || (stat.valid & kNeeded) != kNeeded ||
        stat.comp_method != ZIP_CM_DEFLATE || stat.encryption_method != ZIP_EM_NONE ||
        entry.packed_bytes > entry.bytes)  // nobody packs so, and it would cost memory
        return std::nullopt;
    const Owned<zip_file_t> file(zip_fopen_index(archive, entry.index, ZIP_FL_COMPRESSED));
    std::string packed(static_cast<std::size_t>(entry.packed_bytes), '\0');
    std::string bytes(static_cast<std::size_t>(entry.bytes), '\0');
    if (!file || filled(file.get(), packed) != packed.size() ||
        !inflateWhole(packed, bytes, stat.crc))
        return std::nullopt;
    return bytes;
}

}  // namespace

Result<std::string> ZipArchive::read(const Entry& entry) const {
    zip_t* archive = m_state->archive.get();
    if (auto bytes = unpackedAtOnce(archive, entry)) return *std::move(bytes);
    const Json args{{"entry", entry.name}};
    const Owned<zip_file_t> file(zip_fopen_index(archive, entry.index, 0));
    if (!file) {
        const int code = zip_error_code_zip(zip_get_error(archive));
        const bool locked = code == ZIP_ER_NOPASSWD || code == ZIP_ER_ENCRNOTSUPP;
        const bool unknown = code == ZIP_ER_COMPNOTSUPP;
        return zipFailure(locked    ? "zip_locked"
                          : unknown ? "zip_method"
                                    : "zip_entry_damaged",
                          m_state->path, args, zip_strerror(archive));
    }
    // One byte more than it says: whoever unpacks to more is found out without unpacking it.
    std::string bytes(static_cast<std::size_t>(entry.bytes) + 1, '\0');
    const auto got = filled(file.get(), bytes);
    if (!got)
        return zipFailure("zip_entry_damaged", m_state->path, args, zip_file_strerror(file.get()));
    if (*got != entry.bytes) return zipFailure("zip_entry_damaged", m_state->path, args, "size");
    bytes.resize(*got);
    return bytes;
}

namespace {

/// Packs one file; false: the library refused it.
bool add(zip_t* archive, const ZipItem& item, bool timed) {
    zip_source_t* source = zip_source_buffer(archive, item.bytes.data(), item.bytes.size(), 0);
    if (source == nullptr) return false;
    const zip_int64_t index = zip_file_add(archive, item.name.c_str(), source, ZIP_FL_ENC_UTF_8);
    if (index < 0) {
        zip_source_free(source);
        return false;
    }
    const auto at = static_cast<zip_uint64_t>(index);
    constexpr zip_uint16_t kFirstDay = 1 << 5 | 1;  // of 1980, when such times begin
    return (item.packed || zip_set_file_compression(archive, at, ZIP_CM_STORE, 0) == 0) &&
           (timed || zip_file_set_dostime(archive, at, 0, kFirstDay, 0) == 0);
}

Result<std::string> packedBytes(std::span<const ZipItem> items, const fs::path& path, bool timed) {
    ZipError error;
    const Owned<zip_source_t> store(zip_source_buffer_create(nullptr, 0, 0, error));
    if (!store) return zipFailure("write_failed", path, Json::object(), error.words());
    zip_source_keep(store.get());  // the archive takes one of the two, and frees it
    Owned<zip_t> archive(zip_open_from_source(store.get(), ZIP_TRUNCATE, error));
    if (!archive) {
        zip_source_free(store.get());
        return zipFailure("write_failed", path, Json::object(), error.words());
    }
    for (const ZipItem& item : items)
        if (!add(archive.get(), item, timed))
            return zipFailure("zip_name", path, {{"entry", printable(item.name)}},
                              zip_strerror(archive.get()));
    if (zip_close(archive.get()) != 0)
        return zipFailure("write_failed", path, Json::object(), zip_strerror(archive.get()));
    (void)archive.release();
    zip_stat_t stat;
    if (zip_source_open(store.get()) != 0 || zip_source_stat(store.get(), &stat) != 0)
        return zipFailure("write_failed", path);
    std::string bytes(static_cast<std::size_t>(stat.size), '\0');
    const zip_int64_t got = zip_source_read(store.get(), bytes.data(), bytes.size());
    zip_source_close(store.get());
    if (got != static_cast<zip_int64_t>(bytes.size())) return zipFailure("write_failed", path);
    return bytes;
}

Result<void> compareAgain(std::span<const ZipItem> items, const fs::path& path,
                          const Result<ZipArchive>& archive) {
    if (!archive) return tl::unexpected(archive.error());
    if (archive->entries().size() != items.size()) return zipFailure("zip_differs", path);
    for (std::size_t i = 0; i < items.size(); ++i) {
        const ZipArchive::Entry& entry = archive->entries()[i];
        auto bytes = archive->read(entry);
        if (!bytes) return tl::unexpected(std::move(bytes.error()));
        if (entry.name != items[i].name || *bytes != items[i].bytes)
            return zipFailure("zip_differs", path);
    }
    return {};
}

}  // namespace

Result<void> writeZip(std::span<const ZipItem> items, const fs::path& path, bool overwrite) {
    const auto bytes = packedBytes(items, path, true);
    if (!bytes) return tl::unexpected(bytes.error());
    const FileWriter writer = [&](const fs::path& temporary) -> Result<void> {
        {
            auto file = AppendFile::create(temporary);
            if (!file) return tl::unexpected(file.error());
            if (auto written = file->append(*bytes); !written) return written;
        }
        return compareAgain(items, temporary, ZipArchive::open(temporary));
    };
    return writeWhole(writer, path, overwrite);
}

Result<std::string> zipBytes(std::span<const ZipItem> items, const fs::path& path) {
    auto bytes = packedBytes(items, path, false);
    if (!bytes) return bytes;
    if (auto same = compareAgain(items, path, ZipArchive::of(*bytes, path)); !same)
        return tl::unexpected(std::move(same.error()));
    return bytes;
}

}  // namespace duelo
