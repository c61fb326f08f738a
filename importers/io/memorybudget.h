// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bytesource.h"
#include "importreport.h"
#include "message.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace bubblescope {

/// How far a file has been read, and what that took.
struct ReadSoFar {
    uint64_t consumed = 0; ///< of the bytes on disk
    uint64_t size = 0;     ///< of the whole file on disk, in bytes
    uint64_t spans = 0;    ///< kept so far
    uint64_t pendingBytes = 0; ///< bytes held in addition to the spans until the file is read
};

/// Expected number of spans in the whole file plus a margin, extrapolated; for reserving, so it is bounded.
size_t spansToExpect(const ReadSoFar& soFar);
/// Bytes that the rest of the file and the resulting data will need, extrapolated from what was read so far.
uint64_t memoryNeeded(const ReadSoFar& soFar);
/// A message if this file and those read concurrently, which need `others` bytes, need more than `available`.
std::optional<Message> refusalFor(const ReadSoFar& soFar, uint64_t available, uint64_t others = 0);

/// The whole text of a profile from which spans are made while it is there: `percent` of the memory that is free may be
/// text. Reports a larger one, or one of more than `limit` bytes, and returns nullopt.
std::optional<std::string> readProfile(ByteSource& source, size_t limit, unsigned percent, ImportReport& report);

/// What all files of one opening may take together, counted by what came to lie in memory since it began: spans,
/// strings and everything else that any importer keeps. Any thread.
class MemoryLimit {
public:
    explicit MemoryLimit(uint64_t bytes);
    uint64_t bytes() const { return m_bytes; }
    /// Once it is, nothing more is read: it stays so.
    bool isPassed();

private:
    uint64_t m_bytes;
    uint64_t m_before; ///< that lay in memory
    std::atomic<bool> m_isPassed {false};
};

/// Ends a file in order, with an error of kind TooLarge, once the limit is passed. Read by one thread.
class LimitedSource final : public ByteSource {
public:
    /// The limit must outlive the source.
    LimitedSource(std::unique_ptr<ByteSource> source, MemoryLimit& limit);
    size_t read(char* buffer, size_t size) override;
    uint64_t size() const override { return m_source->size(); }
    uint64_t consumed() const override { return m_source->consumed(); }
    const std::optional<Error>& error() const override { return m_error ? m_error : m_source->error(); }
    IssueKind errorKind() const override { return m_error ? IssueKind::TooLarge : m_source->errorKind(); }
    /// Whether anything was read of it, on any thread: what is not read in order, as a database, opens its path.
    bool isRead() const { return m_isRead; }

private:
    static constexpr uint64_t mostUnseen = 4 << 20; // bytes of text between two looks

    std::unique_ptr<ByteSource> m_source;
    MemoryLimit& m_limit;
    uint64_t m_each;
    uint64_t m_unseen = UINT64_MAX; ///< since the last look; many small files are looked at, too
    uint64_t m_read = 0;
    std::optional<Error> m_error;
    std::atomic<bool> m_isRead {false};
};

/// Memory that one file will still need, shared with the files read concurrently while the object lives.
class MemoryClaim {
public:
    MemoryClaim() = default;
    ~MemoryClaim() { set(0); }
    MemoryClaim(const MemoryClaim&) = delete;
    MemoryClaim& operator=(const MemoryClaim&) = delete;
    void set(uint64_t bytes);
    /// Sum of all other claims.
    uint64_t others() const;

private:
    uint64_t m_bytes = 0;
};

} // namespace bubblescope
