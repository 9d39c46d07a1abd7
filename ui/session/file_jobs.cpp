// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/file_jobs.h"

#include <algorithm>
#include <utility>

namespace duelo::ui {

void FileJobs::addFirst(FileJob job) {
    if (m_at_work) m_waiting.push_front(finish());
    m_waiting.push_front(std::move(job));
}

bool FileJobs::drop(std::initializer_list<FileJob::Kind> kinds) {
    const auto isOne = [&](const FileJob& job) {
        return std::ranges::find(kinds, job.kind) != kinds.end();
    };
    std::erase_if(m_waiting, isOne);
    if (!m_at_work || !isOne(*m_at_work)) return false;
    m_at_work.reset();
    return true;
}

const FileJob* FileJobs::next() const {
    return m_at_work || m_waiting.empty() ? nullptr : &m_waiting.front();
}

const FileJob& FileJobs::begin() {
    m_at_work = std::move(m_waiting.front());
    m_waiting.pop_front();
    return *m_at_work;
}

FileJob FileJobs::finish() {
    return *std::exchange(m_at_work, {});
}

}  // namespace duelo::ui
