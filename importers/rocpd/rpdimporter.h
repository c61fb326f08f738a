// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "databaseimporter.h"

namespace bubblescope {

/// Databases of AMD's rocmProfileData (runTracer.sh, rpd_tracer): `rocpd_op`, `rocpd_api`, `rocpd_api_ops`. Schema:
/// rocmProfileData, tableSchema.cmd; times are ns, whatever its playbook says.
class RpdImporter : public DatabaseImporter {
public:
    std::string_view id() const override { return "rpd"; }
    std::string_view displayName() const override { return "profiler trace (AMD rocmProfileData, RPD)"; }
    std::vector<std::string_view> filePatterns() const override { return {"*.rpd"}; }
    FormatFacts facts() const override
    {
        return {"runTracer.sh -o RUN.rpd PROGRAM", FormatFacts::Tests::Shapes, ClockPolicy::Recording,
            {{0, "the tables rocpd_op and rocpd_string"}}};
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
