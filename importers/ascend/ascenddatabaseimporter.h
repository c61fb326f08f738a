// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "databaseimporter.h"

namespace bubblescope {

/// Databases of Ascend's profiler: ascend_pytorch_profiler_N.db (export_type Db of torch_npu) and msprof_*.db.
class AscendDatabaseImporter : public DatabaseImporter {
public:
    std::string_view id() const override { return "ascend-database"; }
    std::string_view displayName() const override { return "profiler trace (Ascend, database)"; }
    std::vector<std::string_view> filePatterns() const override
    {
        return {"ascend_pytorch_profiler_*.db", "msprof_*.db"};
    }
    FormatFacts facts() const override
    {
        return {"torch_npu.profiler with export_type Db; msprof --type=db", FormatFacts::Tests::Recordings,
            ClockPolicy::Recording, {{0, "the tables STRING_IDS and TASK, CANN_API or PYTORCH_API"}}};
    }
    bool reads(const SqliteFile::Names& tables) const override;

protected:
    Message adviceFor(const SqliteFile& file, const std::string& fileName) const override;
    std::vector<std::string> tablesOfSpans(const SqliteFile& file) const override;
    bool read(const Reading& reading) const override;
    std::optional<FileStart> startOf(SqliteFile& file) const override;
    Message nothingIn() const override;
};

} // namespace bubblescope
