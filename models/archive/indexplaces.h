// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace bubblescope {

/// The folder of an index ends in this.
inline constexpr std::string_view indexExtension = ".bubbleindex";

/// Where everything lies in the folder of an index: what was read of each file, by itself; which files these are; and,
/// once it was merged, the run.
struct IndexPlaces {
    explicit IndexPlaces(std::string named) : folder(std::move(named)) { }
    std::string pieces() const { return folder + "/pieces"; }
    std::string input() const { return folder + "/input.txt"; }
    std::string kernels() const { return folder + "/kernels.json"; } ///< the user's table, where there is one
    std::string run() const { return folder + "/run.index"; }
    std::string memory() const { return folder + "/memory"; } ///< of a merge; it never gets this name

    std::string folder;
};

/// Whether this is the folder of an index, be it merged or not.
bool isIndex(const std::string& path);

/// The command that makes an index again, for a shell: without the paths where the index says which they are.
std::string indexCall(const std::string& index);

} // namespace bubblescope
