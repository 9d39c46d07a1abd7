// SPDX-License-Identifier: GPL-3.0-or-later
// Tests of the parts around the pages: the bar above them, the dialog of the settings, the recent
// files.
#include <cmath>

#include <QAbstractButton>
#include <QDateTime>
#include <QDialogButtonBox>
#include <QFile>
#include <QLabel>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QToolButton>

#include "page_checks.h"
#include "record/record.h"
#include "report/series_look.h"
#include "ui/look/settings.h"
#include "ui/look/theme.h"
#include "ui/shell/dialogs.h"
#include "ui/shell/recent_entry.h"
#include "ui/shell/top_bar.h"

using namespace duelo;
using namespace duelo::ui;
using namespace duelo::ui::test;

namespace {

/// Answers the next question by this button.
void answerNext(QMessageBox::StandardButton answer) {
    auto* timer = new QTimer(qApp);
    timer->setInterval(10);
    QObject::connect(timer, &QTimer::timeout, qApp, [timer, answer] {
        auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
        if (!box) return;
        timer->stop();
        timer->deleteLater();
        box->button(answer)->click();
    });
    timer->start();
}

}  // namespace

class TestShell : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void warningsAreNeverCut_data();
    void warningsAreNeverCut();
    void defaultsAreRestoredWhenAsked();
    void settingsThatCannotBeKeptAreTold();
    void recentFilesTellDateAndHour();
    void highContrastIsSevenToOne();
};

/// Returns the contrast of two colours as WCAG 2.1 defines it.
double contrastOf(const QColor& a, const QColor& b) {
    const auto light = [](const QColor& colour) {
        const auto linear = [](double part) {
            return part <= 0.04045 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4);
        };
        return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) +
               0.0722 * linear(colour.blueF());
    };
    const double one = light(a), other = light(b);
    return (std::max(one, other) + 0.05) / (std::min(one, other) + 0.05);
}

void TestShell::highContrastIsSevenToOne() {
    const QTemporaryDir folder;
    Settings settings(folder.filePath("duelo.ini"), {});
    settings.setTheme(ThemeChoice::Contrast);
    QCOMPARE(settings.theme(), ThemeChoice::Contrast);
    applyTheme(*qApp, settings.theme());
    const Tokens shown = tokens();
    // Lines of charts too, each of them on the ground of its chart.
    for (int style = 0; style < static_cast<int>(kSeriesLooks.size()); ++style)
        QVERIFY2(contrastOf(seriesColor(style), shown.surface) >= 7,
                 qPrintable(seriesColor(style).name()));
    applyTheme(*qApp, ThemeChoice::Light);
    const std::pair<QColor, QColor> pairs[] = {{shown.text, shown.window},
                                               {shown.muted, shown.surface},
                                               {shown.line, shown.surface},
                                               {shown.accent_text, shown.accent},
                                               {shown.accent_strong, shown.accent_soft},
                                               {shown.good_text, shown.good_soft},
                                               {shown.warn_text, shown.warn_soft},
                                               {shown.bad_text, shown.bad_soft},
                                               {shown.text, shown.neutral_soft}};
    for (const auto& [ink, ground] : pairs)
        QVERIFY2(contrastOf(ink, ground) >= 7, qPrintable(ink.name() + " " + ground.name()));
}

void TestShell::warningsAreNeverCut_data() {
    QTest::addColumn<int>("width");
    for (const int width : {500, 700, 1024, 1280, 1920, 3840})
        QTest::addRow("%d px", width) << width;
}

void TestShell::warningsAreNeverCut() {
    QFETCH(int, width);
    TopBar bar{Text(Language::Spanish)};
    bar.setProbe(gpuSheet());
    const std::vector<Reason> warnings{{"on_battery", Json::object(), {}},
                                       {"cpu_throttled", {{"events", 3}}, {}}};
    bar.setWarnings(warnings);
    bar.resize(width, 40);
    bar.show();
    QVERIFY(QTest::qWaitForWindowExposed(&bar));
    QTest::qWait(1);
    auto* summary = bar.findChild<QToolButton*>("warnings");
    int chips = 0;
    for (const QLabel* label : bar.findChildren<QLabel*>()) {
        if (!label->isVisible() || label->property("tone") != "warn") continue;
        ++chips;
        QVERIFY2(label->width() >= label->sizeHint().width(), qPrintable(label->text()));
        QVERIFY(!label->text().contains(QString::fromUtf8("…")));
    }
    QCOMPARE(chips, summary->isVisible() ? 0 : 2);
    if (width >= 3840) QCOMPARE(chips, 2);
    if (width <= 500) QVERIFY(summary->isVisible());
    if (summary->isVisible()) QVERIFY(summary->width() >= summary->sizeHint().width());
    QCOMPARE(summary->menu()->actions().size(), 2);
    for (const Reason& warning : warnings)
        QVERIFY(summary->toolTip().contains(qs(Text(Language::Spanish).reason(warning))));
    bar.setWarnings({});
    QVERIFY(!summary->isVisible());
}

void TestShell::defaultsAreRestoredWhenAsked() {
    const QTemporaryDir folder;
    Settings settings(folder.filePath("duelo.ini"), {});
    settings.setTheme(ThemeChoice::Dark);
    settings.setField("student", "Ana");
    settings.setRecentFiles({"/a.duelo"}, {});
    SettingsDialog dialog(settings);
    auto* restore =
        dialog.findChild<QDialogButtonBox*>()->button(QDialogButtonBox::RestoreDefaults);
    answerNext(QMessageBox::Cancel);
    restore->click();
    QCOMPARE(settings.theme(), ThemeChoice::Dark);
    answerNext(QMessageBox::RestoreDefaults);
    restore->click();
    QCOMPARE(settings.theme(), ThemeChoice::System);
    QCOMPARE(settings.field("student"), QString("Ana"));
    QCOMPARE(settings.recentFiles(), QStringList{"/a.duelo"});
}

void TestShell::settingsThatCannotBeKeptAreTold() {
    const QTemporaryDir folder;
    QFile file(folder.filePath("file"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.close();
    Settings lost(folder.filePath("file/duelo.ini"), {}), kept(folder.filePath("duelo.ini"), {});
    const SettingsDialog telling(lost), silent(kept);
    const QString said = qs(textOf(lost).reason(lost.problem().value()));
    QVERIFY(visibleWords(telling).contains(said));
    QVERIFY(!visibleWords(silent).contains(said));
    QVERIFY(!kept.problem());
}

/// Several runs of one day differ.
void TestShell::recentFilesTellDateAndHour() {
    const QTemporaryDir folder;
    const QDateTime started(QDate(2026, 5, 4), QTime(9, 12, 33));  // by the clock on the wall
    QFile file(folder.filePath("a.duelo"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    Header header{.run = "55555555-5555-4555-8555-555555555555",
                  .started = started.toUTC().toString(Qt::ISODate).toStdString(),
                  .cells = 2};
    header.plan = gpuSheet().default_plan;
    file.write(QByteArray::fromStdString(encode(header) + "\n"));
    // As many samples as runs of short calls have: such a file is told as any other.
    constexpr std::size_t kLines = 200, kSamples = 4000;
    const Samples samples{.cell = "c001",
                          .round = std::vector<int>(kSamples, 1),
                          .t0_ms = std::vector<double>(kSamples, 1234.5),
                          .wall_ms = std::vector<double>(kSamples, 0.0625)};
    for (std::size_t i = 0; i < kLines; ++i)
        file.write(QByteArray::fromStdString(encode(samples) + "\n"));
    file.close();
    QVERIFY(file.size() > 8 << 20);
    const RecentFile told =
        recentFileOf(file.fileName(), recentInfoOf(file.fileName()), true, Text(Language::Spanish));
    QVERIFY2(told.subtitle.contains("2026-05-04 09:12"), qPrintable(told.subtitle));
    QVERIFY2(told.subtitle.contains("a.duelo"), qPrintable(told.subtitle));
    QCOMPARE(told.title, QString("ResNet-18, 224, 512, 1024 px"));
    QCOMPARE(told.open_cells, 2);
    QVERIFY(told.pinned && !told.missing);
}

QTEST_MAIN(TestShell)
#include "tst_shell.moc"
