// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "chrometracestream.h"
#include "workahead.h"

#include <utility>

namespace bubblescope {

/// What a ChromeTraceStream finds, item for item, found on another thread while this one makes something of it.
class ChromeTraceAhead {
public:
    using Item = ChromeTraceStream::Item;

    /// Nobody else may use the source until next() has returned End.
    ChromeTraceAhead(ByteSource& source, bool onThread, size_t window = ChromeTraceStream::usualWindow);
    /// As ChromeTraceStream::next(); throws what it threw.
    Item next();

    const ChromeEvent& event() const { return m_batch->events[m_at->index]; }
    uint64_t offset() const { return m_at->offset; }
    std::string_view key() const { return m_batch->members[m_at->index].first; }
    const JsonSlice& value() const { return m_batch->members[m_at->index].second; }
    const ChromeDamage& damage() const { return m_batch->damages[m_at->index]; }
    /// ByteSource::consumed(), about the present item.
    uint64_t consumed() const { return m_batch ? m_batch->consumed : 0; }
    /// What the stream says once it is at the end.
    const ChromeTraceStream& stream() const { return m_stream; }

private:
    static constexpr size_t apart = 128; ///< bytes; two cores write at every item, never to one line of the cache
    struct Found {
        Item item;
        uint32_t index; ///< among those of its kind
        uint64_t offset;
    };
    struct alignas(apart) Batch {
        std::vector<Found> items;
        std::vector<ChromeEvent> events; ///< and room for more, so that none is copied
        std::vector<std::pair<std::string, JsonSlice>> members;
        std::vector<ChromeDamage> damages;
        std::vector<ChromeTraceStream::WindowPtr> windows; ///< that all of these lie in
        uint64_t consumed = 0;
    };
    bool fill(Batch& batch);

    ByteSource& m_source;
    ChromeTraceStream m_stream;
    alignas(apart) const Batch* m_batch = nullptr;
    const Found* m_at = nullptr;
    alignas(apart) WorkAhead<Batch> m_ahead; ///< last: its thread uses the others
};

} // namespace bubblescope
