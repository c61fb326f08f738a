// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "databaseimporter.h"

namespace bubblescope {

/// Databases that AMD's rocprofv3 (ROCm 7) and rocprofiler-systems write: `rocpd_…` tables whose names end in the
/// number of the recording, of which one file may hold several. Schema: rocprofiler-sdk, rocpd_tables.sql.
class RocpdImporter : public DatabaseImporter {
public:
    static constexpr size_t mostSamples = 5'000'000; ///< of counters; 64 bytes each

    /// `samples`: as many values of counters are kept.
    explicit RocpdImporter(size_t samples = mostSamples) : m_mostSamples(samples) { }
    std::string_view id() const override { return "rocpd"; }
    std::string_view displayName() const override { return "profiler trace (AMD rocprofv3, rocpd)"; }
    std::vector<std::string_view> filePatterns() const override { return {"*_results.db"}; }
    FormatFacts facts() const override
    {
        return {"rocprofv3 --sys-trace --output-format rocpd -- PROGRAM", FormatFacts::Tests::Shapes,
            ClockPolicy::Recording, {{0, "tables rocpd_kernel_dispatch…, rocpd_memory_copy… or rocpd_region…"}}};
    }
    bool reads(const SqliteFile::Names& tables) const override;

protected:
    Message adviceFor(const SqliteFile& file, const std::string& fileName) const override;
    std::vector<std::string> tablesOfSpans(const SqliteFile& file) const override;
    bool read(const Reading& reading) const override;
    std::optional<FileStart> startOf(SqliteFile& file) const override;
    Message nothingIn() const override;

private:
    size_t m_mostSamples;
};

} // namespace bubblescope
