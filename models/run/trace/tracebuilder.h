// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "importreport.h"
#include "trace.h"

#include <functional>
#include <optional>

namespace bubblescope {

/// A span as an importer describes it. Names are ids of the builder's own pool; times are the file's own.
struct SpanRecord {
    TrackId track;
    TimeNs begin = 0;
    TimeNs end = 0;
    StringId name;
    StringId detail;
    uint32_t parent = Id<SpanTag>::noValue; ///< number that addSpan() returned for the parent
    Category category = Category::Other;
    Operation operation = Operation::Other;
    uint8_t flags = 0;
    int16_t stage = -1;
    int32_t microbatch = -1;
    int64_t bytes = -1;
    uint64_t offset = 0; ///< bytes from the start of the (uncompressed) file
};

/// A lane as an importer describes it.
struct TrackKey {
    int32_t rank = -1;
    int16_t stage = -1;
    Lane lane = Lane::Compute;
    Category group = Category::Other;
    std::string_view name;
    bool operator==(const TrackKey&) const = default;
};

/// The only way to make a Trace. One builder per file while files are read in parallel; append() joins them;
/// finish() sorts, nests and checks. Not thread-safe.
class TraceBuilder
{
public:
    TraceBuilder();
    ~TraceBuilder();
    TraceBuilder(TraceBuilder&&) noexcept;
    TraceBuilder& operator=(TraceBuilder&&) noexcept;

    StringId intern(std::string_view text);
    /// The track for this key, made at the first call.
    TrackId track(const TrackKey& key);
    /// Returns the number by which later spans of this builder can name this one as their parent.
    uint32_t addSpan(const SpanRecord& span);
    /// For a fused pair recognised when its second record is read.
    void setFlag(uint32_t span, uint8_t flag);
    /// What a span means may show only once the whole file is known.
    void setMeaning(uint32_t span, Category category, Operation operation);
    /// Which pass of training a kernel belongs to.
    void setPass(uint32_t span, Category category, int16_t stage, int32_t microbatch);
    void setParent(uint32_t span, uint32_t parent);
    void setBytes(uint32_t span, int64_t bytes);
    void setDetail(uint32_t span, StringId detail);
    /// For spans whose times are worked out once all of them are known.
    void setRange(uint32_t span, TimeRange range);
    TrackId trackOf(uint32_t span) const;
    StringId name(uint32_t span) const;
    Category category(uint32_t span) const;
    Operation operation(uint32_t span) const;
    int64_t bytes(uint32_t span) const;
    /// Gives a track another key, for formats that name their lanes and ranks behind the spans. No other track may have
    /// the new key.
    void setTrack(TrackId track, const TrackKey& key);
    /// Moves all tracks, steps and counters of a rank to another number, which nobody has yet.
    void setRank(int32_t from, int32_t to);
    /// Adds to all times so far.
    void shift(TimeNs by);
    /// A call of the host and what it started on a device.
    void addLaunch(uint32_t call, uint32_t started);
    /// The number of a process group that is equal in all, made at the first call.
    uint32_t communicator(Communicator communicator);
    const Communicator& communicatorAt(uint32_t number) const;
    /// Identifies a communication; `call.span` is the number that addSpan() returned. Once per span.
    void addCollective(const CollectiveCall& call);
    /// Samples of one quantity, in any order; values without a time are ignored. `header` need not count them.
    void addCounter(const CounterSeries& header, std::vector<TimeNs> times, std::vector<double> values);
    void reserve(size_t spans);
    uint32_t spanCount() const;
    std::string_view text(StringId id) const;
    TimeRange range(uint32_t span) const;
    bool isEmpty() const { return spanCount() == 0; }

    /// Name of the file all spans so far come from; needed before finish() by whoever wants source positions.
    void setFile(std::string name);
    /// Marks the end of a step for a rank: spans of that rank that were added later belong to the next step.
    /// `end` is the end of the last operation of the step, in file time.
    void endStep(int32_t rank, TimeNs end);
    /// States a step of a rank with its own number; a rank of which steps are stated has no others.
    void addStep(int32_t rank, const Step& step);

    /// Takes over all spans, tracks and files of another builder.
    void append(TraceBuilder&& other);
    /// Names the host of a rank (an index by first use); ranks not named share one host called "".
    void setHost(int32_t rank, std::string_view host);

    struct Options {
        /// Ranks were recorded one after another: each is moved to start at 0.
        bool ranksAreComparable = true;
        /// Largest nesting depth of one lane; deeper spans go to overflow rows.
        int maximumDepth = 512;
        /// Time 0, in file time, where that is not the first start: of a part of a run.
        std::optional<TimeNs> origin = std::nullopt;
    };
    /// Sorts, nests, lays overlapping spans on overflow rows (and says so in the report), and makes times relative to
    /// the origin. O(n log n) at worst, O(n) where files were in order.
    /// `placed` is told where each record went, by the number that addSpan() returned.
    Trace finish(const Options& options, ImportReport& report, std::vector<SpanId>* placed = nullptr);

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace bubblescope
