// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Processor time of a notch of the wheel over the timeline of 1,024 ranks, by real events, of the whole program at
// 1920x1080: zooming at the pointer, panning, scrolling; until nothing is left to paint.
// Usage: bench_wheel [notches of zooming [notches of panning and scrolling]]
#include "ganttview.h"
#include "mainwindow.h"
#include "samplefolder.h"
#include "settings.h"
#include "theme.h"
#include "whatifcontrol.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QWheelEvent>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <fmt/format.h>
#include <vector>

using namespace bubblescope;

namespace {

void paintAll()
{
    QCoreApplication::sendPostedEvents();
    QCoreApplication::processEvents();
    QCoreApplication::sendPostedEvents(nullptr, QEvent::UpdateRequest);
}

double threadMs()
{
    timespec time {};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return double(time.tv_sec) * 1e3 + double(time.tv_nsec) / 1e6;
}

void measureNotches(const char* name, TimelinePlot& plot, int notches, Qt::KeyboardModifiers modifiers)
{
    constexpr int notch = 120; // eighths of a degree
    const QPointF point = QRectF(plot.geometryOfParts().spans).center();
    std::vector<double> cpu; // of the window's thread: what helps most may still be computed beside it
    for (int i = 0; i < notches; ++i) {
        const int direction = i < notches / 2 ? 1 : -1; // there and back again
        QWheelEvent event(point, plot.mapToGlobal(point), {}, QPoint(0, direction * notch), Qt::NoButton, modifiers,
            Qt::NoScrollPhase, false);
        const double begin = threadMs();
        QCoreApplication::sendEvent(&plot, &event);
        paintAll();
        cpu.push_back(threadMs() - begin);
    }
    std::sort(cpu.begin(), cpu.end());
    const auto of = [&cpu](size_t percent) { return cpu[cpu.size() * percent / 100]; };
    fmt::print("  {:<10} cpu: median {:5.1f}  p90 {:5.1f} ms  (goal 8 ms)\n", name, of(50), of(90));
}

} // namespace

int main(int argc, char* argv[])
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    qInstallMessageHandler([](QtMsgType, const QMessageLogContext&, const QString&) {});
    QApplication application(argc, argv);
    rememberDesktopColours();
    applyTheme(application, ThemeChoice::Light);
    const int zooms = argc > 1 ? std::max(1, std::atoi(argv[1])) : 60;
    const int pans = argc > 2 ? std::max(1, std::atoi(argv[2])) : 40;
    SampleOptions options;
    options.stages = 16;
    options.tensor = 8;
    options.data = 8;
    options.hosts = 128;
    options.microbatches = 16;
    options.steps = 2;
    Settings settings(Settings::Storage::None);
    settings.setHintWasShown();
    MainWindow window(settings, nullptr);
    window.resize(1920, 1080);
    window.show();
    QEventLoop loop;
    QObject::connect(&window, &MainWindow::completeFramePainted, &loop, &QEventLoop::quit);
    window.openMade([&options] { return makeSampleFolder(options); });
    loop.exec();
    constexpr qint64 quietMs = 2'000; // what comes in from the background is no part of a notch
    QElapsedTimer quiet;
    quiet.start();
    while (quiet.elapsed() < quietMs) {
        QCoreApplication::processEvents(QEventLoop::AllEvents, 50);
        if (window.isBusy() || window.isKeeping() || window.whatIf().isBusy())
            quiet.restart();
    }
    TimelinePlot& plot = window.timeline().plot();
    fmt::print("{} ranks, {} rows in the layout\n", plot.rows().layout().blocks().size(),
        plot.rows().layout().rows().size());
    measureNotches("zoom", plot, zooms, Qt::ControlModifier);
    measureNotches("pan", plot, pans, Qt::ShiftModifier);
    measureNotches("scroll", plot, pans, {});
    plot.rows().setGroupsAlike(false);
    paintAll();
    fmt::print("not grouped: {} ranks\n", plot.rows().layout().blocks().size());
    measureNotches("zoom", plot, zooms, Qt::ControlModifier);
    measureNotches("pan", plot, pans, Qt::ShiftModifier);
    measureNotches("scroll", plot, pans, {});
    return 0;
}
