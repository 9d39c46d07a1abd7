// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QImage>
#include <QSet>
#include <QStringList>
#include <QVector>

#include "ui/form/field.h"

class QCheckBox;
class QToolButton;

namespace duelo::ui {

class FlowLayout;

/// Inputs as pictures to choose from: the random tensor where the axis has that word, the shipped
/// photographs, the user's own. Pictures come from the engine: a tile is empty until its own
/// arrives. Only those that are seen are asked for, a few at once, so that a folder of hundreds
/// holds up nothing.
class PhotographsField final : public Field {
    Q_OBJECT

public:
    explicit PhotographsField(const FieldContext& context);

    void setProbe(const ProbeSheet& sheet) override;
    void setValues(const std::vector<Json>& values) override;
    [[nodiscard]] std::vector<Json> values() const override { return m_values; }
    void takeFiles(QStringList& paths) override;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void addInputs(const QStringList& inputs);
    QToolButton* addTile(const QString& input);
    [[nodiscard]] QToolButton* tileOf(const QString& input) const;
    [[nodiscard]] QStringList chosen() const;
    static void fitTile(QToolButton* tile);
    void want(const QString& input);
    static QString tipOf(const QString& picture);
    [[nodiscard]] QString startFolder() const;
    void paintTile(QToolButton* tile);
    void openMenu(const QString& input, const QPoint& at);
    void remove(const QString& input);
    void readTiles();
    void offerTogether();

    void chooseFiles(bool folder);
    void ask(const QStringList& paths);
    void takeImages(const QStringList& inputs);
    void choose(const QStringList& inputs);
    void askThumbnails();
    void setThumbnail(const QString& input, const QImage& image, const QStringList& notes);
    void setProblem(const QString& input, const Reason& reason);

    Text m_text;
    Session& m_session;
    const bool m_random;    ///< a random tensor may be chosen instead
    const bool m_canShare;  ///< several photographs may be one value
    std::vector<Json> m_values;
    FlowLayout* m_flow;
    QVector<QToolButton*> m_tiles;
    QToolButton* m_plus;
    QCheckBox* m_together;  ///< the photographs share a batch, and are one value then
    QHash<QString, QImage> m_images;
    QStringList m_wanted;    ///< seen, and still without a picture
    QSet<QString> m_asked;   ///< on their way from the engine
    QStringList m_askedFor;  ///< folders and files whose images the engine is asked for
};

}  // namespace duelo::ui
