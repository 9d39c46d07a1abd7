// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "report/comparison.h"
#include "report/measured_text.h"
#include "report/time_unit.h"
#include "stats/verdict.h"

namespace duelo {

/// Names of the parts of a comparison. Made here once, so that a variant has the same name in every
/// table, chart and sentence, on screen and on paper. Text from outside comes out visible.
class Labels {
public:
    /// `comparison` must outlive the labels.
    /// `preliminary`: while a run goes on, what its cells come to so far.
    Labels(const Comparison& comparison, const Text& text, const Preliminary& preliminary = {});

    /// Returns the text that all is said in: that of the experiment, where the comparison has one.
    [[nodiscard]] const Text& text() const { return m_text; }

    [[nodiscard]] const Comparison& comparison() const { return m_c; }
    /// Returns the unit of all times of the comparison.
    [[nodiscard]] const TimeUnit& timeUnit() const { return m_unit; }
    /// Returns a time in that unit, in the digits of its interval: "14.20 ms".
    [[nodiscard]] std::string timeText(double ms,
                                       const std::optional<Interval>& ci_ms = std::nullopt) const;
    [[nodiscard]] std::string timeText(const Summary& summary) const;
    /// Returns a time as a headline says it, with its interval: "14.20 ms (14.17–14.23)".
    [[nodiscard]] std::string timeWithRange(const Summary& summary) const;
    /// Returns a ratio, rate or metric in the digits of its interval: "5.78".
    [[nodiscard]] std::string number(double value,
                                     const std::optional<Interval>& ci = std::nullopt) const;

    /// Returns the name of a case as the view of its experiment has it, else all its values.
    [[nodiscard]] std::string caseName(const Row& row) const;
    [[nodiscard]] std::vector<std::string> caseParts(const Row& row) const;  ///< of that name
    /// Everything about a variant.
    [[nodiscard]] std::string variantName(const Params& variant) const;
    /// Returns the part of the name that all variants of the comparison share; empty: nothing.
    [[nodiscard]] std::string commonText() const;
    /// A title of a table, with what its cases have in common, and its variants where they are
    /// several.
    [[nodiscard]] std::string withCommon(std::string title, const std::string& cases = {}) const;
    /// Returns what the variant is called at the head of a column, in a legend and beside a bar:
    /// where PCs stand side by side the name of its device (sideNamesOf()), else wholeName().
    [[nodiscard]] std::string columnName(std::size_t column) const;
    /// Returns what tells the variant from the others of the comparison, everything where it is
    /// alone; and where it is not of the own file what tells that one.
    [[nodiscard]] std::string wholeName(std::size_t column) const;
    [[nodiscard]] bool areSideBySide() const { return !m_sideNames.empty(); }
    /// The same as a sentence says it, without commas where it reads without: "FP32 fused"; of one
    /// that is alone its device, because the rest is told beside.
    [[nodiscard]] std::string spokenName(std::size_t column) const;
    [[nodiscard]] std::string deviceName(std::size_t column) const;  ///< "GPU (RTX 3060)"
    /// Says where figures are from: the file's name, its machine, date and program.
    [[nodiscard]] std::string provenance(const Source& source) const;
    /// "± 0.5 %", the larger side of the interval of a time, as the stop rule takes it; empty
    /// without one.
    [[nodiscard]] std::string precisionText(const Summary& summary) const;
    [[nodiscard]] std::string intervalText(const std::optional<Interval>& ci, int decimals) const;
    /// The interval of a ratio; where it has none, what its verdict rests on instead (verdict.h).
    [[nodiscard]] std::string intervalText(const RatioEstimate& estimate,
                                           const std::optional<Interval>& ci, int decimals) const;
    /// Says which sides of a pair are doubtful and in what: "CPU, 4 threads: very noisy; GPU:
    /// drift".
    [[nodiscard]] std::string doubtsText(const Row& row, const ColumnRatio& ratio) const;
    /// Returns why no factor is told of a pair, in a table, a sentence, a race or a file: the
    /// reason of its ratio, "ratio_at_least" {variant_name, base_name, bound_text} where load
    /// leaves no doubt about which is the faster, else "ratio_doubtful" {list}. Nothing where a
    /// factor may be told.
    [[nodiscard]] std::optional<Reason> whyNoFactor(const Row& row, const ColumnRatio& ratio) const;
    /// Returns whether `ratio`, in the digits in which it is shown, is another figure than the
    /// quotient of the shown times of two columns (Y-20): a table where one is says why.
    [[nodiscard]] bool isNotQuotient(const Row& row, std::size_t base, std::size_t column,
                                     double ratio, const std::optional<Interval>& ci95) const;
    [[nodiscard]] bool isNotQuotient(const Row& row, const ColumnRatio& ratio) const {
        return ratio.givesFactor() && isNotQuotient(row, ratio.base, ratio.column,
                                                    ratio.estimate->ratio, ratio.estimate->ci95);
    }
    /// Returns the args for a ratio with ColumnRatio::loaded: {variant_name}, the faster,
    /// {base_name} and {bound_text}.
    [[nodiscard]] Json atLeastArgs(const ColumnRatio& ratio) const;
    /// "not measured: out of memory", the short form for cells.
    [[nodiscard]] std::string causeText(const Reason& reason,
                                        const std::optional<Status>& status = {}) const;

protected:
    [[nodiscard]] std::string t(const char* key, const Json& args = Json::object()) const {
        return m_text(key, args);
    }

    const Comparison& m_c;
    Text m_text;
    TimeUnit m_unit;

private:
    enum class Which { All, Differing, Common };
    /// The parts of a variant: all, those that differ between the columns, or those that do not.
    [[nodiscard]] std::vector<std::string> partsOf(const Params& variant, Which which) const;
    [[nodiscard]] std::string partsText(const Params& variant, Which which) const;
    /// Tells whether a part goes without saying (View::unsaid). Several GPUs are always told apart.
    [[nodiscard]] bool isUnsaid(const std::string& axis, const Params& variant) const;
    /// Tells whether another file or command of the comparison has the same name without its
    /// folders.
    [[nodiscard]] bool hasNamesake(const std::string& axis, const Json& value) const;
    [[nodiscard]] std::string deviceWord(const Params& variant) const;
    /// Adds the file to a name where it is not the own one.
    [[nodiscard]] std::string named(std::size_t column, std::string name) const;

    /// The axes in which variants differ, in the order of the experiments' axes.
    std::vector<std::string> m_axes;
    std::set<std::string, std::less<>> m_differ;
    const std::vector<When>* m_unsaid = nullptr;  ///< of the one experiment; null: of several
    /// The names of several GPUs of a comparison, by their words; empty where there is one.
    std::map<std::string, std::string, std::less<>> m_gpuNames;
    std::vector<std::string> m_sideNames;  ///< of PCs that stand side by side; else none
};

/// Returns the title of an axis or of any other column of an experiment, by its code, in the words
/// of that experiment (Text::of); the code where there is none. "": of several experiments.
[[nodiscard]] std::string columnTitle(const Text& text, std::string_view experiment,
                                      std::string_view code);
/// Returns what an axis is called where it is typed or chosen: `axis_caption.<id>` where the words
/// have one, else the title of its column.
[[nodiscard]] std::string axisCaption(const Text& text, std::string_view experiment,
                                      std::string_view axis);
/// Returns the title of an axis at the head of the rows that differ in it, and below a chart:
/// `head.<id>` where the words have one, else the title of its column.
[[nodiscard]] std::string headTitle(const Text& text, std::string_view experiment,
                                    std::string_view axis);
/// The parts of a name as one: "ResNet-18, 224 px".
[[nodiscard]] std::string commaJoined(const std::vector<std::string>& parts);
/// A case in few words, before there is a comparison; `spec` is null where this Duelo does not know
/// its experiment.
[[nodiscard]] std::string shortName(const Spec* spec, const Params& work, const Text& text);
/// A cell likewise: "MLP-64 · Digits · CPU".
[[nodiscard]] std::string shortName(const Spec* spec, const Params& work, const Params& variant,
                                    const Text& text);
/// The label of a file as it is shown: of another PC where it stands, and not who sat there.
[[nodiscard]] Json shownLabel(const Source& source);
/// Returns the experiment of all rows; empty: several experiments.
[[nodiscard]] std::string experimentOf(const Comparison& comparison);

/// A ratio as a sentence says it: of a slower variant how many times slower it is.
struct SaidRatio {
    double value = 0;
    std::optional<Interval> ci95;
};
[[nodiscard]] SaidRatio saidRatio(const RatioEstimate& estimate);

/// Returns why a ratio is inconclusive; of too few independent rounds also how many there are
/// (Y-11): "too few independent rounds: 40 rounds count as 6.3".
[[nodiscard]] std::string doubtText(const RatioEstimate& estimate, const Text& text);

/// A lower bound, with the digits that it was rounded down to.
[[nodiscard]] std::string boundText(const LoadedDirection& loaded, const Text& text);

}  // namespace duelo
