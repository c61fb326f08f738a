// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "filereading.h"

#include "fileimport.h"
#include "parallel.h"
#include "roundedtime.h"

#include <algorithm>
#include <utility>

namespace bubblescope {

FileReading::FileReading(const FolderScan& scan, LoadReporter& reporter, Options options)
    : m_reporter(reporter), m_options(std::move(options)), m_limit(m_options.memory)
{
    std::vector<const LoadReporter::File*> progress;
    for (const ScannedFile& scanned : scan.files) {
        m_files.push_back(std::make_unique<File>());
        File& file = *m_files.back();
        file.scanned = &scanned;
        file.progress.name = scanned.name;
        file.progress.size = scanned.size;
        m_bySize.push_back(&file);
        progress.push_back(&file.progress);
    }
    m_reporter.setFiles(std::move(progress));
    // A large file started last would keep one thread busy while the others idle.
    std::stable_sort(m_bySize.begin(), m_bySize.end(),
        [](const File* a, const File* b) { return a->scanned->size > b->scanned->size; });
}

bool FileReading::read(const std::function<void()>& oneMore)
{
    if (m_options.slice && !findStarts())
        return false;
    forEachParallel(m_bySize.size(), m_options.threads, [&](size_t i) {
        if (m_reporter.isCancelled())
            return;
        readFile(*m_bySize[i]);
        m_reporter.report(false);
        oneMore();
    });
    return !m_reporter.isCancelled();
}

/// A slice is relative to the start of the run, which is only known after a look into all its files. Files that begin
/// within a minute of each other are considered one run.
bool FileReading::findStarts()
{
    forEachParallel(m_bySize.size(), m_options.threads, [&](size_t i) {
        File& file = *m_bySize[i];
        auto source = openFile(file.scanned->path, file.scanned->name);
        if (!source || m_reporter.isCancelled())
            return;
        const ProgressFn progress = [this](uint64_t, uint64_t) { return m_reporter.report(false); };
        const auto whole = watched(std::move(source).value(), progress);
        const std::optional<FileStart> found = file.scanned->importer->findStart(*whole, progress);
        if (found) {
            file.start = found->time;
            file.base = found->base;
        }
    });
    std::vector<File*> byStart;
    for (const std::unique_ptr<File>& file : m_files) {
        if (file->start)
            byStart.push_back(file.get());
    }
    std::stable_sort(
        byStart.begin(), byStart.end(), [](const File* a, const File* b) { return *a->start < *b->start; });
    constexpr TimeNs apart = 60'000'000'000;
    TimeNs start = 0;
    TimeNs previous = 0;
    for (size_t i = 0; i < byStart.size(); ++i) {
        const TimeNs own = *byStart[i]->start;
        if (i == 0 || own - previous > apart)
            start = own;
        previous = own;
        byStart[i]->start = start;
    }
    return m_reporter.report(true);
}

void FileReading::readFile(File& file)
{
    file.progress.active = true;
    file.contents.pool = m_pool;
    file.report.setFile(file.scanned->name);
    importGuarded(file.contents, file.report, [this, &file] {
        importInto(file);
        return true;
    });
    file.progress.done = file.scanned->size;
    file.progress.active = false;
    file.finished = true;
    const FileContents& contents = file.contents;
    m_tablesRead += contents.layerTables.size() + contents.workloads.size() + contents.runLogs.size();
    m_reporter.addDone();
}

void FileReading::importInto(File& file)
{
    const ProgressFn progress = [this, &file](uint64_t done, uint64_t) {
        file.progress.done = std::min(done, file.scanned->size);
        return m_reporter.report(false);
    };
    const auto import = [this, &file](ByteSource& source, const ProgressFn& watch) {
        const Importer& importer = *file.scanned->importer;
        ImportChoices choices = m_options.choices;
        choices.mappingFile = file.scanned->mapping;
        if (!file.start)
            return importer.importChosen(choices, source, file.contents, file.report, watch);
        // The start of a run is far from the 64-bit limits; the user's range may not be.
        const TimeNs start = *file.start - file.base;
        const TimeRange slice {start + std::clamp(m_options.slice->begin, -longestPlaced, longestPlaced),
            start + std::clamp(m_options.slice->end, -longestPlaced, longestPlaced)};
        const bool isFinished = importer.importSlice(choices, source, slice, file.contents, file.report, watch);
        for (TracePart& part : file.contents.traceParts)
            part.runStart = file.start;
        return isFinished;
    };
    if (!importWithin(m_limit, file.scanned->path, file.scanned->name, file.contents, file.report, progress, import))
        m_reporter.cancel();
}

} // namespace bubblescope
