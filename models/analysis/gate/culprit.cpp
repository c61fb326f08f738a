// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "culprit.h"

#include "findingtext.h"
#include "logculprit.h"
#include "median.h"
#include "roundedtime.h"
#include "suspect.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace bubblescope {

namespace {

/// A narrower cause is named where it explains this share of what the broadest explains.
constexpr double nearlyAll = 0.75;
constexpr size_t mostOfAKind = 8;

class Search {
public:
    /// `of`: with its graph.
    Search(const StepCells& of, const StepCells& baseline) : m_of(of), m_cells(of, baseline) { }

    std::optional<Culprit> find(double growthNs)
    {
        collect();
        for (Suspect& suspect : m_suspects)
            suspect.gain = gainOf(suspect);
        const auto most = std::max_element(m_suspects.begin(), m_suspects.end(),
            [](const Suspect& a, const Suspect& b) { return a.gain < b.gain; });
        if (most == m_suspects.end() || most->gain < leastExplained * growthNs || most->gain <= 0)
            return std::nullopt;
        const double enough = nearlyAll * most->gain;
        const Suspect* chosen = &*most;
        for (const Suspect& suspect : m_suspects) {
            if (suspect.gain >= enough
                && (suspect.scope < chosen->scope || (suspect.scope == chosen->scope && suspect.gain > chosen->gain)))
                chosen = &suspect;
        }
        return madeOf(*chosen);
    }

private:
    const Trace& trace() const { return *m_of.trace; }

    void add(Suspect suspect)
    {
        if (suspect.kind == Culprit::Kind::Transfer) {
            for (const auto& [key, ns] : m_of.transfers) {
                if (covers(suspect, key))
                    suspect.growth += ns - m_cells.baselineTransfer(key);
            }
        } else {
            for (uint32_t r = 0; r < trace().ranks().size(); ++r) {
                for (int c = 0; c < categoryCount; ++c) {
                    if (covers(suspect, r, Category(c)))
                        suspect.growth += m_cells.runWork(r, Category(c)) - m_cells.baselineWork(r, Category(c));
                }
            }
        }
        if (suspect.growth > 0)
            m_suspects.push_back(std::move(suspect));
    }

    /// Of these suspects, those that grew most: each costs a pass over the step.
    void addGreatest(std::vector<Suspect> many)
    {
        std::vector<Suspect> kept;
        std::swap(kept, m_suspects);
        for (Suspect& suspect : many)
            add(std::move(suspect));
        std::stable_sort(m_suspects.begin(), m_suspects.end(),
            [](const Suspect& a, const Suspect& b) { return a.growth > b.growth; });
        m_suspects.resize(std::min(m_suspects.size(), mostOfAKind));
        m_suspects.insert(m_suspects.begin(), kept.begin(), kept.end());
    }

    void collect()
    {
        using Scope = Suspect::Scope;
        const RankGroups& groups = m_of.context->groups();
        for (const auto kind : {Culprit::Kind::Compute, Culprit::Kind::Host}) {
            std::vector<Suspect> single;
            std::map<int, std::vector<uint32_t>> stages;
            std::map<int, std::vector<uint32_t>> hosts;
            for (uint32_t r = 0; r < trace().ranks().size(); ++r) {
                single.push_back({kind, Scope::Rank, {r}, {}, {}, groups.stage(r)});
                if (groups.stage(r) >= 0)
                    stages[groups.stage(r)].push_back(r);
                hosts[trace().ranks()[r].host].push_back(r);
            }
            addOutliers(kind);
            addGreatest(std::move(single));
            for (const auto& [scope, of] : {std::pair(Scope::Stage, &stages), std::pair(Scope::Host, &hosts)}) {
                std::vector<Suspect> many;
                for (const auto& [number, ranks] : *of) {
                    if (ranks.size() > 1 && ranks.size() < trace().ranks().size())
                        many.push_back({kind, scope, ranks, {}, {}, scope == Scope::Stage ? number : -1});
                }
                addGreatest(std::move(many));
            }
            add({kind, Scope::All, {}, {}, {}, -1});
        }
        std::vector<Suspect> links;
        std::set<Category> kinds;
        for (const auto& [key, ns] : m_of.transfers) {
            links.push_back({Culprit::Kind::Transfer, Scope::Link, {}, key, key.category, key.from});
            kinds.insert(key.category);
        }
        addGreatest(std::move(links));
        for (const Category group : kinds)
            add({Culprit::Kind::Transfer, Scope::Stage, {}, {}, group, -1});
        add({Culprit::Kind::Transfer, Scope::All, {}, {}, {}, -1});
    }

    /// The ranks that grew apart from the others, together.
    void addOutliers(Culprit::Kind kind)
    {
        std::vector<double> factors;
        for (uint32_t r = 0; r < trace().ranks().size(); ++r) {
            double run = 0;
            double baseline = 0;
            for (int c = 0; c < categoryCount; ++c) {
                if (covers({kind, Suspect::Scope::All, {}, {}, {}, -1}, r, Category(c))) {
                    run += m_cells.runWork(r, Category(c));
                    baseline += m_cells.baselineWork(r, Category(c));
                }
            }
            factors.push_back(baseline > 0 ? run / baseline : 1);
        }
        if (factors.size() < 3)
            return;
        std::vector<double> sorted = factors;
        const double median = medianOf(sorted);
        const double apart = median + (*std::max_element(factors.begin(), factors.end()) - median) / 2;
        Suspect suspect {kind, Suspect::Scope::Ranks, {}, {}, {}, -1};
        for (uint32_t r = 0; r < factors.size(); ++r) {
            if (factors[r] > apart)
                suspect.ranks.push_back(r);
        }
        if (suspect.ranks.size() > 1 && suspect.ranks.size() * 2 <= factors.size())
            add(std::move(suspect));
    }

    /// How much shorter the typical step would be with these costs as in the baseline.
    double gainOf(const Suspect& suspect)
    {
        const TraceGraph& step = *m_of.typical;
        DependencyGraph::Costs costs = step.graph.costs();
        for (uint32_t n = 0; n < step.nodes.size(); ++n) {
            const uint32_t rank = step.nodes[n].rank;
            if (covers(suspect, rank, Category::Host))
                scale(costs.lead[step.graph.itemOf(n)], m_cells.workRatio(rank, Category::Host));
            const Category category = StepCells::categoryOf(trace(), step.nodes[n]);
            if (covers(suspect, rank, category))
                scale(costs.cost[step.graph.itemOf(n)], m_cells.workRatio(rank, category));
        }
        for (uint32_t m = 0; m < step.meetings.size(); ++m) {
            const StepCells::LinkKey key = StepCells::keyOf(*m_of.context, step, step.meetings[m]);
            if (covers(suspect, key))
                scale(costs.cost[step.graph.itemOfMeeting(m)], m_cells.transferRatio(key));
        }
        const TimeNs now = stepWith(step.graph.costs());
        return double(now - stepWith(costs));
    }

    TimeNs stepWith(const DependencyGraph::Costs& costs)
    {
        const TraceGraph& step = *m_of.typical;
        if (step.isRepeated())
            m_retiming.repeat(step.graph, costs, step.carried, step.lasts);
        else
            m_retiming.run(step.graph, costs);
        return m_retiming.makespan();
    }

    static void scale(TimeNs& ns, double factor) { ns = TimeNs(std::clamp(double(ns) * factor, 0.0, 1e18)); }

    Culprit madeOf(const Suspect& suspect) const
    {
        Culprit culprit;
        culprit.kind = suspect.kind;
        culprit.gainNs = suspect.gain;
        double run = 0;
        double baseline = 0;
        std::map<Category, double> growth;
        if (suspect.kind == Culprit::Kind::Transfer) {
            for (const auto& [key, ns] : m_of.transfers) {
                if (!covers(suspect, key))
                    continue;
                run += ns;
                baseline += m_cells.baselineTransfer(key);
                growth[key.category] += ns - m_cells.baselineTransfer(key);
            }
        } else {
            for (uint32_t r = 0; r < trace().ranks().size(); ++r) {
                for (int c = 0; c < categoryCount; ++c) {
                    const auto category = Category(c);
                    if (!covers(suspect, r, category))
                        continue;
                    run += m_cells.runWork(r, category);
                    baseline += m_cells.baselineWork(r, category);
                    growth[category] += m_cells.runWork(r, category) - m_cells.baselineWork(r, category);
                }
            }
        }
        culprit.factor = baseline > 0 ? run / baseline : 0;
        const auto most = std::max_element(
            growth.begin(), growth.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
        culprit.category = suspect.group ? *suspect.group : most == growth.end() ? Category::Other : most->first;
        name(culprit, suspect);
        addEvidence(culprit, suspect);
        culprit.trace = m_of.trace;
        return culprit;
    }

    /// "Rank 5", "Stage 2", "All ranks".
    Message subject(const Suspect& suspect) const
    {
        std::vector<int> numbers;
        for (const uint32_t rank : suspect.ranks)
            numbers.push_back(trace().ranks()[rank].rank);
        switch (suspect.scope) {
        case Suspect::Scope::All:
            return say("All ranks");
        case Suspect::Scope::Stage:
            return say("Stage {}", suspect.stage);
        case Suspect::Scope::Host: {
            const size_t host = trace().ranks()[suspect.ranks.front()].host;
            if (host < trace().hosts().size())
                return say("Host {}", trace().hosts()[host]);
            break;
        }
        default:
            break;
        }
        return listText(Numbered::Ranks, numbers);
    }

    void name(Culprit& culprit, const Suspect& suspect) const
    {
        const Message without
            = say("With that as in the baseline the step would be {} shorter.", timeText(culprit.gainNs));
        const std::string factor = fmt::format("{:.3f}", culprit.factor);
        if (suspect.kind == Culprit::Kind::Compute) {
            culprit.id = "slower-compute";
            culprit.title = say("{}: longer compute", subject(suspect));
            culprit.sentence = say("{}: {} times the compute of the baseline, most of it {}.", subject(suspect), factor,
                named(categoryName(culprit.category)));
        } else if (suspect.kind == Culprit::Kind::Host) {
            culprit.id = "longer-host";
            culprit.title = say("{}: longer host time", subject(suspect));
            culprit.sentence
                = say("{}: {} times the host time of the baseline (input, gaps between operations).", subject(suspect), factor);
        } else {
            culprit.id = "slower-transfer";
            if (suspect.link && suspect.link->isMessage()) {
                culprit.title
                    = say("Slower messages between stages {} and {}", suspect.link->from, suspect.link->to);
                culprit.sentence = say("Messages between stages {} and {} take {} times as long as in the baseline.",
                    suspect.link->from, suspect.link->to, factor);
            } else if (suspect.link && suspect.link->from >= 0) {
                culprit.title = say(
                    "Slower {} of stage {}", named(categoryName(culprit.category)), suspect.link->from);
                culprit.sentence = say("Transfers of the {} of stage {} take {} times as long as in the baseline.",
                    named(categoryName(culprit.category)), suspect.link->from, factor);
            } else if (suspect.group) {
                culprit.title = say("Slower {}", named(categoryName(culprit.category)));
                culprit.sentence = say("Transfers of the {} take {} times as long as in the baseline.",
                    named(categoryName(culprit.category)), factor);
            } else {
                culprit.title = say("Slower communication of all kinds");
                culprit.sentence = say("All transfers take {} times as long as in the baseline.", factor);
            }
        }
        culprit.sentence += Message(" ");
        culprit.sentence += without;
    }

    void addEvidence(Culprit& culprit, const Suspect& suspect) const
    {
        Evidence& evidence = culprit.evidence;
        const TraceGraph& step = *m_of.typical;
        const RankGroups& groups = m_of.context->groups();
        std::set<int> stages;
        for (const uint32_t rank : suspect.ranks) {
            evidence.ranks.push_back(trace().ranks()[rank].rank);
            if (groups.stage(rank) >= 0)
                stages.insert(groups.stage(rank));
        }
        if (suspect.link) {
            stages.insert(suspect.link->from);
            stages.insert(suspect.link->to);
            stages.erase(-1);
        }
        evidence.stages.assign(stages.begin(), stages.end());
        std::set<SpanId> spans;
        for (const TraceGraph::Node& node : step.nodes) {
            if (covers(suspect, node.rank, StepCells::categoryOf(trace(), node)))
                spans.insert(node.operation.isValid() ? node.operation : node.span);
        }
        for (const TraceGraph::Meeting& meeting : step.meetings) {
            if (covers(suspect, StepCells::keyOf(*m_of.context, step, meeting)))
                spans.insert(meeting.span);
        }
        spans.erase(SpanId());
        evidence.spans.assign(spans.begin(), spans.end());
        const size_t kept = std::min(evidence.spans.size(), maximumEvidence);
        std::partial_sort(evidence.spans.begin(), evidence.spans.begin() + std::ptrdiff_t(kept), evidence.spans.end(),
            [&](SpanId a, SpanId b) { return trace().duration(a) > trace().duration(b); });
        evidence.spans.resize(kept);
        evidence.range = evidence.spans.empty() ? step.window : trace().range(evidence.spans.front());
        if (const auto steps = trace().steps(); size_t(m_of.typicalStep) < steps.size())
            evidence.steps = {steps[size_t(m_of.typicalStep)].number};
    }

    const StepCells& m_of;
    ComparedCells m_cells;
    std::vector<Suspect> m_suspects;
    Retiming m_retiming;
};

Result<std::optional<StepCells>> cellsOf(const GateRun& run, bool withGraph)
{
    return run.unread ? run.unread->cells(withGraph) : StepCells::measure(run);
}

} // namespace

Result<std::optional<Culprit>> findCulprit(const GateRun& run, const GateRun& baseline, double growthNs)
{
    if (run.log && baseline.log)
        return findInLog(*run.log, *baseline.log, growthNs);
    const auto isKnown = [](const GateRun& of) { return of.unread || (of.run && of.context); };
    if (!isKnown(run) || !isKnown(baseline))
        return std::optional<Culprit>();
    const Result<std::optional<StepCells>> of = cellsOf(run, true);
    if (!of)
        return of.error();
    const Result<std::optional<StepCells>> before = *of ? cellsOf(baseline, false) : std::optional<StepCells>();
    if (!before)
        return before.error();
    return *before ? Search(**of, **before).find(growthNs) : std::nullopt;
}

Message notSearched(const Error& error)
{
    return say(
        "What made the step longer was not looked for among ranks and operations: {} {}", error.message, error.advice);
}

} // namespace bubblescope
