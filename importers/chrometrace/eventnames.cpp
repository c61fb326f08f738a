// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "eventnames.h"

#include "textencoding.h"

#include <array>

#include <fmt/format.h>

namespace bubblescope {

const EventNames::Entry& EventNames::entryFor(const ChromeEvent& event, uint64_t offset, bool isOwn)
{
    const std::array<std::string_view, 2> key {event.name.text(), event.category.text()};
    const bool isShort = key[0].size() + key[1].size() <= longestCachedKey;
    const uint64_t hash = isShort ? m_entries.hashOf(key) : 0;
    if (isShort) {
        if (const Entry* known = m_entries.find(key, hash)) {
            if (known->isDamaged)
                noteDamage(event, offset);
            return *known;
        }
    }
    m_scratch.isDamaged = !isUtf8(event.name.text());
    if (m_scratch.isDamaged)
        noteDamage(event, offset);
    const std::string name = jsonText(event.name.text(), longestEventText);
    m_scratch.name = name.empty() ? StringId() : m_builder.intern(name);
    m_scratch.meaning = isOwn ? EventMeaning() : meaningOfEvent(name, event.category.text());
    m_scratch.meaning.readsArguments = isOwn || m_scratch.meaning.readsArguments;
    if (m_scratch.meaning.isOperator)
        m_phases.addOperator(m_scratch.name);
    if (!isOwn)
        m_communication.noteName(m_scratch.name, name, event.category.text(), m_scratch.meaning);
    return isShort ? m_entries.insert(key, hash, m_scratch) : m_scratch;
}

void EventNames::noteDamage(const ChromeEvent& event, uint64_t offset)
{
    m_report.add(IssueKind::BadRecord, offset,
        say("the name \"{}\" is not valid UTF-8: the event is shown without what cannot be read of it",
            excerpt(event.name.text())));
}

} // namespace bubblescope
