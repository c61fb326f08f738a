// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "importer.h"

#include <QByteArray>
#include <QString>

#include <string>
#include <string_view>

namespace bubblescope {

/// What an importer read from one text or file.
struct Imported {
    FileContents contents;
    ImportReport report;
    bool finished = false;

    /// "bad-number x2, empty-file", in order of appearance.
    QByteArray issues() const
    {
        QByteArray text;
        for (const Issue& issue : report.issues()) {
            const std::string_view id = issueInfo(issue.kind).id;
            text += text.isEmpty() ? "" : ", ";
            text += QByteArray(id.data(), static_cast<qsizetype>(id.size()));
            if (issue.count > 1)
                text += " x" + QByteArray::number(static_cast<qulonglong>(issue.count));
        }
        return text;
    }
    /// Offset of the first instance of a kind; -1 if it has none.
    qlonglong offsetOf(IssueKind kind) const
    {
        for (const Issue& issue : report.issues()) {
            if (issue.kind == kind && !issue.first.empty() && issue.first.front().offset)
                return static_cast<qlonglong>(*issue.first.front().offset);
        }
        return -1;
    }
};

inline Imported importSource(const Importer& importer, ByteSource& source, const ProgressFn& progress = {})
{
    Imported imported;
    imported.report.setFile(source.name());
    imported.finished = importer.import(source, imported.contents, imported.report, progress);
    return imported;
}

inline Imported importText(const Importer& importer, std::string_view text, const std::string& name = "table.txt")
{
    const std::unique_ptr<ByteSource> source = openMemory(text, name);
    return importSource(importer, *source);
}

/// The name of the file is the last part of its path; an unreadable file gives an empty, unfinished result.
inline Imported importFile(const Importer& importer, const std::string& path)
{
    auto source = openFile(path, path.substr(path.find_last_of('/') + 1));
    return source ? importSource(importer, **source) : Imported {};
}

} // namespace bubblescope
