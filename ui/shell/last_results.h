// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include <QString>
#include <QVector>

#include "base/text.h"
#include "ui/look/settings.h"
#include "ui/results/file_bar.h"
#include "ui/session/run_store.h"

namespace duelo::ui {

/// The last results of each page on this PC, with their answers; kept between two starts.
class LastResults {
public:
    /// `settings` must outlive it.
    explicit LastResults(Settings& settings) : m_settings(settings) {}

    /// Keeps what the whole of an open run answers. Not of a game, which misleads on purpose.
    void keep(const RunStore& run);
    /// Leaves a file out that is gone.
    void forget(const QString& path);
    /// Returns the results that were measured on the page of an experiment, newest first.
    [[nodiscard]] QVector<FileBar::Result> of(const std::string& experiment,
                                              const Text& text) const;

private:
    [[nodiscard]] Json kept(const QString& name) const;

    Settings& m_settings;
    std::weak_ptr<const Comparison> m_kept;  ///< what was kept last
};

}  // namespace duelo::ui
