// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "chrometraceahead.h"

namespace bubblescope {

namespace {

// Small enough that a batch stays in the core's cache until it is consumed.
constexpr size_t itemsOfBatch = 512;
constexpr size_t windowsOfBatch = 2; // windows may be large

template <typename T> uint32_t added(std::vector<T>& to, const T& value)
{
    to.push_back(value);
    return static_cast<uint32_t>(to.size() - 1);
}

/// The words of a communication take longest to read.
void readArguments(ChromeEvent& event, std::vector<ReadArguments>& read)
{
    if (event.arguments.kind != JsonSlice::Kind::Container || !describesCommunication(event.arguments.text()))
        return;
    read.reserve(itemsOfBatch);
    const ChromeArguments arguments = readChromeArguments(event.arguments.text());
    event.readArguments = &read.emplace_back(
        ReadArguments {arguments, wordsKeyOf(arguments, arguments[ChromeArgument::GroupDescription])});
}

} // namespace

ChromeTraceAhead::ChromeTraceAhead(ByteSource& source, bool onThread, size_t window)
    : m_source(source), m_stream(source, window), m_ahead([this](Batch& batch) { return fill(batch); }, onThread)
{
}

bool ChromeTraceAhead::fill(Batch& batch)
{
    batch.items.clear();
    batch.events.resize(itemsOfBatch);
    batch.arguments.clear();
    uint32_t events = 0;
    batch.members.clear();
    batch.damages.clear();
    batch.windows.clear();
    while (batch.items.size() < itemsOfBatch && batch.windows.size() < windowsOfBatch) {
        const Item item = m_stream.next(batch.events[events]);
        Found found {item, 0, m_stream.offset()};
        switch (item) {
        case Item::Event:
            readArguments(batch.events[events], batch.arguments);
            found.index = events++;
            break;
        case Item::Member:
            found.index = added(batch.members, {std::string(m_stream.key()), m_stream.value()});
            break;
        case Item::Damage:
            found.index = added(batch.damages, m_stream.damage());
            break;
        case Item::End:
            batch.consumed = m_source.consumed();
            return !batch.items.empty();
        }
        batch.items.push_back(found);
        if (batch.windows.empty() || batch.windows.back() != m_stream.window())
            batch.windows.push_back(m_stream.window());
    }
    batch.consumed = m_source.consumed();
    return true;
}

const ChromeEvent* ChromeTraceAhead::upcoming() const
{
    constexpr std::ptrdiff_t distance = 8; // what is fetched from memory now is there by then
    const Found* const end = m_batch->items.data() + m_batch->items.size();
    return end - m_at > distance && m_at[distance].item == Item::Event ? &m_batch->events[m_at[distance].index]
                                                                       : nullptr;
}

ChromeTraceAhead::Item ChromeTraceAhead::next()
{
    if (m_batch && ++m_at != m_batch->items.data() + m_batch->items.size())
        return m_at->item;
    m_batch = m_ahead.next();
    m_at = m_batch ? m_batch->items.data() : nullptr;
    return m_at ? m_at->item : Item::End;
}

} // namespace bubblescope
