// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>

/// Rounds of a run resemble their neighbours where something wanders slowly (heat, a clock, memory
/// that another program takes), in each variant by itself. Then a difference may be no more than
/// where the wandering happened to be, and an interval that trusts the rounds is too narrow. These
/// functions ask of the logarithms of the ratios, in order of measurement, what they are worth.
namespace duelo {

/// The scatter of the values about their mean: independent noise, and a share of the variance in a
/// level that is an AR(1) series. It is the likeliest of a grid (share 0 to 0.99, correlation up to
/// 0.95) by the likelihood of normal noise, with values beyond Tukey's inner fences pulled back to
/// them.
struct RoundNoise {
    double slow_share = 0;   ///< of the variance; 0: independent
    double correlation = 0;  ///< of that level, from round to round
    double independent = 0;  ///< so many independent rounds have as certain a mean
    /// Log of the likelihood ratio: with a mean other than 0 against none, each with the noise that
    /// suits it best. Infinite where the values do not scatter.
    double gain = 0;
};
/// `logs` in order of measurement. Of more than 200, means of neighbours stand for them.
[[nodiscard]] RoundNoise fitRoundNoise(std::span<const double> logs);

/// Gain from which a difference is believed: what wanders without one reaches it in less than one
/// run in a thousand, at correlations up to 0.95 and any share (bench_verdicts; the chi-squared of
/// Wilks would be 5.4, for many rounds and a noise that is known).
[[nodiscard]] double leastGain(std::size_t rounds);

/// Returns whether a first or last part of the run, up to half of it, lies clearly off the rest
/// and does not itself lie beyond `least` on the side of the median: the values changed at one
/// moment, so what holds for most of them holds for no whole run. The noise is that of neighbours.
[[nodiscard]] bool endsDisagree(std::span<const double> logs, double least);

}  // namespace duelo
