// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Frame times of the Steps view: zooms and pans over a matrix of generated steps, 1600x700, offscreen raster.
// Usage: bench_steps [RANKS STEPS]
#include "runsteps.h"
#include "stepsview.h"
#include "workspace.h"

#include <QApplication>
#include <QElapsedTimer>

#include <fmt/core.h>

#include <algorithm>
#include <ctime>
#include <random>
#include <string>

using namespace bubblescope;

namespace {

double threadMs()
{
    timespec now {};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return double(now.tv_sec) * 1e3 + double(now.tv_nsec) / 1e6;
}

StepTablePtr generated(size_t ranks, size_t steps)
{
    std::vector<StepTable::Row> rows;
    for (size_t r = 0; r < ranks; ++r)
        rows.push_back({int32_t(r), int(r * 8 / ranks), int(r / 8)});
    std::vector<int64_t> numbers(steps);
    for (size_t s = 0; s < steps; ++s)
        numbers[s] = int64_t(s) + 1;
    StepTable table(std::move(rows), std::move(numbers));
    table.add(StepMeasure::StepTime);
    uint32_t random = 1;
    for (size_t r = 0; r < ranks; ++r) {
        for (size_t s = 0; s < steps; ++s) {
            random = random * 1664525 + 1013904223;
            const float noise = float(random >> 8) / float(1 << 24);
            table.set(StepMeasure::StepTime, r, s, 1000 + 20 * noise + (r % 97 == s / 500 % 97 ? 100.0f : 0.0f));
        }
    }
    return std::make_shared<const StepTable>(std::move(table));
}

template <typename Change> void measure(const char* name, StepsView& view, const Change& change)
{
    std::vector<double> wall;
    std::vector<double> cpu;
    for (int i = 0; i < 300; ++i) {
        QElapsedTimer timer;
        timer.start();
        const double before = threadMs();
        change(i);
        view.plot()->replot(QCustomPlot::rpImmediateRefresh);
        wall.push_back(double(timer.nsecsElapsed()) / 1e6);
        cpu.push_back(threadMs() - before);
        QCoreApplication::processEvents();
    }
    std::sort(wall.begin(), wall.end());
    std::sort(cpu.begin(), cpu.end());
    fmt::print("{:<32} wall: median {:6.2f}  p99 {:6.2f} ms   cpu: median {:6.2f}  p99 {:6.2f} ms\n", name,
        wall[wall.size() / 2], wall[wall.size() * 99 / 100], cpu[cpu.size() / 2], cpu[cpu.size() * 99 / 100]);
}

} // namespace

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication application(argc, argv);
    const size_t ranks = argc > 2 ? std::stoul(argv[1]) : 1024;
    const size_t steps = argc > 2 ? std::stoul(argv[2]) : 100'000;
    Workspace workspace;
    RunSteps runSteps(workspace.document, workspace.inputs);
    StepsView view(workspace.document, workspace.inputs, workspace.selection, workspace.window, runSteps);
    view.resize(1600, 700);
    view.setAttribute(Qt::WA_DontShowOnScreen);
    view.show();
    const StepTablePtr table = generated(ranks, steps);
    QElapsedTimer timer;
    timer.start();
    runSteps.setTable(table);
    view.refreshNow();
    fmt::print("{} ranks x {} steps: prepared in {} ms\n", ranks, steps, timer.elapsed());
    const double all = double(steps);
    measure("pan over everything", view, [&](int i) { view.setVisibleSteps({-0.5 + i, all - 0.5 - 300 + i}); });
    measure("pan over a tenth", view, [&](int i) { view.setVisibleSteps({i * all / 400, i * all / 400 + all / 10}); });
    measure("pan over 500 steps", view, [&](int i) { view.setVisibleSteps({i * 50.0, i * 50.0 + 500}); });
    measure("zoom", view, [&](int i) {
        const double half = all / 2 * std::pow(0.97, i);
        view.setVisibleSteps({all / 2 - half, all / 2 + half});
    });
    return 0;
}
