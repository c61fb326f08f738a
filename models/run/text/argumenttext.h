// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace bubblescope {

/// Arguments of a record that are kept under a name: what PyTorch's profiler records of the inputs of an operator
/// (`record_shapes`) and of the launch of a kernel, and the stream that a GPU worked on.
enum class KeptArgument : uint8_t {
    Sizes,
    Types,
    Strides,
    Values,
    Stream,
    Grid,
    Block,
    Registers,
    SharedMemory,
    Occupancy
};
inline constexpr std::array keptArguments {KeptArgument::Sizes, KeptArgument::Types, KeptArgument::Strides,
    KeptArgument::Values, KeptArgument::Stream, KeptArgument::Grid, KeptArgument::Block, KeptArgument::Registers,
    KeptArgument::SharedMemory, KeptArgument::Occupancy};

/// As the profiler has it: "Input Dims".
std::string_view argumentName(KeptArgument argument);
/// The other way round, without regard to case, blanks and underscores: "input_dims"; also "occupancy" alone.
std::optional<KeptArgument> argumentNamed(std::string_view name);

/// "[[8944, 1024], [1024, 2816]]", "[63, 1, 1]".
inline constexpr bool isListOfSizes(KeptArgument argument)
{
    return argument == KeptArgument::Sizes || argument == KeptArgument::Strides || argument == KeptArgument::Grid
        || argument == KeptArgument::Block;
}

inline constexpr size_t longestArgument = 100'000; ///< bytes; what queries take as a text
/// A list of the inputs as JSON, of the text that is kept of them (see inputtext.h): "[[8944, 1024], [1024, 2816]]"; of a
/// launch (see launchtext.h) its grid or block likewise, "[63, 1, 1]", or the number as it is. Empty for a list without an
/// entry, be it that it was not recorded or that there is nothing in it, for one that is longer than longestArgument,
/// and for the stream.
std::string argumentOfInputs(std::string_view inputs, KeptArgument argument);
/// The number of the stream in the name of a GPU's lane: "7" of "comm mesh_a stream 7 (a)"; empty without one.
std::string_view streamOfLane(std::string_view name);

} // namespace bubblescope
