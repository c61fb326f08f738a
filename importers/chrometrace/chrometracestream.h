// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bytesource.h"
#include "chromeevent.h"

#include <memory>

namespace bubblescope {

/// The events and the other members of a Chrome trace, one after another, through a window of bounded size: an object
/// with "traceEvents" and anything before or after it, or a bare list. Damage is reported with its offset, and reading
/// goes on at the next event.
class ChromeTraceStream {
public:
    ChromeTraceStream(ByteSource& source, ImportReport& report);

    enum class Item : uint8_t { Event, Member, End };
    Item next();

    /// Valid until the next call, as are offset(), key() and value().
    const ChromeEvent& event() const { return m_event; }
    /// Bytes from the start of the (uncompressed) file to the event or member.
    uint64_t offset() const { return m_itemOffset; }
    /// A short member of the trace other than its events.
    std::string_view key() const { return m_key; }
    const JsonSlice& value() const { return m_value; }
    /// The text is no JSON object or list at all.
    bool isForeign() const { return m_isForeign; }
    /// A key of such a trace was met.
    bool isTrace() const { return m_isTrace; }
    /// How far it was read, in bytes from the start of the (uncompressed) file.
    uint64_t position() const { return offsetHere(); }

private:
    enum class Place : uint8_t { Start, Members, Events, Behind, End };

    void start();
    bool nextMember();
    bool nextEvent();
    void checkTail();
    void finishEvents();
    void skipDamage(size_t readAhead);
    bool skipLongValue();
    bool skipSpaces();
    bool more();
    void truncated(std::string_view what);
    std::string_view rest() const { return {m_buffer.get() + m_at, m_fill - m_at}; }
    uint64_t offsetHere() const { return m_base + m_at; }

    ByteSource& m_source;
    ImportReport& m_report;
    std::unique_ptr<char[]> m_buffer;
    size_t m_capacity = 0;
    size_t m_at = 0;
    size_t m_fill = 0;
    uint64_t m_base = 0; ///< offset of the buffer's first byte
    uint64_t m_itemOffset = 0;
    ChromeEvent m_event;
    std::string m_key;
    JsonSlice m_value;
    Place m_place = Place::Start;
    bool m_isList = false;
    bool m_atEnd = false;
    bool m_isForeign = false;
    bool m_isTrace = false;
};

} // namespace bubblescope
