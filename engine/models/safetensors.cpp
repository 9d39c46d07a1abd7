// SPDX-License-Identifier: Apache-2.0
#include "models/safetensors.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <set>
#include <utility>

#include "base/printable.h"

namespace duelo {

namespace {

constexpr std::uint64_t kLengthBytes = 8;
constexpr std::size_t kMaxNameBytes = 1024;

std::uint64_t littleEndian64(std::span<const std::byte> bytes) {
    std::uint64_t value = 0;
    for (std::size_t i = 8; i-- > 0;) value = value << 8 | std::to_integer<std::uint64_t>(bytes[i]);
    return value;
}

tl::unexpected<Reason> badHeader(const char* rule, std::string message = {}) {
    return fail("safetensors_header", {{"rule", rule}}, std::move(message));
}

tl::unexpected<Reason> badTensor(const char* rule, std::string_view tensor, std::string message) {
    return fail("safetensors_tensor", {{"rule", rule}, {"tensor", printable(tensor)}},
                std::move(message));
}

/// One entry as the header writes it; the offsets count from the end of the header.
struct Entry {
    std::string name;
    ElementType type = ElementType::F32;
    std::vector<std::int64_t> shape;
    std::vector<std::uint64_t> offsets;
    bool has_type = false, has_shape = false, has_offsets = false;
};

/// Takes the header piece by piece as nlohmann-json reads it, so that no document is ever built and
/// the first thing out of place ends the reading. The format has three levels: the header object,
/// an object for each tensor, and the arrays in it.
class HeaderReader final : public nlohmann::json_sax<Json> {
public:
    std::vector<Entry> entries;
    std::map<std::string, std::string> metadata;
    Reason reason;

    bool null() override { return refuse("value_type"); }
    bool boolean(bool) override { return refuse("value_type"); }
    bool number_integer(number_integer_t) override { return refuse("negative_number"); }
    bool number_float(number_float_t, const string_t&) override {
        return refuse("number_not_integer");
    }
    bool binary(binary_t&) override { return refuse("value_type"); }
    bool number_unsigned(number_unsigned_t value) override;
    bool string(string_t& value) override;
    bool start_object(std::size_t) override;
    bool key(string_t& value) override;
    bool end_object() override;
    bool start_array(std::size_t) override;
    bool end_array() override;
    bool parse_error(std::size_t position, const std::string&,
                     const nlohmann::detail::exception& error) override {
        if (reason.code.empty())
            refuse("not_json", "byte " + std::to_string(position) + ": " + error.what());
        return false;
    }

private:
    enum class Level { Outside, Header, Tensor, Metadata, Shape, Offsets };

    bool refuse(const char* rule, std::string message = {}) {
        if (m_level == Level::Tensor || m_level == Level::Shape || m_level == Level::Offsets)
            reason = badTensor(rule, entries.back().name, printable(message)).value();
        else
            reason = badHeader(rule, printable(message)).value();
        return false;
    }
    bool startTensor(const string_t& name);

    Level m_level = Level::Outside;
    bool m_metadata_next = false;
    bool m_metadata_seen = false;
    std::string m_field;
    std::set<std::string> m_names;
};

bool HeaderReader::number_unsigned(number_unsigned_t value) {
    if (m_level == Level::Shape) {
        if (entries.back().shape.size() == kMaxDimensions) return refuse("too_many_dimensions");
        if (value > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
            return refuse("size_overflow");
        entries.back().shape.push_back(static_cast<std::int64_t>(value));
        return true;
    }
    if (m_level == Level::Offsets) {
        if (entries.back().offsets.size() == 2) return refuse("offsets_not_two");
        entries.back().offsets.push_back(value);
        return true;
    }
    return refuse("value_type");
}

bool HeaderReader::string(string_t& value) {
    if (m_level == Level::Metadata) {
        metadata[m_field] = value;
        return true;
    }
    if (m_level != Level::Tensor || m_field != "dtype") return refuse("value_type");
    const auto type = elementFromName(value);
    if (!type) return refuse("unknown_dtype", value);
    entries.back().type = *type;
    entries.back().has_type = true;
    return true;
}

bool HeaderReader::start_object(std::size_t) {
    if (m_level == Level::Outside) {
        m_level = Level::Header;
        return true;
    }
    if (m_level == Level::Header) {
        m_level = m_metadata_next ? Level::Metadata : Level::Tensor;
        return true;
    }
    return refuse(m_level == Level::Metadata ? "metadata_not_text" : "value_type");
}

bool HeaderReader::startTensor(const string_t& name) {
    if (name.empty() || name.size() > kMaxNameBytes) return refuse("name_length");
    if (entries.size() == kMaxTensors) return refuse("too_many_tensors");
    if (!m_names.insert(name).second) return refuse("duplicate_name", name);
    entries.push_back({.name = name, .type = {}, .shape = {}, .offsets = {}});
    return true;
}

bool HeaderReader::key(string_t& value) {
    if (m_level == Level::Header) {
        m_metadata_next = value == "__metadata__";
        if (!m_metadata_next) return startTensor(value);
        if (m_metadata_seen) return refuse("duplicate_name", value);
        return m_metadata_seen = true;
    }
    if (m_level == Level::Metadata) {
        if (metadata.size() == kMaxTensors) return refuse("too_much_metadata");
        if (metadata.contains(value)) return refuse("duplicate_name", value);
        m_field = value;
        return true;
    }
    const Entry& entry = entries.back();
    const bool seen = (value == "dtype" && entry.has_type) ||
                      (value == "shape" && entry.has_shape) ||
                      (value == "data_offsets" && entry.has_offsets);
    if (seen) return refuse("duplicate_field", value);
    if (value != "dtype" && value != "shape" && value != "data_offsets")
        return refuse("unknown_field", value);
    m_field = value;
    return true;
}

bool HeaderReader::end_object() {
    if (m_level == Level::Header) {
        m_level = Level::Outside;
        return true;
    }
    if (m_level == Level::Tensor) {
        const Entry& entry = entries.back();
        if (!entry.has_type || !entry.has_shape || !entry.has_offsets)
            return refuse("missing_field");
    }
    m_level = Level::Header;
    return true;
}

bool HeaderReader::start_array(std::size_t) {
    if (m_level == Level::Metadata) return refuse("metadata_not_text");
    if (m_level != Level::Tensor || m_field == "dtype") return refuse("value_type");
    (m_field == "shape" ? entries.back().has_shape : entries.back().has_offsets) = true;
    m_level = m_field == "shape" ? Level::Shape : Level::Offsets;
    return true;
}

bool HeaderReader::end_array() {
    if (m_level == Level::Offsets && entries.back().offsets.size() != 2)
        return refuse("offsets_not_two");
    m_level = Level::Tensor;
    return true;
}

/// Finds the place of an entry. Its offsets must give it exactly the bytes that its shape and type
/// need.
Result<StoredTensor> located(Entry entry, std::uint64_t data_start) {
    const auto count = elementCount(entry.shape);
    if (!count) return badTensor("size_overflow", entry.name, shapeText(entry.shape));
    const std::uint64_t begin = entry.offsets[0];
    const std::uint64_t end = entry.offsets[1];
    if (end < begin) return badTensor("offsets_reversed", entry.name, {});
    if (end - begin != *count * byteSize(entry.type))
        return badTensor("offsets_do_not_fit_shape", entry.name,
                         std::to_string(end - begin) + " bytes for " + shapeText(entry.shape) +
                             " of " + std::string(elementName(entry.type)));
    StoredTensor tensor{.name = std::move(entry.name),
                        .type = entry.type,
                        .shape = std::move(entry.shape),
                        .strides = {},
                        .offset = data_start + begin,
                        .span_elements = *count};
    tensor.strides = rowMajorStrides(tensor.shape);
    return tensor;
}

/// In the order of their offsets the tensors must follow each other without hole or overlap, from
/// the end of the header to the end of the file.
Result<void> checkCoverage(std::vector<Entry>& entries, std::uint64_t data_start,
                           std::uint64_t file_bytes) {
    std::sort(entries.begin(), entries.end(),
              [](const Entry& a, const Entry& b) { return a.offsets < b.offsets; });
    std::uint64_t covered = 0;
    for (const Entry& entry : entries) {
        if (entry.offsets[0] != covered)
            return badTensor(entry.offsets[0] < covered ? "overlap" : "hole", entry.name,
                             "starts at " + std::to_string(entry.offsets[0]) + ", expected " +
                                 std::to_string(covered));
        covered = entry.offsets[1];
    }
    const std::uint64_t data_bytes = file_bytes - data_start;
    if (covered > data_bytes)
        return fail("weights_truncated",
                    {{"expected_bytes", data_start + covered}, {"found_bytes", file_bytes}});
    if (covered < data_bytes)
        return badHeader("bytes_not_covered", std::to_string(data_bytes - covered) + " left over");
    return {};
}

/// The header's text, with the rules that a JSON reader does not know.
Result<std::span<const std::byte>> headerText(std::span<const std::byte> file) {
    if (file.size() < kLengthBytes) return badHeader("no_length");
    const std::uint64_t length = littleEndian64(file);
    const std::string figure = std::to_string(length) + " bytes";
    if (length > kSafetensorsHeaderLimit) return badHeader("header_too_long", figure);
    if (length > file.size() - kLengthBytes)
        return fail("weights_truncated",
                    {{"expected_bytes", length + kLengthBytes}, {"found_bytes", file.size()}});
    if (length > kSafetensorsParsedLimit) return badHeader("header_too_long", figure);
    const auto text = file.subspan(kLengthBytes, static_cast<std::size_t>(length));
    if (text.empty() || text[0] != std::byte{'{'}) return badHeader("header_not_object");
    // nlohmann-json takes a zero byte for the end of its input and would overlook what follows.
    if (std::memchr(text.data(), 0, text.size()) != nullptr) return badHeader("not_json", "NUL");
    return text;
}

}  // namespace

Result<TensorTable> readSafetensors(std::span<const std::byte> file) {
    const auto text = headerText(file);
    if (!text) return tl::unexpected(text.error());
    HeaderReader reader;
    const char* first = reinterpret_cast<const char*>(text->data());
    if (!Json::sax_parse(first, first + text->size(), &reader))
        return tl::unexpected(std::move(reader.reason));

    const std::uint64_t data_start = kLengthBytes + text->size();
    TensorTable table{
        .format = "safetensors", .tensors = {}, .metadata = std::move(reader.metadata)};
    for (const Entry& entry : reader.entries) {
        auto tensor = located(entry, data_start);
        if (!tensor) return tl::unexpected(std::move(tensor.error()));
        table.tensors.push_back(std::move(*tensor));
    }
    if (auto covered = checkCoverage(reader.entries, data_start, file.size()); !covered)
        return tl::unexpected(std::move(covered.error()));
    return table;
}

}  // namespace duelo
