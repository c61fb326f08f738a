// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "eventnames.h"

#include "stepranges.h"
#include "textencoding.h"

#include <fmt/format.h>

namespace bubblescope {

const EventNames::Entry& EventNames::entryFor(
    const ChromeEvent& event, std::string_view taskType, uint64_t offset, bool isOwn)
{
    const std::optional<SliceKey> key = taskType.empty()
        ? sliceKeyOf({event.name.text(), event.category.text()})
        : sliceKeyOf({event.name.text(), event.category.text(), taskType});
    if (const Entry* known = key ? m_entries.find(*key) : nullptr) {
        if (known->isDamaged)
            noteDamage(event, offset);
        return *known;
    }
    m_scratch.isDamaged = !isUtf8(event.name.text());
    if (m_scratch.isDamaged)
        noteDamage(event, offset);
    const std::string name = jsonText(event.name.text(), longestEventText);
    m_scratch.name = name.empty() ? StringId() : m_builder.intern(name);
    const std::string_view category = event.category.text();
    m_scratch.meaning = isOwn ? EventMeaning()
        : taskType.empty()    ? meaningOfEvent(name, category, m_kernels)
                              : meaningOfTask(name, taskType, m_kernels);
    m_scratch.meaning.isStepRange = !isOwn && !m_scratch.meaning.step
        && (category.empty() || category == "user_annotation") && StepRanges().nameOf(name);
    m_scratch.meaning.readsArguments = isOwn || m_scratch.meaning.readsArguments;
    if (m_scratch.meaning.isOperator)
        m_phases.addOperator(m_scratch.name);
    if (!isOwn)
        m_communication.noteName(m_scratch.name, name, event.category.text(), m_scratch.meaning);
    return key ? m_entries.insert(*key, m_scratch) : m_scratch;
}

void EventNames::noteDamage(const ChromeEvent& event, uint64_t offset)
{
    m_report.add(IssueKind::BadRecord, offset,
        say("the name \"{}\" is not valid UTF-8: the event is shown without what cannot be read of it",
            excerpt(event.name.text())));
}

} // namespace bubblescope
