// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "chrometracestream.h"

#include "textencoding.h"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

namespace bubblescope {

namespace {

constexpr size_t largestItem = size_t(64) << 20; // a real event has a few kilobytes
constexpr size_t mostSpoilt = size_t(64) << 10;  // of a damaged event that is still skipped as a whole
constexpr size_t leastReach = 2048;              // minimum search distance for an event's end when many searches failed
constexpr size_t creditPerByte = 8;              // search distance earned by each byte of a good event

bool isSpace(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }

// Members whose values are read; the others are skipped, whatever their size.
bool isWanted(std::string_view key)
{
    return key == "distributedInfo" || key == "baseTimeNanoseconds" || key == "otherData" || key == "deviceProperties";
}

// Keys that only traces have.
bool isOfTraces(std::string_view key)
{
    return isWanted(key) || key == "traceEvents" || key == "displayTimeUnit" || key == "stackFrames";
}

} // namespace

ChromeTraceStream::ChromeTraceStream(ByteSource& source, size_t window) : m_source(source) { moveToWindow(window); }

/// Continues in a window of the given size, which starts with the text not yet consumed.
void ChromeTraceStream::moveToWindow(size_t size)
{
    const auto isFree = [size](const auto& window) { return window.use_count() == 1 && window->size == size; };
    const auto known = std::find_if(m_left.begin(), m_left.end(), isFree);
    std::shared_ptr<Window> next;
    if (known != m_left.end()) {
        next = std::move(*known);
        m_left.erase(known);
    } else {
        next = std::make_shared<Window>();
        next->text = std::make_unique_for_overwrite<char[]>(size);
        next->size = size;
    }
    const std::string_view kept = m_window ? rest() : std::string_view();
    std::copy(kept.begin(), kept.end(), next->text.get());
    if (m_window && m_window->size == size)
        m_left.push_back(std::move(m_window));
    else
        m_left.clear();
    m_window = std::move(next);
    m_base += m_at;
    m_at = 0;
    m_fill = kept.size();
}

/// Appends more text to what is not yet consumed; false at the end of the file.
bool ChromeTraceStream::more()
{
    if (m_atEnd)
        return false;
    const size_t kept = m_fill - m_at;
    if (kept == m_window->size) {
        moveToWindow(m_window->size * 2);
    } else if (m_at > 0 && m_window.use_count() > 1) {
        moveToWindow(m_window->size);
    } else if (m_at > 0) {
        std::memmove(m_window->text.get(), m_window->text.get() + m_at, kept);
        m_base += m_at;
        m_at = 0;
        m_fill = kept;
    }
    const size_t got = m_source.read(m_window->text.get() + m_fill, m_window->size - m_fill);
    m_fill += got;
    m_atEnd = got == 0;
    return !m_atEnd;
}

/// False at the end of the file.
bool ChromeTraceStream::skipSpaces()
{
    for (;;) {
        while (m_at < m_fill && isSpace(here()))
            ++m_at;
        if (m_at < m_fill)
            return true;
        if (!more())
            return false;
    }
}

ChromeTraceStream::Item ChromeTraceStream::next(ChromeEvent& event)
{
    for (;;) {
        std::optional<Item> found;
        switch (m_place) {
        case Place::Start:
            start();
            break;
        case Place::Members:
            found = nextMember();
            break;
        case Place::Events:
            found = nextEvent(event);
            break;
        case Place::Behind:
            found = checkTail();
            break;
        case Place::End:
            return Item::End;
        }
        if (found)
            return *found;
    }
}

void ChromeTraceStream::start()
{
    while (m_fill < 3 && more()) { }
    if (rest().starts_with("\xef\xbb\xbf"))
        m_at += 3;
    const bool hasText = skipSpaces();
    if (hasText && here() == '[') {
        m_isList = true;
        m_isTrace = true;
        m_place = Place::Events;
        ++m_at;
    } else if (hasText && here() == '{') {
        m_place = Place::Members;
        ++m_at;
    } else {
        m_isForeign = true;
        m_place = Place::End;
    }
}

std::optional<ChromeTraceStream::Item> ChromeTraceStream::nextMember()
{
    while (skipSpaces() && here() == ',')
        ++m_at;
    if (m_at == m_fill)
        return truncated(say("the object of the trace does not close"));
    if (here() == '}') {
        ++m_at;
        m_place = Place::Behind;
        return {};
    }
    // The key and the start of its value.
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
                    return Item::Member;
                }
            } else if (cursor.state() == JsonState::Whole) {
                m_at += static_cast<size_t>(cursor.at() - rest().data());
                if (isEvents) {
                    ++m_at;
                    m_place = Place::Events;
                } else if (!skipLongValue()) {
                    return truncated(say("a member of the trace does not end"));
                }
                return {};
            }
        }
        if (cursor.state() == JsonState::Damaged || rest().size() > largestItem) {
            m_place = Place::End;
            return damaged(IssueKind::BadHeader, offsetHere(),
                say("not a member of a JSON object: \"{}\"", excerpt(rest().substr(0, 80))));
        }
        if (!more())
            return truncated(say("a member of the trace does not end"));
    }
}

/// Skips a value of any size without keeping it; false if the file ends inside it.
bool ChromeTraceStream::skipLongValue()
{
    size_t depth = 0;
    bool inString = false;
    bool escaped = false;
    for (;;) {
        for (; m_at < m_fill; ++m_at) {
            const char c = here();
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
                    return true; // the end of a number or word
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

std::optional<ChromeTraceStream::Item> ChromeTraceStream::nextEvent(ChromeEvent& event)
{
    // Build the message first: skipping may move the text.
    const auto skipped = [this](IssueKind kind, const Message& what, size_t readAhead, bool mayEnd) {
        const Item item = damaged(kind, m_itemOffset, say("{}: \"{}\"", what, excerpt(rest().substr(0, 80))));
        skipDamage(readAhead, mayEnd);
        return item;
    };
    while (skipSpaces()) {
        const char c = here();
        if (c == ',') {
            ++m_at;
            continue;
        }
        if (c == ']') {
            ++m_at;
            finishEvents();
            return {};
        }
        m_itemOffset = offsetHere();
        if (c != '{')
            return skipped(IssueKind::BadRecord, say("no event"), 0, true);
        for (;;) {
            size_t size = 0;
            const size_t mostSize = reach(largestItem + 1);
            const JsonState state = readChromeEvent(rest().substr(0, mostSize), event, size);
            if (state == JsonState::Whole) {
                if (event.phase.kind == JsonSlice::Kind::Absent && showsOtherTrace(0))
                    return mixed();
                m_credit = std::min(m_credit + creditPerByte * size, mostCredit);
                m_at += size;
                return Item::Event;
            }
            if (state == JsonState::Damaged && showsOtherTrace(size))
                return mixed();
            if (state == JsonState::Damaged)
                return skipped(IssueKind::BadRecord, say("an event that is not a JSON object"), size, true);
            if (rest().size() < mostSize && more())
                continue;
            lookedInVain(std::min(rest().size(), mostSize));
            if (showsOtherTrace(0))
                return mixed();
            if (mostSize > largestItem && rest().size() >= mostSize)
                return skipped(IssueKind::OversizedLine, say("an event that is not a JSON object"), 0, false);
            // One stray quote swallows the rest of the file: no event is that long.
            if (rest().size() > mostSpoilt || rest().size() >= mostSize)
                return skipped(IssueKind::BadRecord, say("an event that does not end"), 0, false);
            return truncated(say("the last event breaks off; what precedes it is kept"));
        }
    }
    // The format allows a bare list to end without its bracket.
    if (!m_isList)
        return truncated(say("the list of events does not close"));
    m_place = Place::End;
    return {};
}

void ChromeTraceStream::finishEvents() { m_place = m_isList ? Place::Behind : Place::Members; }

/// True if an object that begins like a whole trace stands where the event that begins here does, or where its text
/// breaks.
bool ChromeTraceStream::showsOtherTrace(size_t brokenAt) const
{
    constexpr size_t before = 256; // a string goes on into the head of another trace
    constexpr size_t behind = 512;
    const std::string_view text = rest();
    const auto isHead = [text](size_t at, size_t size) {
        const std::string_view part = text.substr(std::min(at, text.size()), size);
        // The same keys may follow the events of one trace.
        const auto begins = [part](std::string_view key) {
            for (size_t found = part.find(key); found != part.npos; found = part.find(key, found + 1)) {
                const size_t previous = part.find_last_not_of(" \t\r\n", found - (found > 0));
                if (found > 0 && previous != part.npos && part[previous] == '{')
                    return true;
            }
            return false;
        };
        return begins("\"schemaVersion\"") || begins("\"traceEvents\"") || begins("\"distributedInfo\"")
            || begins("\"displayTimeUnit\"");
    };
    return isHead(0, behind) || (brokenAt > before && isHead(brokenAt - before, before + behind));
}

ChromeTraceStream::Item ChromeTraceStream::mixed()
{
    m_isMixed = true;
    m_place = Place::End;
    return damaged(IssueKind::BadRecord, m_itemOffset,
        say("another trace begins among the events: several programs wrote into this file at once, and which event "
            "is whose cannot be told; let each write a file of its own"));
}

/// How far to search for the end of a possible event. Damaged text may hold a hundred thousand brackets that never
/// close, and searching the whole rest for each would be quadratic: so failed searches use up a credit that good events
/// earn, which keeps the total linear.
size_t ChromeTraceStream::reach(size_t most) const { return std::min(most, leastReach + m_credit); }

void ChromeTraceStream::lookedInVain(size_t size) { m_credit -= std::min(m_credit, size); }

/// Resumes after a damaged event: after its closing bracket if a plausible one is found (searched for only if
/// `mayEnd`), otherwise at the next object that can be an event.
void ChromeTraceStream::skipDamage(size_t readAhead, bool mayEnd)
{
    const std::string_view text = rest();
    if (mayEnd) {
        JsonCursor cursor(text.substr(0, reach(mostSpoilt)));
        JsonSlice whole;
        if (cursor.value(whole) && whole.kind == JsonSlice::Kind::Container) {
            const char next = cursor.peek();
            if (next == ',' || next == ']') {
                m_at += static_cast<size_t>(cursor.at() - text.data());
                return;
            }
        }
        lookedInVain(static_cast<size_t>(cursor.at() - text.data()));
    }
    m_at += std::max<size_t>(std::min(readAhead, text.size()), 1);
    char previous = ',';
    for (;;) {
        for (; m_at < m_fill; ++m_at) {
            const char c = here();
            // After a colon it would be the arguments of the damaged event.
            if (c == '{' && previous != ':')
                return;
            if (!isSpace(c))
                previous = c;
        }
        if (!more())
            return;
    }
}

std::optional<ChromeTraceStream::Item> ChromeTraceStream::checkTail()
{
    m_place = Place::End;
    if (!skipSpaces())
        return {};
    return damaged(
        IssueKind::BadRecord, offsetHere(), say("text follows the trace: \"{}\"", excerpt(rest().substr(0, 80))));
}

ChromeTraceStream::Item ChromeTraceStream::damaged(IssueKind kind, uint64_t offset, Message message)
{
    m_itemOffset = offset;
    m_damage = {kind, std::move(message)};
    return Item::Damage;
}

ChromeTraceStream::Item ChromeTraceStream::truncated(Message what)
{
    m_place = Place::End;
    return damaged(IssueKind::TruncatedFile, offsetHere(), std::move(what));
}

} // namespace bubblescope
