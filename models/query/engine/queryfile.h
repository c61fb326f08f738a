// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "databasepages.h"
#include "progress.h"
#include "querydata.h"

namespace bubblescope {

/// Writes all tables as plain ones of the same names and columns into a new SQLite database: functions apart, it
/// answers as the tables do. Row by row, without SQLite, which takes four times as long; what needs analyses is made on
/// another thread meanwhile, so that the order of the pages, which means nothing, varies. `progress` counts spans.
/// False if the sink has failed, or it was cancelled; throws QueryRefused as queries about these tables are refused.
bool writeQueryFile(QueryData& data, DatabaseSink& sink, const ProgressFn& progress = {});

} // namespace bubblescope
