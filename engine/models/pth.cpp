// SPDX-License-Identifier: Apache-2.0
#include "models/pth.h"

#include <algorithm>
#include <string>

#include "base/printable.h"
#include "models/pickle_names.h"
#include "models/state_dict.h"
#include "models/zip_directory.h"

namespace duelo {

namespace {

using Kind = PickleNode::Kind;
using namespace std::string_view_literals;

/// 0x1950a86a20f9469cfc6c as pickle's LONG1: ten bytes, the lowest first.
constexpr std::string_view kMagic = "\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19"sv;
constexpr std::int64_t kProtocol = 1001;
constexpr std::size_t kMagicWithin = 32;  ///< newer pickle protocols put a frame before it

std::string_view asText(std::span<const std::byte> bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// "archive/" of "archive/data.pkl": torch.save() puts everything into one folder.
Result<std::string> rootOf(const ZipDirectory& directory) {
    std::string root;
    bool numpy = false;
    for (const auto& [name, entry] : directory) {
        const std::size_t slash = name.find('/');
        if (name.ends_with("/constants.pkl") || name.find("/code/") != name.npos)
            return fail("weights_torchscript");
        if (slash != name.npos && name.substr(slash + 1) == "data.pkl") {
            if (!root.empty()) return fail("weights_zip", {{"rule", "two_roots"}, {"entry", ""}});
            root = name.substr(0, slash + 1);
        }
        numpy = numpy || name.ends_with(".npy");
    }
    if (!root.empty()) return root;
    if (numpy) return fail("weights_numpy_pickle", {{"name", "npz"}});
    return fail("weights_zip_foreign");
}

/// torch.save() never compresses; another program has repacked the archive.
Result<void> refusePacked(const ZipDirectory& directory) {
    for (const auto& [name, entry] : directory)
        if (entry.packed) return fail("weights_zip_packed", {{"entry", printable(name)}});
    return {};
}

/// The data themselves are not looked at: most of a checkpoint may be an optimiser's.
void locateInZip(Storages& storages, const ZipDirectory& directory, const std::string& root) {
    for (auto& [key, storage] : storages) {
        if (storage.elements == 0) continue;
        const auto entry = directory.find(root + "data/" + std::string(key));
        if (entry == directory.end()) {
            storage.fault = "storage_missing";
        } else if (entry->second.bytes != storage.bytes()) {
            storage.fault = "storage_size";
        } else {
            storage.offset = entry->second.offset;
            storage.located = true;
        }
    }
}

/// The pickles of the older form, one after the other.
class PickleStream {
public:
    explicit PickleStream(std::span<const std::byte> file) : m_file(file) {}

    Result<Pickle> next() {
        auto pickle = readTorchPickle(m_file.subspan(m_at));
        if (pickle) m_at += pickle->bytes;
        return pickle;
    }
    [[nodiscard]] std::size_t at() const { return m_at; }

private:
    std::span<const std::byte> m_file;
    std::size_t m_at = 0;
};

Result<void> checkSystem(const Pickle& system) {
    const PickleNode& top = system.top();
    for (std::size_t i = 0; top.kind == Kind::Dict && i + 1 < top.items.size(); i += 2) {
        const PickleNode& value = system[top.items[i + 1]];
        if (system[top.items[i]].text != "little_endian" || value.kind != Kind::Bool) continue;
        if (value.integer == 1) return {};
        return fail("weights_big_endian");
    }
    return fail("weights_pickle", {{"rule", "system"}, {"position", 0}});
}

/// Walks the storages behind the pickles, in the order of the list of keys, to the file's end.
Result<void> locateInStream(Storages& storages, const Pickle& keys, std::span<const std::byte> file,
                            std::uint64_t at) {
    if (keys.top().kind != Kind::List) return badStorage("key_list", "");
    for (const PickleId id : keys.top().items) {
        const auto found = storages.find(keys[id].text);
        if (keys[id].kind != Kind::Text || found == storages.end())
            return badStorage("key_unknown", keys[id].text);
        Storage& storage = found->second;
        if (storage.located) return badStorage("key_twice", found->first);
        const std::uint64_t end = at + 8 + storage.bytes();
        if (end > file.size())
            return fail("weights_truncated",
                        {{"expected_bytes", end}, {"found_bytes", file.size()}});
        std::uint64_t elements = 0;
        for (std::size_t i = 8; i-- > 0;)
            elements = elements << 8 |
                       std::to_integer<std::uint64_t>(file[static_cast<std::size_t>(at) + i]);
        if (elements != storage.elements) return badStorage("storage_size", found->first);
        storage.offset = at + 8;
        storage.located = true;
        at = end;
    }
    for (const auto& [key, storage] : storages)
        if (!storage.located) return badStorage("storage_missing", key);
    if (at != file.size()) return badStorage("bytes_not_covered", "");
    return {};
}

}  // namespace

bool isPthLegacy(std::span<const std::byte> file) {
    const std::string_view start = asText(file.first(std::min(file.size(), kMagicWithin)));
    return start.starts_with('\x80') && start.find(kMagic) != start.npos;
}

Result<TensorTable> readPthZip(std::span<const std::byte> file) {
    const auto directory = readZipDirectory(file);
    if (!directory) return tl::unexpected(directory.error());
    const auto root = rootOf(*directory);
    if (!root) return tl::unexpected(root.error());
    if (auto stored = refusePacked(*directory); !stored) return tl::unexpected(stored.error());
    if (const auto found = directory->find(*root + "byteorder"); found != directory->end()) {
        const auto order = contentsOf(file, *found);
        if (!order) return tl::unexpected(order.error());
        if (asText(*order) != "little") return fail("weights_big_endian");
    }
    const auto list = contentsOf(file, *directory->find(*root + "data.pkl"));
    if (!list) return tl::unexpected(list.error());
    const auto pickle = readTorchPickle(*list);
    if (!pickle) return tl::unexpected(pickle.error());
    auto storages = storagesOf(*pickle, /*all=*/false);
    if (!storages) return tl::unexpected(storages.error());
    locateInZip(*storages, *directory, *root);
    auto table = tensorsOf("pth_zip", *pickle, *storages);
    if (!table) return table;
    for (const auto& [name, entry] : *directory)
        table->archived[entry.offset] = {std::string(name), entry.bytes, entry.crc};
    return table;
}

Result<TensorTable> readPthLegacy(std::span<const std::byte> file) {
    PickleStream stream(file);
    const auto magic = stream.next();
    if (!magic) return tl::unexpected(magic.error());
    const auto protocol = stream.next();
    if (!protocol) return tl::unexpected(protocol.error());
    if (magic->top().text != kMagic || protocol->top().integer != kProtocol)
        return fail("weights_pickle", {{"rule", "stream_version"}, {"position", stream.at()}});
    const auto system = stream.next();
    if (!system) return tl::unexpected(system.error());
    if (auto checked = checkSystem(*system); !checked) return tl::unexpected(checked.error());

    const auto pickle = stream.next();
    if (!pickle) return tl::unexpected(pickle.error());
    const auto keys = stream.next();
    if (!keys) return tl::unexpected(keys.error());
    auto storages = storagesOf(*pickle, /*all=*/true);
    if (!storages) return tl::unexpected(storages.error());
    if (auto located = locateInStream(*storages, *keys, file, stream.at()); !located)
        return tl::unexpected(located.error());
    return tensorsOf("pth_legacy", *pickle, *storages);
}

}  // namespace duelo
