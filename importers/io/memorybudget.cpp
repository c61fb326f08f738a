// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "memorybudget.h"

#include "machinememory.h"

#include <algorithm>
#include <atomic>

#include <fmt/format.h>

namespace bubblescope {

namespace {

// Columns of a span plus what sorting and drawing take; growing columns exist twice for a moment.
constexpr double bytesOfSpan = 64;
constexpr double bytesBeside = 48;

std::atomic<uint64_t> allClaims {0};

/// Size of the whole file relative to what was read; 0 if nothing was.
double timesAll(const ReadSoFar& soFar)
{
    return soFar.consumed == 0 ? 0
                               : std::max(1.0, static_cast<double>(soFar.size) / static_cast<double>(soFar.consumed));
}

double spansOfWhole(const ReadSoFar& soFar) { return static_cast<double>(soFar.spans) * timesAll(soFar); }

} // namespace

MemoryLimit::MemoryLimit(uint64_t bytes) : m_bytes(bytes), m_before(residentMemory()) { }

bool MemoryLimit::isPassed()
{
    if (!m_isPassed) {
        const uint64_t now = residentMemory();
        if (now > m_before && now - m_before > m_bytes)
            m_isPassed = true;
    }
    return m_isPassed;
}

LimitedSource::LimitedSource(std::unique_ptr<ByteSource> source, MemoryLimit& limit)
    : m_source(std::move(source)), m_limit(limit), m_each(std::min(mostUnseen, limit.bytes() / 16))
{
    m_name = m_source->name();
    m_path = m_source->path();
}

size_t LimitedSource::read(char* buffer, size_t size)
{
    m_isRead = true;
    if (m_error)
        return 0;
    if (m_unseen > m_each) {
        m_unseen = 0;
        if (m_limit.isPassed()) {
            m_error = Error {say("the files take more than {} MB of memory: what follows is not read",
                                 m_limit.bytes() / 1'000'000),
                {}, m_read};
            return 0;
        }
    }
    const size_t got = m_source->read(buffer, size);
    m_unseen += got;
    m_read += got;
    return got;
}

void MemoryClaim::set(uint64_t bytes)
{
    allClaims += bytes - m_bytes; // may wrap around and back
    m_bytes = bytes;
}

uint64_t MemoryClaim::others() const { return allClaims - m_bytes; }

size_t spansToExpect(const ReadSoFar& soFar)
{
    constexpr double most = 1 << 26; // upper bound, whatever the start of a file suggests
    return static_cast<size_t>(std::min(spansOfWhole(soFar) * 1.05, most));
}

uint64_t memoryNeeded(const ReadSoFar& soFar)
{
    const auto kept = static_cast<double>(soFar.spans);
    const double whole = spansOfWhole(soFar);
    const double pending = static_cast<double>(soFar.pendingBytes) * (timesAll(soFar) - 1);
    return static_cast<uint64_t>((whole - kept) * bytesOfSpan + whole * bytesBeside + std::max(pending, 0.0));
}

std::optional<Message> refusalFor(const ReadSoFar& soFar, uint64_t available, uint64_t others)
{
    const double whole = spansOfWhole(soFar);
    const auto needed = static_cast<double>(memoryNeeded(soFar));
    if (soFar.consumed == 0 || needed + static_cast<double>(others) <= static_cast<double>(available))
        return {};
    const auto number = [](double value) { return fmt::format("{:.1f}", value); };
    if (others > 0) {
        return say("about {} million events need {} GB more, the files read beside it {} GB, {} "
                   "GB are free: open a part of all, as with --range 0:1000 (ms from the run's start)",
            number(whole / 1e6), number(needed / 1e9), number(static_cast<double>(others) / 1e9),
            number(static_cast<double>(available) / 1e9));
    }
    return say("about {} million events need {} GB more, {} GB are free: open a part of it, as "
               "with --range 0:1000 (ms from the run's start)",
        number(whole / 1e6), number(needed / 1e9), number(static_cast<double>(available) / 1e9));
}

std::optional<std::string> readProfile(ByteSource& source, size_t limit, unsigned percent, ImportReport& report)
{
    const std::optional<uint64_t> available = availableMemory();
    if (available && source.size() > *available / 100 * percent) {
        report.add(IssueKind::OutOfMemory, std::nullopt,
            say("the profile of {} GB does not fit into the memory that is free", source.size() / 1'000'000'000));
        return std::nullopt;
    }
    std::optional<std::string> text = readAll(source, limit, report);
    reportSourceError(source, report);
    return text;
}

} // namespace bubblescope
