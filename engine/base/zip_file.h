// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"

/// ZIP archives as they are handed in and gathered. One on the disk is read where it is needed, so
/// that its size costs no memory; one inside another is held.
namespace duelo {

/// The limits of an archive; one beyond them is refused before any memory is spent on it. 42.zip
/// and its like unpack to petabytes.
struct ZipLimits {
    std::uint64_t archive_bytes = std::uint64_t{512} << 20;
    std::uint64_t unpacked_bytes = std::uint64_t{2} << 30;  ///< of all entries together
    std::size_t entries = 1000;
    /// Refuses entries that have no good name one by one, and opens the archive without them.
    bool sets_apart = false;
};

/// An archive that somebody else may have made.
class ZipArchive {
public:
    struct Entry {
        /// UTF-8, with '/' between folders; it never leads out of the folder that it is unpacked
        /// in. The name of a file on the disk is made of it by safeFileName() (base/file_name.h).
        std::string name{};
        std::uint64_t bytes = 0;         ///< unpacked, as the archive says
        std::uint64_t packed_bytes = 0;  ///< likewise
        std::uint64_t index = 0;         ///< in the archive
    };
    /// An entry that nobody can read: its name leads elsewhere, has control characters or stands
    /// more than once, and then nobody can say which was meant.
    struct Refused {
        std::string name{};  ///< whole and printable; it may hold any separators
        Reason reason{};     ///< "zip_name" {path, entry}
    };

    /// Reads its directory. Reasons, all with {path}: those of openToRead(), "zip_none", "zip_torn"
    /// where its end is missing, "zip_damaged", "zip_name" {entry} for the first that is Refused
    /// where the limits set none apart, "zip_large" {most_bytes}, "zip_many" {most}.
    [[nodiscard]] static Result<ZipArchive> open(const std::filesystem::path& path,
                                                 const ZipLimits& limits = {});
    /// Opens an archive inside another one; `path` is what reasons call it.
    [[nodiscard]] static Result<ZipArchive> of(std::string bytes, const std::filesystem::path& path,
                                               const ZipLimits& limits = {});

    ZipArchive(ZipArchive&& other) noexcept;
    ZipArchive& operator=(ZipArchive&& other) noexcept;
    ~ZipArchive();

    /// Files, in the archive's order; folders are not told.
    [[nodiscard]] const std::vector<Entry>& entries() const;
    /// Returns the entries that the limits had set apart, each name once.
    [[nodiscard]] const std::vector<Refused>& refused() const;
    /// The contents, which have the size and the CRC-32 that the archive says. Reasons, with {path}
    /// and {entry}: "zip_entry_damaged", "zip_locked" where a password is asked for,
    /// "zip_method" where the library does not know the compression.
    [[nodiscard]] Result<std::string> read(const Entry& entry) const;

private:
    struct State;
    explicit ZipArchive(std::unique_ptr<State> state);
    /// Opens what `sourceOf` makes a libzip source of.
    template <typename Source>
    [[nodiscard]] static Result<ZipArchive> opened(std::unique_ptr<State> state,
                                                   const ZipLimits& limits, const Source& sourceOf);
    std::unique_ptr<State> m_state;
};

/// A file to be packed.
struct ZipItem {
    std::string name{};
    std::string bytes{};
    bool packed = true;  ///< false: it stands there as it is, for who reads it without unpacking
};

/// Packs at least one file, and reads the archive again before it takes its name: every entry has
/// its name and its bytes. Whole or not at all (base/whole_file.h). Reasons, all with {path}: those
/// of writeWhole(), those of ZipArchive for what cannot be read again, "zip_differs".
[[nodiscard]] Result<void> writeZip(std::span<const ZipItem> items,
                                    const std::filesystem::path& path, bool overwrite = false);
/// The same as bytes, for a file whose format is an archive: without the time of day, so that the
/// same items make the same bytes. `path` is what reasons call it.
[[nodiscard]] Result<std::string> zipBytes(std::span<const ZipItem> items,
                                           const std::filesystem::path& path);

}  // namespace duelo
