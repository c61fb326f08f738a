// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "jsoncursor.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace bubblescope {

/// One event of a Chrome trace as it stands in the file: slices of the text, nothing interpreted. Of a key that occurs
/// twice the last one counts.
struct ChromeEvent {
    JsonSlice phase;
    JsonSlice name;
    JsonSlice category;
    JsonSlice process;
    JsonSlice thread;
    JsonSlice time;
    JsonSlice duration;
    JsonSlice arguments; ///< see readChromeArguments()
    JsonSlice id;        ///< of a flow or a counter

    // What MegaScan writes for each rank, before it merges them: times are ns of the iteration.
    JsonSlice relativeTime;
    JsonSlice padding;  ///< in front of an iteration
    JsonSlice wallTime; ///< of an iteration
    JsonSlice globalRank;
    JsonSlice pipelineRank;
};

/// Reads the object that `text` begins with. `size` is its length, or how far reading got before it failed.
JsonState readChromeEvent(std::string_view text, ChromeEvent& event, size_t& size);

/// Arguments of events that mean something here: of Kineto, of its communication records, and of this program's writer.
enum class ChromeArgument : uint8_t {
    Name,
    Sequence,
    DataType,
    Bytes,
    Stage,
    Flags,
    Group,
    Lane,
    Span,
    Parent,
    Labels,
    Detail,
    CommsId,
    Category,
    Operation,
    Microbatch,
    GroupSize,
    InElements,
    OutElements,
    CollectiveName,
    GroupName,
    GroupRanks,
    GroupDescription,
    SourceRank,
    DestinationRank,
    GlobalRankStart,
    GlobalRankStride,
    Correlation,
    TotalAllocated,
    TotalReserved,
    DeviceType,
    DeviceId,
    InputDimensions,
    InputTypes,
    Launch,
    InBytes,
    OutBytes,
    Communicator,
};
inline constexpr size_t chromeArgumentCount = static_cast<size_t>(ChromeArgument::Communicator) + 1;

class ChromeArguments {
public:
    /// What is absent is empty.
    std::string_view operator[](ChromeArgument argument) const { return m_text[static_cast<size_t>(argument)]; }
    bool has(ChromeArgument argument) const { return !(*this)[argument].empty(); }
    void set(ChromeArgument argument, std::string_view text) { m_text[static_cast<size_t>(argument)] = text; }

private:
    std::array<std::string_view, chromeArgumentCount> m_text;
};

/// Reads the object of an event's arguments as far as it goes.
ChromeArguments readChromeArguments(std::string_view object);
/// One whole number among the arguments, without reading all others: `quoted` is its key with quotes.
std::optional<uint64_t> numberOfArgument(std::string_view object, std::string_view quoted);
/// The numbers among the arguments of a counter, in the order of the file.
std::vector<std::pair<std::string_view, double>> readCounterValues(std::string_view object);
/// The word that the argument is written with.
std::string_view chromeArgumentName(ChromeArgument argument);

} // namespace bubblescope
