// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "nsystexts.h"

#include "freedmemory.h"
#include "textencoding.h"

#include <utility>

namespace bubblescope {

namespace {

constexpr size_t longestTableText = 2048;
constexpr uint64_t rowsOfLookup = 50; // that are read in the time of one look-up

} // namespace

NsysTexts::NsysTexts(SqliteFile& file, Trim trim) : m_file(file), m_trim(std::move(trim)) { ofText({}); }

uint32_t NsysTexts::ofText(std::string_view text)
{
    text = clipped(m_trim(text), longestTableText);
    const auto [known, isNew] = m_known.try_emplace(isUtf8(text) ? std::string(text) : toUtf8(text), 0);
    if (isNew) {
        known->second = static_cast<uint32_t>(m_texts.size());
        m_texts.push_back(&known->first);
    }
    return known->second;
}

uint32_t NsysTexts::ofId(int64_t id)
{
    if (id == m_lastId)
        return m_lastPlace | pending;
    const auto [known, isNew] = m_places.try_emplace(id, static_cast<uint32_t>(m_ids.size()));
    if (isNew)
        m_ids.push_back(id);
    m_lastId = id;
    m_lastPlace = known->second;
    return m_lastPlace | pending;
}

void NsysTexts::resolve()
{
    m_textOfId.assign(m_ids.size(), none);
    const uint64_t rows = m_ids.empty() ? 0 : m_file.rowsToExpect("StringIds");
    if (m_ids.size() * rowsOfLookup < rows && m_file.isKey("StringIds", "id")) {
        for (size_t i = 0; i < m_ids.size(); ++i)
            m_textOfId[i] = ofText(m_file.textOfKey("StringIds", "id", "value", m_ids[i]));
    } else if (!m_ids.empty()) {
        SqliteRows strings = m_file.rows("StringIds", {"id", "value"});
        while (strings.next()) {
            const std::optional<int64_t> id = strings.integer(0);
            const auto wanted = id ? m_places.find(*id) : m_places.end();
            if (wanted != m_places.end())
                m_textOfId[wanted->second] = ofText(strings.text(1));
        }
    }
    discard(m_places);
    discard(m_ids);
    m_lastId.reset();
}

uint32_t NsysTexts::settled(uint32_t number) const
{
    return (number & pending) != 0 ? m_textOfId[number & ~pending] : number;
}

} // namespace bubblescope
