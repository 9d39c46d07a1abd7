// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <stop_token>
#include <variant>

#include "base/zip_file.h"
#include "classroom/class_file.h"

/// Finds the files of a class in folders and ZIPs and reads each as far as it is needed.
namespace duelo {

/// The bounds of what is looked at, because a hand-in comes from anybody. Beyond a limit a file or
/// entry is left out with its reason, and the rest is read.
struct GatherLimits {
    std::size_t files = 100'000;  ///< in folders
    int folders_deep = 16;
    int zips_deep = 4;  ///< a ZIP in a folder is 1 deep
    /// The limits of a ZIP in a folder, which is read where it is needed: it may hold a whole year.
    ZipLimits outer_zip{.archive_bytes = std::uint64_t{64} << 30,
                        .unpacked_bytes = std::uint64_t{256} << 30,
                        .entries = 100'000,
                        .sets_apart = true};
    ZipLimits zip{.entries = 20'000, .sets_apart = true};  ///< a ZIP in another
    std::uint64_t entry_bytes = std::uint64_t{256} << 20;  ///< unpacked
    /// The most that one submission may hold: in a ZIP of a folder all that lies in one folder of
    /// it, or in one ZIP in it. A class has as many as there are; no one's counts against
    /// another's.
    std::uint64_t unpacked_bytes = std::uint64_t{1} << 30;
    /// Unpacked / packed of a submission of more than 16 MiB; samples are packed to a fifth.
    std::uint64_t ratio = 100;
    std::uint64_t probe_bytes = std::uint64_t{16} << 20;
};

/// A file, entry or folder that gives nothing, or not all that it should, and why.
struct LeftOut {
    ClassPlace place{};
    Reason reason{};
    bool counts = false;  ///< its times count, with this reserve; Classroom decides it
};

/// A file that was seen before has changed, or a folder is looked at again: what is known of it
/// itself is told anew after this.
struct Anew {
    std::filesystem::path file{};
};

/// Something in a hand-in that a platform named (submission.h) and that is none of Duelo's.
struct PassedOver {
    ClassPlace place{};
};

/// One thing that was found.
using Gathered = std::variant<ClassFile, ClassProbe, LeftOut, PassedOver, Anew>;

/// Size and time of a file when it was read. The next look skips files whose stamp is still the
/// same.
struct FileStamp {
    std::uint64_t bytes = 0;
    std::int64_t written = 0;  ///< ticks of the file system's clock
    bool operator==(const FileStamp&) const = default;
};
using SeenFiles = std::map<std::filesystem::path, FileStamp>;

struct GatherOutcome {
    SeenFiles seen{};  ///< for the next look
    /// The files that were seen before and are not there any more, while their folder is.
    std::vector<std::filesystem::path> gone{};
    std::size_t files = 0;  ///< that were read now
};

/// Takes each thing that was found, and how many of how many files are done. The threads that read
/// call it one at a time.
using GatherSink = std::function<void(Gathered found, std::size_t done, std::size_t total)>;

/// Looks into files, folders and ZIPs, all below them too, and reads on as many threads as there
/// are processors. Returns when all is read or a stop is asked for, which keeps what was read.
///
/// Ours are `.duelo` files, ZIPs that hold any, and what `probe --out` wrote. Everything else that
/// lies in a folder is LeftOut; a ZIP with nothing of ours is one LeftOut, and what else lies in
/// one beside ours, such as a report as PDF, is passed over. Of a hand-in that a platform named it
/// is told as PassedOver, in a folder too.
///
/// Reasons of LeftOut, whose {path} and {entry} are names without folders: those of readRecords()
/// and ZipArchive, each of its refused entries too, "class_foreign" {path}, "class_zip_foreign"
/// {path}, "class_zip_too_deep" {path, most}, "class_zip_bomb" {path, unpacked_bytes},
/// "class_not_a_probe" {path}, "class_folder_gone" {folder}, "folder_unreadable" {folder},
/// "class_too_many" {most}, "nothing_to_report" and "class_growing" {path} of a file that was read
/// as far as it was.
[[nodiscard]] GatherOutcome gather(std::span<const std::filesystem::path> paths,
                                   const FindSpec& find, const GatherSink& sink,
                                   const SeenFiles& seen = {}, std::stop_token stop = {},
                                   const GatherLimits& limits = {});

/// A file of the class once more, with its samples. Reasons: those of readRecords() and LeftOut.
[[nodiscard]] Result<RecordLog> readAgain(const ClassPlace& place);
/// Its bytes, to be saved elsewhere and opened.
[[nodiscard]] Result<std::string> bytesOf(const ClassPlace& place);

}  // namespace duelo
