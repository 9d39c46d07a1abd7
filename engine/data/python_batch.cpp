// SPDX-License-Identifier: Apache-2.0
// The opcodes: CPython, Lib/pickletools.py. Of the text ones (protocol 0) none is known.
#include "data/python_batch.h"

#include <algorithm>
#include <array>
#include <utility>

namespace duelo {
namespace {

constexpr std::size_t most_nodes = 4'000'000;

struct Node {
    enum class Kind : std::uint8_t { Other, Integer, Text, Tuple, List, Dict, Name, Call };
    Kind kind = Kind::Other;
    std::int64_t integer = 0;
    std::string_view text{};
    std::vector<std::uint32_t> items{};  ///< of Call: the function, its arguments, its state
};
using Kind = Node::Kind;
using Id = std::uint32_t;

class Reader {
public:
    explicit Reader(std::string_view bytes) : m_bytes(bytes) {}

    /// Whether the pickle is whole; its value is root().
    bool run() {
        while (m_good && m_nodes.size() < most_nodes) {
            const std::string_view opcode = take(1);
            if (!m_good) return false;
            if (opcode[0] == '.') return m_stack.size() == 1;
            step(static_cast<unsigned char>(opcode[0]));
        }
        return false;
    }
    [[nodiscard]] const Node& root() const { return m_nodes[m_stack.front()]; }
    [[nodiscard]] const Node& operator[](Id id) const { return m_nodes[id]; }

private:
    std::string_view take(std::uint64_t count) {
        if (count > m_bytes.size() - m_at) {
            m_good = false;
            return {};
        }
        m_at += static_cast<std::size_t>(count);
        return m_bytes.substr(m_at - static_cast<std::size_t>(count),
                              static_cast<std::size_t>(count));
    }
    std::uint64_t number(std::size_t bytes) {
        std::uint64_t value = 0;
        const std::string_view text = take(bytes);
        for (std::size_t i = text.size(); i-- > 0;)
            value = value << 8 | static_cast<unsigned char>(text[i]);
        return value;
    }
    std::string_view line() {
        const std::size_t end = m_bytes.find('\n', m_at);
        if (end == std::string_view::npos) {
            m_good = false;
            return {};
        }
        const std::string_view text = m_bytes.substr(m_at, end - m_at);
        m_at = end + 1;
        return text;
    }

    void push(Node node) {
        m_stack.push_back(static_cast<Id>(m_nodes.size()));
        m_nodes.push_back(std::move(node));
    }
    void pushInteger(std::int64_t value) { push({Kind::Integer, value}); }
    void pushText(std::size_t length_bytes) {
        const std::string_view text = take(number(length_bytes));
        push({Kind::Text, 0, text});
    }
    Id pop() {
        const std::size_t floor = m_marks.empty() ? 0 : m_marks.back();
        if (m_stack.size() <= floor || m_stack.empty()) {
            m_good = false;
            if (m_nodes.empty()) m_nodes.emplace_back();
            return 0;
        }
        const Id id = m_stack.back();
        m_stack.pop_back();
        return id;
    }
    std::vector<Id> popToMark() {
        if (m_marks.empty() || m_stack.size() < m_marks.back()) {
            m_good = false;
            return {};
        }
        const auto from = m_stack.begin() + static_cast<std::ptrdiff_t>(m_marks.back());
        std::vector<Id> items(from, m_stack.end());
        m_stack.erase(from, m_stack.end());
        m_marks.pop_back();
        return items;
    }
    std::vector<Id> popMany(std::size_t count) {
        std::vector<Id> items(count);
        for (std::size_t i = count; i-- > 0;) items[i] = pop();
        return items;
    }
    /// Items go to the container below them.
    void addTo(const std::vector<Id>& items) {
        if (m_stack.empty()) {
            m_good = false;
            return;
        }
        auto& all = m_nodes[m_stack.back()].items;
        all.insert(all.end(), items.begin(), items.end());
    }
    void keep(std::uint64_t place) {
        if (m_stack.empty() || place > most_nodes) {
            m_good = false;
            return;
        }
        if (place >= m_memo.size()) m_memo.resize(static_cast<std::size_t>(place) + 1);
        m_memo[static_cast<std::size_t>(place)] = m_stack.back();
    }
    void fetch(std::uint64_t place) {
        if (place >= m_memo.size())
            m_good = false;
        else
            m_stack.push_back(m_memo[static_cast<std::size_t>(place)]);
    }

    void step(unsigned char opcode) {
        if (!value(opcode) && !container(opcode) && !memory(opcode)) m_good = false;
    }

    bool value(unsigned char opcode) {
        switch (opcode) {
            case 0x80:
                take(1);
                return true;  // PROTO
            case 0x95:
                take(8);
                return true;  // FRAME
            case 'N':
            case 0x88:
            case 0x89:
                push({});
                return true;  // None, True, False
            case 'K':
                pushInteger(static_cast<std::int64_t>(number(1)));
                return true;
            case 'M':
                pushInteger(static_cast<std::int64_t>(number(2)));
                return true;
            case 'J':
                pushInteger(static_cast<std::int32_t>(number(4)));
                return true;
            case 'G':
                take(8);
                push({});
                return true;  // a real number
            case 0x8a:
                take(number(1));
                push({});
                return true;  // a long one
            case 'U':
            case 'C':
            case 0x8c:
                pushText(1);
                return true;
            case 'T':
            case 'B':
            case 'X':
                pushText(4);
                return true;
            case 0x8d:
            case 0x8e:
            case 0x96:
                pushText(8);
                return true;
            case 0x98:
                return true;  // READONLY_BUFFER
            default:
                return false;
        }
    }

    bool container(unsigned char opcode) {
        switch (opcode) {
            case '(':
                m_marks.push_back(m_stack.size());
                return true;
            case ')':
                push({Kind::Tuple});
                return true;
            case ']':
                push({Kind::List});
                return true;
            case '}':
                push({Kind::Dict});
                return true;
            case 't':
                pushItems(Kind::Tuple, popToMark());
                return true;
            case 'l':
                pushItems(Kind::List, popToMark());
                return true;
            case 'd':
                pushItems(Kind::Dict, popToMark());
                return true;
            case 0x85:
                pushItems(Kind::Tuple, popMany(1));
                return true;
            case 0x86:
                pushItems(Kind::Tuple, popMany(2));
                return true;
            case 0x87:
                pushItems(Kind::Tuple, popMany(3));
                return true;
            case 'e':
            case 'u':
                addTo(popToMark());
                return true;
            case 'a':
                addTo(popMany(1));
                return true;
            case 's':
                addTo(popMany(2));
                return true;
            case 'R':
            case 0x81:
                pushItems(Kind::Call, popMany(2));
                return true;
            case 'b':
                addTo(popMany(1));
                return true;  // the state of a Call
            default:
                return false;
        }
    }
    void pushItems(Kind kind, std::vector<Id> items) { push({kind, 0, {}, std::move(items)}); }

    bool memory(unsigned char opcode) {
        switch (opcode) {
            case 'q':
                keep(number(1));
                return true;
            case 'r':
                keep(number(4));
                return true;
            case 0x94:
                keep(m_memo.size());
                return true;
            case 'h':
                fetch(number(1));
                return true;
            case 'j':
                fetch(number(4));
                return true;
            case 'c': {
                line();
                push({Kind::Name, 0, line()});
                return true;
            }
            case 0x93: {
                const std::vector<Id> names = popMany(2);
                if (m_good) push({Kind::Name, 0, m_nodes[names[1]].text});
                return true;
            }
            default:
                return false;
        }
    }

    std::string_view m_bytes;
    std::size_t m_at = 0;
    bool m_good = true;
    std::vector<Node> m_nodes;
    std::vector<Id> m_stack, m_memo;
    std::vector<std::size_t> m_marks;
};

/// NumPy's two ways to write an array: _reconstruct(...) with the state (version, shape, type,
/// by columns, bytes), and _frombuffer(bytes, type, shape, order).
class Arrays {
public:
    explicit Arrays(const Reader& all) : m_all(all) {}

    bool read(const Node& call, PythonBatch& batch) const {
        if (call.kind != Kind::Call || call.items.size() < 2) return false;
        const std::string_view name = m_all[call.items[0]].text;
        if (name == "_reconstruct" && call.items.size() == 3) {
            const Node& state = m_all[call.items[2]];
            return state.items.size() == 5 && take(state, 1, 2, 4, batch);
        }
        const Node& arguments = m_all[call.items[1]];
        return name == "_frombuffer" && arguments.items.size() == 4 &&
               m_all[arguments.items[3]].text == "C" && take(arguments, 2, 1, 0, batch);
    }

    /// Python 3 writes old bytes as a text that is to be encoded; CIFAR's own files do not.
    [[nodiscard]] std::vector<std::string> texts(const Node& list) const {
        std::vector<std::string> all;
        for (const Id id : list.items) all.emplace_back(m_all[id].text);
        return all;
    }
    [[nodiscard]] std::vector<int> integers(const Node& list) const {
        std::vector<int> all;
        for (const Id id : list.items) {
            if (m_all[id].kind != Kind::Integer) return {};
            all.push_back(static_cast<int>(m_all[id].integer));
        }
        return all;
    }

private:
    bool take(const Node& node, std::size_t shape_at, std::size_t type_at, std::size_t bytes_at,
              PythonBatch& batch) const {
        const Node& shape = m_all[node.items[shape_at]];
        const Node& type = m_all[node.items[type_at]];
        const std::string_view bytes = m_all[node.items[bytes_at]].text;
        if (shape.items.size() != 2 || !isBytes(type)) return false;
        const std::int64_t rows = m_all[shape.items[0]].integer;
        const std::int64_t columns = m_all[shape.items[1]].integer;
        if (rows < 1 || columns < 1 || columns > 1'000'000 || rows > 1'000'000) return false;
        if (static_cast<std::uint64_t>(rows * columns) != bytes.size()) return false;
        batch.rows = static_cast<std::size_t>(rows);
        batch.columns = static_cast<std::size_t>(columns);
        batch.data = bytes;
        return true;
    }
    /// dtype("u1", ...)
    [[nodiscard]] bool isBytes(const Node& type) const {
        if (type.kind != Kind::Call || type.items.size() < 2) return false;
        const Node& arguments = m_all[type.items[1]];
        return !arguments.items.empty() && m_all[arguments.items[0]].text == "u1";
    }

    const Reader& m_all;
};

}  // namespace

std::optional<PythonBatch> readPythonBatch(std::string_view file) {
    if (!file.starts_with('\x80')) return std::nullopt;
    Reader reader(file);
    if (!reader.run() || reader.root().kind != Kind::Dict) return std::nullopt;
    const Arrays arrays(reader);
    const auto& items = reader.root().items;
    PythonBatch batch;
    for (std::size_t i = 0; i + 1 < items.size(); i += 2) {
        const std::string_view key = reader[items[i]].text;
        const Node& value = reader[items[i + 1]];
        const bool fine = key == "fine_labels";
        if (key == "data" && !arrays.read(value, batch)) return std::nullopt;
        if (key == "labels" || fine) {
            batch.labels = arrays.integers(value);
            batch.fine = fine;
        }
        if (key == "label_names" || key == "fine_label_names") batch.names = arrays.texts(value);
    }
    return batch;
}

}  // namespace duelo
