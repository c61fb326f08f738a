// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "operationtraceimporter.h"

#include "chrometracestream.h"
#include "operationtracereader.h"

namespace bubblescope {

namespace {
using namespace std::string_view_literals;
constexpr uint64_t bytesPerReport = uint64_t(1) << 20; // bytes
} // namespace

int OperationTraceImporter::sniff(std::string_view head) const
{
    const size_t begin = head.find_first_not_of(" \t\r\n");
    if (begin == std::string_view::npos || (head[begin] != '[' && head[begin] != '{')
        || head.find("\"ph\""sv) == std::string_view::npos)
        return 0;
    const auto has = [head](std::string_view text) { return head.find(text) != std::string_view::npos; };
    // Threads are named before or behind all events.
    const bool hasOperations = has("\"seq_id\""sv) && has("\"model_chunk\""sv) && has("\"mb_id\""sv);
    const bool hasThreads = has("\"PP rank "sv) && has(", TP rank "sv);
    return hasOperations || hasThreads ? itsEvents.sureness : 0;
}

bool OperationTraceImporter::import(
    ByteSource& source, FileContents& contents, ImportReport& report, const ProgressFn& progress) const
{
    TracePart part(contents.pool);
    part.builder.setFile(source.name());
    OperationTraceReader reader(part, report);
    ChromeTraceStream stream(source);
    uint64_t nextReport = bytesPerReport;
    for (auto item = stream.next(); item != ChromeTraceStream::Item::End; item = stream.next()) {
        if (item == ChromeTraceStream::Item::Event)
            reader.readEvent(stream.event(), stream.offset());
        else if (item == ChromeTraceStream::Item::Damage)
            report.add(stream.damage().kind, stream.offset(), stream.damage().message);
        if (stream.offset() < nextReport)
            continue;
        nextReport = stream.offset() + bytesPerReport;
        if (progress && !progress(source.consumed(), source.size()))
            return false;
    }
    reportSourceError(source, report);
    contents.isForeign = stream.isForeign();
    reader.finish();
    if (!part.builder.isEmpty())
        contents.traceParts.push_back(std::move(part));
    return true;
}

} // namespace bubblescope
