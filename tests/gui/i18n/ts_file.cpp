// SPDX-License-Identifier: GPL-3.0-or-later
#include "ts_file.h"

#include <algorithm>
#include <stdexcept>

#include <QFile>
#include <QRegularExpression>
#include <QXmlStreamReader>

namespace duelo::ui::test {

namespace {

TsMessage readMessage(QXmlStreamReader& xml, const QString& context) {
    TsMessage message;
    message.context = context;
    while (xml.readNextStartElement()) {
        if (xml.name() == QLatin1String("source")) {
            message.source = xml.readElementText();
        } else if (xml.name() == QLatin1String("comment")) {
            message.comment = xml.readElementText();
        } else if (xml.name() == QLatin1String("translation")) {
            message.type = xml.attributes().value("type").toString();
            QString text;
            while (!xml.atEnd() && xml.readNext() != QXmlStreamReader::EndElement)
                if (xml.isStartElement())
                    message.translations << xml.readElementText();  // a form of a plural
                else
                    text += xml.text();
            if (message.translations.isEmpty()) message.translations << text;
        } else {
            xml.skipCurrentElement();
        }
    }
    return message;
}

/// Returns the parts of a source text that its translation must have too.
QStringList keptParts(const QString& text) {
    static const QRegularExpression kept(
        "%L?(?:\\d{1,2}|n)|\\*(?:\\.\\w+)?|\\bF\\d+\\b|\\bEsc\\b|\\n");
    QStringList parts;
    for (auto found = kept.globalMatch(text); found.hasNext();) parts << found.next().captured();
    parts.sort();
    return parts;
}

QString outerSpace(const QString& text) {
    static const QRegularExpression outer("^(\\s*).*?(\\s*)$",
                                          QRegularExpression::DotMatchesEverythingOption);
    const auto found = outer.match(text);
    return found.captured(1) + "|" + found.captured(2);
}

}  // namespace

QList<TsMessage> readTsFile(const QString& path) {
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) throw std::runtime_error(qPrintable(file.errorString()));
    QXmlStreamReader xml(&file);
    QList<TsMessage> messages;
    QString context;
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement) continue;
        if (xml.name() == QLatin1String("name"))
            context = xml.readElementText();
        else if (xml.name() == QLatin1String("message"))
            messages << readMessage(xml, context);
    }
    if (xml.hasError()) throw std::runtime_error(qPrintable(xml.errorString()));
    return messages;
}

QString faultOf(const TsMessage& message) {
    if (!message.type.isEmpty()) return message.type;
    if (message.source.contains("%n") != (message.translations.size() == 2))
        return "wrong number of plural forms";
    for (const QString& text : message.translations) {
        if (text.isEmpty()) return "empty";
        if (keptParts(text) != keptParts(message.source)) return "lost a placeholder";
        if (outerSpace(text) != outerSpace(message.source)) return "other space at its ends";
        if (text.endsWith("…") != message.source.endsWith("…")) return "other ellipsis";
        if (mnemonicOf(text).isNull() != mnemonicOf(message.source).isNull())
            return "other mnemonic";
    }
    return {};
}

QStringList differences(const QString& path, const QString& otherPath) {
    const QList<TsMessage> some = readTsFile(path), others = readTsFile(otherPath);
    QStringList names;
    for (const TsMessage& message : some)
        if (!others.contains(message)) names << message.name();
    for (const TsMessage& message : others)
        if (!some.contains(message)) names << message.name();
    names.sort();
    names.removeDuplicates();
    return names;
}

QChar mnemonicOf(const QString& caption) {
    static const QRegularExpression mnemonic("&(\\w)");
    const auto found = mnemonic.match(caption);
    return found.hasMatch() ? found.captured(1).front().toLower() : QChar();
}

}  // namespace duelo::ui::test
