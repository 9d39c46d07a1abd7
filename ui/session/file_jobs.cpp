// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/file_jobs.h"

#include <algorithm>
#include <utility>

namespace duelo::ui {

void FileJobs::addFirst(FileJob job) {
    if (m_at_work) putBack(finish());
    putBack(std::move(job));
}

/// Several files beside one by one: maybe a run goes on by now.
void FileJobs::putBack(FileJob job) {
    const std::vector<FileJob> more = std::exchange(job.more, {});
    m_waiting.insert(m_waiting.begin(), more.begin(), more.end());
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

const FileJob& FileJobs::begin(bool together) {
    const auto take = [this] {
        FileJob job = std::move(m_waiting.front());
        m_waiting.pop_front();
        return job;
    };
    m_at_work = take();
    const bool beside = m_at_work->kind == FileJob::Kind::Beside;
    while (together && beside && !m_waiting.empty() &&
           m_waiting.front().kind == FileJob::Kind::Beside)
        m_at_work->more.push_back(take());
    return *m_at_work;
}

FileJob FileJobs::finish() {
    return *std::exchange(m_at_work, {});
}

}  // namespace duelo::ui
