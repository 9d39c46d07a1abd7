// SPDX-License-Identifier: Apache-2.0
#include "experiments/declared_emulation.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/reason_json.h"
#include "experiments/emulation.h"
#include "experiments/launch_arrays.h"
#include "experiments/own_emulation.h"
#include "simt/ptx_order.h"

namespace duelo {

namespace {

using Left = std::vector<LeftArray>;

constexpr double kMostThreads = 1 << 16;
constexpr std::size_t kShown = 8;  ///< numbers of an array that are shown
/// A result may be so far off, of the larger number: sums in another order.
constexpr double kRounding = 1e-4;
constexpr double kMostTerms = 1 << 22;  ///< of sums of a "// result"

simt::Dim dimOf(const LaunchSize& size) {
    const auto side = [](double value) {
        return value >= 0 && value < 4e9 ? static_cast<unsigned>(value) : 0U;
    };
    return {side(size.x), side(size.y), side(size.z)};
}

simt::ptx::Argument passed(double value, const NumberType& type, unsigned bytes) {
    NumberType as = type;
    as.bytes = bytes;  // what the compiler says of a `long`
    return bytesOf(std::span(&value, 1), as);
}

/// Runs a launch once.
class Launcher {
public:
    Launcher(const OwnLaunch& launch, const OwnEmulation& own) : m_launch(launch), m_own(own) {}

    Result<Left> run(simt::ptx::Machine& gpu) const {
        Left left;
        std::vector<std::uint64_t> addresses;
        for (std::size_t i = 0; i < m_launch.buffers.size(); ++i) {
            const LaunchBuffer& buffer = m_launch.buffers[i];
            const auto address =
                buffer.symbol ? symbol(gpu, buffer, i, left) : array(gpu, buffer, i, left);
            if (!address) return tl::unexpected(address.error());
            addresses.push_back(*address);
        }
        const std::vector<unsigned> bytes = m_own.parameterBytes();
        std::vector<simt::ptx::Argument> arguments;
        for (const LaunchArgument& one : m_launch.arguments)
            arguments.push_back(
                one.buffer ? simt::ptx::argument(addresses[*one.buffer])
                           : passed(one.value, one.type,
                                    arguments.size() < bytes.size() ? bytes[arguments.size()] : 4));
        const auto done = gpu.launch(m_own.kernel(), dimOf(m_launch.grid), dimOf(m_launch.block),
                                     arguments, m_launch.dynamic_bytes);
        if (!done) return tl::unexpected(done.error());
        for (std::size_t i = 0; i < left.size(); ++i) {
            if (left[i].of->symbol) continue;
            left[i].unwritten = gpu.firstUnwritten(addresses[i]) / left[i].of->type.bytes;
            left[i].after = numbersOf(gpu.copyOut(addresses[i]), left[i].of->type);
        }
        return left;
    }

private:
    static Result<std::uint64_t> array(simt::ptx::Machine& gpu, const LaunchBuffer& buffer,
                                       std::size_t place, Left& left) {
        auto made = gpu.allocate(buffer.name, buffer.count * buffer.type.bytes);
        if (!made) return made;
        left.push_back({.of = &buffer, .before = filledNumbers(buffer, place)});
        if (!left.back().before.empty())
            gpu.copyIn(*made, bytesOf(left.back().before, buffer.type));
        return made;
    }

    static Result<std::uint64_t> symbol(simt::ptx::Machine& gpu, const LaunchBuffer& buffer,
                                        std::size_t place, Left& left) {
        const auto [address, bytes] = gpu.variable(buffer.name);
        LaunchBuffer whole = buffer;
        whole.count = std::min<std::uint64_t>(bytes / buffer.type.bytes,
                                              buffer.count > 0 ? buffer.count : bytes);
        left.push_back({.of = &buffer, .before = filledNumbers(whole, place)});
        // A variable that no kernel uses is not in what the compiler makes.
        if (address != 0) gpu.copyIn(address, bytesOf(left.back().before, buffer.type));
        return address;
    }

    const OwnLaunch& m_launch;
    const OwnEmulation& m_own;
};

std::vector<float> floats(const std::vector<double>& numbers) {
    return {numbers.begin(), numbers.end()};
}

/// JSON has no infinite numbers.
Json shownNumber(double number) {
    if (std::isfinite(number)) return number;
    return std::isnan(number) ? "NaN" : number > 0 ? "∞" : "−∞";
}

/// Compares an array with what a remark says of it.
class ExpectedNumbers {
public:
    ExpectedNumbers(const OwnLaunch& launch, const HostValues& values, const Left& left,
                    const std::string& name)
        : m_launch(launch), m_values(values), m_left(left), m_name(name) {
        for (const LaunchArgument& one : launch.arguments)
            if (!one.buffer) m_words.emplace_back(one.name, Amount{one.value, isWhole(one)});
    }

    Result<bool> compare() {
        const OwnLaunch::Expected& expected = *m_launch.expected;
        const LeftArray& array = m_left[expected.buffer];
        m_words.emplace_back(expected.index, Amount{0, true});
        const std::size_t place = m_words.size() - 1;
        for (std::size_t i = 0; i < array.after.size(); ++i) {
            if (i == array.unwritten)
                return fail("emulated_unwritten_place",
                            {{"name", m_name}, {"array", array.of->name}, {"index", i}});
            m_words[place].second.value = static_cast<double>(i);
            const auto wanted = valueOf(expected.is, m_names);
            if (!wanted)
                return fail("own_launch_value_unknown",
                            {{"name", m_name},
                             {"line", expected.line},
                             {"word", wanted.error().args.value("word", array.of->name)}});
            const double found = array.after[i];
            if (std::abs(found - wanted->value) <=
                kRounding * std::max({1.0, std::abs(found), std::abs(wanted->value)}))
                continue;
            return fail("emulated_wrong_place", {{"name", m_name},
                                                 {"array", array.of->name},
                                                 {"index", i},
                                                 {"found", shownNumber(found)},
                                                 {"expected", wanted->value}});
        }
        return true;
    }

private:
    static bool isWhole(const LaunchArgument& one) {
        return one.type.kind != NumberType::Kind::Real;
    }

    Result<Amount> word(const Expression& word) {
        for (auto each = m_words.rbegin(); each != m_words.rend(); ++each)
            if (each->first == word.text) return each->second;
        return m_values.value(word);
    }

    /// "sum(k, 0, n, a[k])", and in the same way most() and least().
    Result<Amount> call(const Expression& call) {
        const bool sum = call.text == "sum", most = call.text == "most";
        if ((!sum && !most && call.text != "least") || call.parts.size() != 4 ||
            call.parts[0].kind != Expression::Kind::Word)
            return fail("expression_word", {{"line", call.line}, {"word", call.text}});
        const auto from = valueOf(call.parts[1], m_names), to = valueOf(call.parts[2], m_names);
        if (!from) return from;
        if (!to) return to;
        Amount all{0, true};
        m_words.emplace_back(call.parts[0].text, Amount{from->value, true});
        const std::size_t place = m_words.size() - 1;
        for (double k = from->value; k < to->value; ++k) {
            m_words[place].second.value = k;
            const auto one = ++m_terms > kMostTerms
                                 ? Result<Amount>(fail("expression_word",
                                                       {{"line", call.line}, {"word", "sum"}}))
                                 : valueOf(call.parts[3], m_names);
            if (!one) {
                m_words.resize(place);
                return one;
            }
            all.whole = all.whole && one->whole;
            const bool first = k == from->value;
            all.value = sum     ? all.value + one->value
                        : first ? one->value
                        : most  ? std::max(all.value, one->value)
                                : std::min(all.value, one->value);
        }
        m_words.resize(place);
        return all;
    }

    Result<Amount> element(std::string_view name, std::int64_t index) const {
        for (const LeftArray& array : m_left) {
            if (array.of->name != name) continue;
            if (index < 0 || static_cast<std::size_t>(index) >= array.before.size()) break;
            return Amount{array.before[static_cast<std::size_t>(index)],
                          array.of->type.kind != NumberType::Kind::Real};
        }
        return fail("expression_word", {{"word", std::string(name)}});
    }

    const OwnLaunch& m_launch;
    const HostValues& m_values;
    const Left& m_left;
    const std::string& m_name;
    std::vector<std::pair<std::string, Amount>> m_words;  ///< the last of a name holds
    double m_terms = 0;
    const ExpressionNames m_names{
        .word = [this](const Expression& one) { return word(one); },
        .call = [this](const Expression& one) { return call(one); },
        .element = [this](std::string_view name, std::int64_t i) { return element(name, i); }};
};

Json leftJson(const Left& left) {
    Json told = Json::array();
    for (const LeftArray& array : left) {
        if (array.of->read_only) continue;
        Json first = Json::array();
        for (std::size_t i = 0; i < std::min({array.after.size(), kShown, array.unwritten}); ++i)
            first.push_back(shownNumber(array.after[i]));
        told.push_back({{"name", array.of->name},
                        {"count", array.after.size()},
                        {"unwritten", array.unwritten < array.after.size()},
                        {"first", std::move(first)}});
    }
    return told;
}

Json sides(const LaunchSize& size) {
    return {static_cast<std::int64_t>(size.x), static_cast<std::int64_t>(size.y),
            static_cast<std::int64_t>(size.z)};
}

/// One sentence for each array: how many numbers, and which.
void tellArrays(const OwnLaunch& launch, Json& notes) {
    constexpr const char* kCodes[] = {"own_array_nothing", "own_array_random", "own_array_zero",
                                      "own_array_one", "own_array_index"};
    for (const LaunchBuffer& buffer : launch.buffers) {
        if (buffer.symbol) continue;
        notes.push_back(toJson(Reason{kCodes[static_cast<std::size_t>(buffer.fill)],
                                      {{"array", buffer.name}, {"count", buffer.count}},
                                      {}}));
    }
}

}  // namespace

Result<Json> emulateLaunched(const OwnSource& source, const OwnLaunch& launch,
                             const HostValues& values, const LeftJudge& judge,
                             const std::stop_token& stop) {
    const double threads = launch.grid.x * launch.grid.y * launch.grid.z * launch.block.x *
                           launch.block.y * launch.block.z;
    if (threads > kMostThreads)
        return fail("own_launch_large", {{"name", source.name},
                                         {"kernel", source.kernel->name},
                                         {"threads", threads},
                                         {"max", kMostThreads}});
    const auto own = OwnEmulation::made(source, launch.template_arguments);
    if (!own) return tl::unexpected(own.error());
    Json one = own->told();
    for (const Reason& note : launch.notes) one["notes"].push_back(toJson(note));
    tellArrays(launch, one["notes"]);
    one["launch"] = {{"kernel", source.kernel->name},
                     {"grid", sides(launch.grid)},
                     {"block", sides(launch.block)}};
    simt::ptx::Machine forwards = own->gpu(false, stop), backwards = own->gpu(true, stop);
    const Launcher launcher(launch, *own);
    const auto left = launcher.run(forwards);
    one["printed"] = forwards.printed();
    one["steps"] = forwards.steps();
    const auto refused = [&one](const Reason& reason) {
        one["reason"] = toJson(reason);
        return one;
    };
    if (!left) return refused(left.error());
    one["counters"] = countersJson(forwards.counters());
    one["left"] = leftJson(*left);
    const auto again = launcher.run(backwards);
    if (!again) return refused(again.error());
    for (std::size_t i = 0; i < left->size(); ++i)
        if (const auto order =
                simt::ptx::orderFault(floats((*left)[i].after), floats((*again)[i].after),
                                      own->kernel(), (*left)[i].of->name))
            return refused(*order);
    if (launch.expected) {
        const auto right = ExpectedNumbers(launch, values, *left, source.name).compare();
        if (!right) return refused(right.error());
        one["right"] = *right;
        return one;
    }
    const auto right = judge ? judge(*left) : Result<std::optional<bool>>(std::nullopt);
    if (!right) return refused(right.error());
    if (*right)
        one["right"] = **right;
    else
        one["notes"].push_back(toJson(Reason{"own_result_unknown", {}, {}}));
    return one;
}

Result<Json> emulateDeclared(const OwnSource& source, const LeftJudge& judge,
                             const std::stop_token& stop) {
    const HostValues values(*source.file, source.set);
    const auto launch = ownLaunch(source.name, values, *source.kernel);
    if (!launch) return tl::unexpected(launch.error());
    return emulateLaunched(source, *launch, values, judge, stop);
}

}  // namespace duelo
