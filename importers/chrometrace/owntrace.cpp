// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "owntrace.h"

#include "eventmeaning.h"
#include "operatorarguments.h"
#include "plainnumber.h"
#include "tracetime.h"

#include <algorithm>

namespace bubblescope {

namespace {

/// The flags of trace.h, except for the one that marks modelled spans among measured ones: a file cannot set that.
constexpr uint8_t storedFlags = SpanFlag::fused | SpanFlag::fusedLeg | SpanFlag::untimed | SpanFlag::notMeasured
    | SpanFlag::launchOnly | SpanFlag::waitOnly | SpanFlag::subOperation;

} // namespace

void OwnTrace::take(const ChromeArguments& arguments, SpanRecord& span)
{
    if (const auto category = categoryFromKey(arguments[ChromeArgument::Category]))
        span.category = *category;
    if (const auto operation = operationFromName(arguments[ChromeArgument::Operation]))
        span.operation = *operation;
    span.stage = toNumber<int16_t>(arguments[ChromeArgument::Stage]).value_or(-1);
    span.microbatch = toNumber<int32_t>(arguments[ChromeArgument::Microbatch]).value_or(-1);
    span.bytes = toNumber<int64_t>(arguments[ChromeArgument::Bytes]).value_or(-1);
    span.flags |= toNumber<uint8_t>(arguments[ChromeArgument::Flags]).value_or(0) & storedFlags;
    if (arguments.has(ChromeArgument::Detail))
        span.detail = m_builder.intern(jsonText(arguments[ChromeArgument::Detail], longestEventText));
    if (arguments.has(ChromeArgument::Inputs))
        span.inputs = m_builder.intern(jsonText(arguments[ChromeArgument::Inputs], longestInputs));
    if (const auto number = toNumber<uint64_t>(arguments[ChromeArgument::Span]))
        m_numbers[*number] = m_builder.spanCount();
    if (const auto parent = toNumber<uint64_t>(arguments[ChromeArgument::Parent]))
        m_parents.emplace_back(m_builder.spanCount(), *parent);
    if (const auto call = toNumber<uint64_t>(arguments[ChromeArgument::Launch]))
        m_launches.emplace_back(m_builder.spanCount(), *call);
}

void OwnTrace::takeStep(const ChromeEvent& event, StepMarks::Mark mark, StepMarks& steps)
{
    if (event.category.text() == hostStepCategory) {
        const std::string_view text = event.arguments.text();
        const uint64_t lag = text.empty() ? 0 : numberOfArgument(text, lagMember).value_or(0);
        mark.lag = TimeNs(std::min<uint64_t>(lag, latestTraceTime));
        steps.add(std::move(mark));
    } else if (event.category.text() == statedStepCategory) {
        mark.lag = RankStep::unknownLag;
        steps.add(std::move(mark));
    } else if (event.category.text() == std::string_view("step") || event.category.text() == recordingCategory) {
        mark.isRecording = event.category.text() == recordingCategory;
        steps.add(std::move(mark));
    }
}

void OwnTrace::settle()
{
    settleParents();
    settleLaunches();
}

void OwnTrace::settleParents()
{
    for (const auto& [span, parentNumber] : m_parents) {
        const auto parent = m_numbers.find(parentNumber);
        if (parent == m_numbers.end() || parent->second >= m_builder.spanCount() || span >= m_builder.spanCount())
            continue;
        // The parent must be longer, or earlier in the file, so that no file can build a cycle.
        const TimeNs own = m_builder.range(span).duration();
        const TimeNs outer = m_builder.range(parent->second).duration();
        if (outer > own || (outer == own && parent->second < span))
            m_builder.setParent(span, parent->second);
    }
}

void OwnTrace::settleLaunches()
{
    for (const auto& [started, callNumber] : m_launches) {
        const auto call = m_numbers.find(callNumber);
        if (call != m_numbers.end() && call->second != started
            && std::max(call->second, started) < m_builder.spanCount())
            m_builder.addLaunch(call->second, started);
    }
}

} // namespace bubblescope
