// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "report/kernel_text.h"
#include "ui/results/result_tab.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QPushButton;

namespace duelo::ui {

class CodeView;

/// The texts of an experiment's kernels, those that run: one of them, and beside it the one that it
/// goes on from, with what is new and what is gone; above them what that step brought in the result
/// that is looked at. Or the text that runs by OpenCL, beside its own in CUDA.
class TextTab final : public ResultTab {
    Q_OBJECT

public:
    TextTab(std::vector<KernelText> texts, const Text& text, QWidget* parent = nullptr);

    [[nodiscard]] QString title() const override;
    /// The kernel of the variant that is looked at comes to the front, once.
    void show(const Shown* shown) override;
    [[nodiscard]] bool hidesTable() const override { return true; }
    [[nodiscard]] bool needsResult() const override { return false; }
    [[nodiscard]] Group group() const override { return Group::Code; }
    [[nodiscard]] Json viewState() const override;
    void setViewState(const Json& state) override;

private:
    void chooseKernel(int index);
    void showTexts();
    void showGain(const Shown* shown);
    [[nodiscard]] const KernelText* chosen() const;
    [[nodiscard]] const KernelText* compared() const;
    /// The text as it is shown, its comments in the window's language.
    [[nodiscard]] std::string textOf(const KernelText& of) const;
    [[nodiscard]] bool inOpenCl() const;

    const std::vector<KernelText> m_texts;
    const Text m_text;
    QComboBox *m_kernel, *m_before;
    QLabel *m_help, *m_gain;
    QPushButton* m_copy;
    QCheckBox* m_opencl;  ///< the kernel in OpenCL C, beside its own text
    CodeView *m_old, *m_now;
    std::string m_followed;  ///< the kernel that was looked at last
};

}  // namespace duelo::ui
