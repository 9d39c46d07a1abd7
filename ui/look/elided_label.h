// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QPainter>
#include <QStyle>

namespace duelo::ui {

/// One line that follows the width of what it stands in, never the other way round, and says by an
/// ellipsis where it lacks room.
class ElidedLabel final : public QLabel {
public:
    /// \param where the ellipsis stands: in the middle of what says the most by its ends
    explicit ElidedLabel(Qt::TextElideMode where = Qt::ElideRight) : m_where(where) {
        setMinimumWidth(0);
        setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    }

protected:
    void paintEvent(QPaintEvent* /*event*/) override {
        QPainter painter(this);
        style()->drawItemText(&painter, contentsRect(), Qt::AlignLeft | Qt::AlignVCenter, palette(),
                              isEnabled(), fontMetrics().elidedText(text(), m_where, width()),
                              foregroundRole());
    }

private:
    const Qt::TextElideMode m_where;
};

}  // namespace duelo::ui
