// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "recordcontrol.h"

#include "detailspanel.h"
#include "formatting.h"
#include "indexinput.h"
#include "indexplaces.h"
#include "knownindex.h"
#include "tabletexts.h"
#include "workspace.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

namespace bubblescope {

namespace {
constexpr int recordPauseMs = 120;
} // namespace

QString filePathOf(const QStringList& openedPaths, const QString& nameInRun)
{
    QStringList found;
    for (const QString& opened : openedPaths) {
        const QFileInfo info(QDir::cleanPath(opened));
        const QString own = info.fileName();
        QString path;
        if (!info.isDir())
            path = nameInRun == own ? info.filePath() : QString();
        else if (openedPaths.size() == 1)
            path = QDir(info.filePath()).filePath(nameInRun);
        else if (nameInRun.startsWith(own + QLatin1Char('/')))
            path = QDir(info.filePath()).filePath(nameInRun.mid(own.size() + 1));
        if (!path.isEmpty() && QFileInfo(path).isFile())
            found << path;
    }
    return found.size() == 1 ? found.front() : QString();
}

RecordControl::RecordControl(Workspace& workspace, DetailsPanel& details, QObject* parent)
    : QObject(parent), m_workspace(workspace), m_details(details), m_opened(QDateTime::currentDateTime())
{
    m_pause.setSingleShot(true);
    m_pause.setInterval(recordPauseMs);
    connect(&m_pause, &QTimer::timeout, this, &RecordControl::look);
    connect(&workspace.selection, &Selection::spanChanged, this, [this] {
        m_retired.take(std::move(m_job));
        m_details.setRecord({}, {}); // the same number may be a different span in another run
        m_pause.start();
    });
}

RecordControl::~RecordControl() = default;

void RecordControl::setPaths(const QStringList& paths)
{
    m_paths = paths;
    m_opened = QDateTime::currentDateTime();
    const std::string index = paths.size() == 1 ? QFile::encodeName(paths.front()).toStdString() : std::string();
    if (!indexAmong({index}))
        return;
    // It was made of other files, which may be elsewhere.
    m_paths.clear();
    if (const Result<std::vector<std::string>> indexed = notedInput(index)) {
        for (const std::string& path : *indexed)
            m_paths << QFile::decodeName(path.c_str());
    }
    m_opened = QFileInfo(QFile::decodeName(IndexPlaces(index).run().c_str())).lastModified();
}

void RecordControl::look()
{
    const Run* run = m_workspace.document.run();
    const SpanId span = m_workspace.selection.span();
    // A modelled span has no record.
    if (!run || !span.isValid() || m_paths.isEmpty() || m_workspace.document.showsSimulation())
        return;
    const SourcePosition source = run->trace->source(span);
    if (source.file >= run->trace->files().size())
        return;
    const QString path = filePathOf(m_paths, exactText(run->trace->files()[source.file]));
    if (path.isEmpty()) {
        m_details.setRecord(span, {{tr("record"), tr("the file is no longer where it was read"), {}, {}, false}});
        return;
    }
    const bool hasChanged = QFileInfo(path).lastModified() > m_opened;
    m_job = std::make_unique<BackgroundJob>();
    connect(m_job.get(), &BackgroundJob::failed, this,
        [this, span, hasChanged](const Error& error) { show(span, hasChanged, error); });
    m_job->start([path = path.toStdString(), offset = source.offset](
                     const JobThread& thread) { return readSourceRecord(path, offset, thread.progressFunction()); },
        [this, span, hasChanged](const Result<SourceRecord>& record) { show(span, hasChanged, record); });
}

void RecordControl::show(SpanId span, bool hasChanged, const Result<SourceRecord>& record)
{
    DetailFields fields;
    if (hasChanged)
        fields.push_back({tr("note"), tr("the file changed since it was opened"),
            tr("The record at this place may be another one now; reload the run"), {}, false});
    if (record) {
        fields.push_back({tr("line"), formatCount(qint64(record->line)), tr("Counted from 1"), {}, false});
        const QString text = toText(record->text);
        fields.push_back(
            {tr("record"), text.simplified(), record->isCut ? tr("%1 … (goes on)").arg(text) : text, {}, false});
    } else {
        fields.push_back(
            {tr("record"), messageText(record.error().message), messageText(record.error().advice), {}, false});
    }
    m_details.setRecord(span, std::move(fields));
}

} // namespace bubblescope
