// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "chrometraceahead.h"
#include "mutators.h"
#include "rungrouping.h"
#include "chrometraceimporter.h"
#include "chrometracewriter.h"
#include "folderscan.h"

#include <cstdlib>

using namespace bubblescope;

namespace {

/// What is found ahead, on another thread, is what is found in turn, through windows that are too small for an event.
void compareAhead(std::string_view text)
{
    constexpr size_t window = 64;
    const auto source = openMemory(text, "trace.json");
    const auto again = openMemory(text, "trace.json");
    ChromeTraceStream stream(*source, window);
    ChromeTraceAhead ahead(*again, true, window);
    for (auto item = stream.next(); item != ChromeTraceStream::Item::End; item = stream.next()) {
        if (ahead.next() != item || ahead.offset() != stream.offset())
            std::abort();
        if (item == ChromeTraceStream::Item::Event
            && (ahead.event().name.text() != stream.event().name.text()
                || ahead.event().arguments.text() != stream.event().arguments.text()))
            std::abort();
    }
    if (ahead.next() != ChromeTraceStream::Item::End)
        std::abort();
}

} // namespace

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t most, unsigned seed)
{
    return fuzz::mutated({data, size, most, seed}, {fuzz::mutateJson});
}

// Imports, groups, writes, and imports what was written: no span may be lost on the way.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    compareAhead(text);
    const ChromeTraceImporter importer;
    importer.sniff(text);
    FileContents contents;
    ImportReport report;
    const auto source = openMemory(text, "worker0.1.pt.trace.json");
    importer.import(*source, contents, report, {});
    std::vector<NamedPart> parts;
    for (TracePart& part : contents.traceParts)
        parts.push_back({source->name(), std::move(part)});
    for (const Run& run : groupRuns(std::move(parts), "folder", report)) {
        std::string written;
        ChromeTraceWriter writer([&written](std::string_view piece) {
            written += piece;
            return true;
        });
        writer.addRun(*run.trace, run.trace->timing());
        writer.finish();
        FileContents again;
        importer.import(*openMemory(written, "written.json"), again, report, {});
        if (again.traceParts.size() != 1 || again.traceParts.front().builder.spanCount() != run.trace->spanCount())
            std::abort();
    }
    return 0;
}
