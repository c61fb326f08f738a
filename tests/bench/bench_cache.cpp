// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Time to reopen a run from its cache file, up to the first complete frame of an existing window, compared with reading
// its files. Usage: bench_cache [thousand spans] [runs]
#include "folderloader.h"
#include "mainwindow.h"
#include "runcache.h"
#include "samplecommand.h"
#include "samplerun.h"
#include "settings.h"
#include "theme.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QTemporaryDir>

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>

using namespace bubblescope;

namespace {
double median(std::vector<double> values)
{
    std::nth_element(values.begin(), values.begin() + std::ptrdiff_t(values.size() / 2), values.end());
    return values[values.size() / 2];
}

SampleOptions sampleOfSpans(uint64_t spans)
{
    SampleOptions options;
    options.stages = 4;
    options.tensor = 4;
    options.data = 4;
    options.microbatches = 16;
    options.layers = 16;
    options.steps = 1;
    const Result<SampleRun> one = makeSample(options);
    options.steps = one ? std::max<int>(1, int(spans / std::max<uint64_t>(1, one->truth.spans)) + 1) : 1;
    return options;
}

double frameMs(MainWindow& window, const QStringList& paths)
{
    QEventLoop loop;
    QObject::connect(&window, &MainWindow::completeFramePainted, &loop, &QEventLoop::quit);
    QElapsedTimer timer;
    timer.start();
    window.open(paths);
    loop.exec();
    return double(timer.nsecsElapsed()) / 1e6;
}
} // namespace

int main(int argc, char* argv[])
{
    const uint64_t spans = (argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1000) * 1000;
    const int runs = argc > 2 ? std::atoi(argv[2]) : 9;
    qputenv("QT_QPA_PLATFORM", "offscreen");
    qInstallMessageHandler([](QtMsgType, const QMessageLogContext&, const QString&) {});
    QApplication application(argc, argv);
    rememberDesktopColours();
    applyTheme(application, ThemeChoice::Light);
    QTemporaryDir directory;
    const QString path = directory.filePath(QStringLiteral("run"));
    const Result<WrittenSample> written = writeSample(sampleOfSpans(spans), path.toStdString());
    if (!written) {
        fmt::print(stderr, "{}\n", written.error().message.text());
        return 1;
    }
    const RunCache cache(directory.filePath(QStringLiteral("cache")).toStdString(), BUBBLESCOPE_VERSION);
    FolderLoad load;
    load.paths = {path.toStdString()};
    load.cache = &cache;
    QElapsedTimer timer;
    timer.start();
    double storeMs = 0;
    {
        FolderLoader loader(load);
        if (!loader.load())
            return 1;
        fmt::print("{} spans, {:.1f} MB of text; read and prepared in {:.0f} ms\n", written->truth.spans,
            double(written->bytes) / 1e6, double(timer.nsecsElapsed()) / 1e6);
        timer.start();
        if (!loader.store())
            return 1;
        storeMs = double(timer.nsecsElapsed()) / 1e6;
    }
    fmt::print("stored in {:.0f} ms, {:.1f} MB\n", storeMs, double(cache.usage().bytes) / 1e6);
    std::vector<double> loads;
    std::vector<double> frames;
    for (int i = 0; i < runs; ++i) {
        timer.start();
        FolderLoader loader(load);
        if (!loader.load()->folder.statistics.fromCache)
            return 1;
        loads.push_back(double(timer.nsecsElapsed()) / 1e6);
    }
    for (int i = 0; i < runs; ++i) {
        Settings settings(Settings::Storage::None);
        settings.setHintWasShown();
        MainWindow window(settings, &cache);
        window.resize(1920, 1080);
        window.show();
        QCoreApplication::processEvents();
        frames.push_back(frameMs(window, {path}));
    }
    fmt::print("opened from the cache, levels of detail and time splits included: median {:.0f} ms\n", median(loads));
    fmt::print("to the first complete frame at 1920x1080: median {:.0f} ms, longest {:.0f} ms\n", median(frames),
        *std::max_element(frames.begin(), frames.end()));
    return 0;
}
