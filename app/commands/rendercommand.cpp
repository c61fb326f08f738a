// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "rendercommand.h"

#include "console.h"
#include "consolecommands.h"
#include "folderloader.h"
#include "formatting.h"
#include "ganttview.h"
#include "language.h"
#include "layercostview.h"
#include "losscurveview.h"
#include "mainwindow.h"
#include "picturefile.h"
#include "rooflinestate.h"
#include "rooflineview.h"
#include "runcache.h"
#include "settings.h"
#include "runsteps.h"
#include "stageview.h"
#include "stepsview.h"
#include "theme.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QImage>
#include <QTimer>
#include <QVBoxLayout>

#include <functional>
#include <memory>

namespace bubblescope {

namespace {
/// Views delay work until they are visible, and plots until the event loop: let all of that happen.
void settle(QWidget& widget)
{
    widget.ensurePolished();
    for (int i = 0; i < 3; ++i) {
        QCoreApplication::sendPostedEvents();
        QCoreApplication::processEvents();
    }
}

QImage picture(QWidget& widget, QSize size)
{
    widget.resize(size);
    widget.setAttribute(Qt::WA_DontShowOnScreen);
    widget.show();
    settle(widget);
    return widget.grab().toImage();
}

QImage pictureOfPanel(PanelView& view, QSize size)
{
    view.setBackgroundRole(QPalette::Base);
    view.setAutoFillBackground(true);
    view.resize(size);
    view.setAttribute(Qt::WA_DontShowOnScreen);
    view.show();
    view.refreshNow();
    return picture(view, size);
}

QImage pictureOfWindow(const RenderCommand& command, const OpenedFolderPtr& opened)
{
    Settings settings(Settings::Storage::None);
    settings.setHintWasShown();
    MainWindow window(settings, nullptr);
    window.resize(command.width, command.height);
    window.setAttribute(Qt::WA_DontShowOnScreen);
    window.show();
    window.show(opened);
    constexpr qint64 patienceMs = 60'000;
    QElapsedTimer waited;
    waited.start();
    QTimer tick; // wakes the loop, so that the timeout is checked
    tick.start(100);
    settle(window);
    while (window.isBusy() && waited.elapsed() < patienceMs)
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    if (const auto range = rangeToShow(command.source, opened->folder))
        window.workspace().window.setVisibleRange(*range);
    return picture(window, QSize(command.width, command.height));
}

QImage draw(const RenderCommand& command, const OpenedFolderPtr& opened)
{
    const QSize size(command.width, command.height);
    if (command.view == RenderCommand::View::Window)
        return pictureOfWindow(command, opened);
    Workspace workspace;
    workspace.document.setFolder(opened);
    if (const auto range = rangeToShow(command.source, opened->folder))
        workspace.window.setVisibleRange(*range);
    switch (command.view) {
    case RenderCommand::View::Timeline: {
        GanttView view(&workspace);
        return view.renderImage(size);
    }
    case RenderCommand::View::Layers: {
        LayerCostView view(workspace);
        return pictureOfPanel(view, size);
    }
    case RenderCommand::View::Stages: {
        StageView view(workspace);
        return pictureOfPanel(view, size);
    }
    case RenderCommand::View::Loss: {
        LossCurveView view(workspace.document, workspace.inputs, workspace.window);
        return pictureOfPanel(view, size);
    }
    case RenderCommand::View::Steps: {
        RunSteps steps(workspace.document, workspace.inputs);
        StepsView view(workspace.document, workspace.inputs, workspace.selection, workspace.window, steps);
        return pictureOfPanel(view, size);
    }
    case RenderCommand::View::Roofline: {
        RooflineState operators(workspace.document, workspace.selection, workspace.window);
        RooflineView view(operators, workspace.search);
        return pictureOfPanel(view, size);
    }
    case RenderCommand::View::Window:
        break;
    }
    return {};
}

/// Drops messages of Qt's offscreen platform about what it does not support.
void dropNoise(QtMsgType type, const QMessageLogContext&, const QString& text)
{
    if (type == QtCriticalMsg || type == QtFatalMsg)
        printError(text.toStdString());
}

/// True if the view has content for this folder; a picture of an empty view is useless.
bool canDraw(RenderCommand::View view, const RunFolder& folder)
{
    switch (view) {
    case RenderCommand::View::Timeline:
    case RenderCommand::View::Roofline:
        return !folder.runs.empty();
    case RenderCommand::View::Loss:
        return !folder.runLogs.empty();
    case RenderCommand::View::Stages:
    case RenderCommand::View::Steps:
        return !folder.runs.empty() || !folder.runLogs.empty();
    case RenderCommand::View::Layers:
    case RenderCommand::View::Window:
        return !folder.isEmpty();
    }
    return false;
}

std::shared_ptr<QApplication> drawingApplication(int& argc, char** argv)
{
    startDrawing();
    auto application = std::make_shared<QApplication>(argc, argv);
    rememberDesktopColours();
    return application;
}

/// Takes why nothing was drawn.
using ReportError = std::function<void(const Error&)>;

void toStandardError(const Error& error) { printError(error); }

/// There is a QApplication.
ExitCode drawPicture(const RenderCommand& command, const OpenedFolderPtr& opened, const ReportError& report)
{
    applyLanguage(*qApp, QString::fromStdString(command.language));
    applyTheme(*qApp, command.theme);
    const QImage image = draw(command, opened);
    const QString path = QString::fromLocal8Bit(command.output.c_str());
    if (const std::optional<Error> error = writePng(image, path)) {
        report(*error);
        return ExitCode::Usage;
    }
    return ExitCode::Fine;
}

OpenedFolderPtr folderOf(const Run& run)
{
    RunFolder folder;
    folder.runs.push_back(run);
    return prepared(std::move(folder));
}

/// Adds the modelled timeline of inputs that have none of their own.
OpenedFolderPtr withTimeline(const OpenedFolderPtr& opened)
{
    if (!opened->folder.runs.empty() || opened->folder.isEmpty())
        return opened;
    const Result<SimulatedInput> modelled = simulateFolder(opened->folder, {});
    return modelled ? folderOf(modelled->step.run) : opened;
}

/// There is a QApplication. `read` is what was opened, whatever came of it.
ExitCode render(const RenderCommand& command, OpenedFolderPtr& read, const ReportError& report)
{
    read = openSource(command.source, true);
    OpenedFolderPtr opened = read;
    if (!warnOfPart(command.source, opened->folder))
        return ExitCode::NothingUsable;
    if (command.view == RenderCommand::View::Timeline)
        opened = withTimeline(opened);
    if (!canDraw(command.view, opened->folder)) {
        report(Error {say("This view cannot be drawn of it."), say("`bubblescope inspect` says what is there."), {}});
        return ExitCode::NothingUsable;
    }
    if (const std::optional<Error> error = whyNoRange(command.source, opened->folder)) {
        report(*error);
        return ExitCode::Usage;
    }
    const ExitCode drawn = drawPicture(command, opened, report);
    if (drawn != ExitCode::Fine)
        return drawn;
    return command.strict && read->folder.report.hasErrors() ? ExitCode::OpenedWithErrors : ExitCode::Fine;
}
} // namespace

void startDrawing()
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    qInstallMessageHandler(dropNoise);
}

ExitCode drawTimeline(const Run& run, const std::string& output, int& argc, char** argv)
{
    const auto application = drawingApplication(argc, argv);
    RenderCommand command;
    command.output = output;
    return drawPicture(command, folderOf(run), toStandardError);
}

PictureDrawing pictureDrawing(int& argc, char** argv)
{
    PictureDrawing drawing;
    for (const auto& [name, view] : renderViews())
        drawing.views.push_back(name);
    drawing.draw = [&argc, argv, application = std::shared_ptr<QApplication>()](const Source& source,
                       const std::string& view, const std::string& png) mutable -> std::optional<Error> {
        if (!application)
            application = drawingApplication(argc, argv);
        RenderCommand command;
        command.source = source;
        command.output = png;
        command.view = renderViews().at(view);
        std::optional<Error> failed;
        OpenedFolderPtr opened; // what was cut short was told when it was opened, and is drawn
        const ExitCode code = render(command, opened, [&failed](const Error& error) { failed = error; });
        if (code != ExitCode::Fine && !failed)
            failed = Error {say("It can no longer be opened."), say("Call open again."), {}};
        return failed;
    };
    return drawing;
}

ExitCode runRender(const RenderCommand& command, int& argc, char** argv)
{
    const auto application = drawingApplication(argc, argv);
    OpenedFolderPtr opened;
    const ExitCode code = render(command, opened, toStandardError);
    return codeFor(opened->folder, code);
}

} // namespace bubblescope
