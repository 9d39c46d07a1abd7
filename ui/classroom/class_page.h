// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include <QPointer>
#include <QTimer>
#include <QWidget>

#include "classroom/class_charts.h"
#include "classroom/class_wrong.h"
#include "classroom/seat_facts.h"
#include "report/writers.h"
#include "ui/classroom/class_filters.h"
#include "ui/classroom/class_store.h"
#include "ui/export/exporter.h"
#include "ui/look/keeps_view.h"

class QBoxLayout;
class QLabel;
class QMenu;
class QProgressBar;
class QPushButton;
class QStackedWidget;
class QToolButton;

namespace duelo::ui {

class BarsChart;
class Chart;
class ClassCards;
class ClassTable;
class ScatterChart;
class SubmissionsView;

/// The class as a teacher projects it: every PC as a mark in one of three charts, what a PC that
/// was clicked differs in, what the class gets wrong, what was handed in, who cannot measure, and
/// what was set aside. It shows a ClassStore and asks by signals.
class ClassPage final : public QWidget, public KeepsView {
    Q_OBJECT

public:
    /// `store` must outlive it.
    ClassPage(ClassStore& store, const Text& text, QWidget* parent = nullptr);
    ~ClassPage() override;

    /// A slide: headline and chart alone, and nobody's name. Afterwards all is as it was before.
    void setPresenting(bool presenting);
    /// Shows the next chart of the slide, or the one before.
    void step(int by);
    /// A sentence at the foot: what went wrong, what was written; `more` of it in its tip.
    void setMessage(const QString& sentence, const QString& more = {});

    [[nodiscard]] ClassFilters& filters() const { return *m_filters; }
    [[nodiscard]] ScatterChart& chart() const { return *m_chart; }
    [[nodiscard]] QString headline() const;

    [[nodiscard]] ChartCaption caption() const;
    /// Does that as soon as it is known what the class claims, for which files are read again.
    void whenClaimsAreRead(std::function<void()> then);
    /// The class as it is looked at, with its charts.
    [[nodiscard]] Document document() const;
    /// Writes it in one of these forms. Reasons: "chart_empty", those of exportClass() and
    /// writeWhole().
    [[nodiscard]] Result<void> write(ExportTarget target, const QString& path) const;
    /// Writes questions of it for Moodle, in the form that the ending of `path` names. Reasons:
    /// those of exportQuestions(). \returns what is told of it.
    [[nodiscard]] Result<std::string> writeQuestions(const QString& path) const;
    /// Return the chart or the table in view by itself, to be printed. Reasons as of copying.
    [[nodiscard]] Result<Document> chartAlone() const;
    [[nodiscard]] Result<Document> tableAlone() const;
    /// Copy the chart or the table to the clipboard. Reasons: "chart_empty", "table_empty".
    [[nodiscard]] Result<void> copyChart() const;
    [[nodiscard]] Result<void> copyTable() const;
    /// Says that a copy was made, or at the foot why not.
    void tellCopied(const Result<void>& done);
    /// The filters, and the PC that was clicked.
    [[nodiscard]] Json viewState() const override;
    void setViewState(const Json& state) override;

Q_SIGNALS:
    void folderWanted();
    void filesWanted();
    void exportWanted(const duelo::ui::ExportChoice& choice);
    void questionsWanted();  ///< for a question bank, into a file to be chosen
    void packWanted();       ///< to make one for the PCs of the class
    void gameWanted();       ///< results made misleading on purpose, for the class to find out
    void copied();
    void worksheetWanted();  ///< Moodle's to be filled in, and pages for its feedback

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    [[nodiscard]] QWidget* makeHead();
    [[nodiscard]] QWidget* makeFoot();
    [[nodiscard]] QMenu* makeExportMenu();
    [[nodiscard]] ClassOptions options() const;
    [[nodiscard]] const ClassSeat* chosenSeat() const;
    /// The file of the time that was clicked.
    [[nodiscard]] const ClassPlace& placeOf(const ClassSeat& seat) const;
    [[nodiscard]] ScatterValue chartOf(ClassFilters::View view) const;
    /// Returns the class's wrong predictions and claims. Claims count as soon as they are read.
    [[nodiscard]] BarsValue mistakes() const;
    void showMistakes();
    [[nodiscard]] Result<DocTable> tableInView() const;
    /// The one in view; behind a list that of the PCs.
    [[nodiscard]] Chart& shownChart() const;
    void showSoon();
    void showClass();
    void showSlide();
    void chooseView();
    /// Says why there is nothing to show, and what to do.
    [[nodiscard]] QString nothingToShow(ClassFilters::View view) const;
    void showView();
    /// Whether a thread makes what is shown of it, so that the window goes on answering.
    [[nodiscard]] bool isLarge(const Classroom& classroom) const;
    void showFar();
    void showChart();
    void takeChart(std::shared_ptr<const Classroom> of, ScatterValue value);
    void showProgress();
    void choose(int mark);
    void showChosen();
    void forget();
    void askMore();

    /// The mark that was clicked. The seat is known by its id: places change as files come in.
    struct Chosen {
        std::string seat;
        ClassKey key;
        bool operator==(const Chosen&) const = default;
    };
    /// Adds what takes longer to find out of it.
    struct More {
        Chosen of;
        SeatStory story;
        bool names = false;  ///< whether the story may tell them
        std::vector<SeatDifference> differences;
        std::optional<DistributionValue> samples;
    };

    ClassStore& m_store;
    Text m_text;
    QLabel *m_headline, *m_detail, *m_status, *m_message;
    QProgressBar* m_bar = nullptr;
    QPushButton *m_cancel = nullptr, *m_close = nullptr;
    QBoxLayout* m_head = nullptr;  ///< its tools stand below its words where there is no room
    QWidget *m_tools = nullptr, *m_foot = nullptr;
    ClassFilters* m_filters;
    QStackedWidget* m_stack;
    QLabel* m_empty = nullptr;  ///< what to do where there is nothing
    ScatterChart* m_chart;
    BarsChart* m_bars;  ///< of what the class gets wrong
    ClassTable* m_table;
    SubmissionsView* m_submissions;
    ClassCards* m_cards;
    std::shared_ptr<const Classroom> m_charted;  ///< whose seats the chart's marks are of
    ClassFilters::View m_drawn = ClassFilters::View::Times;
    bool m_making = false, m_makeAgain = false;      ///< a chart, on a thread
    bool m_findingFar = false, m_findAgain = false;  ///< what lies far off, on a thread
    std::vector<WrongSaying> m_claims;
    std::shared_ptr<const Classroom> m_claimed;  ///< whose claims these are
    std::vector<std::function<void()>> m_afterClaims;
    std::optional<Chosen> m_chosen;
    std::optional<More> m_more;
    QTimer m_showTimer;
    bool m_presenting = false, m_stale = true;
    ClassFilters::View m_viewBefore = ClassFilters::View::Times;  ///< the slide
    bool m_viewChosen = false;  ///< by the user; else by what there is
    Background m_maker{*this}, m_finder{*this}, m_reader{*this};
    Background m_background{*this};  ///< last: ended first
};

}  // namespace duelo::ui
