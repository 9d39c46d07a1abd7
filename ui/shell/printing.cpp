// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/printing.h"

#include <memory>
#include <utility>

#include <QCoreApplication>
#include <QPrintDialog>
#include <QPrinter>

#include "ui/export/pdf_report.h"
#include "ui/look/settings.h"
#include "ui/session/beside.h"

namespace duelo::ui {

namespace {

struct Tr {
    Q_DECLARE_TR_FUNCTIONS(duelo::ui::ExportMenu)
};

}  // namespace

Result<void> printDocument(const Document& document, Background& background, QWidget* window) {
    const auto printer = std::make_shared<QPrinter>(QPrinter::HighResolution);
    printer->setDocName(qs(document.title));
    QPrintDialog dialog(printer.get(), window);
    // The pages are counted while they are drawn.
    dialog.setOption(QAbstractPrintDialog::PrintPageRange, false);
    if (dialog.exec() != QDialog::Accepted) return {};
    printer->setFullPage(true);  // a page has margins of its own
    const auto printed = doneBeside(
        background, window, Tr::tr("Printing…"),
        [printer, document](const Background::Task&) { return drawOn(*printer, document); });
    if (!printed || *printed) return {};
    const QString name = printer->printerName();
    return fail("print_failed",
                {{"printer", (name.isEmpty() ? printer->outputFileName() : name).toStdString()}});
}

Result<void> printComposed(std::function<Result<Document>()> compose, Background& background,
                           QWidget* window) {
    const auto document =
        doneBeside(background, window, Tr::tr("Laying out the pages…"),
                   [compose = std::move(compose)](const Background::Task&) { return compose(); });
    if (!document) return {};
    return document->and_then(
        [&](const Document& pages) { return printDocument(pages, background, window); });
}

}  // namespace duelo::ui
