// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "formatfacts.h"

namespace bubblescope {

std::string_view testsKey(FormatFacts::Tests tests)
{
    return tests == FormatFacts::Tests::Recordings ? "recordings" : "shapes";
}

std::string_view clockKey(ClockPolicy clock)
{
    switch (clock) {
    case ClockPolicy::Host:
        return "host";
    case ClockPolicy::Recording:
        return "recording";
    case ClockPolicy::None:
        break;
    }
    return "none";
}

} // namespace bubblescope
