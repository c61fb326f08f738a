// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "exportcontrol.h"

#include "backgroundjob.h"
#include "callstackfile.h"
#include "databaseexport.h"
#include "exportdialog.h"
#include "exportfile.h"
#include "exporttables.h"
#include "formatting.h"
#include "ganttview.h"
#include "keptwhatifs.h"
#include "notebook.h"
#include "openedquery.h"
#include "picturefile.h"
#include "reportpage.h"
#include "settings.h"
#include "summaryinput.h"
#include "tabletexts.h"
#include "tracefile.h"
#include "workspace.h"

#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QMimeData>
#include <QProgressDialog>
#include <QRegularExpression>

namespace bubblescope {

namespace {

struct FormatNames {
    ExportFormat format;
    const char* ending;
    const char* filter;
};
constexpr FormatNames formats[] = {
    {ExportFormat::Png, ".png", QT_TRANSLATE_NOOP("Export", "PNG pictures (*.png)")},
    {ExportFormat::Svg, ".svg", QT_TRANSLATE_NOOP("Export", "SVG drawings (*.svg)")},
    {ExportFormat::Pdf, ".pdf", QT_TRANSLATE_NOOP("Export", "PDF pages (*.pdf)")},
    {ExportFormat::ChromeTrace, ".json", QT_TRANSLATE_NOOP("Export", "Chrome traces (*.json)")},
    {ExportFormat::PackedChromeTrace, ".json.gz", QT_TRANSLATE_NOOP("Export", "Packed Chrome traces (*.json.gz)")},
    {ExportFormat::Csv, ".csv", QT_TRANSLATE_NOOP("Export", "Tables (*.csv)")},
    {ExportFormat::Report, ".html", QT_TRANSLATE_NOOP("Export", "Reports (*.html)")},
    {ExportFormat::Database, ".sqlite", QT_TRANSLATE_NOOP("Export", "Databases (*.sqlite)")},
    {ExportFormat::Folded, ".folded", QT_TRANSLATE_NOOP("Export", "Folded stacks (*.folded)")},
    {ExportFormat::Speedscope, ".speedscope.json",
        QT_TRANSLATE_NOOP("Export", "Speedscope profiles (*.speedscope.json)")},
};

const FormatNames& namesOfFormat(ExportFormat format) { return formats[size_t(format)]; }

void copyPicture(const Picture& picture, const ExportRequest& request)
{
    auto* data = new QMimeData;
    data->setImageData(drawnPicture(picture, request.size, request.pixelScale()));
    data->setData(QStringLiteral("image/svg+xml"), svgPicture(picture, request.size));
    QApplication::clipboard()->setMimeData(data);
}

/// What a file holds of its run, for its name: the same in every language, like the keys of tables.
QString exportedPart(const ExportRequest& request, ExportFormat format)
{
    if (format == ExportFormat::Csv)
        return request.table;
    if (format == ExportFormat::Report)
        return QStringLiteral("report");
    if (isTrace(format))
        return QStringLiteral("trace");
    if (format == ExportFormat::Database)
        return QStringLiteral("run");
    if (isCallStacks(format))
        return QStringLiteral("calls");
    switch (request.view) {
    case ExportView::Layers:
        return QStringLiteral("layers");
    case ExportView::Stages:
        return QStringLiteral("stages");
    case ExportView::Loss:
        return QStringLiteral("loss");
    case ExportView::Steps:
        return QStringLiteral("steps");
    case ExportView::Roofline:
        return QStringLiteral("roofline");
    case ExportView::Automatic:
    case ExportView::Timeline:
        break;
    }
    return QStringLiteral("timeline");
}

/// "spans.csv: …"
QString noticeOf(const QString& path, const Message& notice)
{
    return toText(QFileInfo(path).fileName()) + QStringLiteral(": ") + messageText(notice);
}

} // namespace

ExportControl::ExportControl(Workspace& workspace, GanttView& timeline, Settings& settings, QWidget& window)
    : QObject(&window), m_workspace(workspace), m_timeline(timeline), m_settings(settings), m_window(window)
{
    connect(this, &ExportControl::written, this,
        [this](const QString& path) { m_settings.setExportFolder(QFileInfo(path).absolutePath()); });
}

ExportControl::~ExportControl() = default;

ExportDialog* ExportControl::dialog() const { return m_dialog; }

std::unique_ptr<ExportSource> ExportControl::newSource() const
{
    auto source = std::make_unique<ExportSource>(m_workspace);
    // Pictures fold what has to be folded in them.
    source->setTimelineLook(m_timeline.plot().rows().chosenOptions(), m_timeline.plot().look().colorBy());
    if (m_kept)
        source->setKeptWhatIfs(m_kept->kept());
    return source;
}

void ExportControl::showDialog()
{
    if (!m_workspace.document.folder())
        return;
    if (m_dialog)
        m_dialog->close();
    // In times of the opened run, whichever of the two is shown.
    const TimeNs shift = m_workspace.document.showsSimulation() && m_workspace.document.openedRun()
        ? m_workspace.document.simulation()->offset
        : 0;
    const auto shifted = [shift](TimeRange range) { return TimeRange {range.begin + shift, range.end + shift}; };
    ExportDialog::Ranges ranges;
    ranges.zero = m_workspace.window.origin() + shift;
    if (m_workspace.document.run())
        ranges.visible = shifted(m_workspace.window.visibleRange());
    if (const TracePtr trace = m_workspace.document.trace())
        ranges.isPart = !m_workspace.window.visibleRange().contains(trace->denseRange());
    if (m_workspace.selection.range())
        ranges.selected = shifted(*m_workspace.selection.range());
    const ExportDialog::Look look {Palette::of(m_window).isDark, m_timeline.plot().look().showsCriticalPath()};
    m_dialog = new ExportDialog(newSource(), ranges, look, &m_window);
    m_dialog->setAttribute(Qt::WA_DeleteOnClose);
    m_dialog->setChoices(m_settings.exportChoices());
    connect(m_dialog, &QDialog::finished, this, [this] { m_settings.setExportChoices(m_dialog->choices()); });
    connect(m_dialog, &ExportDialog::saveRequested, this, &ExportControl::saveFromDialog);
    connect(m_dialog, &ExportDialog::copyRequested, this, &ExportControl::copyFromDialog);
    m_dialog->open();
}

QString ExportControl::suggestedPath(const QString& what, const QString& ending) const
{
    constexpr int longestName = 60;
    const RunFolder* folder = m_workspace.document.folder();
    const Run* run = m_workspace.document.openedRun();
    QString name = run ? exactText(run->name)
        : folder       ? QFileInfo(exactText(folder->path)).completeBaseName()
                       : QString();
    static const QRegularExpression unusual(
        QStringLiteral("[^\\w.-]+"), QRegularExpression::UseUnicodePropertiesOption);
    name = name.replace(unusual, QStringLiteral("_")).left(longestName);
    if (name.isEmpty() || name.startsWith(QLatin1Char('.')))
        name = QStringLiteral("bubblescope");
    const QString file = name + QLatin1Char('-') + what + ending;
    const QString last = m_settings.exportFolder();
    return !last.isEmpty() && QDir(last).exists() ? QDir(last).filePath(file) : file;
}

QString ExportControl::askPath(const QString& suggestion, const QString& title, const QString& filter)
{
    QWidget* parent = m_dialog ? static_cast<QWidget*>(m_dialog) : &m_window;
    return QFileDialog::getSaveFileName(parent, title, suggestion, filter);
}

void ExportControl::saveFromDialog()
{
    const ExportFormat format = m_dialog->format();
    const FormatNames& names = namesOfFormat(format);
    const QString ending = QLatin1String(names.ending);
    const ExportRequest request = m_dialog->request();
    QString path = askPath(suggestedPath(exportedPart(request, format), ending), tr("Export"),
        QCoreApplication::translate("Export", names.filter));
    if (path.isEmpty())
        return;
    if (!path.endsWith(ending, Qt::CaseInsensitive))
        path += ending;
    const QPointer<ExportDialog> dialog = m_dialog;
    save(dialog->source(), request, format, path);
    if (dialog)
        dialog->accept();
}

void ExportControl::copyFromDialog()
{
    const ExportRequest request = m_dialog->request();
    if (m_dialog->format() == ExportFormat::Csv) {
        makeTable(m_dialog->source(), request,
            [](const ExportedTable& table) { QApplication::clipboard()->setText(table.csv); });
        return;
    }
    const Result<std::unique_ptr<Picture>> picture = m_dialog->source().picture(request);
    if (picture)
        copyPicture(**picture, request);
}

void ExportControl::copyTimeline()
{
    const std::unique_ptr<ExportSource> source = newSource();
    ExportRequest request;
    request.isDark = Palette::of(m_window).isDark;
    request.scale = 2;
    request.showsCriticalPath = m_timeline.plot().look().showsCriticalPath();
    if (m_workspace.document.showsSimulation())
        request.subject = ExportSubject::Simulated;
    else if (m_workspace.document.simulation() && m_workspace.document.timeline() == Document::Timeline::Both)
        request.subject = ExportSubject::Both;
    if (m_workspace.document.run()) {
        const TimeNs shift = m_workspace.document.showsSimulation() ? m_workspace.document.simulation()->offset : 0;
        const TimeRange visible = m_workspace.window.visibleRange();
        request.range = TimeRange {visible.begin + shift, visible.end + shift};
    }
    const Result<std::unique_ptr<Picture>> picture = source->picture(request);
    if (picture)
        copyPicture(**picture, request);
    else
        emit refused(messageText(picture.error()));
}

void ExportControl::exportWindow()
{
    const QPixmap picture = m_window.grab();
    QString path = askPath(suggestedPath(QStringLiteral("window"), QStringLiteral(".png")), tr("Export as PNG"),
        tr("PNG pictures (*.png)"));
    if (path.isEmpty())
        return;
    if (QFileInfo(path).suffix().isEmpty())
        path += QStringLiteral(".png");
    showOutcome(writePng(picture.toImage(), path), path);
}

void ExportControl::exportTable(const QString& name, const QString& csv)
{
    const QString path
        = askPath(suggestedPath(name, QStringLiteral(".csv")), tr("Export as CSV"), tr("Tables (*.csv)"));
    if (!path.isEmpty())
        showOutcome(writeWholeFile(path, csv.toUtf8()), path);
}

void ExportControl::showOutcome(const std::optional<Error>& error, const QString& path)
{
    if (error)
        emit refused(messageText(*error));
    else
        emit written(path);
}

void ExportControl::save(ExportSource& source, const ExportRequest& request, ExportFormat format, const QString& path)
{
    if (isPicture(format)) {
        const Result<std::unique_ptr<Picture>> picture = source.picture(request);
        if (!picture) {
            emit refused(messageText(picture.error()));
            return;
        }
        QApplication::setOverrideCursor(Qt::WaitCursor);
        const std::optional<Error> error = writePicture(**picture, request, format, path);
        QApplication::restoreOverrideCursor();
        showOutcome(error, path);
    } else if (format == ExportFormat::Csv) {
        makeTable(source, request, [this, path](const ExportedTable& table) {
            showOutcome(writeWholeFile(path, table.csv.toUtf8()), path);
            if (table.notice)
                emit noticed(noticeOf(path, *table.notice));
        });
    } else if (isTrace(format)) {
        // Keeps the data of the runs alive while they are written.
        auto work = [opened = source.measured().document.opened(), simulation = source.simulation(),
                        runs = source.writtenRuns(request.subject, request.range), path](const ProgressFn& progress) {
            return writeTraceFile(runs, QFile::encodeName(path).toStdString(), progress);
        };
        start(std::move(work), tr("Writing the trace …"), [this, path] { showOutcome(std::nullopt, path); });
    } else if (isCallStacks(format)) {
        const std::vector<WrittenRun> runs = source.writtenRuns(request.subject, request.range);
        // A simulated step is in memory even where an index keeps the run.
        const bool isPart = !runs.empty() && source.measured().document.blocks()
            && runs.front().run == source.measured().document.openedRun();
        if (runs.empty() || isPart) {
            emit refused(runs.empty() ? tr("There is no timeline to write.")
                                      : tr("Not all ranks of the run are in memory: open some of them, or a range."));
            return;
        }
        const auto as = format == ExportFormat::Folded ? CallStackFormat::Folded : CallStackFormat::Speedscope;
        auto work = [trace = runs.front().run->trace, name = runs.front().run->name, range = runs.front().range, as,
                        path](const ProgressFn& progress) {
            return writeCallStackFile(trace, name, range, as, QFile::encodeName(path).toStdString(), progress);
        };
        start(std::move(work), tr("Writing the calls …"), [this, path] { showOutcome(std::nullopt, path); });
    } else if (format == ExportFormat::Database) {
        const OpenedFolderPtr opened = source.measured().document.opened();
        const QueryDataPtr data = queryDataOf(opened, m_workspace.document.notes().notes());
        auto work = [data, path](const ProgressFn& progress) {
            return writeDatabase(*data, QFile::encodeName(path).toStdString(), progress);
        };
        start(std::move(work), tr("Writing the database …"), [this, data, path] {
            showOutcome(std::nullopt, path);
            for (const Message& notice : data->notices())
                emit noticed(noticeOf(path, notice));
        });
    } else {
        const OpenedFolderPtr opened = source.measured().document.opened();
        const auto inputs = std::make_shared<std::vector<SummaryInput>>();
        const SummaryOptions options = shownInputs(source.measured());
        auto work = [opened, inputs, options](const ProgressFn&) -> std::optional<Error> {
            Result<std::vector<SummaryInput>> found = summaryInputs(knownOf(*opened), options);
            if (!found)
                return found.error();
            *inputs = std::move(found).value();
            return std::nullopt;
        };
        // Dialog and source may be gone when the analyses are done.
        const std::shared_ptr<ExportSource> kept = newSource();
        start(std::move(work), tr("Analysing the run …"), [this, path, request, kept, inputs] {
            const Result<QByteArray> page = reportPage(*kept, request, *inputs);
            showOutcome(page ? writeWholeFile(path, *page) : page.error(), path);
        });
    }
}

void ExportControl::makeTable(
    ExportSource& source, const ExportRequest& request, std::function<void(const ExportedTable& table)> take)
{
    source.measured().selection.setRange(request.range);
    const std::shared_ptr<const RankBlocks> blocks = source.measured().document.blocks();
    if (!blocks || request.table != QLatin1String("spans")) {
        const Result<ExportedTable> table = bubblescope::exportTable(source, request.table);
        if (table)
            take(*table);
        else
            emit refused(messageText(table.error()));
        return;
    }
    const auto made = std::make_shared<std::optional<ExportedTable>>();
    auto work
        = [blocks, range = exportedRange(source.measured()), made](const ProgressFn& progress) -> std::optional<Error> {
        *made = spansOfAllRanks(blocks, range, progress);
        if (!*made)
            return Error {say("cancelled"), {}, {}};
        return std::nullopt;
    };
    start(std::move(work), tr("Counting the spans of all ranks …"), [made, take = std::move(take)] { take(**made); });
}

void ExportControl::start(Work work, const QString& label, std::function<void()> done)
{
    auto* progress = new QProgressDialog(label, tr("Cancel"), 0, 100, &m_window);
    progress->setWindowTitle(tr("Export"));
    progress->setAutoReset(false);
    progress->setAutoClose(false);
    progress->setMinimumDuration(400);
    m_job = std::make_unique<BackgroundJob>(); // a running job is cancelled and leaves no file
    BackgroundJob* job = m_job.get();
    connect(
        job, &BackgroundJob::progressed, progress, [progress](double share) { progress->setValue(int(100 * share)); });
    connect(progress, &QProgressDialog::canceled, job, &BackgroundJob::cancel);
    connect(job, &QObject::destroyed, progress, &QObject::deleteLater);
    connect(job, &BackgroundJob::failed, this, [this](const Error& error) { emit refused(messageText(error)); });
    connect(job, &BackgroundJob::over, this, [this] { m_job.release()->deleteLater(); });
    job->start([work = std::move(work)](const JobThread& thread) { return work(thread.progressFunction()); },
        [this, done = std::move(done)](const std::optional<Error>& error) {
            if (error)
                emit refused(messageText(*error));
            else
                done();
        });
}

} // namespace bubblescope
