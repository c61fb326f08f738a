// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "chrometracestream.h"
#include "workahead.h"

#include <utility>

namespace bubblescope {

/// Delivers the items of a ChromeTraceStream in order, but parses them ahead on another thread, the arguments of
/// communications with them.
class ChromeTraceAhead {
public:
    using Item = ChromeTraceStream::Item;

    /// The source belongs to this object until next() has returned End.
    ChromeTraceAhead(ByteSource& source, bool onThread, size_t window = ChromeTraceStream::usualWindow);
    /// Like ChromeTraceStream::next(); rethrows its exceptions.
    Item next();

    const ChromeEvent& event() const { return m_batch->events[m_at->index]; }
    /// An event that comes soon after the current item; null where there is none yet.
    const ChromeEvent* upcoming() const;
    uint64_t offset() const { return m_at->offset; }
    std::string_view key() const { return m_batch->members[m_at->index].first; }
    const JsonSlice& value() const { return m_batch->members[m_at->index].second; }
    const ChromeDamage& damage() const { return m_batch->damages[m_at->index]; }
    /// ByteSource::consumed() at the current item.
    uint64_t consumed() const { return m_batch ? m_batch->consumed : 0; }
    /// The underlying stream; valid only after End.
    const ChromeTraceStream& stream() const { return m_stream; }

private:
    static constexpr size_t apart = 128; ///< bytes; keeps what the two threads write on different cache lines
    struct Found {
        Item item;
        uint32_t index; ///< index within its kind
        uint64_t offset;
    };
    struct alignas(apart) Batch {
        std::vector<Found> items;
        std::vector<ChromeEvent> events;        ///< reserved up front, so that no event is moved
        std::vector<ReadArguments> arguments;   ///< of the communications among them; the same
        std::vector<std::pair<std::string, JsonSlice>> members;
        std::vector<ChromeDamage> damages;
        std::vector<ChromeTraceStream::WindowPtr> windows; ///< the windows that all slices point into
        uint64_t consumed = 0;
    };
    bool fill(Batch& batch);

    ByteSource& m_source;
    ChromeTraceStream m_stream;
    alignas(apart) const Batch* m_batch = nullptr;
    const Found* m_at = nullptr;
    alignas(apart) WorkAhead<Batch> m_ahead; ///< last member: its thread uses the others
};

} // namespace bubblescope
