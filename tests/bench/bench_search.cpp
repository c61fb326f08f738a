// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Search, and statistics of a selection across the whole width, over about 10^7 spans on as many threads as the window
// uses.
#include "medianms.h"
#include "samplefolder.h"
#include "selectionsummary.h"
#include "spanquery.h"
#include "spansearch.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <vector>

using namespace bubblescope;

int main()
{
    constexpr int runs = 7;
    SampleOptions options;
    options.stages = 16;
    options.tensor = 2;
    options.data = 16;
    options.microbatches = 64;
    options.layers = 64;
    options.steps = 14;
    options.hosts = 64;
    const Result<RunFolder> folder = makeSampleFolder(options);
    if (!folder) {
        fmt::print("{}\n", folder.error().message.text());
        return 1;
    }
    const TracePtr trace = folder->runs.front().trace;
    fmt::print("{} spans, {} ranks\n", trace->spanCount(), trace->ranks().size());
    for (const char* text :
        {"rank:7", "cat:comm dur>5ms", "name~backward microbatch:3", "allreduce", "stage:2 -cat:comm"}) {
        const Result<SpanQuery> query = SpanQuery::parse(text);
        size_t found = 0;
        const double ms = medianMs(runs, [&] { found = findSpans(*query, *trace, trace->timing()).size(); });
        fmt::print("search {:<28} {:>9} found  {:7.1f} ms\n", text, found, ms);
    }
    for (const auto by : {SelectionSummary::GroupBy::Name, SelectionSummary::GroupBy::Track}) {
        const double ms = medianMs(runs, [&] {
            SelectionSummary summary(trace, trace->range(), by);
            while (!summary.advance(1u << 20)) { }
        });
        fmt::print("statistics of all spans, {} {:7.1f} ms\n",
            by == SelectionSummary::GroupBy::Name ? "by name " : "by track", ms);
    }
    return 0;
}
