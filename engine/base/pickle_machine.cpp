// SPDX-License-Identifier: Apache-2.0
#include "base/pickle_machine.h"

#include <algorithm>

namespace duelo {

namespace {

using Kind = PickleNode::Kind;

/// A longer name of something foreign is cut: it is only shown.
constexpr std::size_t kShownName = 128;

std::string_view foundIn(std::span<const std::string_view> names, std::string_view wanted) {
    const auto at = std::ranges::find(names, wanted);
    return at == names.end() ? std::string_view() : *at;
}

}  // namespace

bool PickleMachine::refuse(std::string_view rule, std::string detail) {
    fault = {rule, m_at, std::move(detail)};
    return false;
}

bool PickleMachine::take(std::size_t count, std::string_view& text) {
    if (count > m_bytes.size() - m_at)
        return refuse(kTruncatedPickle,
                      std::to_string(count) + " bytes wanted at " + std::to_string(m_at));
    text = {reinterpret_cast<const char*>(m_bytes.data()) + m_at, count};
    m_at += count;
    return true;
}

bool PickleMachine::takeInteger(std::size_t count, std::uint64_t& value) {
    std::string_view text;
    if (!take(count, text)) return false;
    value = 0;
    for (std::size_t i = count; i-- > 0;) value = value << 8 | static_cast<unsigned char>(text[i]);
    return true;
}

bool PickleMachine::takeLine(std::string_view& text) {
    constexpr std::size_t kLongest = 256;
    const auto rest = m_bytes.subspan(m_at, std::min(m_bytes.size() - m_at, kLongest));
    const auto end = std::find(rest.begin(), rest.end(), std::byte{'\n'});
    if (end == rest.end()) {
        if (rest.size() == kLongest) return refuse("name_too_long");
        return take(rest.size() + 1, text);
    }
    std::string_view newline;
    return take(static_cast<std::size_t>(end - rest.begin()), text) && take(1, newline);
}

/// A memo can name one long list a hundred thousand times; what is stored is bounded as a whole.
bool PickleMachine::spend(std::size_t items) {
    m_items += items;
    return m_items <= 2 * m_vocabulary.most_opcodes || refuse("item_limit");
}

bool PickleMachine::push(Kind kind, std::int64_t integer, std::string_view text,
                         std::vector<PickleId> items) {
    if (!spend(items.size())) return false;
    m_stack.push_back(static_cast<PickleId>(pickle.nodes.size()));
    pickle.nodes.push_back({kind, kNoPickleId, integer, text, std::move(items)});
    return true;
}

bool PickleMachine::pushText(std::size_t length_bytes) {
    std::uint64_t length = 0;
    std::string_view text;
    return takeInteger(length_bytes, length) && take(static_cast<std::size_t>(length), text) &&
           push(Kind::Text, 0, text);
}

bool PickleMachine::pushSigned(std::size_t bytes) {
    std::uint64_t value = 0;
    if (!takeInteger(bytes, value)) return false;
    if (bytes > 0 && bytes < 8 && (value >> (8 * bytes - 1) & 1) != 0)
        value |= ~std::uint64_t{0} << (8 * bytes);
    return push(Kind::Integer, static_cast<std::int64_t>(value));
}

bool PickleMachine::pushLong(std::size_t length_bytes) {
    std::uint64_t length = 0;
    if (!takeInteger(length_bytes, length)) return false;
    if (length <= 8) return pushSigned(static_cast<std::size_t>(length));
    std::string_view text;
    return take(static_cast<std::size_t>(length), text) && push(Kind::BigInteger, 0, text);
}

bool PickleMachine::pop(PickleId& id) {
    const std::size_t floor = m_marks.empty() ? 0 : m_marks.back();
    if (m_stack.size() <= floor) return refuse("stack_underflow");
    id = m_stack.back();
    m_stack.pop_back();
    return true;
}

bool PickleMachine::restore(PickleId id) {
    m_stack.push_back(id);
    return true;
}

bool PickleMachine::popToMark(std::vector<PickleId>& items) {
    if (m_marks.empty()) return refuse("no_mark");
    const auto first = m_stack.begin() + static_cast<std::ptrdiff_t>(m_marks.back());
    items.assign(first, m_stack.end());
    m_stack.erase(first, m_stack.end());
    m_marks.pop_back();
    return true;
}

bool PickleMachine::pushTuple(std::size_t count) {
    std::vector<PickleId> items(count);
    for (std::size_t i = count; i-- > 0;)
        if (!pop(items[i])) return false;
    return push(Kind::Tuple, 0, {}, std::move(items));
}

bool PickleMachine::pushGlobal(std::string_view module, std::string_view name) {
    const std::string qualified = std::string(module).append(".").append(name);
    std::string_view known = foundIn(m_vocabulary.callables, qualified);
    if (known.empty()) known = foundIn(m_vocabulary.values, qualified);
    if (!known.empty()) return push(Kind::Global, 0, known);
    std::string foreign(module.substr(0, kShownName));
    foreign.append(".").append(name.substr(0, kShownName));
    return push(Kind::Foreign, 0, *pickle.foreign.insert(std::move(foreign)).first);
}

/// The container that items are about to be added to: on top of the stack, above the last mark.
bool PickleMachine::container(Kind kind, PickleNode*& node) {
    const std::size_t floor = m_marks.empty() ? 0 : m_marks.back();
    if (m_stack.size() <= floor) return refuse("stack_underflow");
    node = &pickle.nodes[m_stack.back()];
    return node->kind == kind || isForeign(m_stack.back()) || refuse("wrong_container");
}

bool PickleMachine::get(std::uint64_t index) {
    if (index >= m_memo.size() || m_memo[index] == kNoPickleId) return refuse("memo_unset");
    return restore(m_memo[static_cast<std::size_t>(index)]);
}

bool PickleMachine::put(std::uint64_t index) {
    if (index >= m_vocabulary.most_opcodes) return refuse("memo_limit");
    PickleId id = 0;
    if (!pop(id)) return false;
    m_stack.push_back(id);
    if (index >= m_memo.size()) m_memo.resize(static_cast<std::size_t>(index) + 1, kNoPickleId);
    m_memo[static_cast<std::size_t>(index)] = id;
    return true;
}

/// APPEND, APPENDS, SETITEM and SETITEMS: a dict's items come in pairs.
bool PickleMachine::addItems(Kind kind, bool many) {
    std::vector<PickleId> items(kind == Kind::Dict ? 2 : 1);
    if (many) {
        if (!popToMark(items)) return false;
    } else {
        for (std::size_t i = items.size(); i-- > 0;)
            if (!pop(items[i])) return false;
    }
    if (kind == Kind::Dict && items.size() % 2 != 0) return refuse("odd_items");
    PickleNode* node = nullptr;
    if (!container(kind, node)) return false;
    // A foreign dictionary may hold what is wanted; other containers do not.
    if (node->kind == Kind::Set || (isForeign(m_stack.back()) && kind != Kind::Dict)) return true;
    if (!spend(items.size())) return false;
    node->items.insert(node->items.end(), items.begin(), items.end());
    return true;
}

bool PickleMachine::stackGlobal() {
    PickleId name = 0;
    PickleId module = 0;
    if (!pop(name) || !pop(module)) return false;
    if (pickle[name].kind != Kind::Text || pickle[module].kind != Kind::Text)
        return refuse("name_not_text");
    return pushGlobal(pickle[module].text, pickle[name].text);
}

bool PickleMachine::reduce() {
    PickleId arguments = 0;
    PickleId callable = 0;
    if (!pop(arguments) || !pop(callable)) return false;
    if (isForeign(callable)) return push(Kind::Foreign, 0, pickle[callable].text);
    if (pickle[callable].kind != Kind::Global || pickle[arguments].kind != Kind::Tuple)
        return refuse("call_of_no_name");
    const std::string_view name = pickle[callable].text;
    if (foundIn(m_vocabulary.callables, name).empty())
        return refuse("call_of_no_function", std::string(name));
    if (name == kOrderedDictName) return makeOrderedDict(pickle[arguments].items);
    return push(Kind::Call, 0, name, pickle[arguments].items);
}

/// OrderedDict() in Python 3, OrderedDict([[key, value], ...]) as Python 2 pickled it.
bool PickleMachine::makeOrderedDict(const std::vector<PickleId>& arguments) {
    std::vector<PickleId> items;
    if (arguments.size() > 1) return refuse("ordered_dict_arguments");
    if (arguments.size() == 1) {
        const PickleNode& pairs = pickle[arguments[0]];
        if (pairs.kind != Kind::List) return refuse("ordered_dict_arguments");
        if (!spend(2 * pairs.items.size())) return false;
        for (const PickleId id : pairs.items) {
            const PickleNode& pair = pickle[id];
            const bool sequence = pair.kind == Kind::List || pair.kind == Kind::Tuple;
            if (!sequence || pair.items.size() != 2) return refuse("ordered_dict_arguments");
            items.insert(items.end(), pair.items.begin(), pair.items.end());
        }
    }
    return push(Kind::Dict, 0, {}, std::move(items));
}

bool PickleMachine::newObject(std::size_t arguments) {
    PickleId dropped = 0, type = 0;
    for (std::size_t i = 0; i < arguments; ++i)
        if (!pop(dropped)) return false;
    if (!pop(type)) return false;
    if (!isForeign(type)) return refuse("object_of_no_class");
    return push(Kind::Foreign, 0, pickle[type].text);
}

/// The state of a dictionary is of no use: a state dict has its modules' versions there.
bool PickleMachine::build() {
    PickleId state = 0, built = 0;
    if (!pop(state) || !pop(built)) return false;
    const Kind kind = pickle[built].kind;
    if (kind != Kind::Dict && kind != Kind::Call && kind != Kind::Foreign)
        return refuse("wrong_container");
    if (kind == Kind::Call) pickle.nodes[built].state = state;
    return restore(built);
}

bool PickleMachine::persistent() {
    PickleId id = 0;
    if (!pop(id)) return false;
    // A class with its source, as PyTorch saved modules: ("module", class, file, source).
    const PickleNode& told = pickle[id];
    if (told.kind == Kind::Tuple && told.items.size() > 1 && isForeign(told.items[1]) &&
        pickle[told.items[0]].text == "module")
        return restore(told.items[1]);
    return push(Kind::Persistent, 0, {}, {id});
}

}  // namespace duelo
