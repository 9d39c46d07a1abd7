// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

#include "machine/own_memory.h"

namespace duelo {

/// Starts the peak anew where the system allows it (Linux). \returns whether it has.
bool resetPeakMemory();

/// Returns the memory that this process has asked for and touched, now and at most since
/// resetPeakMemory(), else since it began; zeros if unknown. On Linux it leaves out the pages of
/// files, such as those of a library that its first call reads.
[[nodiscard]] MemoryMark processMemory();

/// Gives back to the system what was freed and is only kept for the next request, so that memory
/// which is asked for afterwards is seen as such; after keepFreedMemory() too. Takes milliseconds.
void giveBackFreedMemory();

/// Returns what this program may still ask for without pushing others out and without passing the
/// limit of its container; nothing where neither is known. `root`: as of readContainerLimits().
[[nodiscard]] std::optional<std::int64_t> freeMemoryBytes(const std::filesystem::path& root = "/");

/// Freed memory stays with this process from now on, whoever freed it and however large it was, as
/// that of a program does that has run for a while. By itself the C library gives back what is
/// larger than 32 MiB at once, and the rest until it has learned not to from whatever has been
/// freed: a call then takes longer alone, where its pages are made anew each time, than after
/// another one that was larger. Before anything is allocated in earnest.
void keepFreedMemory();

}  // namespace duelo
