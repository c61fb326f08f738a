// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Replaces the write calls of the C library in every test program that arms them. Counts the calls for files below a
// folder and lets the chosen one fail.

#include <atomic>
#include <cerrno>
#include <string>

namespace bubblescope::failingcalls {

inline std::string folder;           ///< empty: nothing fails
inline std::atomic<int> failing {0}; ///< number of the call that fails; 0 for none
inline std::atomic<int> calls {0};
inline int code = ENOSPC;
inline bool writesHalf = false; ///< a failing write() first writes half

/// Makes the n-th call from now on below a folder fail.
void arm(const std::string& below, int number);
/// Returns whether there were that many calls.
bool disarm();

} // namespace bubblescope::failingcalls
