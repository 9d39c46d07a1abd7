// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/comparer.h"

#include <exception>
#include <utility>

namespace duelo::ui {

Comparer::Comparer(QObject& context, std::function<void(Made)> take)
    : m_take(std::move(take)), m_background(context) {}

void Comparer::start(std::shared_ptr<const RunFiles> files, int version, std::size_t results) {
    m_at_work = true;
    m_sinceStart.start();
    m_background.start(
        [this, files = std::move(files), version, results](const Background::Task& task) mutable {
            QElapsedTimer cost;
            cost.start();
            auto made = std::make_shared<Made>();
            made->version = version;
            made->results = results;
            try {
                if (auto comparison = compared(*files, /*live=*/true))
                    made->comparison = *std::move(comparison);
                else
                    made->problem = std::move(comparison.error());
            } catch (const std::exception& error) {
                made->problem = Reason{"window_error", {{"what", error.what()}}, {}};
            }
            made->cost_ms = cost.elapsed();
            files.reset();  // before the window's thread changes them
            task.tell([this, made] {
                m_at_work = false;
                m_take(std::move(*made));
            });
        });
}

}  // namespace duelo::ui
