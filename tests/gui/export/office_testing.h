// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string>

#include <QXmlStreamReader>

#include "base/zip_file.h"
#include "export_testing.h"
#include "lab_report/compose_lab_report.h"

/// Parts that the tests of files for word processors share.
namespace duelo::testing {

/// A student's report of Option A with a figure, a table and a chart of these files.
inline Document studentsReport(Language language) {
    const Comparison comparison = gpuPc();
    LabReport report;
    report.language = language;
    report.authors = {"Núñez, Ana", "Gil, Luis"};
    report.title = "CPU & GPU: práctica 3";
    report.texts["analysis.why"] = "Primera línea.\nSegunda línea.";
    const auto document = documentOf(report, &comparison);
    if (!document) qFatal("%s", document.error().code.c_str());
    return *document;
}

/// A package by the names of its parts. Ends the test where Duelo's own reader refuses it.
class Package {
public:
    Package() = default;
    Package(const std::string& bytes, const char* name) {
        const auto archive = ZipArchive::of(bytes, name);
        if (!archive) qFatal("%s", archive.error().code.c_str());
        for (const ZipArchive::Entry& entry : archive->entries()) {
            auto part = archive->read(entry);
            if (!part) qFatal("%s", entry.name.c_str());
            m_parts[QString::fromStdString(entry.name)] = QByteArray::fromStdString(*part);
        }
    }

    [[nodiscard]] QStringList names() const { return m_parts.keys(); }
    [[nodiscard]] QByteArray bytes(const QString& name) const { return m_parts.value(name); }

    /// The elements of a part that are called so, each as its attributes and all its words.
    struct Element {
        std::map<QString, QString> attributes{};
        QString words{};
    };
    [[nodiscard]] QList<Element> all(const QString& part, const QString& element) const {
        QList<Element> out;
        QList<int> open;
        QXmlStreamReader xml(m_parts.value(part));
        while (!xml.atEnd()) {
            xml.readNext();
            if (xml.isStartElement() && xml.qualifiedName() == element) {
                Element one;
                for (const QXmlStreamAttribute& each : xml.attributes())
                    one.attributes[each.qualifiedName().toString()] = each.value().toString();
                open << static_cast<int>(out.size());
                out << one;
            } else if (xml.isEndElement() && xml.qualifiedName() == element) {
                open.removeLast();
            } else if (xml.isCharacters()) {
                for (const int at : open) out[at].words += xml.text();
            }
        }
        return out;
    }
    /// Returns the error of an XML part; empty: it is XML.
    [[nodiscard]] QString fault(const QString& part) const {
        QXmlStreamReader xml(m_parts.value(part));
        while (!xml.atEnd()) xml.readNext();
        return xml.hasError() ? xml.errorString() : QString();
    }

private:
    QMap<QString, QByteArray> m_parts;
};

}  // namespace duelo::testing
