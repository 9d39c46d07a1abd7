// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QHash>
#include <QRegularExpression>
#include <QStringList>
#include <QVector>
#include <QXmlStreamReader>

/// Reads question banks by the rules of Moodle's own importers (question/format/xml/format.php,
/// question/format/gift/format.php), as far as exports of Duelo have to do with them.
namespace duelo::test {

struct ReadQuestion {
    QString type, name, text, feedback, number, tolerance;
    QVector<QPair<QString, int>> answers;    ///< text and fraction
    QVector<QPair<QString, QString>> pairs;  ///< of matching
    bool operator==(const ReadQuestion&) const = default;
};

/// HTML as its reader sees it: no element that Duelo does not write, entities as characters.
inline QString seenHtml(QString html) {
    html.replace("</p><p>", "\n").remove("<p>").remove("</p>");
    if (html.contains('<')) return "MARKUP: " + html;
    for (const auto& [entity, sign] : {std::pair("&lt;", "<"),
                                       {"&gt;", ">"},
                                       {"&quot;", "\""},
                                       {"&#39;", "'"},
                                       {"&#91;", "["},
                                       {"&#37;", "%"},
                                       {"&amp;", "&"}})
        html.replace(entity, sign);
    return html;
}

/// Empty where it is not well-formed.
inline QVector<ReadQuestion> readMoodleXml(const std::string& bytes) {
    QXmlStreamReader xml(QByteArray::fromStdString(bytes));
    QVector<ReadQuestion> out;
    QStringList path;
    ReadQuestion one;
    int fraction = 0;
    while (!xml.atEnd()) {
        switch (xml.readNext()) {
            case QXmlStreamReader::StartElement:
                path += xml.name().toString();
                if (xml.name() == u"question")
                    one = {.type = xml.attributes().value("type").toString()};
                if (xml.name() == u"answer") fraction = xml.attributes().value("fraction").toInt();
                if (xml.name() == u"subquestion") one.pairs.push_back({});
                break;
            case QXmlStreamReader::EndElement:
                if (xml.name() == u"question" && one.type != "category") out.push_back(one);
                path.removeLast();
                break;
            case QXmlStreamReader::Characters: {
                const QString at = path.mid(2).join('/'), text = xml.text().toString();
                if (at == "name/text") one.name += text;
                if (at == "questiontext/text") one.text += seenHtml(text);
                if (at == "generalfeedback/text") one.feedback += seenHtml(text);
                if (at == "answer/text" && one.type == "numerical") one.number = text;
                if (at == "answer/text" && one.type != "numerical")
                    one.answers.push_back({seenHtml(text), fraction});
                if (at == "answer/tolerance") one.tolerance = text;
                if (at == "subquestion/text") one.pairs.back().first = seenHtml(text);
                if (at == "subquestion/answer/text") one.pairs.back().second = text;
                break;
            }
            default:
                break;
        }
    }
    return xml.hasError() ? QVector<ReadQuestion>() : out;
}

/// Hide and show escaped signs as escapedchar_pre() and escapedchar_post() of Moodle do.
inline QString giftHidden(QString text) {
    text.replace("\\\\", "&&092;");
    int code = 0;
    for (const char sign : {':', '#', '=', '{', '}', '~', 'n'})
        text.replace(QString("\\") + sign, QString("&&0%1;").arg(++code, 2, 10, QChar('0')));
    return text.replace("&&092;", "\\");
}
inline QString giftShown(QString text) {
    int code = 0;
    for (const char sign : {':', '#', '=', '{', '}', '~', '\n'})
        text.replace(QString("&&0%1;").arg(++code, 2, 10, QChar('0')), QString(QChar(sign)));
    return text.trimmed();
}

inline ReadQuestion readGiftQuestion(const QString& block) {
    ReadQuestion one;
    QString text = giftHidden(block).trimmed();
    if (!text.startsWith("::")) return one;
    const auto nameEnd = text.indexOf("::", 2);
    one.name = giftShown(text.mid(2, nameEnd - 2));
    text = text.mid(nameEnd + 2).trimmed();
    const auto open = text.indexOf('{'), close = text.indexOf('}');
    QString answers = text.mid(open + 1, close - open - 1).trimmed();
    text.remove(open, close - open + 1);
    const auto feedback = answers.lastIndexOf("####");
    one.feedback = seenHtml(giftShown(answers.mid(feedback + 4)));
    answers = answers.left(feedback).trimmed();
    if (!text.startsWith("[html]")) return one;
    one.text = seenHtml(giftShown(text.mid(6)));
    if (answers.startsWith('#')) {
        one.type = "numerical";
        one.number = answers.mid(1).section(':', 0, 0);
        one.tolerance = answers.mid(1).section(':', 1);
    } else if (answers.contains('~')) {
        one.type = "multichoice";
        for (QString each : answers.replace("=", "~=").split('~', Qt::SkipEmptyParts)) {
            each = each.trimmed();
            if (each.isEmpty()) continue;
            const bool right = each.startsWith('=');
            if (right) each = each.mid(1);
            // What would be a weight, a format or a comment of the answer.
            if (each.startsWith('%') || each.startsWith('[') || each.contains('#')) return {};
            one.answers.push_back({seenHtml(giftShown(each)), right ? 100 : 0});
        }
    } else if (answers.contains('=')) {
        one.type = "matching";
        for (const QString& each : answers.split('=', Qt::SkipEmptyParts)) {
            const auto arrow = each.indexOf("->");
            one.pairs.push_back(
                {seenHtml(giftShown(each.left(arrow))), giftShown(each.mid(arrow + 2))});
        }
    } else {
        one.type = "truefalse";
        one.answers = {{"true", answers == "TRUE" ? 100 : 0},
                       {"false", answers == "FALSE" ? 100 : 0}};
    }
    return one;
}

/// Questions are parted by blank lines; comments and the category are none.
inline QVector<ReadQuestion> readGift(const std::string& bytes) {
    QVector<ReadQuestion> out;
    for (const QString& block : QString::fromStdString(bytes).split("\n\n", Qt::SkipEmptyParts))
        if (const QString lines = block.trimmed();
            !lines.isEmpty() && !lines.startsWith("//") && !lines.startsWith("$CATEGORY:"))
            out.push_back(readGiftQuestion(lines));
    return out;
}

}  // namespace duelo::test
