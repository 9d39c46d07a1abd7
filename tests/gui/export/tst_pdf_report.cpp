// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "report_examples.h"
#include "ui/export/pdf_report.h"

using namespace duelo;

/// The report on paper, read back by another program (poppler).
class TestPdfReport : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void quick() {
        ReportOptions es, en;
        en.language = Language::English;
        es.fields = {"", "Prof. Ruiz", "Ana Núñez", "3.º B", ""};
        const auto gpu = *compare(std::vector<RecordLog>{examples::gpuPc()});
        const auto optb = *compare(std::vector<RecordLog>{examples::cpuPc(), examples::otherPc()});
        QVERIFY(ui::writePdf(compose(gpu, es), "/tmp/x/gpu.es.pdf", true));
        QVERIFY(ui::writePdf(compose(optb, en), "/tmp/x/optb.en.pdf", true));
    }
};

QTEST_MAIN(TestPdfReport)
#include "tst_pdf_report.moc"
