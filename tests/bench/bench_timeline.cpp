// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Frame times of the timeline: random zooms, pans and scrolls over a large synthetic run, 1920x1080, offscreen raster.
// A frame is everything from the change of the visible range to the last pixel of the window.
// Usage: bench_timeline [SPANS [PART OF A CASE'S NAME]]
#include "ganttview.h"
#include "syntheticrun.h"
#include "theme.h"
#include "workspace.h"

#include <QApplication>
#include <QElapsedTimer>

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <functional>
#include <random>
#include <string>

using namespace bubblescope;

namespace {

constexpr int frames = 400;

std::string wanted; // only cases whose name contains this
std::mt19937_64 dice;

double threadMs()
{
    timespec now {};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return double(now.tv_sec) * 1e3 + double(now.tv_nsec) / 1e6;
}

void measure(const std::string& name, GanttView& view, const std::function<void()>& change)
{
    if (name.find(wanted) == std::string::npos)
        return;
    dice.seed(2); // a case alone takes the same path as among the others
    std::vector<double> times;
    std::vector<double> cpuTimes; // unaffected by other load on the machine
    for (int i = 0; i < frames; ++i) {
        QElapsedTimer timer;
        timer.start();
        const double cpu = threadMs();
        change();
        view.plot().replot(QCustomPlot::rpImmediateRefresh);
        times.push_back(double(timer.nsecsElapsed()) / 1e6);
        cpuTimes.push_back(threadMs() - cpu);
        QCoreApplication::processEvents();
    }
    std::sort(times.begin(), times.end());
    std::sort(cpuTimes.begin(), cpuTimes.end());
    fmt::print("{:<36} wall: median {:6.2f}  p99 {:6.2f} ms   cpu: median {:6.2f}  p99 {:6.2f} ms\n", name,
        times[times.size() / 2], times[times.size() * 99 / 100], cpuTimes[cpuTimes.size() / 2],
        cpuTimes[cpuTimes.size() * 99 / 100]);
    std::fflush(stdout);
}

} // namespace

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication app(argc, argv);
    applyTheme(app, ThemeChoice::Light);
    const int spans = argc > 1 ? std::atoi(argv[1]) : 10'000'000;
    wanted = argc > 2 ? argv[2] : "";
    QElapsedTimer timer;
    timer.start();
    Run run;
    run.trace = syntheticTrace(spans);
    const double built = double(timer.nsecsElapsed()) / 1e6;
    auto opened = std::make_shared<OpenedFolder>();
    timer.start();
    opened->levels.emplace_back(*run.trace, run.trace->timing());
    const double detailed = double(timer.nsecsElapsed()) / 1e6;
    timer.start();
    run.layout.world = syntheticRanks;
    run.layout.tensor = 8;
    run.layout.pipeline = syntheticRanks / 64;
    opened->summaries.push_back(
        std::make_shared<const RunSummary>(summarizeRun(*contextOf(run), run.trace->timing())));
    const double summed = double(timer.nsecsElapsed()) / 1e6;
    fmt::print("{} spans wait, found with the sums in {:.0f} ms\n", opened->summaries[0]->waiting.count(), summed);
    fmt::print("{} spans, {} ranks: trace built in {:.0f} ms, levels of detail in {:.0f} ms\n", run.trace->spanCount(),
        syntheticRanks, built, detailed);
    const TimeRange all = run.trace->range();
    opened->folder.runs.push_back(std::move(run));

    Workspace workspace;
    GanttView view(&workspace);
    view.resize(1920, 1080);
    workspace.document.setFolder(opened);
    view.show();
    QCoreApplication::processEvents();

    const auto unit = [] { return double(dice() >> 11) / double(1ull << 53); };
    const auto randomZoom = [&] {
        // Widths are spread evenly over the decades from the whole run down to microseconds.
        const double width = double(all.duration()) * std::pow(10, -5 * unit());
        const auto begin = all.begin + TimeNs(unit() * (double(all.duration()) - width));
        workspace.window.setVisibleRange({begin, begin + TimeNs(width)});
    };
    const auto pan = [&] { workspace.window.panBy(unit() < 0.5 ? -0.07 : 0.09); };
    const auto scroll = [&] { view.plot().rows().setScroll(unit() * view.plot().rows().maximumScroll()); };

    workspace.window.showAll();
    measure("collapsed ranks, random zoom", view, randomZoom);
    view.collapseAllStages();
    measure("collapsed stages, random zoom", view, randomZoom);
    view.expandAllStages();
    view.expandAllRanks();
    workspace.window.showAll();
    measure("all lanes, whole run, scroll", view, scroll);
    measure("all lanes, random zoom", view, randomZoom);
    measure("all lanes, random zoom and scroll", view, [&] {
        randomZoom();
        scroll();
    });
    for (const double share : {0.5, 0.02, 0.001}) {
        workspace.window.setVisibleRange({all.begin, all.begin + TimeNs(double(all.duration()) * share)});
        measure(fmt::format("all lanes, pan at {} of the run", share), view, pan);
    }
    return 0;
}
