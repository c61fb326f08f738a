// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The calls by which a program writes, put in place of the C library's for every test program that arms them. They count
// what happens to files below a folder, and the one that is asked for fails.

#include <atomic>
#include <cerrno>
#include <string>

namespace bubblescope::failingcalls {

inline std::string folder;           ///< empty: nothing fails
inline std::atomic<int> failing {0}; ///< number of the call that fails; 0 for none
inline std::atomic<int> calls {0};
inline int code = ENOSPC;
inline bool writesHalf = false; ///< a failing write() first takes a half

/// From here on the n-th call fails that happens below a folder.
void arm(const std::string& below, int number);
/// Whether there were that many calls at all.
bool disarm();

} // namespace bubblescope::failingcalls
