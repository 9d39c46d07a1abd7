// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QImage>
#include <QStringList>
#include <QToolButton>
#include <QVector>
#include <QWidget>

namespace duelo::ui {

class FlowLayout;

/// Inputs as pictures to choose from: the random tensor, the shipped photographs, the user's own.
/// Pictures come from the engine: the strip asks and shows a name until one arrives.
class ImageStrip final : public QWidget {
    Q_OBJECT

public:
    explicit ImageStrip(QWidget* parent = nullptr);

    /// Inputs as a plan names them: "random", "sample:NAME" or a path.
    void setInputs(const QStringList& inputs);
    void addInputs(const QStringList& inputs);
    void setChosen(const QStringList& inputs);
    [[nodiscard]] QStringList chosen() const;

    void setThumbnail(const QString& input, const QImage& image, const QString& tip);
    /// A picture that cannot be read stays with its reason, and cannot be chosen.
    void setProblem(const QString& input, const QString& sentence);

Q_SIGNALS:
    void edited();
    void thumbnailWanted(const QString& input);
    void filesWanted();
    void folderWanted();

private:
    QToolButton* addTile(const QString& input);
    void paintTile(QToolButton* tile);
    void openMenu(const QString& input, const QPoint& at);
    void remove(const QString& input);

    FlowLayout* m_flow;
    QVector<QToolButton*> m_tiles;
    QHash<QString, QImage> m_images;
    QToolButton* m_plus;
};

}  // namespace duelo::ui
