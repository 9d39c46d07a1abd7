// SPDX-License-Identifier: Apache-2.0
// A question bank as Moodle's importers read it (question/format/xml and question/format/gift of
// its sources).
#include <algorithm>

#include "base/places.h"
#include "base/whole_file.h"
#include "classroom/questions.h"
#include "report/html_text.h"

namespace duelo {
namespace {

/// Returns the choices, and which of them is right. Its position depends on the question's id, so
/// that it varies, but is the same in each export. Moodle mixes them again where a quiz says so.
std::vector<std::pair<std::string, bool>> choicesOf(const Question& question) {
    std::vector<std::pair<std::string, bool>> out;
    for (const std::string& one : question.choices) out.emplace_back(one, out.empty());
    std::size_t turns = 0;
    for (const char c : question.id) turns = turns * 31 + static_cast<unsigned char>(c);
    std::ranges::rotate(out, out.begin() + static_cast<std::ptrdiff_t>(turns % out.size()));
    return out;
}

/// Lines as paragraphs, and nothing of it as markup.
std::string htmlOf(const std::string& lines) {
    std::string out;
    std::size_t from = 0;
    while (from <= lines.size()) {
        const std::size_t end = std::min(lines.find('\n', from), lines.size());
        out += "<p>" + htmlText(std::string_view(lines).substr(from, end - from)) + "</p>";
        from = end + 1;
    }
    return out;
}

/// A text element whose content is markup that stands for characters.
std::string xmlText(const std::string& content) {
    return "<text>" + htmlText(content) + "</text>";
}
std::string xmlHtml(const char* element, const std::string& html) {
    return "  <" + std::string(element) + " format=\"html\">" + xmlText(html) + "</" + element +
           ">\n";
}

std::string xmlAnswers(const Question& question) {
    std::string out;
    const auto answer = [&](bool right, const char* format, const std::string& inside) {
        out += "  <answer fraction=\"" + std::string(right ? "100" : "0") + "\"" + format + ">" +
               inside + "<feedback format=\"html\"><text></text></feedback></answer>\n";
    };
    switch (question.type) {
        case Question::Type::Choice:
            out +=
                "  <single>true</single>\n  <shuffleanswers>true</shuffleanswers>\n"
                "  <answernumbering>abc</answernumbering>\n";
            for (const auto& [text, right] : choicesOf(question))
                answer(right, " format=\"html\"", xmlText(htmlText(text)));
            break;
        case Question::Type::TrueFalse:
            answer(question.is_true, " format=\"moodle_auto_format\"", xmlText("true"));
            answer(!question.is_true, " format=\"moodle_auto_format\"", xmlText("false"));
            break;
        case Question::Type::Number:
            answer(true, " format=\"moodle_auto_format\"",
                   xmlText(answerField(question.answer, question.decimals)) + "<tolerance>" +
                       answerField(question.tolerance, question.decimals) + "</tolerance>");
            break;
        case Question::Type::Matching:
            out += "  <shuffleanswers>true</shuffleanswers>\n";
            for (const auto& [what, right] : question.pairs)
                out += "  <subquestion format=\"html\">" + xmlText(htmlText(what)) + "<answer>" +
                       xmlText(right) + "</answer></subquestion>\n";
            break;
    }
    return out;
}

/// Says what the bank is, and which kinds of questions are not in it.
std::string aboutOf(const QuestionBank& bank, const Text& text) {
    std::string out = text("question.about");
    for (const std::string& sentence : bank.left_out) out += '\n' + sentence;
    return out;
}
std::string giftComments(std::string_view lines) {
    std::string out = "// ";
    for (const char c : lines) out += c == '\n' ? std::string("\n// ") : std::string(1, c);
    return out + '\n';
}

const char* xmlType(Question::Type type) {
    switch (type) {
        case Question::Type::TrueFalse:
            return "truefalse";
        case Question::Type::Number:
            return "numerical";
        case Question::Type::Matching:
            return "matching";
        case Question::Type::Choice:
            break;
    }
    return "multichoice";
}

/// Escapes what GIFT would read as its own signs, as its importer undoes it.
std::string giftEscaped(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (c == '\n') {
            out += "\\n";
            continue;
        }
        if (std::string_view("~=#{}:\\").find(c) != std::string_view::npos) out += '\\';
        out += c;
    }
    return out;
}
/// A choice or a pair in HTML; at its begin "[" would name a format and "%" a weight.
std::string giftHtml(const std::string& text) {
    std::string html = htmlText(text);
    if (!html.empty() && (html.front() == '[' || html.front() == '%'))
        html = (html.front() == '[' ? "&#91;" : "&#37;") + html.substr(1);
    return giftEscaped(html);
}

std::string giftAnswers(const Question& question) {
    std::string out;
    switch (question.type) {
        case Question::Type::Choice:
            for (const auto& [text, right] : choicesOf(question))
                out += (right ? "\n\t=" : "\n\t~") + giftHtml(text);
            break;
        case Question::Type::TrueFalse:
            return question.is_true ? "TRUE" : "FALSE";
        case Question::Type::Number:
            return "#" + answerField(question.answer, question.decimals) + ":" +
                   answerField(question.tolerance, question.decimals);
        case Question::Type::Matching:
            for (const auto& [what, right] : question.pairs)
                out += "\n\t=" + giftHtml(what) + " -> " + giftEscaped(right);
            break;
    }
    return out;
}

}  // namespace

std::string answerField(double value, int decimals) {
    return formatFixed(value, decimals, {'.'});
}

std::string moodleXml(const QuestionBank& bank, const Text& text) {
    std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<quiz>\n";
    out += " <question type=\"category\">\n  <category>" +
           xmlText("$course$/top/" + text("question.category")) +
           "</category>\n  <info format=\"html\">" + xmlText(htmlOf(aboutOf(bank, text))) +
           "</info>\n </question>\n";
    for (const Question& one : bank.questions)
        out += " <question type=\"" + std::string(xmlType(one.type)) + "\">\n  <name>" +
               xmlText(one.name) + "</name>\n" + xmlHtml("questiontext", htmlOf(one.text)) +
               xmlHtml("generalfeedback", htmlOf(one.feedback)) +
               "  <defaultgrade>1.0</defaultgrade>\n  <penalty>0.3333333</penalty>\n"
               "  <hidden>0</hidden>\n  <idnumber>" +
               htmlText(one.id) + "</idnumber>\n" + xmlAnswers(one) + " </question>\n";
    return out + "</quiz>\n";
}

std::string giftText(const QuestionBank& bank, const Text& text) {
    std::string out = giftComments(aboutOf(bank, text)) + "\n$CATEGORY: $course$/top/" +
                      text("question.category") + "\n\n";
    for (const Question& one : bank.questions)
        out += "::" + giftEscaped(one.name) + "::[html]" + giftEscaped(htmlOf(one.text)) + "{" +
               giftAnswers(one) + "\n\t####" + giftEscaped(htmlOf(one.feedback)) + "\n}\n\n";
    return out;
}

Result<void> exportQuestions(const QuestionBank& bank, const Text& text,
                             const std::filesystem::path& path, bool overwrite) {
    std::string ending = utf8(path.extension());
    std::ranges::transform(ending, ending.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    const bool xml = ending == ".xml", gift = ending == ".gift" || ending == ".txt";
    if (!xml && !gift) return fail("questions_ending", {{"path", utf8(path)}});
    if (bank.questions.empty()) return fail("questions_none", {{"path", utf8(path)}});
    return writeWhole(xml ? moodleXml(bank, text) : giftText(bank, text), path, overwrite);
}

}  // namespace duelo
