// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "windowcommand.h"

#include "console.h"
#include "consolecommands.h"
#include "desktopcolours.h"
#include "guardedapplication.h"
#include "language.h"
#include "mainwindow.h"
#include "processtime.h"
#include "runcache.h"
#include "samplefolder.h"
#include "sessioncontrol.h"
#include "settings.h"
#include "tabletexts.h"
#include "theme.h"
#include "thrownerror.h"

#include <QApplication>
#include <QMessageBox>
#include <QScreen>
#include <QTimer>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <future>
#include <utility>

namespace bubblescope {

namespace {
void nameApplication()
{
    QCoreApplication::setApplicationName(QStringLiteral("bubblescope"));
    QCoreApplication::setApplicationVersion(QStringLiteral(BUBBLESCOPE_VERSION));
    QGuiApplication::setApplicationDisplayName(QStringLiteral("Bubblescope"));
    QGuiApplication::setDesktopFileName(QStringLiteral("bubblescope"));
}

/// While the application starts: Qt would abort if it finds no display.
void sayThatNoDisplayIsThere(QtMsgType type, const QMessageLogContext& context, const QString& message)
{
    if (type == QtFatalMsg) {
        printError("there is no display to open a window on; `bubblescope summary`, `inspect`, `render` and `export` "
                   "need none");
        std::_Exit(static_cast<int>(ExitCode::Usage));
    }
    // Messages of the platform before it gives up add nothing.
    if (!QByteArray(context.category).startsWith("qt.qpa"))
        print(stderr, message.toStdString() + '\n');
}

/// Starts immediately, in parallel with the start of the window.
std::function<Result<RunFolder>()> makeDemoMeanwhile()
{
    auto demo = std::make_shared<std::future<Result<RunFolder>>>(
        std::async(std::launch::async, [] { return makeSampleFolder(demoOptions()); }));
    return [demo] { return demo->get(); };
}

/// Prints the time to the first complete frame, or why there is none; ends once everything opened is in memory and in the
/// cache.
void endAfterFrame(MainWindow& window, QObject& context)
{
    const auto endWith = [&window, &context](ExitCode code) {
        const auto endOnceKept = [&window, code] {
            if (!window.isKeeping())
                QCoreApplication::exit(static_cast<int>(code));
        };
        auto* patience = new QTimer(&context);
        QObject::connect(patience, &QTimer::timeout, &context, endOnceKept);
        patience->start(10);
        endOnceKept();
    };
    QObject::connect(&window, &MainWindow::completeFramePainted, &context, [&window, endWith, isFirst = true]() mutable {
        const char* const until = std::exchange(isFirst, false) ? "to the first complete frame" : "until all ranks are in memory";
        std::printf("%.0f ms from process start %s\n", millisecondsSinceProcessStart(), until);
        if (!window.isLoading())
            endWith(ExitCode::Fine);
    });
    QObject::connect(&window, &MainWindow::nothingOpened, &context, [endWith](const QString& sentence) {
        std::fprintf(stderr, "bubblescope: nothing was opened: %s\n", sentence.toLocal8Bit().constData());
        endWith(ExitCode::NothingUsable);
    });
}

bool isSeen() { return QGuiApplication::platformName() != QLatin1String("offscreen"); }

void showInDialog(QWidget& window, const Error& error)
{
    QMessageBox box(QMessageBox::Critical, QGuiApplication::applicationDisplayName(), messageText(error.message),
        QMessageBox::Close, &window);
    box.setInformativeText(QCoreApplication::translate("bubblescope",
        "The program ends now. Notes that were in no session are kept, and offered when it is started again."));
    box.exec();
}
} // namespace

ExitCode runWindow(const WindowCommand& command, int& argc, char** argv)
{
    // Said without a display, too: as often as not it is a misspelt command.
    if (namesNothing(command.source))
        return ExitCode::NothingUsable;
    std::function<Result<RunFolder>()> demo;
    if (command.source.demo)
        demo = makeDemoMeanwhile();
    nameApplication();
    const QtMessageHandler handler = qInstallMessageHandler(sayThatNoDisplayIsThere);
    GuardedApplication application(argc, argv);
    qInstallMessageHandler(handler);
    rememberDesktopColours();
    Settings settings;
    applyLanguage(application, command.language.empty() ? settings.language() : QString::fromStdString(command.language));
    applyTheme(application, command.theme.value_or(settings.theme()));
    followDesktopColours(&application);
    const RunCache cache(RunCache::defaultDirectory(), BUBBLESCOPE_VERSION);
    MainWindow window(settings, command.source.useCache ? &cache : nullptr);
    window.setSlice(command.source.range);
    window.setChoices(command.source.choices);
    window.setMemory(command.source.memory);
    // On a small screen with scaling, the window may be larger than the screen.
    window.resize(window.size().boundedTo(window.screen()->availableSize()));
    if (!command.show.empty())
        window.showPlace(QString::fromLocal8Bit(command.show.c_str()));
    if (command.timeToFrame)
        endAfterFrame(window, application);
    window.session().setStateFolder(SessionRecovery::defaultFolder());
    application.setRescue([&window] { window.session().autosave(); });
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
    const auto code = static_cast<ExitCode>(QApplication::exec());
    if (const std::exception_ptr failure = application.failure()) {
        if (isSeen())
            showInDialog(window, whatWasThrown(failure));
        std::rethrow_exception(failure);
    }
    return code;
}

} // namespace bubblescope
