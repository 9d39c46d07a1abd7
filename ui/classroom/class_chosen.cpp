// SPDX-License-Identifier: GPL-3.0-or-later
// Shows on a ClassPage the details of the PC whose mark was clicked.
#include <algorithm>
#include <span>

#include "experiments/specs.h"
#include "report/sample_charts.h"
#include "ui/charts/scatter_chart.h"
#include "ui/classroom/class_cards.h"
#include "ui/classroom/class_page.h"

namespace duelo::ui {

namespace {

/// The samples of a row, as the report of its file alone has them.
std::optional<DistributionValue> samplesOf(const ClassPlace& place, const Params& work,
                                           const Text& text) {
    const auto log = readAgain(place);
    if (!log) return std::nullopt;
    const auto comparison = compare(std::span(&*log, 1), findSpec);
    if (!comparison) return std::nullopt;
    // The class has the names of a case's files alone; what else it has must be equal.
    const auto isThat = [&](const Row& row) {
        return std::ranges::all_of(work, [&](const auto& value) {
            const Json& own = row.work.at(value.first);
            return own == value.second || (own.is_string() && value.second.is_string());
        });
    };
    const auto found = std::ranges::find_if(comparison->rows, isThat);
    if (found == comparison->rows.end()) return std::nullopt;
    const Labels labels(*comparison, text);
    return distributionOf({.comparison = *comparison,
                           .labels = labels,
                           .row = static_cast<std::size_t>(found - comparison->rows.begin())});
}

}  // namespace

const ClassSeat* ClassPage::chosenSeat() const {
    if (!m_chosen) return nullptr;
    const auto& seats = m_store.classroom().seats();
    const auto found = std::ranges::find(seats, m_chosen->seat, &ClassSeat::id);
    return found != seats.end() && found->has(m_chosen->key.work) ? &*found : nullptr;
}

const ClassPlace& ClassPage::placeOf(const ClassSeat& seat) const {
    const auto mark = seat.marks.find(m_chosen->key);
    return (mark == seat.marks.end() ? seat.fileOf(m_chosen->key.work) : mark->second.file)->place;
}

void ClassPage::choose(int at) {
    const ScatterValue::Mark& mark = m_chart->value().marks[static_cast<std::size_t>(at)];
    const auto sides = m_filters->sides();
    if (!m_charted || !sides || mark.owner >= m_charted->seats().size()) return;
    m_chosen = Chosen{m_charted->seats()[mark.owner].id,
                      {static_cast<std::size_t>(mark.group), variantOf(*m_charted, *sides, mark)}};
    showChosen();
    askMore();
}

void ClassPage::forget() {
    m_chosen.reset();
    showChosen();
}

void ClassPage::showChosen() {
    const ClassSeat* seat = chosenSeat();
    std::optional<std::size_t> owner;
    if (seat && m_charted) {
        const auto at = std::ranges::find(m_charted->seats(), seat->id, &ClassSeat::id);
        if (at != m_charted->seats().end())
            owner = static_cast<std::size_t>(at - m_charted->seats().begin());
    }
    m_chart->setChosenOwner(owner);
    if (!seat) return m_cards->hideSeat();
    const bool hasMore = m_more && m_more->of == *m_chosen;
    const bool isLarge = this->isLarge(m_store.classroom());
    // askMore() brings it, and anew where names may no longer be told.
    if (isLarge && !(hasMore && m_more->names == options().names)) return m_cards->hideSeat();
    m_cards->showSeat(
        isLarge ? m_more->story
                : seatStory(m_store.classroom(), *seat, m_chosen->key, findSpec, options()));
    if (!hasMore) return;
    m_cards->showDifferences(m_more->differences);
    if (m_more->samples) m_cards->showSamples(*m_more->samples);
}

/// All sheets are compared, and the file is read again, because a class keeps no samples.
void ClassPage::askMore() {
    if (!chosenSeat()) return;
    m_background.forget();
    m_background.start([this, classroom = m_store.snapshot(), text = m_text, chosen = *m_chosen,
                        place = placeOf(*chosenSeat()),
                        options = options()](const Background::Task& task) {
        const auto seat = std::ranges::find(classroom->seats(), chosen.seat, &ClassSeat::id);
        const FindSpec find = findSpec;
        More more{chosen,
                  seatStory(*classroom, *seat, chosen.key, find, options),
                  options.names,
                  ClassDifferences(*classroom, text).of(*seat, chosen.key.work),
                  {}};
        more.samples = samplesOf(place, classroom->cases()[chosen.key.work].work, text);
        task.tell([this, more] {
            m_more = more;
            if (m_chosen == more.of) showChosen();
        });
    });
}

}  // namespace duelo::ui
