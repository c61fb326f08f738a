// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bytesource.h"
#include "chromeevent.h"

#include <memory>
#include <string>
#include <vector>

namespace bubblescope {

/// A defect found in a Chrome trace.
struct ChromeDamage {
    IssueKind kind = IssueKind::BadRecord;
    Message message;
};

/// Reads the events and the other members of a Chrome trace one by one through a window of bounded size. The trace is
/// an object with "traceEvents" among other members, or a bare list. Damage is delivered as an item of its own, and
/// reading resumes at the next event.
class ChromeTraceStream {
public:
    static constexpr size_t usualWindow = size_t(1) << 20;
    /// `window`: bytes read at a time; a longer item gets a larger window.
    explicit ChromeTraceStream(ByteSource& source, size_t window = usualWindow);

    enum class Item : uint8_t { Event, Member, Damage, End };
    Item next() { return next(m_event); }
    /// Like next(), but writes the event to `event` instead of the one that event() returns.
    Item next(ChromeEvent& event);

    /// Valid until the next call, like offset(), key(), value() and damage().
    const ChromeEvent& event() const { return m_event; }
    /// Offset of the item from the start of the (uncompressed) file, in bytes.
    uint64_t offset() const { return m_itemOffset; }
    /// Key of a short member of the trace other than its events.
    std::string_view key() const { return m_key; }
    const JsonSlice& value() const { return m_value; }
    const ChromeDamage& damage() const { return m_damage; }
    /// A block of text that items point into. Events and values stay valid as long as someone holds their window.
    struct Window {
        std::unique_ptr<char[]> text;
        size_t size = 0;
    };
    using WindowPtr = std::shared_ptr<const Window>;
    WindowPtr window() const { return m_window; }
    /// True if the text is not a JSON object or list at all.
    bool isForeign() const { return m_isForeign; }
    /// True once a key that only traces have was seen.
    bool isTrace() const { return m_isTrace; }
    /// True once another trace began among the events: several programs wrote into the file at once. Nothing is read
    /// after that.
    bool isMixed() const { return m_isMixed; }
    /// Bytes of the (uncompressed) file read so far.
    uint64_t position() const { return offsetHere(); }

private:
    static constexpr size_t mostCredit = size_t(256) << 20;

    enum class Place : uint8_t { Start, Members, Events, Behind, End };

    void start();
    std::optional<Item> nextMember();
    std::optional<Item> nextEvent(ChromeEvent& event);
    std::optional<Item> checkTail();
    void finishEvents();
    bool showsOtherTrace(size_t brokenAt) const;
    Item mixed();
    void skipDamage(size_t readAhead, bool mayEnd);
    size_t reach(size_t most) const;
    void lookedInVain(size_t size);
    bool skipLongValue();
    bool skipSpaces();
    bool more();
    void moveToWindow(size_t size);
    Item damaged(IssueKind kind, uint64_t offset, Message message);
    Item truncated(Message what);
    char here() const { return m_window->text[m_at]; }
    std::string_view rest() const { return {m_window->text.get() + m_at, m_fill - m_at}; }
    uint64_t offsetHere() const { return m_base + m_at; }

    ByteSource& m_source;
    std::shared_ptr<Window> m_window;
    std::vector<std::shared_ptr<Window>> m_left; ///< earlier windows, reused once nobody else holds them
    size_t m_at = 0;                             ///< position in the window
    size_t m_fill = 0;
    uint64_t m_base = 0; ///< offset of the window's first byte
    uint64_t m_itemOffset = 0;
    ChromeEvent m_event;
    std::string m_key;
    JsonSlice m_value;
    ChromeDamage m_damage;
    Place m_place = Place::Start;
    size_t m_credit = mostCredit;
    bool m_isList = false;
    bool m_atEnd = false;
    bool m_isForeign = false;
    bool m_isTrace = false;
    bool m_isMixed = false;
};

} // namespace bubblescope
