// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// What is inherent to the configuration: bubbles, synchronization, exposed communication.
#include "shaperules.h"

#include "devicelanes.h"
#include "devicework.h"
#include "findingtext.h"
#include "functionname.h"
#include "hostthreads.h"
#include "rankpasses.h"
#include "roundedtime.h"
#include "runcontext.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>

namespace bubblescope {

namespace {

/// No network between GPUs is slower: longer communication is waiting for a peer.
constexpr double slowestNetwork = 1e9; // bytes/s

/// Bubbles with certain causes: the longest as evidence, and the ranks by time lost.
struct Lost {
    TimeNs total = 0;
    std::vector<const Bubble*> longest;
    std::vector<std::pair<TimeNs, uint32_t>> ranks; ///< most time lost first
    std::map<int, TimeNs> culprits;                 ///< by global rank
};

template <typename Wanted> Lost lostTo(const FindingContext& c, Wanted wanted)
{
    Lost lost;
    std::vector<TimeNs> ofRank(c.trace.ranks().size(), 0);
    for (const Bubble& bubble : c.analysis.bubbles.all) {
        if (!wanted(bubble))
            continue;
        lost.total += bubble.range.duration();
        ofRank[bubble.rank] += bubble.range.duration();
        if (bubble.culpritRank >= 0)
            lost.culprits[bubble.culpritRank] += bubble.range.duration();
        lost.longest.push_back(&bubble);
    }
    const size_t kept = std::min(lost.longest.size(), maximumEvidence);
    std::partial_sort(lost.longest.begin(), lost.longest.begin() + std::ptrdiff_t(kept), lost.longest.end(),
        [](const Bubble* a, const Bubble* b) { return a->range.duration() > b->range.duration(); });
    lost.longest.resize(kept);
    for (uint32_t r = 0; r < ofRank.size(); ++r) {
        if (ofRank[r] > 0)
            lost.ranks.emplace_back(ofRank[r], r);
    }
    std::stable_sort(
        lost.ranks.begin(), lost.ranks.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    return lost;
}

/// The ranks that lose nearly as much as the first one, by number.
std::vector<int> worstRanks(const FindingContext& c, const Lost& lost)
{
    std::vector<int> numbers;
    for (const auto& [time, rank] : lost.ranks) {
        if (time * 4 >= lost.ranks.front().first * 3)
            numbers.push_back(c.rankNumber(rank));
    }
    std::sort(numbers.begin(), numbers.end());
    return numbers;
}

int chiefCulprit(const Lost& lost)
{
    const auto chief = std::max_element(
        lost.culprits.begin(), lost.culprits.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
    return chief == lost.culprits.end() ? -1 : chief->first;
}

/// The fault found so far that names this rank; null without one.
const Finding* faultNaming(const FindingContext& c, int rank)
{
    const std::vector<Finding>& found = c.analysis.findings.list;
    const auto fault = std::find_if(found.begin(), found.end(), [rank](const Finding& finding) {
        const std::vector<int32_t>& ranks = finding.evidence.ranks;
        return finding.kind == Finding::Kind::Fault && std::find(ranks.begin(), ranks.end(), rank) != ranks.end();
    });
    return fault == found.end() ? nullptr : &*fault;
}

/// True if the faults found so far are the cause: half or more of the time is lost to the ranks they name.
bool isBlamedAlready(const FindingContext& c, const Lost& lost)
{
    TimeNs blamed = 0;
    for (const auto& [culprit, time] : lost.culprits)
        blamed += faultNaming(c, culprit) ? time : 0;
    return blamed > 0 && blamed * 2 >= lost.total;
}

int stageOfRank(const FindingContext& c, int rank)
{
    const RankInfo* info = c.trace.findRank(rank);
    return info ? c.groups.stage(size_t(info - c.trace.ranks().data())) : -1;
}

/// What helps where ranks meet at the end of a step: what makes most of them wait, where that is known.
Message adviceAtTheEnd(const FindingContext& c, const Lost& lost, Category group)
{
    const int culprit = chiefCulprit(lost);
    const Finding* fault = isBlamedAlready(c, lost) ? faultNaming(c, culprit) : nullptr;
    if (fault)
        return say("First what is found above: {}. Most of this waiting goes with it.", fault->title);
    if (c.groups.stageCount() < 2)
        return say("Look at the rank that comes last: clocks, other processes, its host.");
    if (group == Category::Optimizer)
        return say("Pipeline drain and slow ranks end up here: fix those, or overlap the gradient norm.");
    if (culprit >= 0 && stageOfRank(c, culprit) == 0)
        return say("The last stage is done while the first still has its backward: untie the embeddings, or delay "
                   "the all-reduce.");
    return say("The first and the last stage should finish at the same time: look at the rank that comes last.");
}

void setEvidence(const FindingContext& c, Finding& finding, const Lost& lost)
{
    for (const Bubble* bubble : lost.longest) {
        if (bubble->span.isValid())
            finding.evidence.spans.push_back(bubble->span);
    }
    if (!lost.longest.empty())
        finding.evidence.range = lost.longest.front()->range;
    for (const auto& [time, rank] : lost.ranks)
        finding.evidence.ranks.push_back(c.rankNumber(rank));
}

void addPipelineBubble(FindingContext& c)
{
    const Lost lost = lostTo(c, [](const Bubble& b) {
        const bool isOfEnds = b.cause == BubbleCause::PipelineFill || b.cause == BubbleCause::PipelineDrain;
        return isOfEnds && b.isPipelines;
    });
    const int stages = c.groups.stageCount();
    if (stages < 2 || lost.ranks.empty())
        return;
    Finding finding;
    finding.kind = Finding::Kind::Shape;
    finding.id = "pipeline-bubble";
    finding.title = say("The pipeline fills and drains");
    finding.costNs = c.perRank(lost.total);
    const double share = finding.costNs / std::max(c.stepNs(), 1.0);
    const int microbatches = c.run.layout.microbatches.value_or(0);
    finding.sentence = microbatches > 0
        ? say("While the pipeline of {} stages fills and drains, the ranks are idle for {} of the step ({} on "
              "average); a balanced 1F1B pipeline with {} loses {}.",
            stages, shareText(share), timeText(finding.costNs), microbatchesText(microbatches),
            shareText(double(stages - 1) / (microbatches + stages - 1)))
        : say(
            "While the pipeline of {} stages fills and drains, the ranks are idle for {} of the step ({} on average).",
            stages, shareText(share), timeText(finding.costNs));
    setEvidence(c, finding, lost);
    finding.howComputed = say("Bubbles of the pipeline before the first backward and after the last forward of each "
                              "rank; all bubbles together are {} of the step. {}",
        shareText(c.analysis.summary.bubbleShare()), meanOverRanks());
    finding.suggestion
        = say("More microbatches per step (or smaller ones), interleaved stages, or a zero-bubble schedule.");
    if (microbatches > 0)
        finding.tryKnobs = {{"microbatches", fmt::format("{}", 2 * microbatches)}};
    else
        finding.tryKnobs = {{"schedule", "zb-h1"}};
    c.add(std::move(finding), leastShapeShare);
}

void addSlowNeighbour(FindingContext& c)
{
    const Lost lost = lostTo(c, [](const Bubble& b) {
        return b.cause == BubbleCause::SlowNeighbour || b.cause == BubbleCause::Link;
    });
    // A slow rank or stage delays the others, which wait for each other: its fault finding already has the cost.
    double faults = 0;
    for (const Finding& finding : c.analysis.findings.list)
        faults += finding.kind == Finding::Kind::Fault ? finding.costNs : 0;
    if (lost.ranks.empty() || 2 * faults >= c.perRank(lost.total))
        return;
    Finding finding;
    finding.kind = Finding::Kind::Shape;
    finding.id = "steady-bubble";
    const int culprit = chiefCulprit(lost);
    finding.costNs = c.perRank(lost.total);
    finding.title = say("Ranks wait for their neighbours in steady state");
    finding.sentence = say("Between filling and draining, ranks wait {} on average for messages of neighbouring "
                           "stages{}.",
        timeText(finding.costNs), culprit >= 0 ? say(", most of all for rank {}", culprit) : Message());
    setEvidence(c, finding, lost);
    finding.howComputed = say("Waiting for messages of the pipeline after the first backward and before the last "
                              "forward of each rank. {}",
        meanOverRanks());
    finding.suggestion = say("Balance the stages; use asynchronous sends.");
    finding.tryKnobs = {{"blocking-send", "off"}};
    c.add(std::move(finding), leastShapeShare);
}

/// Waiting in one kind of collective. At the end of a step the cause tells what helps, not `suggestion`.
void addSynchronization(FindingContext& c, Category group, BubbleCause cause, std::string id, const Message& where,
    const Message& title, const Message& suggestion = {})
{
    const Lost lost
        = lostTo(c, [&](const Bubble& b) { return b.cause == cause && b.awaited.isValid() && b.group == group; });
    // Other findings name who works longest at the end of a step; where the time is lost then is still news.
    const bool isAtTheEnd = group == Category::Optimizer || group == Category::EmbeddingComm;
    if (lost.ranks.empty() || (!isAtTheEnd && isBlamedAlready(c, lost)))
        return;
    Finding finding;
    finding.kind = Finding::Kind::Shape;
    finding.id = std::move(id);
    finding.title = title;
    const std::vector<int> worst = worstRanks(c, lost);
    const int culprit = chiefCulprit(lost);
    finding.costNs = c.perRank(lost.total);
    finding.sentence = say(worst.size() == 1 ? say("{} waits up to {} {}") : say("{} wait up to {} {}"),
        listText(Numbered::Ranks, worst), timeText(double(lost.ranks.front().first)), where);
    if (culprit >= 0) {
        const int stage = stageOfRank(c, culprit);
        finding.sentence += say(", mostly for rank {}{}", culprit, stage >= 0 ? say(" of stage {}", stage) : Message());
    }
    finding.sentence += say("; {} on average over all ranks.", timeText(finding.costNs));
    setEvidence(c, finding, lost);
    if (culprit >= 0)
        finding.evidence.ranks.push_back(culprit);
    finding.howComputed = say("From the begin of each member's record to the begin of the last member's; then back "
                              "along the waits to the rank that was working. {}",
        meanOverRanks());
    finding.suggestion = isAtTheEnd ? adviceAtTheEnd(c, lost, group) : suggestion;
    c.add(std::move(finding), leastShapeShare);
}

/// True if every rank that takes part in a collective was opened, as far as its size is known: none of them waits for
/// others than those.
bool hasAllMembers(const FindingContext& c, const RunContext& context, const GroupSizes& sizes, SpanId span)
{
    const size_t opened = context.collectiveWith(span).size();
    if (opened < 2)
        return false;
    const CollectiveTable& stated = c.trace.collectives();
    const CollectiveCall* call = stated.find(span);
    const Communicator* group = call ? stated.communicatorOf(*call) : nullptr;
    for (const int size : {group ? std::max(group->size, int32_t(group->ranks.size())) : 0, call ? call->groupSize : 0,
             sizes.size(c.trace.category(span)), c.run.layout.world.value_or(0)}) {
        if (size > 0)
            return opened >= size_t(size);
    }
    return opened >= c.trace.ranks().size();
}

/// Communication whose partners are not in the trace.
void addUnexplained(FindingContext& c)
{
    if (c.isProfile())
        return;
    const Lost receives = lostTo(c, [&](const Bubble& b) {
        return b.span.isValid() && !b.awaited.isValid() && c.trace.category(b.span) == Category::PipelineComm;
    });
    if (!receives.ranks.empty()) {
        Finding finding;
        finding.kind = Finding::Kind::Shape;
        finding.id = "unexplained-receive";
        finding.title = say("A receive waits for a send that was not recorded");
        finding.costNs = c.perRank(receives.total);
        const Bubble& longest = *receives.longest.front();
        finding.sentence = say("Rank {} waits {} in {}; nothing in the files matches it, so the cause needs the other "
                               "rank, and all of it.",
            c.rankNumber(longest.rank), timeText(double(longest.range.duration())),
            shortFunctionName(c.trace.name(longest.span)));
        setEvidence(c, finding, receives);
        finding.howComputed
            = say("A message of this size takes well below a millisecond; all of the record counts as waiting. {}",
                meanOverRanks());
        finding.suggestion = say("Open the traces of all ranks together.");
        c.add(std::move(finding), leastFaultShare);
    }
    std::map<Category, std::vector<SpanId>> slow;
    const TimeRange window = c.window();
    const std::shared_ptr<const RunContext> context = contextOf(c.run);
    const GroupSizes sizes(c.trace, c.run.layout);
    for (uint32_t i = 0; i < c.trace.spanCount(); ++i) {
        const SpanId span(i);
        if (!isCollective(c.trace.operation(span)) || c.trace.parent(span).isValid()
            || !window.contains(c.trace.range(span)) || c.trace.bytes(span) < leastTimedBytes
            || c.trace.track(c.trace.track(span)).lane == Lane::Stream)
            continue;
        const auto wait = std::lower_bound(c.analysis.waiting.begin(), c.analysis.waiting.end(), span,
            [](const Waiting& w, SpanId wanted) { return w.span < wanted; });
        const bool isExplained = wait != c.analysis.waiting.end() && wait->span == span;
        const double speed
            = double(c.trace.bytes(span)) * nsPerSecond / double(std::max<TimeNs>(c.trace.duration(span), 1));
        if (!isExplained && speed < slowestNetwork && !hasAllMembers(c, *context, sizes, span))
            slow[c.trace.category(span)].push_back(span);
    }
    for (auto& [group, spans] : slow) {
        TimeNs sum = 0;
        for (const SpanId span : spans)
            sum += c.trace.duration(span);
        std::stable_sort(
            spans.begin(), spans.end(), [&](SpanId a, SpanId b) { return c.trace.duration(a) > c.trace.duration(b); });
        const SpanId longest = spans.front();
        Finding finding;
        finding.kind = Finding::Kind::Shape;
        finding.id = fmt::format("unexplained-{}-collective", categoryKey(group));
        finding.title = say("An {} waits for ranks without a trace",
            group == Category::EmbeddingComm ? say("embedding all-reduce")
                                             : named(operationName(c.trace.operation(longest))));
        finding.costNs = c.perRank(sum);
        const int rank = c.trace.track(c.trace.track(longest)).rank;
        finding.sentence = say("{} of rank {} takes {} for {}, {} {}: nearly all of it is waiting for the other "
                               "members of the group, and the cause needs their ranks.",
            shortFunctionName(c.trace.name(longest)), rank, timeText(double(c.trace.duration(longest))),
            bytesText(double(c.trace.bytes(longest))),
            shareText(double(c.trace.duration(longest)) / std::max(c.stepNs(), 1.0)), c.ofStep());
        finding.evidence.spans = spans;
        finding.evidence.range = c.trace.range(longest);
        finding.evidence.ranks = {rank};
        finding.howComputed = say("{} in {} are {}, slower than any network between GPUs ({}). {}",
            bytesText(double(c.trace.bytes(longest))), timeText(double(c.trace.duration(longest))),
            speedText(double(c.trace.bytes(longest)) * nsPerSecond / double(c.trace.duration(longest))),
            speedText(slowestNetwork), meanOverRanks());
        finding.suggestion = say("Open the traces of all ranks together.");
        c.add(std::move(finding), leastFaultShare);
    }
}

Message speedsText(const CommunicationKind& kind)
{
    if (kind.algorithmBandwidth() <= 0)
        return {};
    if (kind.busBandwidth() <= 0)
        return say(" at {}", speedText(kind.algorithmBandwidth()));
    return say(" at {} (busbw {})", speedText(kind.algorithmBandwidth()), speedText(kind.busBandwidth()));
}

/// How much shorter the re-timed step is without the group's transfers.
double gainWithout(FindingContext& c, Category group)
{
    const TraceGraph& graph = c.pricer->graph();
    return double(c.pricer->gain(
        [&](uint32_t n, TimeNs ns) {
            const TraceGraph::Node& node = graph.nodes[n];
            return node.isCommunication && c.trace.category(node.span) == group ? TimeNs(0) : ns;
        },
        [&](uint32_t m, TimeNs ns) {
            const TraceGraph::Meeting& meeting = graph.meetings[m];
            return !meeting.isHidden && c.trace.category(meeting.span) == group ? TimeNs(0) : ns;
        }));
}

/// Where no stage waits for another, the step gets no shorter without a group's transfers than the rank that shows most
/// of them: what more a re-timed step loses is what its records do not state of their order.
double mostExposed(const FindingContext& c, Category group)
{
    TimeNs most = 0;
    for (const RankSummary& rank : c.analysis.summary.ranks)
        most = std::max(most, rank.split.of(group));
    return double(most);
}

/// Whether gradients are synchronized by operations of their own, which may move beside the backward pass.
bool synchronizesGradients(const FindingContext& c)
{
    if (!c.pricer)
        return true;
    const ColumnVector<TraceGraph::Node>& nodes = c.pricer->graph().nodes;
    return std::any_of(nodes.begin(), nodes.end(), [&c](const TraceGraph::Node& node) {
        return node.isCommunication && (node.isStream || node.span == node.operation)
            && c.trace.category(node.span) == Category::DataComm;
    });
}

void setRemedy(const FindingContext& c, Category group, Finding& finding)
{
    if (group == Category::DataComm || group == Category::ExpertDataComm) {
        finding.suggestion
            = say("Overlap gradient communication with the backward pass, or use a distributed optimizer.");
        if (synchronizesGradients(c))
            finding.tryKnobs = {{"overlap", "on"}};
    } else if (group == Category::TensorComm) {
        finding.suggestion
            = say("Less tensor parallelism, sequence parallelism with overlapped all-gathers, or faster links "
                  "inside the node.");
        // Half the tensor-parallel ranks make twice the replicas, over which the microbatches have to spread.
        const int microbatches
            = c.pricer ? forwardPasses(c.pricer->graph(), c.trace, 0) : c.run.layout.microbatches.value_or(0);
        if (c.run.layout.tensor.value_or(0) > 1 && microbatches % 2 == 0)
            finding.tryKnobs = {{"tensor", fmt::format("{}", *c.run.layout.tensor / 2)}};
    } else {
        finding.suggestion = say("Faster links, smaller messages, or overlap with compute.");
    }
}

Message partText(const ExposedPart& part)
{
    const Message operation = named(operationName(part.operation));
    return part.pass == Category::Forward ? say("{} of the forward pass", operation)
        : part.pass == Category::Backward ? say("{} of the backward pass", operation)
                                          : operation;
}

/// As the headline tells it, which is more than what the step would be shorter without it.
std::string shareOfStep(const FindingContext& c, const Overlap::Group& group)
{
    return shareText(c.perRank(group.exposed) / std::max(c.stepNs(), 1.0));
}

/// Where in the step it lies.
Message exposedSentence(const FindingContext& c, const Overlap::Group& group, const std::vector<ExposedPart>& parts)
{
    Message sentence
        = say("No compute hides {} of {} per rank, {} {} ({} is hidden)", timeText(c.perRank(group.exposed)),
            named(categoryName(group.group)), shareOfStep(c, group), c.ofStep(), shareText(group.hiddenShare()));
    constexpr size_t shown = 3;
    for (size_t i = 0; i < std::min(shown, parts.size()) && parts[i].exposed > 0; ++i) {
        sentence += i == 0 ? Message(": ") : Message("; ");
        const auto kind = std::find_if(c.analysis.overlap.kinds.begin(), c.analysis.overlap.kinds.end(),
            [&](const CommunicationKind& k) { return k.group == group.group && k.operation == parts[i].operation; });
        const bool isSized = kind != c.analysis.overlap.kinds.end() && kind->bytes > 0;
        sentence += say("{} in {}{} ({} of {} mostly exposed)", timeText(c.perRank(parts[i].exposed)), partText(parts[i]),
            isSized ? say(" of {}{}", bytesText(double(kind->bytes)), speedsText(*kind)) : Message(),
            countText(c.perRank(TimeNs(parts[i].exposedCount))), countText(c.perRank(TimeNs(parts[i].count))));
    }
    sentence += Message(".");
    return sentence;
}

/// Exposed time on the stream that computes; 0 if that is less than half of it.
TimeNs betweenCompute(const std::vector<ExposedPart>& parts)
{
    TimeNs exposed = 0;
    TimeNs between = 0;
    for (const ExposedPart& part : parts) {
        exposed += part.exposed;
        between += part.betweenCompute;
    }
    return 2 * between < exposed ? 0 : between;
}

/// Collectives on the stream that computes can be hidden by nothing: that comes before all other remedies.
void setRemedyOfStream(const FindingContext& c, const std::vector<ExposedPart>& parts, Finding& finding)
{
    const TimeNs between = betweenCompute(parts);
    if (between == 0)
        return;
    const auto most = std::max_element(parts.begin(), parts.end(),
        [](const ExposedPart& a, const ExposedPart& b) { return a.betweenCompute < b.betweenCompute; });
    const auto tracks = c.trace.tracksOf(c.trace.track(c.trace.track(most->longest)).rank);
    const auto compute
        = std::find_if(tracks.begin(), tracks.end(), [](const Track& track) { return track.lane == Lane::Compute; });
    if (compute == tracks.end())
        return;
    finding.sentence += say(" {} of it runs on the stream that computes ({}): nothing can run beside it there.",
        timeText(c.perRank(between)), c.trace.strings().text(compute->name));
    finding.suggestion
        = say("Launch these collectives on a stream of their own (async_op=True, or a process group's own "
              "stream), so that compute that does not need them can run beside them.");
    finding.tryKnobs.clear();
}

/// What was not prefetched, or comes last.
void setRemedyOf(const FindingContext& c, const ExposedPart& part, Finding& finding)
{
    if (part.longest.isValid()) {
        finding.evidence.spans = {part.longest};
        finding.evidence.range = c.trace.range(part.longest);
    }
    if (part.operation != Operation::AllGather)
        return;
    finding.tryKnobs.clear();
    if (part.ahead <= 0) {
        finding.suggestion
            = say("Keep parameters gathered between the passes, or gather them in fewer, larger pieces.");
        return;
    }
    const std::string gain = timeText(c.perRank(part.ahead));
    finding.suggestion = part.pass == Category::Backward
        ? say("Gather the parameters of the next layer while this one computes (backward_prefetch=BACKWARD_PRE): that "
              "would hide {} of it.",
            gain)
        : say("Gather the parameters of the next layer while this one computes (forward_prefetch=True, "
              "set_modules_to_forward_prefetch(), stage3_prefetch_bucket_size): that would hide {} of it.",
            gain);
}

void addExposedCommunication(FindingContext& c)
{
    constexpr double mostOfExposed = 0.75; // what costs less than that needs a reason
    const std::vector<Finding>& before = c.analysis.findings.list;
    const auto isExplained = [&](SpanId span) {
        return std::any_of(before.begin(), before.end(), [&](const Finding& finding) {
            return finding.id.starts_with("unexplained-") && !finding.evidence.spans.empty()
                && finding.evidence.spans.front() == span;
        });
    };
    for (const Overlap::Group& group : c.analysis.overlap.groups) {
        const auto kind = std::find_if(c.analysis.overlap.kinds.begin(), c.analysis.overlap.kinds.end(),
            [&](const CommunicationKind& k) { return k.group == group.group && k.largest().isValid(); });
        if (c.perRank(group.exposed) < leastShapeShare * c.stepNs() || kind == c.analysis.overlap.kinds.end()
            || isExplained(kind->largest()))
            continue;
        const SpanId longest = kind->largest();
        const bool isMeasured = kind->longest.isValid();
        Finding finding;
        finding.kind = Finding::Kind::Shape;
        finding.id = fmt::format("exposed-{}-communication", categoryKey(group.group));
        finding.title = say("{} is exposed", named(categoryName(group.group))).capitalized();
        finding.costNs = c.pricer ? gainWithout(c, group.group) : c.perRank(group.exposed);
        if (c.pricer && c.groups.stageCount() < 2)
            finding.costNs = std::min(finding.costNs, mostExposed(c, group.group));
        finding.sentence = say("No compute hides {} of {} per rank, {} {} ({} is hidden); the largest part is {}{}{}.",
            timeText(c.perRank(group.exposed)), named(categoryName(group.group)), shareOfStep(c, group), c.ofStep(),
            shareText(group.hiddenShare()), named(operationName(kind->operation)),
            kind->bytes > 0 ? say(" of {}", bytesText(double(kind->bytes))) : Message(), speedsText(*kind));
        const std::vector<ExposedPart> parts
            = isProfilerRun(c.trace) ? exposedParts(c, group.group) : std::vector<ExposedPart>();
        if (!parts.empty())
            finding.sentence = exposedSentence(c, group, parts);
        if (!isMeasured)
            finding.sentence += say(" Its time was not measured: it is what the tracer put there.");
        finding.evidence.spans = {longest};
        finding.evidence.range = c.trace.range(longest);
        // Where a host or another rank holds the step up, all of it may be exposed and yet cost nothing more.
        const bool isBesideThePath
            = finding.costNs < leastShapeShare * c.stepNs() && c.perRank(group.exposed) >= largeShare * c.stepNs();
        if (isBesideThePath) {
            // On that stream, what follows does wait for it; nor is elsewhere what the path itself shows.
            const bool isOnThePath = c.analysis.criticalPath
                && c.analysis.criticalPath->share(group.group) >= leastShapeShare;
            if (recordsOnlyCommunication(c.trace, c.window()))
                finding.sentence += say(" Nothing else was recorded than the mark of the step: what waits for it, and "
                                        "how much shorter the step would be without it, cannot be told.");
            else if (betweenCompute(parts) == 0 && !isOnThePath)
                finding.sentence
                    += say(" Without it the step, re-timed from its own records, would hardly be shorter: what "
                           "holds it up is elsewhere on the critical path.");
            else if (c.steady)
                finding.sentence += say(" Without it a step that follows others would hardly be shorter: then "
                                        "something else sets the pace.");
            if (c.steady)
                finding.gainNs = finding.costNs;
            finding.costNs = c.perRank(group.exposed);
        }
        const bool isModelled = c.pricer && !isBesideThePath;
        // Once so much of it is gone, a host or another rank holds the step up.
        if (isModelled && c.steady && finding.costNs < mostOfExposed * c.perRank(group.exposed))
            finding.sentence
                += say(" Without it the step is {} shorter, and no more than that: then something else sets the pace.",
                    timeText(finding.costNs));
        finding.howComputed = say("Transfer times, without waiting, beside which nothing computes. {}",
            isModelled ? say("The cost is what the step, re-timed from its own records, is shorter without them.")
                       : meanOverRanks());
        finding.costOrigin = !isMeasured ? Origin::Assumed : isModelled ? Origin::Modelled : Origin::Measured;
        setRemedy(c, group.group, finding);
        if (!parts.empty()) {
            setRemedyOf(c, parts.front(), finding);
            setRemedyOfStream(c, parts, finding);
        }
        // What the tracer put there prices nothing: the model has a time of its own, and the knob may as well lose.
        if (!isMeasured && !finding.tryKnobs.empty()) {
            finding.suggestion += say(" What that gains cannot be told from a time that nobody measured.");
            finding.tryKnobs.clear();
        }
        c.add(std::move(finding), leastShapeShare);
    }
}

} // namespace

void addShapes(FindingContext& c)
{
    addUnexplained(c);
    if (!c.isProfile()) {
        addPipelineBubble(c);
        addSlowNeighbour(c);
        addSynchronization(c, Category::Optimizer, BubbleCause::Optimizer, "optimizer-synchronization",
            say("inside optimizer_step, which synchronizes the ranks of a model before it works"),
            say("Ranks wait for each other in the optimizer"));
        addSynchronization(c, Category::EmbeddingComm, BubbleCause::EmbeddingGroup, "embedding-synchronization",
            say("in the all-reduce of embedding gradients"),
            c.groups.stageCount() > 1 ? say("First and last stage wait for embedding gradients")
                                      : say("Ranks wait for each other's embedding gradients"));
        addSynchronization(c, Category::DataComm, BubbleCause::GradientSynchronization, "gradient-synchronization",
            say("in the gradient synchronization"), say("Replicas wait for each other's gradients"),
            say("Replicas should finish at the same time: look at the rank that comes last."));
        addSynchronization(c, Category::TensorComm, BubbleCause::StragglingRank, "tensor-synchronization",
            say("in tensor-parallel collectives"), say("Tensor-parallel ranks wait for a slower one"),
            say("Look at the rank that comes last: clocks, other processes, its host."));
        const std::vector<Finding>& found = c.analysis.findings.list;
        const bool isUneven = std::any_of(
            found.begin(), found.end(), [](const Finding& finding) { return finding.id == "expert-imbalance"; });
        if (!isUneven)
            addSynchronization(c, Category::ExpertComm, BubbleCause::StragglingRank, "expert-synchronization",
                say("in exchanges of the experts"), say("Ranks of an expert group wait for each other"),
                say("Look at the rank that comes last, and at how tokens are spread."));
    }
    addExposedCommunication(c);
}

} // namespace bubblescope
