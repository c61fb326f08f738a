// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "chrometracestream.h"

#include "ranktrace/tracemeaning.h"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

namespace bubblescope {

namespace {

constexpr size_t firstWindow = size_t(1) << 20;
constexpr size_t largestItem = size_t(64) << 20; // a real event has a few kilobytes
constexpr size_t mostSpoilt = size_t(64) << 10;  // of a damaged event that is still skipped as a whole

bool isSpace(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }

// Members that are read; all others may be of any size and are passed over.
bool isWanted(std::string_view key)
{
    return key == "distributedInfo" || key == "baseTimeNanoseconds" || key == "otherData";
}

// Of nothing but traces.
bool isOfTraces(std::string_view key)
{
    return isWanted(key) || key == "traceEvents" || key == "displayTimeUnit" || key == "deviceProperties"
        || key == "stackFrames";
}

} // namespace

ChromeTraceStream::ChromeTraceStream(ByteSource& source, ImportReport& report)
    : m_source(source), m_report(report), m_buffer(std::make_unique<char[]>(firstWindow)), m_capacity(firstWindow)
{
}

/// Brings more text behind what is not consumed yet; false at the end of the file.
bool ChromeTraceStream::more()
{
    if (m_atEnd)
        return false;
    const size_t kept = m_fill - m_at;
    if (m_at > 0) {
        std::memmove(m_buffer.get(), m_buffer.get() + m_at, kept);
        m_base += m_at;
        m_at = 0;
        m_fill = kept;
    }
    if (kept == m_capacity) {
        auto larger = std::make_unique<char[]>(m_capacity * 2);
        std::memcpy(larger.get(), m_buffer.get(), kept);
        m_buffer = std::move(larger);
        m_capacity *= 2;
    }
    const size_t got = m_source.read(m_buffer.get() + m_fill, m_capacity - m_fill);
    m_fill += got;
    m_atEnd = got == 0;
    return !m_atEnd;
}

/// False at the end of the file.
bool ChromeTraceStream::skipSpaces()
{
    for (;;) {
        while (m_at < m_fill && isSpace(m_buffer[m_at]))
            ++m_at;
        if (m_at < m_fill)
            return true;
        if (!more())
            return false;
    }
}

ChromeTraceStream::Item ChromeTraceStream::next()
{
    for (;;) {
        switch (m_place) {
        case Place::Start:
            start();
            break;
        case Place::Members:
            if (nextMember())
                return Item::Member;
            break;
        case Place::Events:
            if (nextEvent())
                return Item::Event;
            break;
        case Place::Behind:
            checkTail();
            break;
        case Place::End:
            return Item::End;
        }
    }
}

void ChromeTraceStream::start()
{
    while (m_fill < 3 && more()) { }
    if (rest().starts_with("\xef\xbb\xbf"))
        m_at += 3;
    const bool hasText = skipSpaces();
    if (hasText && m_buffer[m_at] == '[') {
        m_isList = true;
        m_isTrace = true;
        m_place = Place::Events;
        ++m_at;
    } else if (hasText && m_buffer[m_at] == '{') {
        m_place = Place::Members;
        ++m_at;
    } else {
        m_isForeign = true;
        m_place = Place::End;
    }
}

bool ChromeTraceStream::nextMember()
{
    while (skipSpaces() && m_buffer[m_at] == ',')
        ++m_at;
    if (m_at == m_fill) {
        truncated("the object of the trace does not close");
        return false;
    }
    if (m_buffer[m_at] == '}') {
        ++m_at;
        m_place = Place::Behind;
        return false;
    }
    // The key and the beginning of its value.
    for (;;) {
        JsonCursor cursor(rest());
        std::string_view key;
        if (cursor.key(key) && cursor.peek() != 0) {
            m_key = key;
            m_itemOffset = offsetHere();
            m_isTrace = m_isTrace || isOfTraces(m_key);
            const bool isEvents = m_key == "traceEvents" && cursor.peek() == '[';
            if (!isEvents && isWanted(m_key)) {
                if (cursor.value(m_value)) {
                    m_at += static_cast<size_t>(cursor.at() - rest().data());
                    return true;
                }
            } else if (cursor.state() == JsonState::Whole) {
                m_at += static_cast<size_t>(cursor.at() - rest().data());
                if (isEvents) {
                    ++m_at;
                    m_place = Place::Events;
                } else if (!skipLongValue()) {
                    truncated("a member of the trace does not end");
                }
                return false;
            }
        }
        if (cursor.state() == JsonState::Damaged || rest().size() > largestItem) {
            m_report.add(IssueKind::BadHeader, offsetHere(),
                fmt::format("no member of a JSON object: \"{}\"", excerpt(rest().substr(0, 80))));
            m_place = Place::End;
            return false;
        }
        if (!more()) {
            truncated("a member of the trace does not end");
            return false;
        }
    }
}

/// Passes over a value of any size without keeping it; false where the file ends in it.
bool ChromeTraceStream::skipLongValue()
{
    size_t depth = 0;
    bool inString = false;
    bool escaped = false;
    for (;;) {
        for (; m_at < m_fill; ++m_at) {
            const char c = m_buffer[m_at];
            if (inString) {
                if (escaped)
                    escaped = false;
                else if (c == '\\')
                    escaped = true;
                else if (c == '"')
                    inString = false;
                if (!inString && depth == 0) {
                    ++m_at;
                    return true;
                }
                continue;
            }
            if (c == '"') {
                inString = true;
            } else if (c == '{' || c == '[') {
                ++depth;
            } else if (c == '}' || c == ']' || c == ',') {
                if (depth == 0)
                    return true; // behind a number or a word
                if (c != ',' && --depth == 0) {
                    ++m_at;
                    return true;
                }
            }
        }
        if (!more())
            return false;
    }
}

bool ChromeTraceStream::nextEvent()
{
    while (skipSpaces()) {
        const char c = m_buffer[m_at];
        if (c == ',') {
            ++m_at;
            continue;
        }
        if (c == ']') {
            ++m_at;
            finishEvents();
            return false;
        }
        m_itemOffset = offsetHere();
        if (c != '{') {
            m_report.add(
                IssueKind::BadRecord, m_itemOffset, fmt::format("no event: \"{}\"", excerpt(rest().substr(0, 80))));
            skipDamage(0);
            return false;
        }
        for (;;) {
            size_t size = 0;
            const JsonState state = readChromeEvent(rest(), m_event, size);
            if (state == JsonState::Whole) {
                m_at += size;
                return true;
            }
            if (state == JsonState::Incomplete && rest().size() <= largestItem) {
                if (more())
                    continue;
                // A quote too many swallows all that follows: no event is that long.
                if (rest().size() > mostSpoilt) {
                    m_report.add(IssueKind::BadRecord, m_itemOffset,
                        fmt::format("an event that does not end: \"{}\"", excerpt(rest().substr(0, 80))));
                    skipDamage(0);
                    return false;
                }
                truncated("the last event breaks off; what precedes it is kept");
                return false;
            }
            m_report.add(state == JsonState::Damaged ? IssueKind::BadRecord : IssueKind::OversizedLine, m_itemOffset,
                fmt::format("an event that is no JSON object: \"{}\"", excerpt(rest().substr(0, 80))));
            skipDamage(state == JsonState::Damaged ? size : 0);
            return false;
        }
    }
    // A bare list may end without its bracket: so says the format.
    if (m_isList)
        m_place = Place::End;
    else
        truncated("the list of events does not close");
    return false;
}

void ChromeTraceStream::finishEvents() { m_place = m_isList ? Place::Behind : Place::Members; }

/// Goes on behind a damaged event: behind its closing bracket where there is a plausible one, else at the next object
/// that can be an event.
void ChromeTraceStream::skipDamage(size_t readAhead)
{
    const std::string_view text = rest();
    JsonCursor cursor(text.substr(0, mostSpoilt));
    JsonSlice whole;
    if (cursor.value(whole) && whole.kind == JsonSlice::Kind::Container) {
        const char next = cursor.peek();
        if (next == ',' || next == ']') {
            m_at += static_cast<size_t>(cursor.at() - text.data());
            return;
        }
    }
    m_at += std::max<size_t>(std::min(readAhead, text.size()), 1);
    char previous = ',';
    for (;;) {
        for (; m_at < m_fill; ++m_at) {
            const char c = m_buffer[m_at];
            // Behind a colon it would be the arguments of the damaged event.
            if (c == '{' && previous != ':')
                return;
            if (!isSpace(c))
                previous = c;
        }
        if (!more())
            return;
    }
}

void ChromeTraceStream::checkTail()
{
    m_place = Place::End;
    if (skipSpaces()) {
        m_report.add(IssueKind::BadRecord, offsetHere(),
            fmt::format("text follows the trace: \"{}\"", excerpt(rest().substr(0, 80))));
    }
}

void ChromeTraceStream::truncated(std::string_view what)
{
    m_report.add(IssueKind::TruncatedFile, offsetHere(), what);
    m_place = Place::End;
}

} // namespace bubblescope
