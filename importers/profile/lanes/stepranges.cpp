// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "stepranges.h"

#include "characters.h"
#include "namewords.h"
#include "plainnumber.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace bubblescope {

namespace {

using namespace std::string_view_literals;

constexpr size_t longestStepName = 64;

/// Kinds of ranges that are taken only where a kind before them is not there, or where some of their parts are.
constexpr std::string_view sglangStep = "step[]"sv;
constexpr std::string_view sglangBatch = "run_batch"sv;
constexpr std::string_view vllmParts = "model_runner"sv;

/// The steps of servers: "step[DECODE bs=64]" of SGLang, before there were these "scheduler.run_batch", which lies
/// around them; "execute_context_1(8)_generation_0(0)" of vLLM, which may number them ("execute_12_context_…"),
/// "[Executor] _forward_step 12: 0 ctx reqs, 8 gen reqs" of TensorRT-LLM (PyExecutor._forward_step() in
/// tensorrt_llm/_torch/pyexecutor/py_executor.py), at first without the number, later also with "0 ctx tokens". Where
/// vLLM names no step, it names its parts: "gpu_model_runner: preprocess", up to 0.11 just "Preprocess".
std::optional<StepRanges::Name> servingStepOf(std::string_view text)
{
    if (text.starts_with("step["sv))
        return StepRanges::Name {std::string(sglangStep), -1};
    if (text == "scheduler.run_batch"sv)
        return StepRanges::Name {std::string(sglangBatch), -1};
    constexpr std::string_view parts[] {
        "Preprocess"sv, "Forward"sv, "Postprocess"sv, "Sample"sv, "Bookkeep"sv, "Draft"sv};
    if (std::find(std::begin(parts), std::end(parts), text) != std::end(parts))
        return StepRanges::Name {std::string(vllmParts), -1, lowered(text)};
    constexpr std::string_view execute = "execute_"sv;
    if (const size_t context = text.find("context_"sv); text.starts_with(execute) && context != std::string_view::npos
        && text.find("_generation_"sv, context) != std::string_view::npos) {
        const std::string_view between = text.substr(execute.size(), context - execute.size());
        if (between.empty() || between.find_first_not_of("0123456789_"sv) == std::string_view::npos)
            return StepRanges::Name {"execute_context", -1};
    }
    constexpr std::string_view runner = "gpu_model_runner:"sv;
    if (text.starts_with(runner)) {
        const size_t part = std::min(text.find_first_not_of(' ', runner.size()), text.size());
        if (part < text.size())
            return StepRanges::Name {"gpu_model_runner", -1, std::string(text.substr(part))};
    }
    constexpr std::string_view forward = "[Executor] _forward_step"sv;
    if (text.starts_with(forward)) {
        const std::string_view rest = text.substr(forward.size(), text.find(':') - forward.size());
        return StepRanges::Name {"forward_step", toCount(rest.substr(std::min<size_t>(rest.size(), 1))).value_or(-1)};
    }
    return {};
}

bool isWordOf(std::string_view word, std::initializer_list<std::string_view> words)
{
    return std::find(words.begin(), words.end(), word) != words.end();
}

bool isEarlier(const StepRanges::Range& a, const StepRanges::Range& b)
{
    return std::tuple(a.lane, a.range.begin, a.range.end) < std::tuple(b.lane, b.range.begin, b.range.end);
}

/// From each range of the part that opens a step to the end of what follows on its lane until the next one: what
/// precedes the first is of a step that began before the recording.
std::vector<StepRanges::Range> unitedParts(std::vector<StepRanges::Range> parts)
{
    const std::string_view usualFirst = "preprocess"sv;
    std::sort(parts.begin(), parts.end(), isEarlier);
    const bool isUsual = std::any_of(
        parts.begin(), parts.end(), [usualFirst](const StepRanges::Range& range) { return range.part == usualFirst; });
    const std::string first = isUsual ? std::string(usualFirst) : parts.front().part;
    std::vector<StepRanges::Range> steps;
    for (const StepRanges::Range& range : parts) {
        if (range.part == first)
            steps.push_back({range.lane, range.range});
        else if (!steps.empty() && steps.back().lane == range.lane)
            steps.back().range = steps.back().range.united(range.range);
    }
    return steps;
}

/// Ranges of any program may be called like one of the parts, but hardly like the first and the last of them.
bool arePartsOfVllm(const std::vector<StepRanges::Range>& ranges)
{
    const auto has = [&ranges](std::string_view part) {
        return std::any_of(
            ranges.begin(), ranges.end(), [part](const StepRanges::Range& range) { return range.part == part; });
    };
    return has("preprocess"sv) && has("forward"sv) && has("bookkeep"sv);
}

} // namespace

std::optional<StepRanges::Name> StepRanges::nameOf(std::string_view text) const
{
    if (isChosen()) {
        // "my step", "my step 12", "my step #12", but not "my step setup".
        const std::string_view rest = text.starts_with(m_chosen) ? text.substr(m_chosen.size()) : "x"sv;
        if (std::any_of(rest.begin(), rest.end(), isLetter) || (isDigit(m_chosen.back()) && !rest.empty()))
            return {};
        const size_t digits = std::min(rest.find_first_of("0123456789"sv), rest.size());
        const std::string_view number = rest.substr(digits, rest.find_first_not_of("0123456789"sv, digits) - digits);
        return Name {m_chosen, toCount(number).value_or(-1)};
    }
    if (auto serving = servingStepOf(text))
        return serving;
    if (text.size() > longestStepName)
        return {};
    Name name;
    bool isStep = false;
    for (const std::string& word : wordsOfName(text)) {
        if (const std::optional<int> number = toCount(word)) {
            name.number = name.number < 0 ? *number : name.number;
            continue;
        }
        isStep = isStep || isWordOf(word, {"step"sv, "iteration"sv, "iter"sv});
        if (!isWordOf(word,
                {"step"sv, "iteration"sv, "iter"sv, "train"sv, "training"sv, "global"sv, "profiler"sv, "engine"sv,
                    "decode"sv, "generation"sv, "inference"sv}))
            return {};
        name.kind += word + ' ';
    }
    return isStep ? std::optional(name) : std::nullopt;
}

std::vector<StepRanges::Range> StepRanges::settled()
{
    if (m_kinds.contains(std::string(sglangStep)))
        m_kinds.erase(std::string(sglangBatch));
    if (const auto parts = m_kinds.find(std::string(vllmParts));
        parts != m_kinds.end() && !arePartsOfVllm(parts->second))
        m_kinds.erase(parts);
    std::vector<Range>* best = nullptr;
    std::pair<bool, TimeNs> bestScore {false, -1};
    for (auto& [kind, ranges] : m_kinds) {
        if (!ranges.front().part.empty())
            ranges = unitedParts(std::move(ranges));
        TimeNs total = 0;
        for (const Range& range : ranges)
            __builtin_add_overflow(total, range.range.duration(), &total);
        const std::pair<bool, TimeNs> score {ranges.size() > 1, total};
        if (score > bestScore) {
            best = &ranges;
            bestScore = score;
        }
    }
    if (!best)
        return {};
    std::sort(best->begin(), best->end(), isEarlier);
    bool areNumbered = true;
    for (size_t i = 0; i < best->size(); ++i) {
        const bool follows = i > 0 && (*best)[i - 1].lane == (*best)[i].lane;
        areNumbered = areNumbered && (*best)[i].number >= 0 && (!follows || (*best)[i - 1].number < (*best)[i].number);
    }
    for (size_t i = 0; !areNumbered && i < best->size(); ++i) {
        const bool follows = i > 0 && (*best)[i - 1].lane == (*best)[i].lane;
        (*best)[i].number = follows ? (*best)[i - 1].number + 1 : 1;
    }
    return std::move(*best);
}

} // namespace bubblescope
