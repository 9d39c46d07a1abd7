// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>

#include <QPointer>
#include <QTimer>
#include <QVector>
#include <QWidget>

#include "lab_report/compose_lab_report.h"
#include "ui/export/exporter.h"
#include "ui/lab_report/answer_editor.h"
#include "ui/lab_report/kept_groups.h"
#include "ui/lab_report/report_looker.h"
#include "ui/lab_report/report_store.h"
#include "ui/look/keeps_view.h"
#include "ui/pages/page_parts.h"
#include "ui/session/background.h"

class QAction;
class QMenu;
class QPushButton;
class QScrollArea;

namespace duelo::ui {

class CoverForm;
class EvidenceList;
class MissingFiles;
class ReportOutline;

/// Where a student writes a report: sections, questions with what is answered, and beside them what
/// the open files say, to be cited by a click. It shows a ReportStore and asks by signals.
class ReportPage final : public QWidget, public KeepsView {
    Q_OBJECT

public:
    /// A function that returns the comparison of the open files; null: none, or a run that goes on.
    using OpenFiles = std::function<std::shared_ptr<const Comparison>()>;

    /// The stores must outlive it, and what `files` and `facts` ask. `facts`: of this machine.
    ReportPage(ReportStore& store, KeptGroups& kept, OpenFiles files, std::function<Facts()> facts,
               const Text& text, QWidget* parent = nullptr);
    ~ReportPage() override;

    /// Takes in that other files are open: looks at them now if the page is in view, else when it
    /// is.
    void filesChanged();
    /// Until a report is open nothing can be written or exported; another can be begun or opened,
    /// as who waits for a share that does not answer may want to.
    void setOpen(bool open);
    /// A sentence at the foot: what went wrong, what was written.
    void setMessage(const QString& sentence);
    /// The report was changed elsewhere than here.
    void showChanged() { showReport(); }
    /// Returns the report as it is written now, saved or not. groups() are the files that it cites.
    [[nodiscard]] const LabReport& report() const;
    [[nodiscard]] HeldGroups groups() const;
    /// Waits until the files that the report keeps are read. False: it was given up.
    [[nodiscard]] bool finishFiles();
    [[nodiscard]] int section() const { return m_section; }
    /// 0: the cover.
    void showSection(int row);
    /// Where it is answered, with the cursor in it; a form without it shows what it showed.
    void showQuestion(const std::string& id);
    /// The section: what is written is the store's.
    [[nodiscard]] Json viewState() const override { return {{"section", m_section}}; }
    void setViewState(const Json& state) override { showSection(state.value("section", 0)); }
    [[nodiscard]] const QVector<AnswerEditor*>& editors() const { return m_editors; }

Q_SIGNALS:
    void exportWanted(const duelo::ui::ExportChoice& choice);
    void handInWanted();
    /// A change that was not measured yet.
    void measureWanted(const duelo::Plan& plan);
    /// Asks to measure the numbers of threads that the form wants.
    void workersWanted(const duelo::Plan& plan);
    void beginWanted();
    void openWanted();
    /// Where a file lies that is not found.
    void findWanted(const duelo::KeptFile& file);
    /// The report stands on what is open from now on.
    void filesCited();

protected:
    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    [[nodiscard]] QWidget* makeLeft();
    [[nodiscard]] QWidget* makeFoot();
    [[nodiscard]] QMenu* makeMenu();
    [[nodiscard]] const ReportForm* form() const;
    [[nodiscard]] ReportOptions options() const;
    [[nodiscard]] CitationObject::Shown shownOf(const QString& id) const;
    void fitLetters();
    void showReport();
    void fillCentre();
    /// `section` null: rows that mark the report as a whole.
    void addRubric(const ReportSection* section, QVBoxLayout* column);
    void addQuestion(const ReportQuestion& question, int number, QVBoxLayout* column);
    void follow(const AnswerEditor& editor);
    /// The book is of other files by now, or in another language.
    void forgetBook();
    /// Keeps the files that are open now in the report, whatever is opened next.
    void keepOpen();
    void fillKept(QMenu& menu);
    void cite(Citation citation);
    void askForClaim();
    void askForChange();
    /// The plan that measures threads; nothing where the form wants none, or the report has them.
    [[nodiscard]] std::optional<Plan> missingWorkers() const;
    void offerWorkers();
    void takeCover();
    void look();  ///< at the files, citations and facts, on a thread
    void take(ReportLooker::Look look);
    void lookSoon();  ///< once nobody types for a moment
    void countPages();
    void showSaved();

    ReportStore& m_store;
    KeptGroups& m_kept;
    Text m_text;
    OpenFiles m_files;
    std::function<Facts()> m_facts;
    std::shared_ptr<EvidenceBook> m_book;  ///< null: it is to be made
    int m_version = 0;                     ///< of what the book is made of
    bool m_again = false;                  ///< something changed while it was looked at
    ComposedReport m_composed;
    std::pair<int, Json> m_counted;  ///< version and report whose pages are shown
    int m_section = 0;
    ReportOutline* m_outline;
    QScrollArea* m_left;  ///< of it
    QPushButton* m_handIn;
    QList<QAction*> m_exports;
    ScrollPage* m_centre;
    EvidenceList* m_evidence;
    MissingFiles* m_missing;
    QLabel *m_saved, *m_message;
    QPointer<CoverForm> m_cover;
    QVector<AnswerEditor*> m_editors;
    QPointer<AnswerEditor> m_last;  ///< where a citation goes
    QTimer m_lookTimer, m_pagesTimer;
    ReportLooker m_looker;
    Background m_background{*this};  ///< last: it ends first
};

}  // namespace duelo::ui
