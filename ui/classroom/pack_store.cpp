// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/classroom/pack_store.h"

#include <QDir>
#include <QSettings>

#include "experiments/specs.h"
#include "ui/look/settings.h"

namespace duelo::ui {

namespace {

/// A pack comes from anybody: it presets what is meant to be preset and nothing else.
QMap<QString, QString> presetOf(const QString& folder) {
    const QSettings file(QDir(folder).filePath(qs(std::string(kPackDefaults))),
                         QSettings::IniFormat);
    QMap<QString, QString> preset;
    for (const std::string_view key : kPackKeys) {
        const QString name = qs(std::string(key));
        if (file.contains(name))
            preset[name] = qs(visibleText(file.value(name).toString().toStdString()));
    }
    return preset;
}

}  // namespace

void PackStore::open(const QString& folder) {
    m_reader.forget();
    m_pack.reset();
    m_reading = true;
    m_reader.start([this, folder](const Background::Task& task) {
        auto read = readPack(pathOf(folder), findSpec);
        const auto preset = read ? presetOf(folder) : QMap<QString, QString>();
        const WantedFolder results = wantedFolder(preset.value("results_folder"), folder);
        task.tell([this, folder, read, preset, results] {
            m_reading = false;
            if (!read) {
                Q_EMIT unopened(folder, read.error());
                return;
            }
            m_pack = *read;
            Q_EMIT opened(preset, results);
        });
    });
}

void PackStore::readKnown() {
    m_seeker.forget();
    m_seeker.start([this](const Background::Task& task) {
        task.tell([this, found = knownReferences(findSpec)] {
            m_known = found;
            Q_EMIT knownRead();
        });
    });
}

void PackStore::close() {
    m_reader.forget();
    m_pack.reset();
    m_reading = false;
}

void PackStore::make(const PackRequest& request, const QString& folder) {
    m_maker.start([this, request, folder](const Background::Task& task) {
        const auto packed = makePack(request, findSpec, pathOf(folder));
        task.tell([this, folder, packed] {
            if (packed)
                Q_EMIT made(folder, static_cast<qint64>(packed->files),
                            static_cast<qint64>(packed->bytes));
            else
                Q_EMIT failed(packed.error());
        });
    });
}

}  // namespace duelo::ui
