// SPDX-License-Identifier: Apache-2.0
#include "experiments/cuda_file.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "resources/resources.h"

namespace duelo {

namespace {

constexpr auto kMarks = std::to_array<std::string_view>(
    {"__global__", "__device__", "__constant__", "__managed__", "__shared__"});
/// Words with brackets before a function's name that are no name.
constexpr auto kAttributes = std::to_array<std::string_view>(
    {"__launch_bounds__", "__align__", "alignas", "__attribute__", "__declspec", "decltype",
     "noexcept", "requires", "__cluster_dims__", "__maxnreg__"});
constexpr auto kTypeKeys =
    std::to_array<std::string_view>({"struct", "class", "union", "enum", "typedef", "using"});
/// Headers whose parts run on a GPU: without them a kernel that uses them is not whole.
constexpr auto kDeviceHeaders = std::to_array<std::string_view>(
    {"cuda_fp16", "cuda_bf16", "cuda_fp8", "mma.h", "cooperative_groups", "curand_kernel", "cub/",
     "thrust/", "cuda/", "cuda_pipeline", "cuComplex.h", "cuda_awbarrier"});
/// Headers that Visual Studio's template and CUDA's samples name in quotes.
constexpr auto kUsualHeaders = std::to_array<std::string_view>(
    {"cuda.h", "cuda_runtime", "device_launch_parameters.h", "device_functions.h", "helper_",
     "cublas", "cudnn", "curand.h", "cufft", "cusparse", "nvToolsExt"});

template <std::size_t n>
bool isOneOf(std::string_view word, const std::array<std::string_view, n>& words) {
    return std::ranges::find(words, word) != words.end();
}
template <std::size_t n>
bool beginsAsOneOf(std::string_view word, const std::array<std::string_view, n>& words) {
    return std::ranges::any_of(words, [&](std::string_view one) { return word.starts_with(one); });
}

std::string wordsBetween(const std::vector<CudaToken>& tokens, std::size_t begin, std::size_t end) {
    std::string words;
    for (std::size_t at = begin; at < end; ++at) {
        const bool both =
            !words.empty() && tokens[at].isWord() && words.back() != '<' && words.back() != ':';
        words += (both ? " " : "") + std::string(tokens[at].text);
    }
    return words;
}

/// Splits what stands in brackets at the commas outside of inner ones.
std::vector<std::pair<std::size_t, std::size_t>> parts(const std::vector<CudaToken>& tokens,
                                                       std::size_t begin, std::size_t end) {
    std::vector<std::pair<std::size_t, std::size_t>> found;
    int angles = 0;
    std::size_t from = begin;
    for (std::size_t at = begin; at < end; ++at) {
        if (tokens[at].is("(") || tokens[at].is("[") || tokens[at].is("{")) {
            at = behindBracket(tokens, at, end) - 1;
            continue;
        }
        if (tokens[at].is("<")) ++angles;
        if (tokens[at].is(">")) --angles;
        if (!tokens[at].is(",") || angles > 0) continue;
        found.emplace_back(from, at);
        from = at + 1;
    }
    if (from < end) found.emplace_back(from, end);
    return found;
}

/// Behind "template <...>"; where none stands, at `begin`.
std::size_t behindTemplate(const std::vector<CudaToken>& tokens, std::size_t begin) {
    if (!tokens[begin].is("template")) return begin;
    int open = 0;
    for (std::size_t at = begin + 1; at < tokens.size(); ++at) {
        if (tokens[at].is("<")) ++open;
        if (tokens[at].is(">")) --open;
        if (tokens[at].is(">>")) open -= 2;
        if (open <= 0 || tokens[at].is(";") || tokens[at].is("{")) return at + 1;
    }
    return tokens.size();
}

CudaParameter parameterOf(const std::vector<CudaToken>& tokens, std::size_t begin,
                          std::size_t end) {
    // "float a[]" is a pointer, "int n = 3" has a value of its own.
    std::size_t last = begin;
    while (last < end && !tokens[last].is("=") && !tokens[last].is("[")) ++last;
    const bool array = last < end && tokens[last].is("[");
    CudaParameter parameter;
    const bool named = last > begin + 1 && tokens[last - 1].isWord() &&
                       !tokens[last - 2].is("::") && !tokens[last - 1].is("const") &&
                       !tokens[last - 1].text.starts_with("__restrict");
    parameter.type = wordsBetween(tokens, begin, named ? last - 1 : last) + (array ? "*" : "");
    if (named) parameter.name = std::string(tokens[last - 1].text);
    return parameter;
}

}  // namespace

std::string CudaParameter::bareType() const {
    std::string bare, stars;
    for (const CudaToken& token : cudaTokens(type)) {
        if (token.is("const") || token.text.starts_with("__restrict") || token.is("volatile"))
            continue;
        if (token.is("*"))
            stars += '*';
        else
            bare += (bare.empty() || !token.isWord() || bare.ends_with(':') ? "" : " ") +
                    std::string(token.text);
    }
    if (bare == "Input" || bare == "Output") bare = "float*";
    return bare + stars;
}

bool CudaParameter::isReadOnly() const {
    if (type == "Input") return true;
    const std::size_t star = type.find('*'), mark = type.find("const");
    return mark != type.npos && (star == type.npos || mark < star);
}

CudaFile::CudaFile(std::string text) : m_text(std::move(text)), m_tokens(cudaTokens(m_text)) {
    readItems();
    keepUsed();
}

std::vector<const CudaFunction*> CudaFile::kernels() const {
    std::vector<const CudaFunction*> found;
    for (const CudaFunction& one : m_functions)
        if (one.kernel) found.push_back(&one);
    return found;
}

const CudaFunction* CudaFile::kernel(std::string_view name) const {
    const auto found = std::ranges::find_if(
        m_functions, [&](const CudaFunction& one) { return one.kernel && one.name == name; });
    return found == m_functions.end() ? nullptr : &*found;
}

bool CudaFile::isProgram() const {
    return std::ranges::any_of(m_functions,
                               [](const CudaFunction& one) { return !one.kernel && !one.device; });
}

/// Counts as outermost too what stands in a namespace or in the brackets of `extern "C"`.
void CudaFile::readItems() {
    std::vector<Around> open_around{{}};
    for (std::size_t at = 0; at < m_tokens.size();) {
        const CudaToken& token = m_tokens[at];
        if (token.kind == CudaToken::Kind::Directive) {
            readDirective(at++);
            continue;
        }
        if (token.is("}")) {
            if (open_around.size() > 1) open_around.pop_back();
            m_items.push_back({.begin = at, .end = at + 1, .always = true});
            ++at;
            continue;
        }
        const bool linkage = token.is("extern") && at + 2 < m_tokens.size() &&
                             m_tokens[at + 1].is("\"C\"") && m_tokens[at + 2].is("{");
        std::size_t open = at + (linkage ? 2 : 1);
        if (token.is("namespace"))
            while (open < m_tokens.size() && (m_tokens[open].isWord() || m_tokens[open].is("::")))
                ++open;
        if (linkage ||
            (token.is("namespace") && open < m_tokens.size() && m_tokens[open].is("{"))) {
            Around inner = open_around.back();
            inner.external_c = inner.external_c || linkage;
            for (std::size_t each = at + 1; !linkage && each < open; ++each)
                inner.scope += std::string(m_tokens[each].text);
            if (!linkage && open > at + 1) inner.scope += "::";
            open_around.push_back(std::move(inner));
            m_items.push_back({.begin = at, .end = open + 1, .always = true});
            at = open + 1;
            continue;
        }
        at = readItem(at, open_around.back());
    }
}

/// \returns the token behind it.
std::size_t CudaFile::readItem(std::size_t begin, const Around& around) {
    Item item{.begin = begin};
    std::size_t head_end = m_tokens.size(), body = m_tokens.size();
    bool call = false;
    for (std::size_t at = behindTemplate(m_tokens, begin); at < m_tokens.size();) {
        const CudaToken& token = m_tokens[at];
        if (token.is(";")) {
            head_end = std::min(head_end, at);
            item.end = at + 1;
            break;
        }
        if (token.is("}")) {  // one too many: the compiler says so
            item.end = at;
            break;
        }
        if (token.is("=")) head_end = std::min(head_end, at);
        if (token.is("(")) {
            call = call || (head_end == m_tokens.size() && at > begin &&
                            !isOneOf(m_tokens[at - 1].text, kAttributes));
            at = behindBracket(m_tokens, at, m_tokens.size());
            continue;
        }
        if (token.is("{")) {
            head_end = std::min(head_end, at);
            const std::size_t behind = behindBracket(m_tokens, at, m_tokens.size());
            const bool function = call && head_end == at;
            if (body == m_tokens.size()) body = at;
            if (function) {
                item.end = behind;
                break;
            }
            at = behind;
            continue;
        }
        ++at;
    }
    if (item.end == 0) item.end = m_tokens.size();
    if (item.end <= begin) item.end = begin + 1;
    readHead(item, std::min(head_end, item.end), body < item.end && call ? body : item.end, around);
    m_items.push_back(std::move(item));
    return m_items.back().end;
}

/// `body`: the token "{" of a function; the item's end where it is none.
void CudaFile::readHead(Item& item, std::size_t head_end, std::size_t body, const Around& around) {
    const std::size_t first = behindTemplate(m_tokens, item.begin);
    std::size_t function = item.end;
    bool type = false;
    for (std::size_t at = item.begin; at < head_end; ++at) {
        const CudaToken& token = m_tokens[at];
        item.marked = item.marked || isOneOf(token.text, kMarks);
        item.constant = item.constant || token.is("const") || token.is("constexpr");
        item.for_both = item.for_both || token.is("constexpr");
        type = type || (at >= first && isOneOf(token.text, kTypeKeys));
        if (!token.is("(")) continue;
        if (function == item.end && at > item.begin && !isOneOf(m_tokens[at - 1].text, kAttributes))
            function = at - 1;
        at = behindBracket(m_tokens, at, item.end) - 1;
    }
    const bool named = function < item.end && m_tokens[function].isWord();
    if (named && body < item.end) {
        item.names.push_back(m_tokens[function].text);
        readFunction(item, function, body, around);
    } else if (type) {
        nameTypes(item, first);
    } else {
        item.variable = true;
        if (named) item.names.push_back(m_tokens[function].text);
        nameVariables(item, first);
    }
}

void CudaFile::nameVariables(Item& item, std::size_t first) {
    for (std::size_t at = first; at + 1 < item.end; ++at) {
        const CudaToken &token = m_tokens[at], &next = m_tokens[at + 1];
        if (token.is("(") || token.is("{")) {
            at = behindBracket(m_tokens, at, item.end) - 1;
            continue;
        }
        if (token.isWord() &&
            (next.is("=") || next.is("[") || next.is(";") || next.is(",") || next.is("{")))
            item.names.push_back(token.text);
    }
}

/// Names the type itself, what an enum counts, and what stands behind its bracket.
void CudaFile::nameTypes(Item& item, std::size_t first) {
    // "using namespace std" has nothing for a GPU.
    if (m_tokens[first].is("using") && first + 1 < item.end && m_tokens[first + 1].is("namespace"))
        return;
    bool counts = false, fresh = false;
    for (std::size_t at = first; at + 1 < item.end; ++at) {
        const CudaToken &token = m_tokens[at], &next = m_tokens[at + 1];
        if (isOneOf(token.text, kTypeKeys)) {
            counts = counts || token.is("enum");
            fresh = !token.is("typedef");
            continue;
        }
        if (token.is("{") && !counts) {
            at = behindBracket(m_tokens, at, item.end) - 1;
            continue;
        }
        if (!token.isWord() || next.is("(")) continue;
        if (fresh || next.is(";") || next.is(",") || next.is("=") || next.is("}") || next.is("[") ||
            next.is(")"))
            item.names.push_back(token.text);
        fresh = false;
    }
}

void CudaFile::readFunction(Item& item, std::size_t name, std::size_t body, const Around& around) {
    CudaFunction function{.name = std::string(m_tokens[name].text),
                          .scope = around.scope,
                          .line = m_tokens[name].line,
                          .external_c = around.external_c,
                          .begin = item.begin,
                          .end = item.end,
                          .body = body};
    for (std::size_t at = item.begin; at < name; ++at) {
        function.kernel = function.kernel || m_tokens[at].is("__global__");
        function.device = function.device || m_tokens[at].is("__device__");
        if (m_tokens[at].is("extern") && m_tokens[at + 1].is("\"C\"")) function.external_c = true;
    }
    if (m_tokens[item.begin].is("template"))
        for (std::size_t at = item.begin + 2; at + 1 < name && !m_tokens[at].is(">"); ++at)
            if (m_tokens[at].isWord() &&
                (m_tokens[at + 1].is(",") || m_tokens[at + 1].is(">") || m_tokens[at + 1].is("=")))
                function.template_names.emplace_back(m_tokens[at].text);
    const std::size_t close = behindBracket(m_tokens, name + 1, body) - 1;
    for (const auto& [begin, end] : parts(m_tokens, name + 2, close))
        if (!(end == begin + 1 && m_tokens[begin].is("void")))
            function.parameters.push_back(parameterOf(m_tokens, begin, end));
    item.function = static_cast<int>(m_functions.size());
    m_functions.push_back(std::move(function));
}

void CudaFile::readDirective(std::size_t at) {
    const CudaToken& token = m_tokens[at];
    Item item{.begin = at, .end = at + 1, .always = true};
    const std::vector<CudaToken> words = cudaTokens(token.text.substr(1));
    if (words.size() >= 2 && words[0].is("define")) {
        item.names.push_back(token.text.substr(1).substr(words[1].at, words[1].text.size()));
        item.macro = true;
    }
    if (words.size() >= 2 && words[0].is("include")) {
        const std::size_t from = token.text.find_first_of("<\""),
                          to = token.text.find_first_of(">\"", from + 1);
        if (from != token.text.npos && to != token.text.npos) {
            const std::string header(token.text.substr(from + 1, to - from - 1));
            item.always = header.ends_with(".h") && !resource("kernels/" + header).empty();
            using What = CudaLeftOut::What;
            const What what = beginsAsOneOf(header, kDeviceHeaders) ? What::DeviceHeader
                              : token.text[from] == '"' && !beginsAsOneOf(header, kUsualHeaders)
                                  ? What::OwnHeader
                                  : What::Header;
            if (!item.always) m_left_out.push_back({what, header, token.line});
        }
    }
    m_items.push_back(std::move(item));
}

/// Keeps what is marked for a GPU, and of the rest constants, types and macros by whose names that
/// speaks.
void CudaFile::keepUsed() {
    std::multimap<std::string_view, std::size_t> declared;
    m_kept.assign(m_items.size(), false);
    std::vector<std::size_t> open;
    const auto keep = [&](std::size_t number) {
        if (m_kept[number]) return;
        m_kept[number] = true;
        open.push_back(number);
    };
    for (std::size_t i = 0; i < m_items.size(); ++i) {
        const Item& item = m_items[i];
        for (const std::string_view name : item.names) declared.emplace(name, i);
        if (item.marked) keep(i);
    }
    const auto use = [&](std::string_view word) {
        const auto [from, to] = declared.equal_range(word);
        for (auto each = from; each != to; ++each) {
            const Item& item = m_items[each->second];
            const bool host = item.function >= 0 && !item.marked && !item.for_both;
            if (!host && (!item.variable || item.constant)) keep(each->second);
        }
        declared.erase(from, to);
    };
    while (!open.empty()) {
        const Item item = m_items[open.back()];
        open.pop_back();
        if (item.macro) {
            for (const CudaToken& token : cudaTokens(m_tokens[item.begin].text.substr(1)))
                if (token.isWord()) use(token.text);
            continue;
        }
        for (std::size_t at = item.begin; at < item.end; ++at)
            if (m_tokens[at].isWord()) use(m_tokens[at].text);
    }
    for (std::size_t i = 0; i < m_items.size(); ++i) {
        const Item& item = m_items[i];
        if (m_kept[i] || item.always) continue;
        for (const std::string_view name : item.names)
            m_left_out.push_back(
                {item.function >= 0 ? CudaLeftOut::What::Function : CudaLeftOut::What::Variable,
                 std::string(name), m_tokens[item.begin].line});
    }
}

std::string CudaFile::deviceText() const {
    std::string text = m_text;
    for (std::size_t i = 0; i < m_items.size(); ++i) {
        const Item& item = m_items[i];
        if (m_kept[i] || item.always) continue;
        const CudaToken& last = m_tokens[item.end - 1];
        for (std::size_t at = m_tokens[item.begin].at; at < last.at + last.text.size(); ++at)
            if (text[at] != '\n') text[at] = ' ';
    }
    return text;
}

std::string parametersText(const CudaFunction& function) {
    std::string all;
    for (const CudaParameter& one : function.parameters)
        all += (all.empty() ? "" : ", ") + one.bareType();
    return '(' + all + ')';
}

Json namesOfKernels(const CudaFile& file) {
    Json names = Json::array();
    for (const CudaFunction* kernel : file.kernels()) names.push_back(kernel->name);
    return names;
}

}  // namespace duelo
