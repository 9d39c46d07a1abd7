// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPushButton>
#include <QScrollArea>
#include <QVector>

class QGridLayout;
class QHBoxLayout;
class QLabel;

namespace duelo::ui {

class ElidedLabel;

/// A button as large as a card: icon, name, the question behind it and what it answered last.
class GalleryTile final : public QPushButton {
    Q_OBJECT

public:
    struct Words {
        QString id;  ///< of the page that it opens, and of its icon
        QString name, question;
    };
    GalleryTile(const Words& words, QWidget* parent);

    [[nodiscard]] const QString& id() const { return m_id; }
    /// `tip` is the whole of what may be cut; empty: it has no line for a result.
    void setResult(const QString& line, const QString& tip = {});

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

private:
    QString m_id;
    QLabel* m_question;
    ElidedLabel* m_result;
};

/// Pages to choose from, in groups beside each other where they fit: what the rail has one entry
/// for.
class GalleryPage final : public QScrollArea {
    Q_OBJECT

public:
    struct Group {
        QString title;  ///< empty: none is shown
        QVector<GalleryTile::Words> tiles;
    };
    GalleryPage(const QString& title, const QVector<Group>& groups, QWidget* parent = nullptr);

    /// The last result of this page.
    void setResult(const QString& id, const QString& line, const QString& tip);
    /// Stands at the right of the title; the gallery takes it.
    void addBesideTitle(QWidget* widget);

Q_SIGNALS:
    void wanted(const QString& id);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void arrange();

    QHBoxLayout* m_head;
    QGridLayout* m_grid;
    QVector<QWidget*> m_groups;
    int m_columns = 0;  ///< in force; 0: not arranged yet
};

}  // namespace duelo::ui
