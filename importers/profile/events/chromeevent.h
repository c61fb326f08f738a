// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "jsoncursor.h"
#include "slicecache.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace bubblescope {

struct ReadArguments;

/// One event of a Chrome trace as slices of the file's text, uninterpreted. If a key occurs twice, the last one
/// wins.
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

    // MegaScan's files per rank, before it merges them: times are in ns since the start of the iteration.
    JsonSlice relativeTime;
    JsonSlice padding;  ///< before an iteration
    JsonSlice wallTime; ///< of an iteration
    JsonSlice globalRank;
    JsonSlice pipelineRank;

    /// Those of a communication, where they were read ahead; belongs to who delivers the event.
    const ReadArguments* readArguments = nullptr;
};

/// Reads the object at the start of `text`. `size` receives its length, or how far parsing got before it failed.
JsonState readChromeEvent(std::string_view text, ChromeEvent& event, size_t& size);

/// The arguments that are read: those of Kineto, of its communication records, and of this program's writer.
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
    Inputs,
};
inline constexpr size_t chromeArgumentCount = static_cast<size_t>(ChromeArgument::Inputs) + 1;

class ChromeArguments {
public:
    /// Empty if the argument is absent.
    std::string_view operator[](ChromeArgument argument) const { return m_text[static_cast<size_t>(argument)]; }
    bool has(ChromeArgument argument) const { return !(*this)[argument].empty(); }
    void set(ChromeArgument argument, std::string_view text) { m_text[static_cast<size_t>(argument)] = text; }

private:
    std::array<std::string_view, chromeArgumentCount> m_text;
};

/// The arguments of a communication, and what all that their words state is kept by.
struct ReadArguments {
    ChromeArguments arguments;
    std::optional<SliceKey> words;
};

/// Of collective, data type and process group: its name, `description`, ranks and size. None of words too long to keep.
std::optional<SliceKey> wordsKeyOf(const ChromeArguments& arguments, std::string_view description);
/// Reads the arguments of an event, up to the first damage.
ChromeArguments readChromeArguments(std::string_view object);
/// True for the arguments of a collective or message as PyTorch records them.
bool describesCommunication(std::string_view object);
/// Finds one argument without parsing the others; `quoted` is its key in quotes. Empty if it is absent.
std::string_view textOfArgument(std::string_view object, std::string_view quoted);
/// The same of an integer.
std::optional<uint64_t> numberOfArgument(std::string_view object, std::string_view quoted);
/// The object from this key on, to its end; empty without it.
std::string_view argumentsFrom(std::string_view object, std::string_view quoted);
/// The numeric arguments of a counter event, in file order.
std::vector<std::pair<std::string_view, double>> readCounterValues(std::string_view object);
/// The key of the argument in the file.
std::string_view chromeArgumentName(ChromeArgument argument);

} // namespace bubblescope
