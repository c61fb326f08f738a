// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bytesource.h"
#include "chromeevent.h"

#include <memory>
#include <string>
#include <vector>

namespace bubblescope {

/// Something in a Chrome trace that is not as it should be.
struct ChromeDamage {
    IssueKind kind = IssueKind::BadRecord;
    Message message;
};

/// The events and the other members of a Chrome trace, one after another, through a window of bounded size: an object
/// with "traceEvents" and anything before or after it, or a bare list. Damage stands among them, and reading goes on at
/// the next event.
class ChromeTraceStream {
public:
    static constexpr size_t usualWindow = size_t(1) << 20;
    /// `window`: bytes that are read at a time; an item that is longer gets a larger one.
    explicit ChromeTraceStream(ByteSource& source, size_t window = usualWindow);

    enum class Item : uint8_t { Event, Member, Damage, End };
    Item next() { return next(m_event); }
    /// Puts an event there, instead of where event() finds it.
    Item next(ChromeEvent& event);

    /// Valid until the next call, as are offset(), key(), value() and damage().
    const ChromeEvent& event() const { return m_event; }
    /// Bytes from the start of the (uncompressed) file to the item.
    uint64_t offset() const { return m_itemOffset; }
    /// A short member of the trace other than its events.
    std::string_view key() const { return m_key; }
    const JsonSlice& value() const { return m_value; }
    const ChromeDamage& damage() const { return m_damage; }
    /// Text that lies beside the present item's. Whoever keeps it keeps events and values of it valid.
    struct Window {
        std::unique_ptr<char[]> text;
        size_t size = 0;
    };
    using WindowPtr = std::shared_ptr<const Window>;
    WindowPtr window() const { return m_window; }
    /// The text is not a JSON object or list at all.
    bool isForeign() const { return m_isForeign; }
    /// A key of such a trace was met.
    bool isTrace() const { return m_isTrace; }
    /// How far it was read, in bytes from the start of the (uncompressed) file.
    uint64_t position() const { return offsetHere(); }

private:
    static constexpr size_t mostCredit = size_t(256) << 20;

    enum class Place : uint8_t { Start, Members, Events, Behind, End };

    void start();
    std::optional<Item> nextMember();
    std::optional<Item> nextEvent(ChromeEvent& event);
    std::optional<Item> checkTail();
    void finishEvents();
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
    std::vector<std::shared_ptr<Window>> m_left; ///< windows before; whoever kept them may have let them go
    size_t m_at = 0;                             ///< within the window
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
};

} // namespace bubblescope
