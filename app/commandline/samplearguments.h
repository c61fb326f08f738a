// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "result.h"
#include "sampleoptions.h"

#include <string>
#include <string_view>

namespace CLI {
class App;
}

namespace bubblescope {

struct SampleCommand {
    std::string directory;
    SampleOptions options;
};
void addSampleOptions(CLI::App& app, SampleCommand& command);

/// Parses "3:1.15" from the command line; anything else is an error.
Result<SampleOptions::RankFactor> parseRankFactor(std::string_view text);
/// "37:2": the network card of rank 37.
Result<SampleOptions::RankFactor> parseNicFactor(std::string_view text);
Result<SampleOptions::LinkFactor> parseLinkFactor(std::string_view text);
Result<SampleOptions::HostFactor> parseHostFactor(std::string_view text);
/// Parses "120:1.5" or, for several steps, "120:3:1.5".
Result<SampleOptions::Blip> parseBlip(std::string_view text);
/// Parses "1:3:20:40:1.5": GPU 3 of host 1, from step 20 to step 40.
Result<SampleOptions::Throttle> parseThrottle(std::string_view text);

} // namespace bubblescope
