// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "formatfacts.h"

namespace bubblescope {

std::string_view testsKey(FormatFacts::Tests tests)
{
    return tests == FormatFacts::Tests::Recordings ? "recordings" : "shapes";
}

} // namespace bubblescope
