// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "keptanalyses.h"

#include "analysisversion.h"
#include "gatedigest.h"
#include "keptsteps.h"
#include "knowncollectives.h"
#include "operatordigest.h"
#include "runcontext.h"
#include "runoverview.h"
#include "stragglerdigest.h"
#include "summarydigest.h"
#include "waitdigest.h"

#include <array>
#include <utility>

namespace bubblescope {

namespace {
/// A run of the folder that is kept, and what several of the analyses need.
struct KeptRun {
    const RunFolder& folder;
    uint32_t number;
    const RunSummary& summary;
    unsigned threads;
    const Run& run() const { return folder.runs[number]; }
};
using Texts = std::vector<std::string>; ///< by part: one, or one for each rank

/// Of each run by itself; the summary is one of the folder.
struct KeptAnalysis {
    IndexSection section;
    Texts (*make)(const KeptRun& of);
};
constexpr std::array registered {
    KeptAnalysis {IndexSection::Overview, [](const KeptRun& of) { return Texts {runOverview(of.summary)}; }},
    KeptAnalysis {IndexSection::Steps, [](const KeptRun& of) { return Texts {keptSteps(of.run())}; }},
    KeptAnalysis {IndexSection::Gate, [](const KeptRun& of) { return Texts {gateDigest(of.folder, of.number)}; }},
    KeptAnalysis {IndexSection::Stragglers, [](const KeptRun& of) { return Texts {stragglerDigest(of.run())}; }},
    KeptAnalysis {IndexSection::Operators, [](const KeptRun& of) { return Texts {operatorDigest(of.run())}; }},
    KeptAnalysis {IndexSection::Waits, [](const KeptRun& of) { return waitDigests(of.run(), of.summary, of.threads); }},
};
} // namespace

KeptAnalyses keptAnalyses(const RunFolder& folder, unsigned threads)
{
    KeptAnalyses kept;
    kept.version = analysisVersion();
    kept.texts[keyOf(IndexSection::Summary)] = summaryDigest(folder);
    for (uint32_t r = 0; r < folder.runs.size(); ++r) {
        const Run& run = folder.runs[r];
        const RunSummary summary = summarizeRun(*contextOf(run), run.trace->timing());
        for (const KeptAnalysis& analysis : registered) {
            Texts texts = analysis.make({folder, r, summary, threads});
            for (uint32_t part = 0; part < texts.size(); ++part)
                kept.texts[keyOf(analysis.section, r, part)] = std::move(texts[part]);
        }
        kept.members.push_back(collectiveMembers(*contextOf(run)));
    }
    return kept;
}

} // namespace bubblescope
