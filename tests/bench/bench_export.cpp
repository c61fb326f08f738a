// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Exports of a large synthetic run on 1,024 ranks: time, size, and memory for a Chrome trace. Usage: bench_export
// [SPANS]
#include "exportsource.h"
#include "inspectreport.h"
#include "medianms.h"
#include "picturefile.h"
#include "syntheticrun.h"
#include "tracefile.h"

#include <QApplication>
#include <QFileInfo>
#include <QTemporaryDir>

#include <fmt/core.h>

using namespace bubblescope;

namespace {

void measure(ExportSource& source, const char* name, const ExportRequest& request, bool isPdf)
{
    qsizetype bytes = 0;
    const double ms = medianMs(3, [&] {
        const auto picture = source.picture(request);
        bytes = picture ? (isPdf ? pdfPicture : svgPicture)(**picture, request.size).size() : 0;
    });
    fmt::print("{:<36} {:8.1f} ms  {:6.2f} MB\n", name, ms, double(bytes) / 1e6);
    std::fflush(stdout);
}

} // namespace

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    const int spans = argc > 1 ? std::atoi(argv[1]) : 10'000'000;
    auto opened = std::make_shared<OpenedFolder>();
    Run run;
    run.name = "synthetic";
    run.trace = syntheticTrace(spans);
    opened->levels.emplace_back(*run.trace, run.trace->timing());
    opened->folder.runs.push_back(run);
    ExportSource source(opened, nullptr);

    ExportRequest screen;
    ExportRequest page;
    page.size = PictureSize::ofPaper(PictureSize::twoColumnMm);
    ExportRequest tall; // one line per rank
    tall.size.pixels = QSizeF(1600, 14000);
    for (const bool isPdf : {false, true}) {
        const char* format = isPdf ? "PDF" : "SVG";
        measure(source, fmt::format("{}, 1600 pixels wide", format).c_str(), screen, isPdf);
        measure(source, fmt::format("{}, two columns", format).c_str(), page, isPdf);
        measure(source, fmt::format("{}, a line for each rank", format).c_str(), tall, isPdf);
    }

    QTemporaryDir folder;
    const std::string path = folder.filePath(QStringLiteral("run.json")).toStdString();
    const uint64_t before = peakRssBytes();
    const double ms = medianMs(1, [&] { writeTraceFile({{&run, {}}}, path); });
    fmt::print("{:<36} {:8.1f} ms  {:6.2f} MB, peak memory {:.1f} MB above {:.0f}\n", "Chrome trace", ms,
        double(QFileInfo(QString::fromStdString(path)).size()) / 1e6, double(peakRssBytes() - before) / 1e6,
        double(before) / 1e6);
    return 0;
}
