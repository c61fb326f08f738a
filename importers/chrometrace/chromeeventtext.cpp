// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "chromeeventtext.h"

#include "chromeevent.h"

namespace bubblescope {

void ChromeEventText::begin(std::string_view phase, int64_t process, uint64_t thread)
{
    m_text += m_hasEvent ? ",\n{\"ph\":\"" : "\n{\"ph\":\"";
    m_text += phase;
    m_text += "\",\"pid\":";
    addNumber(process);
    m_text += ",\"tid\":";
    addNumber(thread);
    m_hasEvent = true;
}

void ChromeEventText::addTime(TimeNs time)
{
    const auto magnitude = time < 0 ? uint64_t(0) - static_cast<uint64_t>(time) : static_cast<uint64_t>(time);
    if (time < 0)
        m_text += '-';
    addNumber(magnitude / 1000);
    const auto thousandths = static_cast<unsigned>(magnitude % 1000);
    const char fraction[]
        = {'.', char('0' + thousandths / 100), char('0' + thousandths / 10 % 10), char('0' + thousandths % 10)};
    m_text.append(fraction, sizeof fraction);
}

void ChromeEventText::addKey(ChromeArgument argument)
{
    m_text += ",\"";
    m_text += chromeArgumentName(argument);
    m_text += "\":";
}

void ChromeEventText::addMember(ChromeArgument argument, int64_t value)
{
    addKey(argument);
    addNumber(value);
}

bool ChromeEventText::handOver()
{
    if (!m_isRefused && !m_text.empty()) {
        m_isRefused = !m_sink(m_text);
        m_text.clear();
    }
    return !m_isRefused;
}

} // namespace bubblescope
