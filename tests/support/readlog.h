// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "importtext.h"
#include "runlogimporter.h"

#include <cmath>
#include <optional>
#include <string>
#include <string_view>

namespace bubblescope {

/// What the run log importer makes of a text.
struct ReadLog : Imported {
    const RunLog& log() const { return contents.runLogs.at(0); }
    bool isLog() const { return contents.runLogs.size() == 1; }
};

inline ReadLog readLog(std::string_view text, const std::string& name = "train.log")
{
    return {importText(*makeRunLogImporter(), text, name)};
}

inline ReadLog readLogFile(const std::string& path) { return {importFile(*makeRunLogImporter(), path)}; }

inline int sniffLog(std::string_view head) { return makeRunLogImporter()->sniff(head); }

/// Equal to within rounding of the printed figures.
inline bool isNear(double actual, double expected, double tolerance = 1e-9)
{
    return std::abs(actual - expected) <= tolerance;
}
inline bool isNear(const std::optional<double>& actual, double expected, double tolerance = 1e-9)
{
    return actual && isNear(*actual, expected, tolerance);
}

} // namespace bubblescope
