// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <charconv>

#include "simt/ptx_address.h"
#include "simt/ptx_function.h"
#include "simt/ptx_opcode.h"

namespace duelo::simt::ptx {

namespace {

constexpr std::size_t kMostText = std::size_t{32} << 20;
constexpr std::uint64_t kMostVariable = std::uint64_t{64} << 20;
constexpr std::size_t kMostVariables = 4096, kMostPlaces = 1 << 20;

/// "_ZZ7matmul3E6a_tile": "a_tile", as the student wrote it.
std::string plainName(std::string_view name) {
    if (!name.starts_with("_Z")) return std::string(name);
    for (std::size_t at = name.size(); at-- > 2;) {
        const char before = name[at - 1];
        if (name[at] < '1' || name[at] > '9' || (before >= '0' && before <= '9')) continue;
        std::size_t letters = 0;
        const char* end = name.data() + name.size();
        const auto [word, error] = std::from_chars(name.data() + at, end, letters);
        if (error != std::errc() || letters > static_cast<std::size_t>(end - word)) continue;
        const std::string_view rest(word + letters, end);
        // Of several with one name each but the first has a number behind it.
        if (rest.empty() || rest.starts_with('_') || rest == "E") return {word, letters};
    }
    return std::string(name);
}

void setValue(Variable& variable, std::uint64_t at, unsigned bytes, std::uint64_t bits) {
    for (unsigned i = 0; i < bytes; ++i)
        variable.values[at + i] = static_cast<std::uint8_t>(bits >> (8 * i));
}

/// Reads what stands behind "=".
void readValues(Tokens& tokens, Variable& variable, unsigned each) {
    const bool many = tokens.accept("{");
    std::uint64_t at = 0;
    unsigned open = many ? 1 : 0;
    while (!tokens.at(";")) {
        if (tokens.accept("{")) {
            ++open;
        } else if (tokens.accept("}")) {
            if (open-- == 0) tokens.fail();
        } else if (!tokens.accept(",")) {
            if (at + each > variable.bytes) tokens.fail();
            if (const auto bits = tokens.acceptNumber()) {
                setValue(variable, at, each, *bits);
            } else {
                std::string_view name = tokens.take();
                if (name == "generic") {
                    tokens.expect("(");
                    name = tokens.take();
                    tokens.expect(")");
                }
                variable.pointers.push_back({at, std::string(name)});
                if (tokens.accept("+"))
                    setValue(variable, at, each, static_cast<std::uint64_t>(tokens.takeInteger()));
            }
            at += each;
        }
    }
}

void placeVariable(Reading& all, Variable& variable) {
    if (variable.space == Space::Shared) {
        // One part more is where nothing lies: a null pointer is no array.
        if (++all.parts >= kMostParts) throw TooLarge{};
        variable.address = partAddress(all.parts);
    } else {
        variable.address = arrayAddress(all.arrays++);
    }
}

void linkCalls(Module& module) {
    std::map<std::string_view, std::int32_t> known;
    for (std::size_t i = 0; i < module.functions.size(); ++i)
        known.emplace(module.functions[i].name, static_cast<std::int32_t>(i));
    for (Function& function : module.functions)
        for (CallTarget& call : function.calls) {
            const auto found = known.find(call.name);
            if (found == known.end()) continue;
            const Function& to = module.functions[static_cast<std::size_t>(found->second)];
            const auto alike = [](const std::vector<Piece>& a, const std::vector<Piece>& b) {
                return std::ranges::equal(a, b, {}, &Piece::bytes, &Piece::bytes);
            };
            if (alike(call.arguments, to.parameters) && alike(call.results, to.results))
                call.function = found->second;
        }
}

void linkPointers(Reading& all) {
    for (Variable& variable : all.module.variables)
        for (const Variable::Pointer& pointer : variable.pointers) {
            const auto to = all.variables.find(pointer.name);
            if (to == all.variables.end() || pointer.at + 8 > variable.bytes) continue;
            const std::uint64_t address = all.module.variables[to->second].address;
            std::uint64_t plus = 0;
            for (unsigned i = 8; i-- > 0;) plus = plus << 8 | variable.values[pointer.at + i];
            setValue(variable, pointer.at, 8, address + plus);
        }
}

void readAll(Reading& all) {
    Tokens& tokens = all.tokens;
    while (!tokens.ended()) {
        const std::string_view word = tokens.take();
        if (word == ".version" || word == ".address_size") {
            static_cast<void>(tokens.take());
        } else if (word == ".target") {
            do static_cast<void>(tokens.take());
            while (tokens.accept(","));
        } else if (word == ".file") {
            const auto number = static_cast<std::uint32_t>(tokens.takeInteger());
            std::string_view name = tokens.take();
            if (name.size() >= 2) name = name.substr(1, name.size() - 2);
            all.module.files[number] = name.substr(name.find_last_of("/\\") + 1);
            while (tokens.accept(",")) static_cast<void>(tokens.takeInteger());
        } else if (word == ".section") {
            static_cast<void>(tokens.take());
            tokens.skipBraces();
        } else if (word == ".func" || word == ".entry") {
            FunctionReader(all, word == ".entry").read();
        } else if (word == ".global" || word == ".const") {
            all.readVariable(word == ".global" ? Space::Global : Space::Const);
        } else if (word == ".shared") {
            all.readVariable(Space::Shared);
        } else if (word == ".loc") {
            static_cast<void>(all.readPlace(0));
        } else if (word == ".pragma" || word == ".alias") {
            tokens.skipPast(";");
        } else if (word != ".visible" && word != ".extern" && word != ".weak" &&
                   word != ".common" && word != ";") {
            tokens.fail();
        }
    }
}

}  // namespace

Type takeType(Tokens& tokens) {
    const std::string_view word = tokens.take();
    const auto type = word.starts_with('.') ? typeCalled(word.substr(1)) : std::nullopt;
    if (!type) tokens.fail();
    return *type;
}

std::pair<std::string_view, std::uint64_t> takeArray(Tokens& tokens) {
    const std::string_view name = tokens.take();
    std::uint64_t count = 1;
    while (tokens.accept("[")) {
        if (tokens.accept("]")) {
            count = 0;
            continue;
        }
        const std::int64_t more = tokens.takeInteger();
        if (more < 0 || static_cast<std::uint64_t>(more) > kMostVariable) throw TooLarge{};
        count *= static_cast<std::uint64_t>(more);
        if (count > kMostVariable) throw TooLarge{};
        tokens.expect("]");
    }
    return {name, count};
}

std::uint32_t Reading::nameOf(std::string_view instruction) {
    const auto known = names.find(instruction);
    if (known != names.end()) return known->second;
    const auto number = static_cast<std::uint32_t>(module.names.size());
    module.names.emplace_back(instruction);
    names.emplace(std::string(instruction), number);
    return number;
}

std::uint32_t Reading::readPlace(std::uint32_t before) {
    Place place;
    place.file = static_cast<std::uint32_t>(tokens.takeInteger());
    place.line = static_cast<std::uint32_t>(tokens.takeInteger());
    static_cast<void>(tokens.takeInteger());
    while (tokens.accept(",")) {
        const std::string_view word = tokens.take();
        if (word == "function_name") {
            static_cast<void>(tokens.take());
            if (tokens.accept("+")) static_cast<void>(tokens.takeInteger());
        } else if (word == "inlined_at") {
            Place above;
            above.file = static_cast<std::uint32_t>(tokens.takeInteger());
            above.line = static_cast<std::uint32_t>(tokens.takeInteger());
            static_cast<void>(tokens.takeInteger());
            module.places.push_back(above);
            place.above = static_cast<std::uint32_t>(module.places.size());
        } else {
            tokens.fail();
        }
    }
    if (place.line == 0) return before;  // made by the compiler alone
    if (module.places.size() > kMostPlaces) throw TooLarge{};
    module.places.push_back(place);
    return static_cast<std::uint32_t>(module.places.size() - 1);
}

void Reading::readVariable(Space space) {
    if (module.variables.size() >= kMostVariables) throw TooLarge{};
    while (tokens.at(".align") || tokens.at(".attribute")) {
        if (tokens.take() == ".align")
            static_cast<void>(tokens.takeInteger());
        else
            tokens.skipPast(")");
    }
    if (tokens.at(".texref") || tokens.at(".surfref") || tokens.at(".samplerref"))
        return tokens.skipPast(";");
    const Type type = takeType(tokens);
    const auto [name, count] = takeArray(tokens);
    Variable variable{.name = plainName(name), .space = space, .bytes = count * bytesOf(type)};
    if (variable.bytes > kMostVariable) throw TooLarge{};
    variable.dynamic = space == Space::Shared && count == 0;
    if (space != Space::Shared) variable.values.resize(variable.bytes);
    if (tokens.accept("=")) {
        if (space == Space::Shared) tokens.fail();
        readValues(tokens, variable, bytesOf(type));
    }
    tokens.expect(";");
    placeVariable(*this, variable);
    variables.insert_or_assign(std::string(name), module.variables.size());
    module.variables.push_back(std::move(variable));
}

const Function* Module::kernel(std::string_view name) const {
    const auto found = std::ranges::find_if(
        functions, [&](const Function& one) { return one.kernel && one.name == name; });
    return found == functions.end() ? nullptr : &*found;
}

Result<Module> readModule(std::string_view text) {
    text = text.substr(0, text.find('\0'));
    if (text.size() > kMostText) return fail("ptx_too_large", {{"max", kMostText >> 20}});
    Reading all{.tokens = Tokens(text)};
    all.module.places.emplace_back();  // of what has none
    try {
        readAll(all);
    } catch (const Damaged& damaged) {
        return fail("ptx_damaged", {{"line", damaged.line}});
    } catch (const TooLarge&) {
        return fail("ptx_too_large", {{"max", kMostText >> 20}});
    }
    linkPointers(all);
    linkCalls(all.module);
    return std::move(all.module);
}

unsigned bytesOf(Type type) {
    switch (type) {
        case Type::Pred:
        case Type::B8:
        case Type::U8:
        case Type::S8:
            return 1;
        case Type::B16:
        case Type::U16:
        case Type::S16:
        case Type::F16:
        case Type::Bf16:
            return 2;
        case Type::B64:
        case Type::U64:
        case Type::S64:
        case Type::F64:
            return 8;
        default:
            return 4;
    }
}

bool isSigned(Type type) {
    return type == Type::S8 || type == Type::S16 || type == Type::S32 || type == Type::S64;
}

bool isFloat(Type type) {
    return type >= Type::F16;
}

}  // namespace duelo::simt::ptx
