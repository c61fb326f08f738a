// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sensitivity.h"

#include "bandwidthtext.h"
#include "measuretext.h"
#include "schedule.h"
#include "stepfigures.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

namespace bubblescope {

namespace {

/// Tries one knob after another and keeps the changes that can be simulated.
class Trials {
public:
    Trials(const Simulator& simulator, const Knobs& from) : m_simulator(simulator), m_from(from) { }

    struct Trial {
        std::string_view knob;
        Message change;
        Knobs knobs;
    };

    std::vector<Trial> all()
    {
        addMicrobatches();
        addSchedules();
        addLayouts();
        addExperts();
        addHardware();
        addTiming();
        return std::move(m_trials);
    }

private:
    bool answers(std::string_view knob) const { return !m_simulator.whyNot(knob); }
    /// The current value of a knob: moved, or the input's own.
    std::string value(std::string_view knob) const
    {
        const std::string moved = knobText(m_from, knob);
        return moved.empty() ? m_simulator.ownValue(knob) : moved;
    }
    std::optional<int> number(std::string_view knob) const
    {
        const std::string text = value(knob);
        int result = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), result);
        return error == std::errc() && end == text.data() + text.size() ? std::optional(result) : std::nullopt;
    }
    std::optional<double> bandwidth(std::string_view knob) const
    {
        const Result<double> parsed = parseBandwidth(value(knob));
        return parsed ? std::optional(*parsed) : std::nullopt;
    }
    template <typename Move> void add(std::string_view knob, Message change, Move move)
    {
        Trial trial {knob, std::move(change), m_from};
        move(trial.knobs);
        m_trials.push_back(std::move(trial));
    }

    void addMicrobatches()
    {
        const std::optional<int> now = number("microbatches");
        if (now && answers("microbatches")) {
            add("microbatches", say("microbatches {} to {}", *now, *now * 2),
                [&](Knobs& knobs) { knobs.microbatches = *now * 2; });
        }
    }

    void addSchedules()
    {
        const std::optional<int> stages = number("stages");
        if (!answers("schedule") || !stages || *stages < 2)
            return;
        const std::string now = value("schedule");
        addChunks(now, number("chunks").value_or(1));
        for (const ScheduleInfo& info : schedules()) {
            if (info.key == now || info.name == now)
                continue;
            add("schedule", say("{} schedule", info.name), [&](Knobs& knobs) {
                knobs.schedule = info.kind;
                if (info.kind != ScheduleKind::Interleaved)
                    knobs.chunks.reset();
            });
        }
    }

    /// Of the interleaved schedule: half and twice as many, or four beside the two that its own trial assumes.
    void addChunks(std::string_view schedule, int now)
    {
        if (!answers("chunks"))
            return;
        const auto isNow = [&](const ScheduleInfo& info) { return info.key == schedule || info.name == schedule; };
        const auto own = std::find_if(schedules().begin(), schedules().end(), isNow);
        const bool isInterleaved = own != schedules().end() && own->kind == ScheduleKind::Interleaved;
        std::vector<int> tried {4};
        if (isInterleaved)
            tried = {std::max(now, 2) / 2, std::max(now, 2) * 2}; // two where none are told
        for (const int chunks : tried) {
            if (chunks < 2)
                continue;
            add("chunks", say("interleaved schedule with {} chunks", chunks), [&](Knobs& knobs) {
                knobs.schedule = ScheduleKind::Interleaved;
                knobs.chunks = chunks;
            });
        }
    }

    void addExperts()
    {
        const std::optional<int> now = number("expert");
        if (!now || *now < 1 || !answers("expert"))
            return;
        for (const int ranks : {*now / 2, *now * 2}) {
            if (ranks >= 1)
                add("expert", say("EP {} to {}", *now, ranks), [&](Knobs& knobs) { knobs.expert = ranks; });
        }
    }

    void addLayouts()
    {
        const std::optional<int> tensor = number("tensor");
        const std::optional<int> data = number("data");
        const std::optional<int> stages = number("stages");
        if (tensor && data && stages && answers("tensor") && answers("stages") && m_from.partition.empty()) {
            const auto layout = [&](std::string_view knob, int t, int p, int d) {
                if (t < 1 || p < 1 || d < 1)
                    return;
                add(knob, say("TP {} · PP {} · DP {}", t, p, d), [&](Knobs& knobs) {
                    knobs.tensor = t;
                    knobs.stages = p;
                    knobs.data = d;
                });
            };
            if (*data % 2 == 0) {
                layout("tensor", *tensor * 2, *stages, *data / 2);
                layout("stages", *tensor, *stages * 2, *data / 2);
            }
            if (*tensor % 2 == 0) {
                layout("data", *tensor / 2, *stages, *data * 2);
                layout("stages", *tensor / 2, *stages * 2, *data);
            }
            if (*stages % 2 == 0) {
                layout("data", *tensor, *stages / 2, *data * 2);
                layout("tensor", *tensor * 2, *stages / 2, *data);
            }
        }
        if (answers("partition") && stages && *stages > 1) {
            if (const std::vector<int> balanced = m_simulator.balancedPartition(m_from);
                !balanced.empty() && partitionText(balanced) != value("partition"))
                add("partition", say("balanced partition"), [&](Knobs& knobs) { knobs.partition = balanced; });
        }
    }

    static std::string partitionText(const std::vector<int>& layers)
    {
        Knobs knobs;
        knobs.partition = layers;
        return knobText(knobs, "partition");
    }

    void addHardware()
    {
        if (const auto now = bandwidth("nic"); now && answers("nic"))
            add("nic", say("NIC bandwidth doubled"), [&](Knobs& knobs) { knobs.nicBandwidth = *now * 2; });
        if (const auto now = bandwidth("nvlink"); now && answers("nvlink"))
            add("nvlink", say("NVLink bandwidth doubled"), [&](Knobs& knobs) { knobs.nvlinkBandwidth = *now * 2; });
    }

    void addTiming()
    {
        if (answers("compute-scale")) {
            add("compute-scale", say("compute takes 10 % less time"),
                [&](Knobs& knobs) { knobs.computeScale = m_from.computeScale.value_or(1) * 0.9; });
        }
        if (answers("comm-scale") && m_from.commScale != 0.0) {
            add("comm-scale", say("communication takes 10 % less time"),
                [&](Knobs& knobs) { knobs.commScale = m_from.commScale.value_or(1) * 0.9; });
        }
        if (answers("overlap") && value("overlap") != "on")
            add("overlap", say("gradients beside compute"), [](Knobs& knobs) { knobs.overlap = true; });
        if (answers("blocking-send") && value("blocking-send") == "on")
            add("blocking-send", say("sends that do not block"), [](Knobs& knobs) { knobs.blockingSends = false; });
        if (answers("host-gaps") && m_from.hostGaps != 0.0)
            add("host-gaps", say("no host gaps"), [](Knobs& knobs) { knobs.hostGaps = 0; });
        if (!answers("straggler"))
            return;
        if (!m_from.stragglers.empty())
            add("straggler", say("no planted stragglers"), [](Knobs& knobs) { knobs.stragglers.clear(); });
        for (const Knobs::Straggler& slow : m_simulator.measuredStragglers()) {
            // Findings tell it by all steps: the factor beside it says why the gain may differ.
            const Message change = say(
                "rank {} as fast as its peers (now {} times as slow)", slow.number, fmt::format("{:.2f}", slow.factor));
            add("straggler", change, [&](Knobs& knobs) {
                knobs.stragglers.push_back({slow.of, slow.number, 1 / slow.factor});
            });
        }
    }

    const Simulator& m_simulator;
    const Knobs& m_from;
    std::vector<Trial> m_trials;
};

/// 1 where one of them does not tell them.
double samplesRatio(const StepFigures& now, const StepFigures& then)
{
    const bool known = now.samplesPerStep > 0 && then.samplesPerStep > 0;
    return known ? then.samplesPerStep / now.samplesPerStep : 1;
}

/// The range of a gain is that of the step that it leads to. What both steps share says nothing against the difference,
/// what only one has does.
void putRange(KnobGain& gain, const StepFigures& now, const StepFigures& then)
{
    constexpr double leastOfStep = 0.05; // no range reaches to a step that takes no time
    const double step = then.wholeStepNs();
    const auto apart = [](double thenNs, double nowNs) { return std::sqrt(std::abs(thenNs * thenNs - nowNs * nowNs)); };
    // What a step gains or loses by taking `ns` longer.
    const auto changeBy
        = [&](double ns) { return (1 + gain.throughputGain) * std::abs(1 - 1 / std::max(1 + ns / step, leastOfStep)); };
    const auto longest = [](const StepFigures& figures) { return figures.highNs() - figures.wholeStepNs(); };
    const auto shortest = [](const StepFigures& figures) { return figures.wholeStepNs() - figures.lowNs(); };
    gain.gainError = changeBy(apart(longest(then), longest(now)));
    gain.gainMore = changeBy(-apart(shortest(then), shortest(now)));
}

/// Why a range is as wide as it is.
Message whyWide(const StepFigures& then)
{
    const Message step = say("the step may take {} to {}", timeText(then.lowNs()), timeText(then.highNs()));
    if (then.wideBy == StepFigures::WideBy::Launches)
        return say("Of some ranks at least, hardly a call is known to have launched what their GPUs did: {}.", step);
    if (then.wideBy == StepFigures::WideBy::LateHosts)
        return say("How much of the waiting is for ranks whose hosts are late is not known: {}.", step);
    if (then.wideBy == StepFigures::WideBy::Beside)
        return say("Whether compute runs beside the collectives that it waited for is not known: {}.", step);
    constexpr double most = 0.5; // of the range: less would not explain it
    if (std::abs(then.beyondPeriodNs) > most * (then.highNs() - then.lowNs()))
        return say("Nobody knows whether the step repeats as it was recorded: {}.", step);
    return say("What is known tells too little of it: {}.", step);
}

/// By its knob alone: that it has another batch shows in its answer.
KnobNeeds needsOf(std::string_view knob)
{
    constexpr std::string_view hypothetical[] {"nic", "nvlink", "compute-scale", "comm-scale", "host-gaps"};
    return std::find(std::begin(hypothetical), std::end(hypothetical), knob) != std::end(hypothetical)
        ? KnobNeeds::Hardware
        : KnobNeeds::Nothing;
}

/// False only if both sizes are known.
bool fits(const Simulator& simulator, const Knobs& knobs, const StepFigures& figures)
{
    const Result<Hardware> hardware = simulator.hardware(knobs);
    return !hardware || figures.fits(hardware->memoryBytes);
}

} // namespace

std::string_view knobNeedsKey(KnobNeeds needs)
{
    constexpr std::string_view keys[] {"nothing", "batch", "hardware"};
    return keys[size_t(needs)];
}

double throughputGain(const StepFigures& now, const StepFigures& then)
{
    return samplesRatio(now, then) * now.wholeStepNs() / then.wholeStepNs() - 1;
}

KnobGain gainFrom(const Simulator& simulator, const StepFigures& now, const StepFigures& then, const Knobs& knobs)
{
    KnobGain gain;
    gain.knobs = knobs;
    gain.stepNs = then.wholeStepNs();
    gain.throughputGain = throughputGain(now, then);
    putRange(gain, now, then);
    constexpr double alike = 1e-9;
    gain.needs = std::abs(samplesRatio(now, then) - 1) > alike ? KnobNeeds::Batch : KnobNeeds::Nothing;
    gain.fitsMemory = fits(simulator, knobs, then);
    if (gain.isWide())
        gain.whyWide = whyWide(then);
    return gain;
}

std::vector<KnobGain> whatHelpsMost(const Simulator& simulator, const Knobs& from, const ProgressFn& progress)
{
    std::vector<KnobGain> gains;
    const Result<StepFigures> now
        = simulator.outcome(from, [&](uint64_t, uint64_t) { return !progress || progress(0, 1); });
    if (!now)
        return gains;
    const std::vector<Trials::Trial> trials = Trials(simulator, from).all();
    for (size_t i = 0; i < trials.size(); ++i) {
        if (progress && !progress(i, trials.size()))
            break;
        const Trials::Trial& trial = trials[i];
        const Result<StepFigures> then = simulator.outcome(
            trial.knobs, [&](uint64_t, uint64_t) { return !progress || progress(i, trials.size()); });
        if (!then || then->stepNs <= 0)
            continue; // not a valid combination here
        KnobGain gain = gainFrom(simulator, *now, *then, trial.knobs);
        gain.knob = trial.knob;
        gain.change = trial.change;
        if (gain.needs == KnobNeeds::Nothing)
            gain.needs = needsOf(trial.knob);
        gains.push_back(std::move(gain));
    }
    // Sure gains, those of them that do not fit, what may be a gain or none, sure losses, what cannot be told.
    const auto rank = [](const KnobGain& gain) {
        const int sure = !gain.helps() ? 3 : gain.fitsMemory ? 0 : 1;
        return std::pair(gain.needs, !gain.isStated() ? 4 : gain.isSure() ? sure : 2);
    };
    // A large gain with a wide range is no better than what is sure of it.
    const auto sureOf = [](const KnobGain& gain) {
        return gain.throughputGain > 0 && gain.isSure() ? gain.low() : gain.throughputGain;
    };
    std::stable_sort(gains.begin(), gains.end(), [&](const KnobGain& a, const KnobGain& b) {
        return rank(a) != rank(b) ? rank(a) < rank(b) : sureOf(a) > sureOf(b);
    });
    return gains;
}

std::vector<GainSection> gainSections(std::span<const KnobGain> gains)
{
    std::vector<GainSection> sections;
    for (size_t i = 0; i < gains.size(); ++i) {
        const KnobGain& gain = gains[i];
        const bool isStated = gain.isStated();
        const bool helps = gain.helps() || !isStated; // those that cannot be told are one section
        if (sections.empty() || sections.back().needs != gain.needs || sections.back().helps != helps
            || sections.back().isStated != isStated)
            sections.push_back({gain.needs, helps, isStated, gains.subspan(i, 0)});
        GainSection& section = sections.back();
        section.gains = {section.gains.data(), section.gains.size() + 1};
    }
    return sections;
}

} // namespace bubblescope
