// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "clockalignment.h"
#include "folderloader.h"
#include "indexcommand.h"
#include "indexmerge.h"
#include "indexplaces.h"
#include "indexshard.h"
#include "outputfile.h"
#include "packedtext.h"
#include "runspans.h"
#include "summaryjson.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>

#include <map>

#include <fcntl.h>
#include <unistd.h>

namespace bubblescope {

/// What the program prints is no part of a test.
class SilentOutput {
public:
    SilentOutput()
    {
        fflush(stdout);
        fflush(stderr);
        m_out = dup(STDOUT_FILENO);
        m_error = dup(STDERR_FILENO);
        const int nowhere = open("/dev/null", O_WRONLY);
        dup2(nowhere, STDOUT_FILENO);
        dup2(nowhere, STDERR_FILENO);
        close(nowhere);
    }
    ~SilentOutput()
    {
        fflush(stdout);
        fflush(stderr);
        dup2(m_out, STDOUT_FILENO);
        dup2(m_error, STDERR_FILENO);
        close(m_out);
        close(m_error);
    }
    SilentOutput(const SilentOutput&) = delete;
    SilentOutput& operator=(const SilentOutput&) = delete;

private:
    int m_out;
    int m_error;
};

inline std::string bytesOfFile(const std::string& path)
{
    QFile file(QString::fromStdString(path));
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

inline bool isWritten(const std::string& path, const std::string& bytes)
{
    QFile file(QString::fromStdString(path));
    return file.open(QIODevice::WriteOnly) && file.write(bytes.data(), qint64(bytes.size())) == qint64(bytes.size());
}

/// Indexes folders by as many tasks, one after another, and merges.
inline ExitCode indexed(const std::vector<std::string>& paths, const std::string& index, uint32_t shards)
{
    const SilentOutput silence;
    IndexCommand command;
    command.paths = paths;
    command.index = index;
    command.threads = 1;
    for (uint32_t i = 0; i < shards; ++i) {
        command.shard = std::to_string(i) + '/' + std::to_string(shards);
        if (const ExitCode code = runIndex(command); code != ExitCode::Fine)
            return code;
    }
    command.shard.clear();
    command.merge = true;
    return runIndex(command);
}

/// The index of a run with another text of one section, sealed as hostile hands would seal it.
inline bool isRewritten(const std::string& from, const std::string& to, SectionKey section, const std::string& text)
{
    const auto sections = SectionReader::open(from);
    OutputFile file(to);
    SectionWriter writer(file);
    for (uint32_t kind = 0; kind < indexSections.size(); ++kind) {
        for (SectionKey key {kind, 0, 0}; (*sections)->find(key); ++key.part) {
            const std::string written = key == section ? text : *(*sections)->read(key);
            if (!writer.add(key, packedText(written), written.size()))
                return false;
        }
    }
    return writer.finish() && file.commit();
}

/// Overwrites some of what it holds of a rank, given by index.
inline bool isDamaged(const std::string& index, uint32_t rank)
{
    const std::string place = IndexPlaces(index).run();
    const auto sections = SectionReader::open(place);
    const SectionPlace* const spans = sections ? (*sections)->find(keyOf(IndexSection::Spans, 0, rank)) : nullptr;
    QFile file(QString::fromStdString(place));
    return spans && file.open(QIODevice::ReadWrite) && file.seek(qint64(spans->offset + spans->packedSize / 2))
        && file.write("damage") == 6;
}

/// The bytes of all files, by their names in the folder.
inline std::map<QString, QByteArray> filesIn(const QString& folder)
{
    std::map<QString, QByteArray> files;
    QDirIterator at(folder, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
    while (at.hasNext()) {
        QFile file(at.next());
        if (file.open(QIODevice::ReadOnly))
            files[QDir(folder).relativeFilePath(file.fileName())] = file.readAll();
    }
    return files;
}

/// Without spans where an index keeps the answer.
inline OpenedFolderPtr openedToAnswer(const std::string& path, Asked asked)
{
    FolderLoad load;
    load.paths = {path};
    load.levels = false;
    load.asked = asked;
    return FolderLoader(std::move(load)).load();
}

inline OpenedFolderPtr openedQuietly(const std::string& path) { return openedToAnswer(path, Asked::Spans); }

/// What `summary --json` says of a folder or an index, all of whose spans are read.
inline std::string summaryOf(const std::string& path)
{
    const Result<std::string> text = summaryJson(openedQuietly(path)->folder, {});
    return text ? *text : text.error().message.text();
}

/// What it says of an index without reading spans.
inline std::string digestOf(const std::string& index)
{
    const OpenedFolderPtr opened = openedToAnswer(index, Asked::Findings);
    if (!opened->folder.runs.empty() && !knownOf(*opened).lacksSpans())
        return "no digest";
    const Result<std::string> text = summaryJson(knownOf(*opened), {});
    return text ? *text : text.error().message.text();
}

} // namespace bubblescope
