// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "windowcommands.h"

#include "desktopcolours.h"
#include "language.h"
#include "mainwindow.h"
#include "processtime.h"
#include "runcache/runcache.h"
#include "sessioncontrol.h"
#include "settings.h"
#include "theme.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QScreen>

#include <cstdio>
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
    QApplication application(argc, argv);
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
