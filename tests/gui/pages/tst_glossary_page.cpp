// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QLineEdit>
#include <QScrollBar>
#include <QTest>
#include <QToolButton>

#include "page_checks.h"
#include "ui/look/icons.h"
#include "ui/look/search_key.h"
#include "ui/pages/glossary_page.h"

using namespace duelo;
using namespace duelo::ui;
using namespace duelo::ui::test;

class TestGlossaryPage : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void hasEveryTermInBothLanguages_S0_39();
    void putsTheOtherLanguageBeside_data();
    void putsTheOtherLanguageBeside();
    void explainsEveryFlag();
    void showsShapes_S0_40();
    void isSearched_data();
    void isSearched();
    void saysThatNothingWasFound();
    void bringsATermIntoView();
    void searchesWhateverIsTyped();
    void aLetterLeadsToItsTerms();
    void neighboursStandBesideEachOther();
};

void TestGlossaryPage::hasEveryTermInBothLanguages_S0_39() {
    const char* wanted[] = {"tensor",       "shape",
                            "batch",        "unsqueeze",
                            "pretrained",   "eval",
                            "no_grad",      "synchronize",
                            "latency",      "throughput",
                            "speed_up",     "warm_up",
                            "median",       "confidence_interval",
                            "interleaving", "kernel",
                            "thread",       "pcie_transfer",
                            "fp32",         "bf16",
                            "tf32",         "channels_last",
                            "fused",        "flop",
                            "graph",        "cold_start"};
    // Y-40; what tells a figure of others says where it is from.
    const char* later[] = {"gpu", "gustafson", "roofline", "bandwidth", "cache", "simd", "energy",
                           "token", "relu", "softmax", "cross_validation",
                           // S2-21, S2-69, S2-M17, S2-M23, S3-12, S3-13, S4-M08
                           "bias_variance", "hyperparameter", "feature_map", "convolution",
                           "padding", "invariance", "collectives", "hadamard", "reduction",
                           "device_count", "blas", "viable"};
    const char* cited[] = {"gpu",   "gustafson", "roofline",      "energy",
                           "token", "relu",      "bias_variance", "convolution"};
    for (const Language language : {Language::Spanish, Language::English}) {
        const Text text(language);
        for (const char* key : later) QVERIFY2(text.has(std::string("glossary.") + key), key);
        for (const char* key : cited) {
            const std::string told = text("glossary." + std::string(key));
            QVERIFY2(told.find("doi:10.") != std::string::npos ||
                         told.find("arXiv:") != std::string::npos,
                     key);
        }
        for (const char* key : wanted) QVERIFY2(text.has(std::string("glossary.") + key), key);
        for (const std::string& key : text.keys("glossary")) {
            const auto parts = QString::fromStdString(text("glossary." + key)).split('|');
            QCOMPARE(parts.size(), 3);
            QVERIFY2(!parts[0].isEmpty() && !parts[2].isEmpty(), key.c_str());
            QVERIFY2(parts[2].endsWith('.'), key.c_str());
        }
    }
}

void TestGlossaryPage::putsTheOtherLanguageBeside_data() {
    QTest::addColumn<bool>("spanish");
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("other");
    QTest::newRow("es") << true << "Lote"
                        << "batch";
    QTest::newRow("en") << false << "Batch"
                        << "lote";
}

void TestGlossaryPage::putsTheOtherLanguageBeside() {
    QFETCH(bool, spanish);
    QFETCH(QString, name);
    QFETCH(QString, other);
    const GlossaryPage page{Text(spanish ? Language::Spanish : Language::English)};
    const QString words = visibleWords(*page.findChild<QFrame*>("batch"));
    QVERIFY(words.startsWith(name + "\n" + other + "\n"));
}

/// A volume, a cloud of points and a mesh as a drawing, in the colour of the text.
void TestGlossaryPage::showsShapes_S0_40() {
    GlossaryPage page{Text(Language::Spanish)};
    page.resize(900, 600);
    page.showTerm("shapes_3d");
    const auto* card = page.findChild<QFrame*>("shapes_3d");
    QVERIFY(card);
    const auto drawings = card->findChildren<QWidget*>();
    const auto drawn = std::find_if(drawings.begin(), drawings.end(), [](QWidget* widget) {
        return dynamic_cast<Drawing*>(widget) != nullptr;
    });
    QVERIFY(drawn != drawings.end());
    QImage picture((*drawn)->sizeHint(), QImage::Format_ARGB32);
    picture.fill(Qt::transparent);
    (*drawn)->resize(picture.size());
    (*drawn)->render(&picture, {}, {}, QWidget::RenderFlags());
    // Each third of it has a shape.
    for (int third = 0; third < 3; ++third) {
        int inked = 0;
        for (int x = third * picture.width() / 3; x < (third + 1) * picture.width() / 3; ++x)
            for (int y = 0; y < picture.height(); ++y)
                inked += picture.pixelColor(x, y).alpha() > 128;
        QVERIFY2(inked > 100, qPrintable(QString::number(third)));
    }
    QVERIFY(!Drawing::has("term_tensor"));
}

void TestGlossaryPage::explainsEveryFlag() {
    const Text text(Language::Spanish);
    const GlossaryPage page{text};
    for (const std::string& key : text.keys("flag")) {
        const auto* card = page.findChild<QFrame*>(QString::fromStdString(key));
        QVERIFY2(card, key.c_str());
        const QString help = QString::fromStdString(text("flag_help." + key));
        QVERIFY2(visibleWords(*card).contains(help.mid(1)), key.c_str());
    }
}

void TestGlossaryPage::isSearched_data() {
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("found");
    QTest::addColumn<QString>("hidden");
    QTest::newRow("name") << "Latencia"
                          << "latency"
                          << "fp16";
    QTest::newRow("no accent, no case") << "NUCLEO"
                                        << "core"
                                        << "seed";
    QTest::newRow("English word") << "warm-up"
                                  << "warm_up"
                                  << "seed";
    QTest::newRow("inside the text") << "65504"
                                     << "fp16"
                                     << "tensor";
    QTest::newRow("spaces around") << "  semilla "
                                   << "seed"
                                   << "fp16";
}

void TestGlossaryPage::isSearched() {
    QFETCH(QString, typed);
    QFETCH(QString, found);
    QFETCH(QString, hidden);
    GlossaryPage page{Text(Language::Spanish)};
    page.findChild<QLineEdit*>()->setText(typed);
    QVERIFY(page.findChild<QFrame*>(found)->isVisibleTo(&page));
    QVERIFY(!page.findChild<QFrame*>(hidden)->isVisibleTo(&page));
    page.findChild<QLineEdit*>()->clear();
    QVERIFY(page.findChild<QFrame*>(hidden)->isVisibleTo(&page));
}

void TestGlossaryPage::saysThatNothingWasFound() {
    GlossaryPage page{Text(Language::Spanish)};
    page.findChild<QLineEdit*>()->setText("zzz");
    QVERIFY(visibleWords(page).contains(QString::fromUtf8("No term contains “zzz”")));
}

void TestGlossaryPage::bringsATermIntoView() {
    GlossaryPage page{Text(Language::Spanish)};
    page.resize(1024, 640);
    page.findChild<QLineEdit*>()->setText("zzz");
    page.showTerm("slept");  // among the last of the second column
    page.show();
    QVERIFY(QTest::qWaitForWindowExposed(&page));
    const auto* card = page.findChild<QFrame*>("slept");
    const auto* view = page.findChild<ScrollPage*>()->viewport();
    QTRY_VERIFY(card->isVisible() && view->rect().contains(card->mapTo(view, QPoint(1, 1))));
    QVERIFY(card->property("chosen").toBool());
    page.showTerm("batch");
    QVERIFY(!card->property("chosen").toBool());
}

void TestGlossaryPage::aLetterLeadsToItsTerms() {
    GlossaryPage page{Text(Language::Spanish)};
    page.resize(1024, 640);
    page.show();
    QVERIFY(QTest::qWaitForWindowExposed(&page));
    QStringList letters;
    QToolButton* last = nullptr;
    for (auto* button : page.findChildren<QToolButton*>())
        if (button->text().size() == 1 && button->text().front().isLetter()) {
            letters << button->text();
            last = button;
        }
    QVERIFY2(letters.size() > 12, qPrintable(letters.join(' ')));
    QCOMPARE(QSet<QString>(letters.begin(), letters.end()).size(), letters.size());
    last->click();
    const auto names = GlossaryPage::names(Text(Language::Spanish));
    const auto first = std::find_if(names.begin(), names.end(), [&](const auto& term) {
        return searchKey(term.name).startsWith(last->text().toLower());
    });
    const auto* card = page.findChild<QFrame*>(first->key);
    const auto* view = page.findChild<ScrollPage*>()->viewport();
    QTRY_VERIFY(view->rect().contains(card->mapTo(view, QPoint(1, 1))));
    QVERIFY(card->property("chosen").toBool());
}

/// The alphabet goes from left to right, not down one column and then down the other.
void TestGlossaryPage::neighboursStandBesideEachOther() {
    GlossaryPage page{Text(Language::Spanish)};
    page.resize(1024, 640);
    page.show();
    QVERIFY(QTest::qWaitForWindowExposed(&page));
    const auto names = GlossaryPage::names(Text(Language::Spanish));
    const auto *first = page.findChild<QFrame*>(names[0].key),
               *second = page.findChild<QFrame*>(names[1].key);
    QTRY_VERIFY(first->isVisible() && second->x() > first->x() && second->y() == first->y());
}

/// From the first key on, wherever the focus is.
void TestGlossaryPage::searchesWhateverIsTyped() {
    GlossaryPage page{Text(Language::Spanish)};
    page.resize(1024, 640);
    page.show();
    page.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&page));
    auto* search = page.findChild<QLineEdit*>();
    QCOMPARE(QApplication::focusWidget(), search);
    QTest::keyClicks(QApplication::focusWidget(), "la");
    page.findChild<ScrollPage*>()->setFocus();
    QVERIFY(!search->hasFocus());
    QTest::keyClicks(QApplication::focusWidget(), "tencia");
    QCOMPARE(search->text(), QString("latencia"));
    QVERIFY(search->hasFocus());
    QVERIFY(page.findChild<QFrame*>("latency")->isVisible());
    QVERIFY(!page.findChild<QFrame*>("fp16")->isVisible());

    page.findChild<ScrollPage*>()->setFocus();
    QTest::keyClick(QApplication::focusWidget(), 'a', Qt::ControlModifier);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Down);
    QCOMPARE(search->text(), QString("latencia"));
}

QTEST_MAIN(TestGlossaryPage)
#include "tst_glossary_page.moc"
