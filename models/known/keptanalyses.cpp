// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "keptanalyses.h"

#include "analysisversion.h"
#include "gatedigest.h"
#include "keptsteps.h"
#include "knowncollectives.h"
#include "operatordigest.h"
#include "packedtext.h"
#include "runcontext.h"
#include "runoverview.h"
#include "stragglerdigest.h"
#include "summarydigest.h"
#include "waitdigest.h"

#include <array>
#include <functional>
#include <mutex>
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
/// Gets the text of an answer: the only part, or one for each rank, from any thread.
using Keep = std::function<void(uint32_t part, std::string&& text)>;

/// Of each run by itself; the summary is one of the folder.
struct KeptAnalysis {
    IndexSection section;
    void (*make)(const KeptRun& of, const Keep& keep);
};
/// The first of them needs the graph of the usual step most, which takes much memory: the others do without.
constexpr std::array registered {
    KeptAnalysis {IndexSection::Gate, [](auto& of, auto& keep) { keep(0, gateDigest(of.folder, of.number)); }},
    KeptAnalysis {IndexSection::Overview, [](auto& of, auto& keep) { keep(0, runOverview(of.summary)); }},
    KeptAnalysis {IndexSection::Steps, [](auto& of, auto& keep) { keep(0, keptSteps(of.run())); }},
    KeptAnalysis {IndexSection::Stragglers, [](auto& of, auto& keep) { keep(0, stragglerDigest(of.run())); }},
    KeptAnalysis {IndexSection::Operators, [](auto& of, auto& keep) { keep(0, operatorDigest(of.run())); }},
    KeptAnalysis {IndexSection::Waits,
        [](auto& of, auto& keep) { makeWaitDigests(of.run(), of.summary, of.threads, keep); }},
};
} // namespace

KeptAnalyses keptAnalyses(const RunFolder& folder, unsigned threads)
{
    KeptAnalyses kept;
    std::mutex keeping;
    const auto keep = [&](SectionKey key, const std::string& text) {
        KeptAnalyses::Answer answer;
        if (!text.empty())
            answer = {packedText(text), text.size()};
        const std::lock_guard lock(keeping);
        kept.answers[key] = std::move(answer);
    };
    kept.version = analysisVersion();
    const auto keepOthers = [&](uint32_t r, std::shared_ptr<const void> graph) {
        const Run& run = folder.runs[r];
        const RunSummary summary = summarizeRun(*contextOf(run), run.trace->timing());
        for (const KeptAnalysis& analysis : registered) {
            analysis.make({folder, r, summary, threads},
                [&](uint32_t part, std::string&& text) { keep(keyOf(analysis.section, r, part), text); });
            graph.reset();
        }
    };
    keep(keyOf(IndexSection::Summary), summaryDigest(folder, keepOthers));
    kept.membersOf
        = [&folder](uint32_t run) -> CollectiveMembers { return collectiveMembers(*contextOf(folder.runs[run])); };
    return kept;
}

} // namespace bubblescope
