// SPDX-License-Identifier: Apache-2.0
#include "opencl_c/opencl_text.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "opencl_c/function_writer.h"
#include "opencl_c/kernel_resources.h"
#include "opencl_c/words_of_cuda.h"

namespace duelo {

namespace {

/// Tells whether words have the type of doubles in them.
bool namesDouble(std::string_view words) {
    constexpr std::string_view kWord = "double";
    const auto isLetter = [](char c) {
        return c == '_' || std::isalnum(static_cast<unsigned char>(c));
    };
    for (std::size_t at = words.find(kWord); at != words.npos; at = words.find(kWord, at + 1)) {
        const std::size_t end = at + kWord.size();
        const bool begins = at == 0 || !isLetter(words[at - 1]);
        if (begins && (end == words.size() || !isLetter(words[end]) ||
                       (words[end] >= '2' && words[end] <= '4')))
            return true;
    }
    return false;
}

class Translator {
public:
    explicit Translator(SourceTokens tokens) : m_read(std::move(tokens)) {}

    OpenClText translate() {
        for (const TextFunction& function : m_read.functions)
            if (function.is_kernel) write({function.name, spacesOf(function)}, function);
        if (m_written.empty()) throw TextRefused{"opencl_text_no_kernel", 0, "__global__"};
        for (const TextItem& item : m_read.items) addItem(item);
        if (m_has_doubles) {
            constexpr std::string_view kPragma = "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n";
            m_text.text.insert(0, kPragma);
            m_text.lines.insert(m_text.lines.begin(), 0);
            m_text.has_doubles = true;
        }
        if (!m_text.text.ends_with('\n')) m_text.text += '\n';
        return std::move(m_text);
    }

private:
    /// A kernel is given the memory of the GPU.
    static std::vector<Space> spacesOf(const TextFunction& kernel) {
        return std::vector<Space>(
            static_cast<std::size_t>(std::ranges::count_if(
                kernel.parameters, [](const TextParameter& one) { return one.type.leads(); })),
            Space::Global);
    }

    /// Writes a function, and all that it calls.
    void write(const FunctionKey& key, const TextFunction& function) {
        if (m_written.contains(key)) return;
        if (!m_open.insert(function.name).second)
            throw TextRefused{"opencl_text_recursion", m_read.tokens[function.begin].line,
                              function.name};
        FunctionWriter writer(m_read);
        writer.function(function, key.second);
        for (const FunctionKey& called : writer.called()) {
            write(called, *m_read.function(called.first));
            m_callees[key].insert(called);
        }
        m_keys[function.name].insert(key);
        m_written.emplace(key, writer.take());
        m_open.erase(function.name);
    }

    void addItem(const TextItem& item) {
        if (item.kind == TextItem::Kind::Function) {
            const auto keys = m_keys.find(m_read.functions[item.index].name);
            if (keys == m_keys.end()) return;
            for (const FunctionKey& key : keys->second) addFunction(key);
            return;
        }
        FunctionWriter writer(m_read);
        writer.item(item);
        add(writer.take());
    }

    /// A function stands before who calls it.
    void addFunction(const FunctionKey& key) {
        if (!m_added.insert(key).second) return;
        for (const FunctionKey& callee : m_callees[key]) addFunction(callee);
        CodePieces pieces = m_written.at(key);
        // One for another memory has no need of the same remarks.
        if (!m_begun.insert(key.first).second) pieces.front().before = "\n\n";
        add(pieces);
    }

    void add(const CodePieces& pieces) {
        for (const CodePiece& piece : pieces) {
            append(piece.before, 0);
            const std::string words = piece.callee ? nameOf(*piece.callee) : piece.text;
            m_has_doubles = m_has_doubles || namesDouble(words);
            append(words, piece.line);
        }
    }

    void append(std::string_view words, int line) {
        // Nothing stands before the first line.
        if (m_text.text.empty())
            while (!words.empty() && words.front() == '\n') words.remove_prefix(1);
        for (const char letter : words) {
            // What was left out leaves no holes.
            if (letter == '\n' && m_text.text.ends_with("\n\n")) continue;
            if (m_text.text.empty() || m_text.text.back() == '\n') m_text.lines.push_back(0);
            if (m_text.lines.back() == 0 && letter != '\n') m_text.lines.back() = line;
            m_text.text += letter;
        }
    }

    /// Where a function is there for several memories, they are in its name.
    std::string nameOf(const FunctionKey& key) {
        const TextFunction& function = *m_read.function(key.first);
        std::string name = key.first;
        if (!function.is_kernel && (isReserved(name) || isBuiltIn(name))) name += '_';
        if (m_keys[key.first].size() < 2) return name;
        for (const Space space : key.second) {
            const std::string_view word = spaceWord(space);
            name += '_';
            name += word.empty() ? "private" : word.substr(2, word.size() - 3);
        }
        return name;
    }

    const ReadText m_read;
    std::map<FunctionKey, CodePieces> m_written;
    std::map<FunctionKey, std::set<FunctionKey>> m_callees;
    std::map<std::string, std::set<FunctionKey>, std::less<>> m_keys;
    std::set<std::string> m_open;  ///< being written
    std::set<FunctionKey> m_added;
    std::set<std::string> m_begun;  ///< of which one is added
    OpenClText m_text;
    bool m_has_doubles = false;
};

}  // namespace

Result<OpenClText> openClText(const Resource& text, std::span<const Resource> headers) {
    try {
        return Translator(sourceTokens(text.bytes, headers)).translate();
    } catch (const TextRefused& why) {
        return fail(why.code, {{"name", text.name}, {"line", why.line}, {"what", why.what}});
    }
}

Result<OpenClText> openClKernelText(std::string_view resource_name) {
    return openClText(kernelText(resource_name), kernelHeaders());
}

std::string openClIfPossible(std::string_view resource_name) {
    if (!resource_name.ends_with(".cu")) return {};
    auto text = openClKernelText(resource_name);
    return text ? std::move(text->text) : std::string();
}

}  // namespace duelo
