// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Checks that everything is linear in ranks: 1,024 to 10,240 ranks of 26 spans each, from files to the last pixel
// after a click, in µs per rank. At 10,240 ranks, no row should take more than 1.3 times as long per rank as at 1,024.
// Usage: bench_manyranks [runs of each [ranks ...]]
#include "folderloader.h"
#include "mainwindow.h"
#include "medianms.h"
#include "samplecommand.h"
#include "settings.h"
#include "summaryjson.h"
#include "theme.h"
#include "whatif.h"
#include "whatifcontrol.h"

#include <QApplication>
#include <QEventLoop>

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

using namespace bubblescope;
namespace fs = std::filesystem;

namespace {

struct Rows {
    std::vector<std::string> names; ///< in the order of measurement
    std::map<std::string, std::map<int, double>> ms; ///< by number of ranks

    void add(const std::string& name, int ranks, double took)
    {
        if (ms.find(name) == ms.end())
            names.push_back(name);
        ms[name][ranks] = took;
        fmt::print(stderr, "  {:<44} {:9.1f} ms\n", name, took);
    }
};

SampleOptions optionsFor(int ranks)
{
    SampleOptions options;
    options.name = "many ranks";
    options.stages = 8;
    options.tensor = 1;
    options.data = ranks / options.stages;
    options.microbatches = 4;
    options.layers = 8;
    options.steps = 1;
    options.hosts = ranks / options.stages;
    return options;
}

/// Delivers posted events, and those that they post.
void settle()
{
    QCoreApplication::sendPostedEvents();
    QCoreApplication::processEvents();
    QCoreApplication::sendPostedEvents(nullptr, QEvent::UpdateRequest);
}

template <typename Condition> void waitUntil(Condition condition)
{
    while (!condition())
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents | QEventLoop::AllEvents);
    settle();
}

void measureFiles(Rows& rows, int ranks, int runs, OpenedFolderPtr& opened)
{
    const fs::path folder = fs::temp_directory_path() / fmt::format("bubblescope-bench-ranks-{}", ranks);
    fs::remove_all(folder);
    if (const auto written = writeSample(optionsFor(ranks), folder.string()); !written) {
        fmt::print("{}\n", written.error().message.text());
        std::exit(1);
    }
    const auto load = [&](bool levels) {
        FolderLoad request;
        request.paths = {folder.string()};
        request.levels = levels;
        return FolderLoader(std::move(request)).load();
    };
    rows.add("import", ranks, medianMs(runs, [&] { opened = load(false); }));
    rows.add("import, to be drawn", ranks, medianMs(runs, [&] { opened = load(true); }));
    // Measure the run alone: the size of tables and log does not depend on its ranks.
    RunFolder alone = opened->folder;
    alone.layerTables.clear();
    alone.workloads.clear();
    alone.runLogs.clear();
    rows.add("summary", ranks, medianMs(runs, [&] {
        if (!summaryJson(alone, {}))
            std::exit(1);
    }));
    rows.add("simulator made", ranks, medianMs(runs, [&] {
        if (!Simulator::make(alone, {}))
            std::exit(1);
    }));
    Result<Simulator> simulator = Simulator::make(alone, {});
    rows.add("simulate, other costs", ranks, medianMs(runs, [&](int i) {
        Knobs knobs;
        knobs.nicBandwidth = 20e9 + i * 1e9;
        simulator->simulate(knobs);
    }));
    rows.add("simulate, another order", ranks, medianMs(runs, [&](int i) {
        Knobs knobs;
        knobs.microbatches = 5 + i % 2;
        simulator->simulate(knobs);
    }));
    opened = prepared(std::move(alone));
    fs::remove_all(folder);
}

void measureWindow(Rows& rows, int ranks, int runs, const OpenedFolderPtr& opened)
{
    Settings settings(Settings::Storage::None);
    settings.setHintWasShown();
    MainWindow window(settings, nullptr);
    window.resize(1920, 1080);
    window.show();
    settle();
    Workspace& workspace = window.workspace();
    rows.add("first frame", ranks, medianMs(runs, [&] {
        window.show(nullptr);
        window.show(opened);
        settle();
    }));
    waitUntil([&window] { return !window.isBusy(); });

    const TracePtr trace = workspace.document.trace();
    const TimeRange all = trace->range();
    rows.add("selection, until its figures stand", ranks, medianMs(runs, [&](int i) {
        bool stands = false;
        const auto connection = QObject::connect(
            &workspace.figures, &Figures::changed, &workspace, [&stands] { stands = true; });
        workspace.selection.setRange(TimeRange {all.begin + i + 1, all.begin + all.duration() / 2});
        waitUntil([&stands] { return stands; });
        QObject::disconnect(connection);
    }) - 120); // minus the delay for ranges being dragged
    workspace.selection.setRange({});
    settle();
    rows.add("click on a span", ranks, medianMs(runs * 3, [&](int i) {
        workspace.selection.setSpan(SpanId(uint32_t(i * 7919) % trace->spanCount()));
        settle();
    }));
    const char* const texts[] = {"forward", "rank:7", "cat:comm dur>1ms"};
    rows.add("search", ranks, medianMs(runs * 3, [&](int i) {
        workspace.search.setText(QString::fromLatin1(texts[i % 3]));
        waitUntil([&workspace] { return !workspace.search.isPending(); });
    }));
    workspace.search.setText({});
    settle();

    const auto ask = [&](const Knobs& knobs) {
        window.whatIf().moveKnobs(knobs, QStringLiteral("knob"), true);
        waitUntil([&window] { return !window.whatIf().isBusy(); });
    };
    Knobs opening;
    opening.computeScale = 1.01; // shows the second timeline
    ask(opening);
    rows.add("knob, other costs, until drawn", ranks, medianMs(runs, [&](int i) {
        Knobs knobs;
        knobs.nicBandwidth = 20e9 + i * 1e9;
        ask(knobs);
    }));
}

} // namespace

int main(int argc, char* argv[])
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    qInstallMessageHandler([](QtMsgType, const QMessageLogContext&, const QString&) {});
    QApplication application(argc, argv);
    rememberDesktopColours();
    applyTheme(application, ThemeChoice::Light);
    const int runs = argc > 1 ? std::max(1, std::atoi(argv[1])) : 5;
    std::vector<int> counts;
    for (int i = 2; i < argc; ++i)
        counts.push_back(std::max(8, std::atoi(argv[i]) / 8 * 8));
    if (counts.empty())
        counts = {1024, 2560, 5120, 10240};
    Rows rows;
    for (const int ranks : counts) {
        fmt::print(stderr, "{} ranks\n", ranks);
        OpenedFolderPtr opened;
        measureFiles(rows, ranks, runs, opened);
        measureWindow(rows, ranks, runs, opened);
    }
    fmt::print("{:<38}", "us a rank (ms in all)");
    for (const int ranks : counts)
        fmt::print("{:>20}", fmt::format("{} ranks", ranks));
    fmt::print("{:>14}\n", "last to first");
    for (const std::string& name : rows.names) {
        fmt::print("{:<38}", name);
        std::map<int, double>& ms = rows.ms[name];
        for (const int ranks : counts)
            fmt::print("{:>20}", fmt::format("{:.1f} ({:.1f})", ms[ranks] * 1e3 / ranks, ms[ranks]));
        fmt::print("{:>14.2f}\n", ms[counts.back()] / counts.back() / (ms[counts.front()] / counts.front()));
    }
    return 0;
}
