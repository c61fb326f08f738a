// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Time from moving a knob to the last pixel of the window that shows the result: both timelines, pane and panels of the
// whole program at 1920x1080, 64 ranks with 64 microbatches each.
// Usage: bench_knobframe [moves of each knob [only knobs with this in their name]]
#include "characters.h"
#include "mainwindow.h"
#include "samplefolder.h"
#include "settings.h"
#include "theme.h"
#include "whatifcontrol.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QEventLoop>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <fmt/format.h>
#include <functional>

using namespace bubblescope;

namespace {

/// Waits for the result, and until nothing is left to paint.
void waitForFrame(WhatIfControl& control)
{
    while (control.isBusy())
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    QCoreApplication::sendPostedEvents();
    QCoreApplication::processEvents();
    QCoreApplication::sendPostedEvents(nullptr, QEvent::UpdateRequest);
}

void measure(std::string_view name, MainWindow& window, int moves, const std::function<Knobs(int)>& knobsOf)
{
    std::vector<double> wall;
    std::vector<double> cpu; // of all threads
    for (int i = 0; i < moves; ++i) {
        QElapsedTimer timer;
        timer.start();
        const std::clock_t begin = std::clock();
        window.whatIf().moveKnobs(knobsOf(i), QString::fromLatin1(name.data(), qsizetype(name.size())), true);
        waitForFrame(window.whatIf());
        wall.push_back(double(timer.nsecsElapsed()) / 1e6);
        cpu.push_back(double(std::clock() - begin) * 1e3 / CLOCKS_PER_SEC);
    }
    for (std::vector<double>* times : {&wall, &cpu})
        std::sort(times->begin(), times->end());
    const auto of = [](const std::vector<double>& times, size_t percent) { return times[times.size() * percent / 100]; };
    fmt::print("  {:<34} wall: median {:5.1f}  p90 {:5.1f} ms   cpu: median {:5.1f} ms  (goal 33 ms)\n", name,
        of(wall, 50), of(wall, 90), of(cpu, 50));
}

void measureRun(const char* name, const SampleOptions& options, int moves, std::string_view only)
{
    Settings settings(Settings::Storage::None);
    settings.setHintWasShown();
    MainWindow window(settings, nullptr);
    window.resize(1920, 1080);
    window.show();
    QEventLoop loop;
    QObject::connect(&window, &MainWindow::completeFramePainted, &loop, &QEventLoop::quit);
    window.openMade([&options] { return makeSampleFolder(options); });
    loop.exec();
    QElapsedTimer settling; // findings and the first result are computed in the background
    settling.start();
    while (settling.elapsed() < 3000)
        QCoreApplication::processEvents(QEventLoop::AllEvents, 50);
    fmt::print("{}\n", name);
    Knobs first;
    first.computeScale = 1.01; // shows the second timeline
    window.whatIf().moveKnobs(first, QStringLiteral("first"), false);
    waitForFrame(window.whatIf());
    const auto measured = [&](std::string_view knob, const std::function<Knobs(int)>& knobsOf) {
        if (holds(knob, only))
            measure(knob, window, moves, knobsOf);
    };
    measured("bandwidth of the NIC", [](int i) {
        Knobs knobs;
        knobs.nicBandwidth = 20e9 + i * 1e9;
        return knobs;
    });
    measured("compute scale", [](int i) {
        Knobs knobs;
        knobs.computeScale = 1.02 + i * 0.01;
        return knobs;
    });
    measured("microbatches (another order)", [&options](int i) {
        Knobs knobs;
        knobs.microbatches = options.microbatches + 1 + i % 2;
        return knobs;
    });
}

} // namespace

int main(int argc, char* argv[])
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    qInstallMessageHandler([](QtMsgType, const QMessageLogContext&, const QString&) {});
    QApplication application(argc, argv);
    rememberDesktopColours();
    applyTheme(application, ThemeChoice::Light);
    const int moves = argc > 1 ? std::max(1, std::atoi(argv[1])) : 40;
    const std::string_view only = argc > 2 ? argv[2] : "";
    SampleOptions options;
    options.stages = 8;
    options.tensor = 1;
    options.data = 8;
    options.hosts = 8;
    options.microbatches = 64;
    options.steps = 1;
    measureRun("64 ranks x 64 microbatches, TP 1", options, moves, only);
    options.tensor = 8;
    options.data = 1;
    measureRun("64 ranks x 64 microbatches, TP 8 (collectives in every layer)", options, moves, only);
    return 0;
}
