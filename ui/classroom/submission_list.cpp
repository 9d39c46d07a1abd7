// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/classroom/submission_list.h"

#include <array>
#include <map>

#include <QCoreApplication>

#include "classroom/submission.h"
#include "ui/look/settings.h"

namespace duelo::ui {

namespace {

using State = Submission::State;

class SubmissionWords {
    Q_DECLARE_TR_FUNCTIONS(duelo::ui::SubmissionList)

public:
    static QString headline(const std::vector<Submission>& all) {
        std::array<int, wordsOf<State>.size()> counts{};
        for (const Submission& one : all) ++counts[static_cast<std::size_t>(one.state)];
        const auto of = [&](State state) { return counts[static_cast<std::size_t>(state)]; };
        QStringList parts;
        const auto add = [&](int count, const QString& words) {
            if (count > 0) parts << words;
        };
        add(of(State::Read), tr("%n with times", nullptr, of(State::Read)));
        add(of(State::Copy), tr("%n copied", nullptr, of(State::Copy)));
        add(of(State::CutOff), tr("%n cut off", nullptr, of(State::CutOff)));
        add(of(State::Damaged), tr("%n damaged", nullptr, of(State::Damaged)));
        add(of(State::Nothing), tr("%n with nothing to read", nullptr, of(State::Nothing)));
        return tr("%n submission(s): %1", nullptr, static_cast<int>(all.size()))
            .arg(parts.join(QStringLiteral(", ")));
    }

    /// Moodle tells it in its worksheet alone.
    static QString late(const Submission& one) {
        if (one.late) return tr("late");
        return one.platform == Platform::Canvas ? tr("no") : QStringLiteral("–");
    }
};

}  // namespace

SubmissionList submissionList(const Classroom& classroom, bool names, const Text& text) {
    const std::vector<Submission> all = submissionsOf(classroom);
    std::map<std::string, QString> seats;
    for (const ClassSeat& seat : classroom.seats()) seats[seat.id] = qs(visibleText(seat.name));
    SubmissionList out{.headline = SubmissionWords::headline(all), .names = names};
    for (std::size_t i = 0; i < all.size(); ++i) {
        const Submission& one = all[i];
        Submission rest = one;  // lateness has a column of its own
        rest.late = false;
        QStringList at;
        for (const std::string& seat : one.seats) at << seats[seat];
        QString what = qs(submissionWords(classroom, all, i, names, text));
        if (const std::string notes = submissionNotes(rest, text); !notes.empty())
            what += QStringLiteral(" (%1)").arg(qs(notes));
        out.rows.push_back({.key = one.key,
                            .title = qs(submissionTitle(all, i, names)),
                            .late = SubmissionWords::late(one),
                            .seats = at.isEmpty() ? QStringLiteral("–") : at.join(", "),
                            .what = what,
                            .id = names ? qs(visibleText(one.id)) : QString(),
                            .good = one.state == State::Read && one.measured > 0 &&
                                    one.same_as.empty() && !one.why});
    }
    return out;
}

}  // namespace duelo::ui
