// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "hanganalysis.h"
#include "importreport.h"

#include <span>
#include <string>

namespace bubblescope {

/// A hang, and the folder that distinguishes it.
struct NamedHang {
    std::string name;
    HangReport report;
};
/// What `hang` prints of each, by name where there are several: the sentence, the board, the suspects.
std::string hangText(std::span<const NamedHang> hangs, const ImportReport& issues);
/// What `hang --json` prints, the first with the others in it; its keys are a contract with its readers.
std::string hangJson(std::span<const NamedHang> hangs, const ImportReport& issues);

} // namespace bubblescope
