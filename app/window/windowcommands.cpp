// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "windowcommands.h"

#include "desktopcolours.h"
#include "language.h"
#include "mainwindow.h"
#include "processtime.h"
#include "runcache.h"
#include "sessioncontrol.h"
#include "settings.h"
#include "theme.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QScreen>

#include <cstdio>
#include <cstdlib>
#include <future>

namespace bubblescope {

namespace {
void nameApplication()
{
    QCoreApplication::setApplicationName(QStringLiteral("bubblescope"));
    QCoreApplication::setApplicationVersion(QStringLiteral(BUBBLESCOPE_VERSION));
    QGuiApplication::setApplicationDisplayName(QStringLiteral("Bubblescope"));
    QGuiApplication::setDesktopFileName(QStringLiteral("bubblescope"));
}

/// While the application comes up: Qt would abort where it finds no display.
void sayThatNoDisplayIsThere(QtMsgType type, const QMessageLogContext& context, const QString& message)
{
    if (type == QtFatalMsg) {
        std::fputs(
            "bubblescope: there is no display to open a window on; `bubblescope summary`, `inspect`, `render` and "
            "`export` need none\n",
            stderr);
        std::_Exit(static_cast<int>(ExitCode::Usage));
    }
    // What the platform says before it gives up is of no use beside that.
    if (!QByteArray(context.category).startsWith("qt.qpa"))
        std::fprintf(stderr, "%s\n", qPrintable(message));
}

/// Starts at once, beside what the window needs to come up.
std::function<Result<RunFolder>()> makeDemoMeanwhile()
{
    auto demo = std::make_shared<std::future<Result<RunFolder>>>(
        std::async(std::launch::async, [] { return makeSampleFolder(demoOptions()); }));
    return [demo] { return demo->get(); };
}
} // namespace

ExitCode runWindow(const WindowCommand& command, int& argc, char** argv)
{
    std::function<Result<RunFolder>()> demo;
    if (command.source.demo)
        demo = makeDemoMeanwhile();
    nameApplication();
    const QtMessageHandler handler = qInstallMessageHandler(sayThatNoDisplayIsThere);
    QApplication application(argc, argv);
    qInstallMessageHandler(handler);
    rememberDesktopColours();
    Settings settings;
    applyLanguage(application, command.language.empty() ? settings.language() : QString::fromStdString(command.language));
    applyTheme(application, command.theme.value_or(settings.theme()));
    followDesktopColours(&application);
    const RunCache cache(RunCache::defaultDirectory(), BUBBLESCOPE_VERSION);
    MainWindow window(settings, command.source.useCache ? &cache : nullptr);
    window.setSlice(command.source.range);
    // Scaled up, a small screen has room for less than the window asks for.
    window.resize(window.size().boundedTo(window.screen()->availableSize()));
    if (command.timeToFrame) {
        QObject::connect(&window, &MainWindow::completeFramePainted, &application, [] {
            std::printf("%.0f ms from process start to the first complete frame\n", millisecondsSinceProcessStart());
            QCoreApplication::quit();
        });
    }
    window.session().setStateFolder(SessionControl::defaultStateFolder());
    if (demo) {
        window.openMade(demo);
    } else if (!command.source.paths.empty()) {
        QStringList paths;
        for (const std::string& path : command.source.paths)
            paths += QString::fromLocal8Bit(path.c_str());
        window.open(paths);
    } else if (command.timeToFrame) {
        window.show(OpenedFolderPtr());
    }
    window.show();
    return QApplication::exec() == 0 ? ExitCode::Fine : ExitCode::Usage;
}

} // namespace bubblescope
