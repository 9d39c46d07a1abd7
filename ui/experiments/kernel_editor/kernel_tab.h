// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include <QTimer>

#include "report/kernel_text.h"
#include "ui/results/result_tab.h"

class QComboBox;
class QLabel;
class QListWidget;
class QPushButton;

namespace duelo::ui {

class CodeEditor;
class ExerciseBar;
class KernelCheck;
struct KernelVerdict;

/// The texts of an experiment's kernels for a GPU.
[[nodiscard]] std::vector<KernelText> gpuTexts(const Spec& spec);

/// A student's own kernel: begun with the text of one of Duelo's or of an exercise, checked by
/// CUDA's compiler and thread by thread by the emulator, with or without a GPU (KernelCheck), kept
/// in a file of its own, and taken over into the form as one more variant. What is typed is there
/// again the next time, also after a crash: it is kept kKeep_ms after the first change that is not.
class KernelTab final : public ResultTab {
    Q_OBJECT

public:
    static constexpr int kKeep_ms = 2000;
    /// The experiment on whose page the exercises are: they are of none, and most kernels are its.
    static constexpr const char* kExercises = "matrix_product";

    explicit KernelTab(const TabContext& context);
    ~KernelTab() override;

    [[nodiscard]] QString title() const override { return tr("Edit a kernel"); }
    void show(const Shown* shown) override;
    [[nodiscard]] bool hidesTable() const override { return true; }
    [[nodiscard]] bool needsResult() const override { return false; }
    [[nodiscard]] Group group() const override { return Group::Code; }
    /// The text too: another language loses none.
    [[nodiscard]] Json viewState() const override;
    void setViewState(const Json& state) override;

    /// Opens a file as the dialog does. What cannot be read or written is told in the tab.
    void openFile(const QString& path);
    /// Begins with the first exercise that is not solved yet, or goes on with the one at work.
    void showExercises();
    void saveFile(const QString& path);

private:
    static constexpr int kLineRole = Qt::UserRole;      ///< of a remark
    static constexpr int kExerciseRole = Qt::UserRole;  ///< of an entry to begin with: its id

    void begin(int kernel);
    void beginExercise(const QString& id);
    /// Lists what a text may begin with: kernels, then exercises, with a sign where one is solved.
    void fillFrom();
    void nameExercises();
    void tellExercise(const KernelVerdict& verdict, std::map<int, bool>& marks);
    void askForFile(bool save);
    void check();
    void stopCheck(const QString& why);
    void outdateCheck();
    void takeCheck(const KernelVerdict& verdict);
    void tellVerdict(const KernelVerdict& verdict, std::map<int, bool>& marks);
    /// Shows a fault at its line, with the size at which it was found.
    void tellFault(const Reason& why, const QString& size, std::map<int, bool>& marks);
    void takeNotes(const Json& kernel, std::map<int, bool>& marks);
    void takeRemark(const Json& remark, std::map<int, bool>& marks);
    void addRemark(int line, bool error, const QString& words, const QString& tip,
                   std::map<int, bool>& marks);
    void fitRemarks();
    void addToForm();
    /// Enables each button, or says in its tip why not.
    void enableButtons();
    [[nodiscard]] QString whyNotAdded() const;
    /// Returns the device that measures it, by CUDA or else by OpenCL; nothing: there is none.
    [[nodiscard]] std::optional<std::string> device() const;
    /// Shows the checked text as OpenCL C.
    void showOpenCl();
    void tell(const QString& words, const char* role);
    void showText(const QString& text, const QString& name);
    void setName(const QString& name);
    [[nodiscard]] QString folder() const;
    void keepDraft();

    const TabContext m_context;
    const std::vector<KernelText> m_texts;
    const QString m_draft;   ///< its name in Settings::state()
    QString m_name, m_path;  ///< of the text; where it is kept, empty: nowhere yet
    KernelCheck* m_checker;
    std::optional<QString> m_checked{};  ///< the text that what is told holds for
    bool m_compiles = true;              ///< unless the check of that text found that it does not
    Json m_openclC{};                    ///< that text as OpenCL C, of the same check; null: none
    ExerciseBar* m_exercise;
    QComboBox* m_from;
    QPushButton *m_check, *m_add, *m_opencl;
    QLabel *m_file, *m_told, *m_needs;
    CodeEditor* m_editor;
    QListWidget* m_remarks;
    QTimer m_keepTimer;
};

}  // namespace duelo::ui
