// SPDX-License-Identifier: Apache-2.0
#include "experiments/compiler_words.h"

#include <algorithm>
#include <array>
#include <vector>

namespace duelo {

namespace {

struct UsualRemark {
    std::string_view begins;  ///< of the message, with % for what stands in quotes
    std::string_view key;
};

/// The messages in the words of NVRTC 13; the test compiles a text for each.
constexpr auto kUsualRemarks = std::to_array<UsualRemark>({
    {"identifier % is undefined", "undefined"},
    {"expected a declaration", "declaration"},
    {"expected a statement", "statement"},
    {"expected an expression", "expression"},
    {"expected an identifier", "name"},
    {"expected a %", "missing"},
    {"unrecognized token", "token"},
    {"missing closing quote", "quote"},
    {"comment unclosed at end of file", "remark"},
    {"could not open source file %", "include"},
    {"expression must be a modifiable lvalue", "left_side"},
    {"a value of type % cannot be used to initialize", "other_type"},
    {"a value of type % cannot be assigned to", "other_type"},
    {"argument of type % is incompatible with parameter of type %", "argument"},
    {"expression must have pointer-to-object type but it has type %", "index"},
    {"expression must have integral or unscoped enum type", "whole_number"},
    {"expression must have arithmetic or unscoped enum type", "arithmetic"},
    {"expression must have class type but it has type %", "dot"},
    {"expression must have a constant value", "constant"},
    {"expression preceding parentheses of apparent call", "call"},
    {"% has already been declared in the current scope", "twice"},
    {"function % has already been defined", "function_twice"},
    {"this declaration has no storage class or type specifier", "no_type"},
    {"explicit type is missing", "no_type"},
    {"initializer not allowed for __shared__ variable", "shared_values"},
    {"return value type does not match the function type", "returns"},
    {"a __global__ function must have a void return type", "returns"},
    {"too many arguments in function call", "too_many"},
    {"too few arguments in function call", "too_few"},
    {"no instance of overloaded function % matches", "no_version"},
    {"class % has no member %", "member"},
    {"namespace % has no member %", "library"},
    {"a break statement may only be used within", "break"},
    {"A function explicitly marked as a __host__ function", "host"},
    {"device-side kernel launch could not be processed", "host"},
    {"Entry function % uses too much shared data", "shared_size"},
    {"variable % was declared but never referenced", "unused"},
    {"variable % is used before its value is set", "no_value"},
    {"expression has no effect", "no_effect"},
    {"use of % where % may have been intended", "comparison"},
    {"missing return statement at end of non-void function %", "no_return"},
    {"division by zero", "zero"},
    {"pointless comparison of unsigned integer with zero", "unsigned"},
});

/// The message of a remark, and what it has in quotes.
struct Message {
    std::string words{};
    std::vector<std::string> quoted{};
};

Message messageOf(std::string_view remark) {
    remark = remark.substr(0, remark.find('\n'));
    constexpr std::string_view kMark = ": ";
    if (const std::size_t error = remark.find("error: "); error != remark.npos)
        remark.remove_prefix(error + std::string_view("error: ").size());
    else if (remark.starts_with("warning ") || remark.starts_with("ptxas "))
        remark.remove_prefix(std::min(remark.find(kMark), remark.size() - kMark.size()) +
                             kMark.size());
    Message message;
    while (!remark.empty()) {
        const std::size_t open = remark.find_first_of("\"'");
        const std::size_t close = open == remark.npos ? open : remark.find(remark[open], open + 1);
        if (close == remark.npos) break;
        message.words += std::string(remark.substr(0, open)) + '%';
        message.quoted.emplace_back(remark.substr(open + 1, close - open - 1));
        remark.remove_prefix(close + 1);
    }
    message.words += remark;
    return message;
}

std::string_view keyOf(const Message& message) {
    const auto known = std::ranges::find_if(kUsualRemarks, [&](const UsualRemark& usual) {
        return message.words.starts_with(usual.begins);
    });
    if (known == kUsualRemarks.end()) return {};
    // cudaMalloc, cudaMemcpy and others: what the program does that launches a kernel.
    if (known->key == "undefined" && !message.quoted.empty() &&
        message.quoted.front().starts_with("cuda"))
        return "host";
    return known->key;
}

}  // namespace

std::string_view usualRemark(std::string_view remark) {
    return keyOf(messageOf(remark));
}

std::string explainedRemark(std::string_view remark, const Text& text) {
    Message message = messageOf(remark);
    const std::string_view key = keyOf(message);
    if (key.empty()) return {};
    message.quoted.resize(2);
    return text("compiler." + std::string(key),
                {{"first", message.quoted[0]}, {"second", message.quoted[1]}});
}

}  // namespace duelo
