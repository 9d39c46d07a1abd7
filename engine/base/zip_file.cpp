// SPDX-License-Identifier: Apache-2.0
#include "base/zip_file.h"

#include <algorithm>
#include <set>
#include <utility>

#include <zip.h>

#include "base/append_file.h"
#include "base/places.h"
#include "base/printable.h"
#include "base/whole_file.h"

namespace duelo {
namespace {

namespace fs = std::filesystem;

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

Result<std::string> bytesOf(const fs::path& path, std::uint64_t most_bytes) {
    auto file = openToRead(path);
    if (!file) return tl::unexpected(std::move(file.error()));
    std::string bytes;
    std::string piece(std::size_t{1} << 20, '\0');
    while (file->read(piece.data(), static_cast<std::streamsize>(piece.size())) ||
           file->gcount() > 0) {
        bytes.append(piece, 0, static_cast<std::size_t>(file->gcount()));
        if (bytes.size() > most_bytes)
            return zipFailure("zip_large", path, {{"most_bytes", most_bytes}});
    }
    if (file->bad()) return zipFailure("file_unreadable", path);
    return bytes;
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

    std::string bytes;
    fs::path path;
    std::unique_ptr<zip_t, Close> archive;  ///< of the bytes, before which it goes
    std::vector<Entry> entries;

    [[nodiscard]] Result<void> list(const ZipLimits& limits) {
        const auto count = static_cast<std::uint64_t>(zip_get_num_entries(archive.get(), 0));
        if (count > limits.entries) return zipFailure("zip_many", path, {{"most", limits.entries}});
        std::set<std::string> names;
        std::uint64_t left = limits.unpacked_bytes;
        for (std::uint64_t i = 0; i < count; ++i) {
            zip_stat_t stat;
            if (zip_stat_index(archive.get(), i, 0, &stat) != 0 ||
                (stat.valid & (ZIP_STAT_NAME | ZIP_STAT_SIZE)) != (ZIP_STAT_NAME | ZIP_STAT_SIZE))
                return zipFailure("zip_damaged", path, Json::object(), zip_strerror(archive.get()));
            const std::string raw = stat.name;
            Entry entry{tidyName(raw), stat.size, i};
            if ((raw.ends_with('/') || raw.ends_with('\\')) && stat.size == 0) continue;
            if (entry.name.empty() || !names.insert(entry.name).second)
                return zipFailure("zip_name", path, {{"entry", printable(raw)}});
            if (entry.bytes > left)
                return zipFailure("zip_large", path, {{"most_bytes", limits.unpacked_bytes}});
            left -= entry.bytes;
            entries.push_back(std::move(entry));
        }
        return {};
    }
};

ZipArchive::ZipArchive(std::unique_ptr<State> state) : m_state(std::move(state)) {}
ZipArchive::ZipArchive(ZipArchive&&) noexcept = default;
ZipArchive& ZipArchive::operator=(ZipArchive&&) noexcept = default;
ZipArchive::~ZipArchive() = default;

Result<ZipArchive> ZipArchive::open(const fs::path& path, const ZipLimits& limits) {
    return bytesOf(path, limits.archive_bytes).and_then([&](std::string bytes) {
        return of(std::move(bytes), path, limits);
    });
}

Result<ZipArchive> ZipArchive::of(std::string bytes, const fs::path& path,
                                  const ZipLimits& limits) {
    if (bytes.size() > limits.archive_bytes)
        return zipFailure("zip_large", path, {{"most_bytes", limits.archive_bytes}});
    if (bytes.empty()) return zipFailure("zip_none", path);  // an archive of nothing, to libzip
    auto state = std::make_unique<State>(State{std::move(bytes), path, {}, {}});
    ZipError error;
    Owned<zip_source_t> source(
        zip_source_buffer_create(state->bytes.data(), state->bytes.size(), 0, error));
    if (source)
        state->archive.reset(zip_open_from_source(source.get(), ZIP_RDONLY | ZIP_CHECKCONS, error));
    if (!state->archive) {
        // Every archive begins with an entry, and one that broke off has lost its directory.
        if (state->bytes.starts_with("PK\3\4") && error.code() == ZIP_ER_NOZIP)
            return zipFailure("zip_torn", path, Json::object(), error.words());
        if (error.code() == ZIP_ER_NOZIP)
            return zipFailure("zip_none", path, Json::object(), error.words());
        return zipFailure("zip_damaged", path, Json::object(), error.words());
    }
    (void)source.release();  // the archive's now
    if (auto listed = state->list(limits); !listed) return tl::unexpected(listed.error());
    return ZipArchive(std::move(state));
}

const std::vector<ZipArchive::Entry>& ZipArchive::entries() const {
    return m_state->entries;
}

Result<std::string> ZipArchive::read(const Entry& entry) const {
    zip_t* archive = m_state->archive.get();
    const Json args{{"entry", entry.name}};
    const Owned<zip_file_t> file(zip_fopen_index(archive, entry.index, 0));
    if (!file) {
        const int code = zip_error_code_zip(zip_get_error(archive));
        const bool locked = code == ZIP_ER_NOPASSWD || code == ZIP_ER_ENCRNOTSUPP;
        return zipFailure(locked ? "zip_locked" : "zip_entry_damaged", m_state->path, args,
                          zip_strerror(archive));
    }
    // One byte more than it says: whoever unpacks to more is found out without unpacking it.
    std::string bytes(static_cast<std::size_t>(entry.bytes) + 1, '\0');
    std::size_t got = 0;
    while (got < bytes.size()) {
        const zip_int64_t more = zip_fread(file.get(), bytes.data() + got, bytes.size() - got);
        if (more < 0)
            return zipFailure("zip_entry_damaged", m_state->path, args,
                              zip_file_strerror(file.get()));
        if (more == 0) break;
        got += static_cast<std::size_t>(more);
    }
    if (got != entry.bytes) return zipFailure("zip_entry_damaged", m_state->path, args, "size");
    bytes.resize(got);
    return bytes;
}

namespace {

Result<std::string> packedBytes(std::span<const ZipItem> items, const fs::path& path) {
    ZipError error;
    const Owned<zip_source_t> store(zip_source_buffer_create(nullptr, 0, 0, error));
    if (!store) return zipFailure("write_failed", path, Json::object(), error.words());
    zip_source_keep(store.get());  // the archive takes one of the two, and frees it
    Owned<zip_t> archive(zip_open_from_source(store.get(), ZIP_TRUNCATE, error));
    if (!archive) {
        zip_source_free(store.get());
        return zipFailure("write_failed", path, Json::object(), error.words());
    }
    for (const ZipItem& item : items) {
        zip_source_t* source =
            zip_source_buffer(archive.get(), item.bytes.data(), item.bytes.size(), 0);
        if (source != nullptr &&
            zip_file_add(archive.get(), item.name.c_str(), source, ZIP_FL_ENC_UTF_8) >= 0)
            continue;
        zip_source_free(source);
        return zipFailure("zip_name", path, {{"entry", printable(item.name)}},
                          zip_strerror(archive.get()));
    }
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

Result<void> compareAgain(std::span<const ZipItem> items, const fs::path& path) {
    auto archive = ZipArchive::open(path);
    if (!archive) return tl::unexpected(std::move(archive.error()));
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
    const auto bytes = packedBytes(items, path);
    if (!bytes) return tl::unexpected(bytes.error());
    const FileWriter writer = [&](const fs::path& temporary) -> Result<void> {
        {
            auto file = AppendFile::create(temporary);
            if (!file) return tl::unexpected(file.error());
            if (auto written = file->append(*bytes); !written) return written;
        }
        return compareAgain(items, temporary);
    };
    return writeWhole(writer, path, overwrite);
}

}  // namespace duelo
