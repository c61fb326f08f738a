// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "importreport.h"
#include "trace.h"

#include <functional>
#include <optional>

namespace bubblescope {

/// A span as described by an importer. Names are ids in the pool of the builder; times are those of the file.
struct SpanRecord {
    TrackId track;
    TimeNs begin = 0;
    TimeNs end = 0;
    StringId name;
    StringId detail;
    StringId inputs; ///< of an operator, see inputtext.h
    uint32_t parent = Id<SpanTag>::noValue; ///< the number that addSpan() returned for the parent
    Category category = Category::Other;
    Operation operation = Operation::Other;
    uint8_t flags = 0;
    int16_t stage = -1;
    int32_t microbatch = -1;
    int64_t bytes = -1;
    uint64_t offset = 0; ///< from the start of the (uncompressed) file
};

/// A lane as described by an importer.
struct TrackKey {
    int32_t rank = -1;
    int16_t stage = -1;
    Lane lane = Lane::Compute;
    Category group = Category::Other;
    std::string_view name;
    bool operator==(const TrackKey&) const = default;
};

/// The only way to make a Trace. While files are read in parallel, each has its own builder; append() joins them;
/// finish() sorts, nests and checks. Not thread-safe.
class TraceBuilder
{
public:
    /// `pool`: where its columns lie, and those of the trace.
    explicit TraceBuilder(const ColumnPoolPtr& pool = {});
    ~TraceBuilder();
    TraceBuilder(TraceBuilder&&) noexcept;
    TraceBuilder& operator=(TraceBuilder&&) noexcept;

    StringId intern(std::string_view text);
    /// The track with this key, created on first use.
    TrackId track(const TrackKey& key);
    /// The same, without a search, of a key that is new.
    TrackId addTrack(const TrackKey& key);
    /// Returns a number by which later spans of this builder can refer to this one as their parent.
    uint32_t addSpan(const SpanRecord& span);
    /// For fused pairs, which are recognised when their second record is read.
    void setFlag(uint32_t span, uint8_t flag);
    bool hasFlag(uint32_t span, uint8_t flag) const;
    /// For formats where the meaning of a span is known only after the whole file.
    void setMeaning(uint32_t span, Category category, Operation operation);
    /// Sets the training pass that a kernel belongs to.
    void setPass(uint32_t span, Category category, int16_t stage, int32_t microbatch);
    void setParent(uint32_t span, uint32_t parent);
    void setBytes(uint32_t span, int64_t bytes);
    void setDetail(uint32_t span, StringId detail);
    void setInputs(uint32_t span, StringId inputs);
    /// For spans whose times can only be computed once all of them are known.
    void setRange(uint32_t span, TimeRange range);
    TrackId trackOf(uint32_t span) const;
    StringId name(uint32_t span) const;
    Category category(uint32_t span) const;
    Operation operation(uint32_t span) const;
    int64_t bytes(uint32_t span) const;
    /// Changes the key of a track, for formats that name lanes and ranks after the spans. No other track may have the
    /// new key.
    void setTrack(TrackId track, const TrackKey& key);
    /// Renumbers all tracks, steps and counters of a rank; the new number must be unused.
    void setRank(int32_t from, int32_t to);
    /// Adds `by` to all times so far.
    void shift(TimeNs by);
    /// Links a host call to what it launched on a device.
    void addLaunch(uint32_t call, uint32_t started);
    /// The number of an equal process group, created on first use.
    uint32_t communicator(Communicator communicator);
    const Communicator& communicatorAt(uint32_t number) const;
    /// Identifies a communication; `call.span` is the number that addSpan() returned. Once per span.
    void addCollective(const CollectiveCall& call);
    /// Samples of one quantity in any order; values without a time are ignored. `header` need not state their number.
    void addCounter(const CounterSeries& header, std::vector<TimeNs> times, std::vector<double> values);
    void reserve(size_t spans);
    uint32_t spanCount() const;
    std::string_view text(StringId id) const;
    TimeRange range(uint32_t span) const;
    bool isEmpty() const { return spanCount() == 0; }

    /// Name of the file that all spans so far come from; must be set before finish() to get source positions.
    void setFile(std::string name);
    /// Ends a step of a rank: spans of that rank added later belong to the next step. `end` is the end of the last
    /// operation of the step, in file time.
    void endStep(int32_t rank, TimeNs end);
    /// Adds a numbered step of a rank; a rank with such steps has no others.
    void addStep(int32_t rank, const Step& step) { addStep(RankStep {rank, step}); }
    void addStep(const RankStep& step);

    /// Moves all spans, tracks and files of another builder into this one.
    void append(TraceBuilder&& other);
    /// Sets the host of a rank (indexed by first use); all other ranks share one host named "".
    void setHost(int32_t rank, std::string_view host);

    struct Options {
        /// False if ranks were recorded one after another: each is moved to start at 0.
        bool ranksAreComparable = true;
        /// Maximum nesting depth of a lane; deeper spans go to overflow rows.
        int maximumDepth = 512;
        /// Time 0 in file time if that is not the first start: for a part of a run.
        std::optional<TimeNs> origin = std::nullopt;
    };
    /// Sorts, nests, moves overlapping spans to overflow rows (and reports that), and makes times relative to the
    /// origin. O(n log n) at worst, O(n) if files were in order. `placed` receives the new number of each span, by the
    /// number that addSpan() returned.
    Trace finish(const Options& options, ImportReport& report, std::vector<SpanId>* placed = nullptr);

private:
    friend class BuilderArchive; // keeps what was read of a file

    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace bubblescope
