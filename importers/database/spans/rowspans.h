// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "importer.h"
#include "profiletrace.h"
#include "tracetime.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace bubblescope {

/// Makes spans of the rows of a profiler's database, or of records like them, with the meaning that the like of them
/// have in a PyTorch profiler's trace. Times are the file's own, in ns.
class RowSpans {
public:
    /// What a name means where it stands.
    struct Named {
        StringId name;
        EventMeaning meaning;
    };

    /// All must outlive it.
    RowSpans(TracePart& part, ImportReport& report, std::optional<TimeRange> slice, const ImportChoices& choices);

    /// `category`: in the words of PyTorch's profiler. Valid as long as this.
    const Named& named(std::string_view text, std::string_view category);
    /// A task of an Ascend device, by the type that its profiler states.
    const Named& task(std::string_view text, std::string_view type);
    /// A span whose meaning is known without its name.
    const Named& known(std::string_view text, std::string_view key, const EventMeaning& meaning);

    uint32_t laneOf(std::string process, std::string thread, EventPlace place);
    /// Nothing where it does not meet the slice.
    /// `inputs`: see SpanRecord.
    std::optional<uint32_t> add(
        TimeRange range, uint32_t lane, const Named& named, int64_t bytes = -1, StringId inputs = {});
    bool meets(TimeRange range) const { return meetsSlice(m_slice, range.begin, range.end); }

    /// The ranks of `count` units, in their order: -1 for a single one, else from 0 on, which is reported.
    std::vector<int32_t> countedRanks(size_t count);
    /// Once all is read and `trace.processes` knows all ranks. False where `mayContinue` says no.
    bool settle(TimeNs base, const std::function<bool()>& mayContinue);

    ProfileTrace trace;

private:
    Named& entryFor(std::string_view text, std::string_view key, bool& isNew);
    const Named& finish(Named& named, std::string_view text, std::string_view category);

    ImportReport& m_report;
    const std::optional<TimeRange> m_slice;
    const KernelNamesPtr m_kernels;
    std::unordered_map<std::string, Named> m_named; ///< by category and name
    std::string m_key;
};

} // namespace bubblescope
