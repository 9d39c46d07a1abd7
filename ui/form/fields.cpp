// SPDX-License-Identifier: GPL-3.0-or-later
// The fields of the kinds of axes.
#include <utility>

#include <QCoreApplication>
#include <QFileDialog>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include "plan/spec.h"
#include "report/scaling.h"
#include "ui/form/chips_field.h"
#include "ui/form/device_list.h"
#include "ui/form/number_words.h"
#include "ui/form/setting_fields.h"
#include "ui/look/known_folders.h"
#include "ui/look/settings.h"
#include "ui/session/session.h"

namespace duelo::ui {

namespace {

struct FieldTr {
    Q_DECLARE_TR_FUNCTIONS(duelo::ui::Fields)
};

/// Numbers to sweep over: those that are offered, and what is typed.
class NumbersField final : public ChipsField {
public:
    explicit NumbersField(const FieldContext& context) : ChipsField(context) {
        const NumberWords words(context.axis, context.text.numbers());
        setTyped(words.hint(), [words](const QString& typed) { return words.readAll(typed); });
        if (axis().zero_is_cores) {
            m_scaling = addLink(FieldTr::tr("Measure the scaling"), {});
            connect(m_scaling, &QPushButton::clicked, this, &NumbersField::chooseAll);
        }
        offer({});
    }
    void setProbe(const ProbeSheet& sheet) override {
        offer(workerNumbers(coreCounts(sheet.machine.cpu)));
    }

private:
    /// Shows a chip for each value. An axis that counts workers offers 1, 2, 4… up to the cores of
    /// this PC.
    void offer(const std::vector<int>& workers) {
        m_workers = workers;
        std::vector<Json> values = axis().offered;
        if (axis().zero_is_cores) {
            if (axis().min.value_or(0) <= 0) values.emplace_back(0);
            values.insert(values.end(), workers.begin(), workers.end());
            QStringList numbers;
            for (const int number : workers) numbers << QString::number(number);
            m_scaling->setToolTip(
                FieldTr::tr("Chooses %1, for speed-up and efficiency").arg(numbers.join(", ")));
            m_scaling->setVisible(workers.size() > 1);
        }
        if (values.empty()) values = valuesOf(axis(), {});
        QVector<Offer> offers;
        for (const Json& value : values) offers << offerOf(value);
        setOffers(offers);
    }
    void chooseAll() {
        setValues({m_workers.begin(), m_workers.end() - 1});
        choose(m_workers.back());
    }

    QPushButton* m_scaling = nullptr;  ///< of an axis that counts workers
    std::vector<int> m_workers;
};

void collectStops(const QLayout& layout, QVector<QWidget*>& stops) {
    for (int i = 0; i < layout.count(); ++i) {
        QWidget* widget = layout.itemAt(i)->widget();
        if (widget && (widget->focusPolicy() & Qt::TabFocus)) stops << widget;
        const QLayout* inner = widget ? widget->layout() : layout.itemAt(i)->layout();
        if (inner) collectStops(*inner, stops);
    }
}

/// Returns the words of an axis, each with the sentence "<axis>_help.<word>" where there is one.
QVector<ChipsField::Offer> wordOffers(const Axis& axis, const Text& text) {
    QVector<ChipsField::Offer> offers;
    for (const std::string& word : axis.words) {
        if (word.ends_with(':')) continue;  // the beginning of one
        const std::string help = axis.id + "_help." + word;
        offers.push_back(
            {word, valueLabel(text, axis, word), text.has(help) ? qs(text(help)) : QString()});
    }
    return offers;
}

class WordsField final : public ChipsField {
public:
    explicit WordsField(const FieldContext& context) : ChipsField(context) {
        if (context.axis.kind == AxisKind::Flag)
            setOffers({offerOf(false), offerOf(true)});
        else
            setOffers(wordOffers(context.axis, context.text));
    }
};

/// Works of other experiments, of those that are offered.
class WorksField final : public ChipsField {
public:
    explicit WorksField(const FieldContext& context) : ChipsField(context) {
        QVector<Offer> offers;
        for (const Json& work : context.axis.offered) offers << offerOf(work);
        setOffers(offers);
    }
};

/// Texts to sweep over.
class TextsField final : public ChipsField {
public:
    explicit TextsField(const FieldContext& context) : ChipsField(context) {
        setTyped({}, [](const QString& typed) {
            return typed.isEmpty() ? std::vector<Json>() : std::vector<Json>{typed.toStdString()};
        });
    }
};

class PathField final : public ChipsField {
public:
    explicit PathField(const FieldContext& context) : ChipsField(context) {
        setOffers(wordOffers(context.axis, context.text));
        connect(addLink(FieldTr::tr("Choose a file…"), {}), &QPushButton::clicked, this, [this] {
            const QString path =
                QFileDialog::getOpenFileName(this, FieldTr::tr("Choose a file…"),
                                             existingFolder(QStandardPaths::DownloadLocation));
            if (!path.isEmpty()) choose(path.toStdString());
        });
    }
};

/// Sources and commands of a student's own, which the plan brings along.
class AttachmentField final : public ChipsField {
public:
    explicit AttachmentField(const FieldContext& context)
        : ChipsField(context), m_problem(new QLabel) {
        connect(addLink(FieldTr::tr("Choose a file…"), {}), &QPushButton::clicked, this, [this] {
            const QString path =
                QFileDialog::getOpenFileName(this, FieldTr::tr("Choose a file…"),
                                             existingFolder(QStandardPaths::DownloadLocation));
            if (!path.isEmpty()) attach(path);
        });
        if (context.axis.kind == AxisKind::Command)
            setTyped(FieldTr::tr("a command"), [this](const QString& typed) {
                const auto value = typed.trimmed().isEmpty() ? std::nullopt : valueOf(typed);
                return value ? std::vector<Json>{*value} : std::vector<Json>();
            });
        m_problem->setObjectName("problem");
        m_problem->setWordWrap(true);
        m_problem->setProperty("role", "warning");
        m_problem->hide();
        layout()->addWidget(m_problem);
        // Whoever types a program knows it; nobody else's comes into this field by an edit.
        connect(this, &Field::edited, this,
                [this, &session = context.session] { session.allowOwn(attachments()); });
    }

    [[nodiscard]] Attachments attachments() const override {
        Attachments named;
        for (const Json& value : values()) addNamed(value, m_attachments, named);
        return named;
    }

private:
    /// A file that is chosen again may say something else by now.
    std::optional<Json> valueOf(const QString& typed) {
        Attachments fresh;
        const auto value = attachTyped(axis(), typed.toStdString(), fresh);
        auto why = value ? whyNotAttached(fresh) : std::optional(value.error());
        m_problem->setText(why ? qs(text().reason(*why)) : QString());
        m_problem->setVisible(why.has_value());
        if (why) return std::nullopt;
        for (const auto& [name, attachment] : fresh)
            m_attachments.insert_or_assign(name, attachment);
        return *value;
    }

    void attach(const QString& typed) {
        const auto value = valueOf(typed);
        if (!value) return;
        std::vector<Json> kept = values();
        std::erase_if(kept, [&](const Json& known) {
            return known.is_object() && known.value("name", Json()) == (*value)["name"];
        });
        setValues(kept);
        choose(*value);
    }

    QLabel* m_problem;
    Attachments m_attachments;
};

Field* fieldOfKind(const FieldContext& context) {
    const Axis& axis = context.axis;
    switch (axis.kind) {
        case AxisKind::Integer:
        case AxisKind::Real:
            if (axis.many) return new NumbersField(context);
            if (SpinField::fits(axis)) return new SpinField(context);
            return new EditField(context);
        case AxisKind::Word:
            return new WordsField(context);
        case AxisKind::Device:
            return new DeviceList(context);
        case AxisKind::Flag:
            if (axis.many || axis.optional) return new WordsField(context);
            return new FlagField(context);
        case AxisKind::Text:
            if (axis.many) return new TextsField(context);
            return new EditField(context);
        case AxisKind::Path:
            return new PathField(context);
        case AxisKind::Source:
        case AxisKind::Command:
            return new AttachmentField(context);
        case AxisKind::Work:
            if (axis.many && !axis.offered.empty()) return new WorksField(context);
            break;
    }
    return new WorkField(context);
}

}  // namespace

QVector<QWidget*> stopsIn(const QWidget& widget) {
    QVector<QWidget*> stops;
    if (const QLayout* layout = widget.layout()) collectStops(*layout, stops);
    return stops;
}

Field* makeField(const FieldContext& context, FieldMaker registered) {
    Field* field = registered && !context.axis.widget.empty() ? registered(context) : nullptr;
    return field ? field : fieldOfKind(context);
}

}  // namespace duelo::ui
