// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "importreport.h"
#include "inspectreport.h"

#include <QString>

#include <span>

namespace bubblescope {

/// A paragraph for each kind of issue, with its first file and place and advice: a thousand ranks tend to share it.
QString issuesText(std::span<const Issue> issues, const QString& title);
/// Text output of `inspect`: aligned tables in UTF-8.
std::string inspectText(const RunFolder& folder, const InspectOptions& options);

} // namespace bubblescope
