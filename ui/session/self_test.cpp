// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/self_test.h"

namespace duelo::ui {

SelfTest::~SelfTest() {
    if (m_process) m_process->disconnect(this);
}

void SelfTest::start(const QString& engine, Language language) {
    m_text.clear();
    m_process = std::make_unique<QProcess>();
    m_process->setProcessChannelMode(QProcess::MergedChannels);
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("DUELO_LANG", QString::fromStdString(std::string(word(language))));
    m_process->setProcessEnvironment(environment);
    connect(m_process.get(), &QProcess::readyRead, this, &SelfTest::read);
    connect(m_process.get(), &QProcess::finished, this, &SelfTest::end);
    connect(
        m_process.get(), &QProcess::errorOccurred, this,
        [this](QProcess::ProcessError error) {
            if (error != QProcess::FailedToStart || !m_process) return;  // finished() follows
            m_text += m_process->errorString();
            end();
        },
        Qt::QueuedConnection);
    Q_EMIT told({}, true);
    m_process->start(engine, {"self-test"});
}

void SelfTest::read() {
    m_text += QString::fromUtf8(m_process->readAll());
    Q_EMIT told(m_text, true);
}

void SelfTest::end() {
    m_text += QString::fromUtf8(m_process->readAll());
    m_process.release()->deleteLater();
    Q_EMIT told(m_text, false);
}

}  // namespace duelo::ui
