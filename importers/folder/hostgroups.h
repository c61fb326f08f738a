// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "rungrouping.h"
#include "tracename.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace bubblescope {

/// A file that takes part in a run.
struct GroupedFile {
    size_t part = 0; ///< index into the parts
    TraceName name;
    int64_t seconds = -1; ///< of the stamp; -1 if absent
    int firstRank = -1;
};
using FileGroup = std::vector<GroupedFile>;

/// Stamps come from the hosts' clocks. If those differ, one run looks like two: on different hosts, with no rank in
/// common, and neither with all ranks of the job. Joins such groups.
std::vector<FileGroup> joinHosts(std::vector<FileGroup> groups, const std::vector<NamedPart>& parts);
/// By rank, as the names of the files say. Otherwise ranks whose times are far apart ran on hosts with unrelated clocks:
/// "host0", "host1".
std::map<int, std::string> hostsOf(const FileGroup& group, const std::vector<NamedPart>& parts);

} // namespace bubblescope
