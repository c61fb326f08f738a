// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "exportcommand.h"

#include "console.h"
#include "consolecommands.h"
#include "dataexport.h"
#include "exportfile.h"
#include "exportsource.h"
#include "exporttables.h"
#include "findingscontrol.h"
#include "formatting.h"
#include "language.h"
#include "notebook.h"
#include "picturefile.h"
#include "rendercommand.h"
#include "reportpage.h"
#include "sessionview.h"
#include "summaryinput.h"
#include "theme.h"
#include "timelinelook.h"
#include "timelinerows.h"

#include <QApplication>
#include <QFontDatabase>
#include <QFontInfo>

namespace bubblescope {

namespace {

/// Writes a picture or a report.
ExitCode writeDrawn(const ExportCommand& command, ExportSource& source, ExportFormat format)
{
    const QString path = QString::fromLocal8Bit(command.output.c_str());
    const auto refuse = [](const Error& error) {
        printError(error);
        return ExitCode::NothingUsable;
    };
    std::optional<Error> failure;
    if (isPicture(format)) {
        const Result<std::unique_ptr<Picture>> picture = source.picture(command.request);
        if (!picture)
            return refuse(picture.error());
        failure = writePicture(**picture, command.request, format, path);
    } else {
        const Result<std::vector<SummaryInput>> inputs
            = summaryInputs(knownOf(*source.measured().document.opened()), shownInputs(source.measured()));
        if (!inputs)
            return refuse(inputs.error());
        const Result<QByteArray> page = reportPage(source, command.request, *inputs);
        if (!page)
            return refuse(page.error());
        failure = writeWholeFile(path, *page);
    }
    if (failure)
        printError(*failure);
    return failure ? ExitCode::Usage : ExitCode::Fine;
}

/// Sets what the command line leaves open from the session.
void takeOver(const Session& session, ExportCommand& command)
{
    if (command.source.paths.empty() && !command.source.demo) {
        command.source.demo = session.isDemo;
        for (const QString& path : session.paths)
            command.source.paths.push_back(path.toLocal8Bit().toStdString());
        if (command.source.choices.kernels == KernelNames::builtin())
            command.source.choices.kernels = session.kernels;
    }
    if (command.simulate.knobs.empty()) {
        const QStringList moved = exactText(session.simulate.knobs).split(QStringLiteral("; "), Qt::SkipEmptyParts);
        for (const QString& knob : moved)
            command.simulate.knobs.push_back(knob.toStdString());
    }
}

/// Makes the source look like the window of the session.
void applySession(const Session& session, ExportSource& source, ExportRequest& request, ExportFormat format)
{
    Workspace& measured = source.measured();
    applyView(session, measured);
    measured.document.notes().setNotes(session.notes);
    source.setKeptWhatIfs(session.simulate.whatIfs);
    request.showsCriticalPath = request.showsCriticalPath || session.rows.showsCriticalPath;
    if (!source.hasRun())
        return;
    // A trace contains the whole run, whatever the window showed.
    if (session.view.range && !request.range && !isTrace(format)) {
        const TimeNs origin = measured.document.openedRun()->trace->origin();
        request.range = TimeRange {session.view.range->begin - origin, session.view.range->end - origin};
    }
    TimelineRows rows(measured);
    TimelineLook look;
    applyRows(session, measured, rows, look);
    source.setTimelineLook(rows.chosenOptions(), look.colorBy());
}

/// Looks at the step with that number; its time is the range to draw, unless one was asked for.
std::optional<Error> showStep(ExportSource& source, int number, bool isRangeGiven, ExportRequest& request)
{
    if (const std::optional<Error> error = source.showStep(number))
        return error;
    const Run& run = *source.measured().document.openedRun();
    if (const Result<int> step = stepNumbered(run, number); step && !isRangeGiven)
        request.range = run.trace->steps()[size_t(*step)].range;
    return std::nullopt;
}

/// The step that has most of the range; -1 for none.
int stepIn(const Trace& trace, TimeRange range)
{
    int best = -1;
    TimeNs most = 0;
    for (size_t i = 0; i < trace.steps().size(); ++i) {
        const TimeNs shared = trace.steps()[i].range.intersected(range).duration();
        if (shared > most) {
            most = shared;
            best = int(i);
        }
    }
    return best;
}

/// Of the step that was chosen, else of the one that is drawn, else of the one that the session looked at.
std::optional<Error> findCriticalPath(ExportSource& source, const ExportRequest& request)
{
    const Run& run = *source.measured().document.openedRun();
    FindingOptions options = findingOptionsOf(source.measured());
    if (request.range && !source.measured().window.step())
        options.step = stepIn(*run.trace, *request.range);
    if (std::optional<RunAnalysis> analysis = analyzeRun(run, options))
        source.measured().diagnosis.setReasons(std::make_shared<const StepReasons>(run, *analysis));
    return std::nullopt;
}

/// Before anything is drawn. An empty name leaves the usual family, under the name it really has.
std::optional<Error> useFont(QApplication& application, const QString& name)
{
    QFont font = application.font();
    QString family = QFontInfo(font).family();
    if (!name.isEmpty()) {
        const QStringList families = QFontDatabase::families();
        const auto known = std::find_if(families.begin(), families.end(),
            [&name](const QString& one) { return one.compare(name, Qt::CaseInsensitive) == 0; });
        if (known == families.end())
            return Error {say("There is no font family \"{}\" here.", name.toStdString()),
                say("`fc-list : family` lists those that are installed."), {}};
        family = *known;
    }
    font.setFamily(family);
    application.setFont(font);
    return std::nullopt;
}

} // namespace

ExitCode exportTo(const ExportCommand& asked)
{
    ExportCommand command = asked;
    Session session;
    if (!command.session.empty()) {
        Result<SessionReading> reading = readSessionFile(QString::fromLocal8Bit(command.session.c_str()));
        if (!reading) {
            printError(reading.error());
            return ExitCode::NothingUsable;
        }
        session = std::move(reading->session);
        for (const QString& problem : reading->problems)
            printError(problem.toStdString());
        takeOver(session, command);
    }
    const ExportFormat format = exportFormatOf(command);
    const OpenedFolderPtr opened = openSource(sourceOf(command), isPicture(format) || format == ExportFormat::Report);
    if (!warnOfPart(command.source, opened->folder))
        return ExitCode::NothingUsable;
    ExportRequest& request = command.request;
    request.range = rangeToShow(command.source, opened->folder);
    if (const std::optional<Error> error = whyNoRange(command.source, opened->folder)) {
        printError(*error);
        return ExitCode::Usage;
    }
    Result<ShownSimulationPtr> simulation = simulationFor(command, opened->folder);
    if (!simulation) {
        printError(simulation.error());
        return ExitCode::NothingUsable;
    }
    ExportSource source(opened, *simulation);
    if (!command.session.empty())
        applySession(session, source, request, format);
    if (request.range && !isTrace(format))
        source.measured().selection.setRange(request.range);
    if (command.simulate.step && isPicture(format) && source.hasRun() && request.subject == ExportSubject::Measured) {
        const bool isRangeGiven = command.source.range.has_value();
        if (const std::optional<Error> error = showStep(source, *command.simulate.step, isRangeGiven, request)) {
            printError(*error);
            return ExitCode::NothingUsable;
        }
    }
    if (const std::optional<Error> error = showTableStep(command, source, format)) {
        printError(*error);
        return ExitCode::NothingUsable;
    }
    if (request.showsCriticalPath && isPicture(format) && source.hasRun()) {
        if (const std::optional<Error> error = findCriticalPath(source, request)) {
            printError(*error);
            return ExitCode::NothingUsable;
        }
    }
    const ExitCode written = isData(format) ? writeData(command, source, format) : writeDrawn(command, source, format);
    return written == ExitCode::Fine ? exportedFrom(command, opened->folder) : written;
}

ExitCode runExport(const ExportCommand& command, int& argc, char** argv)
{
    if (command.request.table == QLatin1String("list")) {
        print(stdout, exportTableList().toStdString());
        return ExitCode::Fine;
    }
    startDrawing();
    QApplication application(argc, argv);
    applyLanguage(application, QString::fromStdString(command.language));
    applyTheme(application, ThemeChoice::Light);
    if (const std::optional<Error> error = useFont(application, command.request.font)) {
        printError(*error);
        return ExitCode::Usage;
    }
    return exportTo(command);
}

} // namespace bubblescope
