// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <QVector>
#include <QWidget>

#include "base/text.h"
#include "machine/probe_sheet.h"
#include "plan/axis.h"
#include "plan/plan.h"

namespace duelo::ui {

class Session;

/// The axis of a field and the objects that it uses. The references outlive the field.
struct FieldContext {
    const Axis& axis;
    const Text& text;
    Session& session;  ///< asks the engine and remembers folders
    QString caption;   ///< read aloud
};

/// Values of other axes that belong to single values of an axis (Axis::per), by that value.
using Owned = std::map<Json, Block>;

/// A widget of the form that shows and edits the values of one axis.
class Field : public QWidget {
    Q_OBJECT

public:
    /// The place of the field's caption; Alone: the field has its own.
    enum class Place { Below, Beside, Alone };

    using QWidget::QWidget;
    [[nodiscard]] virtual Place place() const { return Place::Below; }

    /// Shows the values that a block of the plan holds: one for an axis that is not swept, none for
    /// an optional axis without a value. The field keeps values that it cannot show until the user
    /// edits it.
    virtual void setValues(const std::vector<Json>& values) = 0;
    [[nodiscard]] virtual std::vector<Json> values() const = 0;
    /// Takes in what the engine knows of this machine.
    virtual void setProbe(const ProbeSheet& sheet) { Q_UNUSED(sheet) }
    /// Words that do not apply to what the other fields say, each with why (Axis::value_when).
    virtual void setInapplicable(const std::map<std::string, QString>& why) { Q_UNUSED(why) }
    /// Folds a long list away behind how many of it are chosen, until it is opened again.
    virtual void foldList() {}
    /// Returns what of it most never touch, with its caption as its name: the form takes it behind
    /// the line that says what is set. Null: nothing.
    [[nodiscard]] virtual QWidget* foldedPart() { return nullptr; }
    /// Says what is set there, where that is not the usual; empty: it is.
    [[nodiscard]] virtual QString foldedWords() const { return {}; }
    /// Returns a sentence about what was typed and cannot be meant; empty: all is well.
    [[nodiscard]] virtual QString invalid() const { return {}; }
    /// Takes the dropped files that are for it out of `paths` and leaves the others.
    virtual void takeFiles(QStringList& paths) { Q_UNUSED(paths) }

    /// Whether it edits the values of other axes that belong to single ones of its own.
    [[nodiscard]] virtual bool editsOwned() const { return false; }
    virtual void setOwned(const Owned& owned) { Q_UNUSED(owned) }
    [[nodiscard]] virtual Owned owned() const { return {}; }
    /// The attachments that were made here and that its values name.
    [[nodiscard]] virtual Attachments attachments() const { return {}; }

Q_SIGNALS:
    void edited();  ///< by the user
    /// Comes before edited(): what the user chose here means nothing unless a value of that other
    /// axis is at least this.
    void needsAtLeast(const std::string& axis, std::int64_t least);
};

/// Returns the widgets in this one at which Tab stops, from top to bottom, whenever they were made.
/// A field has no focus proxy: it would be a stop itself, wherever it was made, and Tab would leap
/// from there.
[[nodiscard]] QVector<QWidget*> stopsIn(const QWidget& widget);

/// Makes the fields that are registered for Axis::widget (ui/experiments/widgets.h); null: the
/// kind's own field does. It is handed in, because those fields stand above this room.
using FieldMaker = Field* (*)(const FieldContext& context);

/// The field of an axis: a registered one, else that of its kind.
[[nodiscard]] Field* makeField(const FieldContext& context, FieldMaker registered);

}  // namespace duelo::ui
