// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Memory of the window: empty, with a run, and a second after the run was closed, time and again.
// Usage: bench_memory [FOLDER, or steps of a made run [times]]
#include "mainwindow.h"
#include "samplefolder.h"
#include "settings.h"
#include "theme.h"
#include "whatifcontrol.h"

#include <QAction>
#include <QApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QFile>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <fmt/format.h>

using namespace bubblescope;

namespace {

double residentMb()
{
    QFile status(QStringLiteral("/proc/self/status"));
    if (!status.open(QIODevice::ReadOnly))
        return 0;
    for (const QByteArray& line : status.readAll().split('\n')) {
        if (line.startsWith("VmRSS:"))
            return line.mid(6).simplified().split(' ').front().toDouble() / 1024;
    }
    return 0;
}

/// Until nothing of an open run has been computed for so long.
void settle(MainWindow& window, qint64 quietMs, bool hasRun)
{
    QElapsedTimer quiet;
    quiet.start();
    while (quiet.elapsed() < quietMs) {
        QCoreApplication::processEvents(QEventLoop::AllEvents, 50);
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        if (hasRun && (window.isBusy() || window.isKeeping() || window.whatIf().isBusy()))
            quiet.restart();
    }
}

} // namespace

int main(int argc, char* argv[])
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    qInstallMessageHandler([](QtMsgType, const QMessageLogContext&, const QString&) {});
    QApplication application(argc, argv);
    rememberDesktopColours();
    applyTheme(application, ThemeChoice::Light);
    SampleOptions options;
    options.stages = 8;
    options.tensor = 2;
    options.data = 4;
    options.microbatches = 32;
    const QString asked = argc > 1 ? QString::fromLocal8Bit(argv[1]) : QStringLiteral("40");
    bool isMade = false;
    options.steps = std::max(1, asked.toInt(&isMade));
    const int times = argc > 2 ? std::max(1, std::atoi(argv[2])) : 10;
    Settings settings(Settings::Storage::None);
    settings.setHintWasShown();
    MainWindow window(settings, nullptr);
    window.resize(1920, 1080);
    window.show();
    settle(window, 500, false);
    const double empty = residentMb();
    for (int i = 0; i < times; ++i) {
        const std::clock_t begin = std::clock();
        QEventLoop loop;
        QObject::connect(&window, &MainWindow::completeFramePainted, &loop, &QEventLoop::quit);
        if (isMade)
            window.openMade([&options] { return makeSampleFolder(options); });
        else
            window.open({asked});
        loop.exec();
        const double framed = double(std::clock() - begin) / CLOCKS_PER_SEC;
        settle(window, 2'000, true);
        const double open = residentMb();
        window.command(QStringLiteral("closeRun"))->trigger();
        settle(window, 1'000, false);
        const double closed = residentMb();
        fmt::print("empty {:.0f} MB, open {:.0f}, closed {:.0f}: {:.0f} % given back (goal 90); "
                   "{:.1f} s of processor time to the first frame\n",
            empty, open, closed, 100 * (open - closed) / std::max(open - empty, 1.0), framed);
    }
    return 0;
}
