// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace bubblescope {

/// Exit codes, a contract with scripts. Usage also means that something could not be written. Of `hang`, 4 means that
/// it names a suspect. Worse, NotComparable and CannotTell are answers of `check`.
enum class ExitCode : int {
    Fine = 0,
    Usage = 1,
    NothingUsable = 2,
    OpenedWithErrors = 3,
    Failed = 4,
    Suspect = 4,
    Worse = 5,
    NotComparable = 6,
    CannotTell = 7
};

} // namespace bubblescope
