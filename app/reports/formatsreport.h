// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace bubblescope {

// Every format that can be opened: what it is called, how it is recorded, and what it is tested with.

std::string formatsText();
std::string formatsJson();

} // namespace bubblescope
