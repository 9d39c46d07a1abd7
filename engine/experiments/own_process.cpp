// SPDX-License-Identifier: Apache-2.0
#include "experiments/own_process.h"

#include <filesystem>
#include <utility>
#include <vector>

#include "base/json_text.h"
#include "base/places.h"
#include "base/private_folder.h"
#include "base/reason_json.h"
#include "base/timed_child.h"
#include "base/whole_file.h"
#include "experiments/specs.h"
#include "plan/attachment.h"
#include "plan/spec.h"
#include "report/view.h"

namespace duelo {

namespace {

constexpr double kOwnLimitMs = 60'000;

/// A file with a student's text in a folder that nobody else looks into, both removed with this.
class HandedText {
public:
    HandedText() = default;
    ~HandedText() {
        std::error_code ignored;
        if (!m_folder.empty()) std::filesystem::remove_all(m_folder, ignored);
    }
    HandedText(const HandedText&) = delete;
    HandedText& operator=(const HandedText&) = delete;

    Result<std::string> write(const std::string& name, const std::string& text) {
        auto folder = makePrivateFolder();
        if (!folder) return tl::unexpected(folder.error());
        m_folder = std::move(*folder);
        // Of a name only the last part, wherever it leads.
        const std::filesystem::path file = m_folder / fromUtf8(name).filename();
        if (auto written = writeWhole(text, file); !written) return tl::unexpected(written.error());
        return utf8(file);
    }

private:
    std::filesystem::path m_folder;
};

}  // namespace

Result<Json> answerApart(std::vector<std::string> words, const Json& args,
                         const AnswerControl& control) {
    const Json& source = args.at("source");
    const std::string name = source.value("name", ""), text = source.value("text", "");
    if (auto why = whyNotAttached({{name, Attachment(text)}})) return tl::unexpected(*why);
    HandedText handed;
    const auto file = handed.write(name, text);
    if (!file) return tl::unexpected(file.error());
    for (const std::string& word :
         {std::string("--source"), *file, std::string("--json"), std::string("--here")})
        words.push_back(word);
    const TimedCommand command{
        .program = executablePath(), .arguments = std::move(words), .limit_ms = kOwnLimitMs};
    const auto ended = runTimed(command, [&] { return !control.stop.stop_requested(); });
    if (!ended) return tl::unexpected(ended.error());
    if (ended->how == TimedExit::How::Stopped) return fail("simt_stopped");
    if (ended->how == TimedExit::How::OutOfTime)
        return fail("simt_child_time", {{"limit_s", kOwnLimitMs / 1e3}});
    auto reply = parseJson(ended->output);
    if (ended->how != TimedExit::How::Exited || !reply || !reply->is_object())
        return fail("simt_child_ended", {{"code", ended->code}}, ended->errors);
    if (const auto refused = reply->find("refused"); refused != reply->end())
        return tl::unexpected(reasonFromJson(*refused));
    return std::move(*reply);
}

Result<Json> emulateApart(const char* experiment, const Json& args, const AnswerControl& control) {
    const Spec& spec = *findSpec(experiment);
    std::vector<std::string> words{"emulate", spec.command};
    for (const EmulatedNumber& number : spec.view->emulated)
        if (const auto value = args.find(number.axis); value != args.end()) {
            words.push_back(spec.find(number.axis)->option);
            words.push_back(value->dump());
        }
    if (const std::string kernel = args.value("kernel", ""); !kernel.empty()) {
        words.push_back("--kernel");
        words.push_back(kernel);
    }
    const Json set = args.value("set", Json::object());
    for (const auto& [word, value] : set.items()) {
        words.push_back("--set");
        words.push_back(word + '=' + value.dump());
    }
    return answerApart(std::move(words), args, control);
}

}  // namespace duelo
