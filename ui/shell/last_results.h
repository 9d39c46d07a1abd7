// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include <QCoreApplication>
#include <QString>

#include "base/text.h"
#include "ui/look/settings.h"
#include "ui/session/run_store.h"

namespace duelo::ui {

/// What each experiment answered when it was measured here last; kept between two starts.
class LastResults {
    Q_DECLARE_TR_FUNCTIONS(duelo::ui::LastResults)

public:
    /// `settings` must outlive it.
    explicit LastResults(Settings& settings) : m_settings(settings) {}

    /// Keeps what the whole of an open run answers. Not of a game, which misleads on purpose.
    void keep(const RunStore& run);
    /// "today 10:28: GPU 5.8 times as fast"; empty: it was never measured here.
    [[nodiscard]] QString of(const std::string& experiment, const Text& text) const;

private:
    Settings& m_settings;
    std::weak_ptr<const Comparison> m_kept;  ///< what was kept last
};

}  // namespace duelo::ui
