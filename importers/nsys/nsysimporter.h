// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "importer.h"

namespace bubblescope {

/// Reports of Nsight Systems, as `nsys export --type sqlite` writes them. Tables and columns are read as they are
/// there: schemas of 2022 to 2026 differ in both.
class NsysImporter : public Importer {
public:
    std::string_view id() const override { return "nsight-systems"; }
    std::string_view displayName() const override { return "profiler trace (Nsight Systems, SQLite)"; }
    std::vector<std::string_view> filePatterns() const override { return {"*.sqlite"}; }
    /// Any SQLite database: whose it is stands further behind.
    int sniff(std::string_view head) const override;
    bool import(
        ByteSource& source, FileContents& contents, ImportReport& report, const ProgressFn& progress) const override;
    bool importChosen(const ImportChoices& choices, ByteSource& source, FileContents& contents, ImportReport& report,
        const ProgressFn& progress) const override;
    std::optional<FileStart> findStart(ByteSource& source, const ProgressFn& progress) const override;
    bool importSlice(const ImportChoices& choices, ByteSource& source, TimeRange slice, FileContents& contents,
        ImportReport& report, const ProgressFn& progress) const override;
};

/// What Nsight Systems itself writes, .nsys-rep: where its nsys is installed, that exports the report into a folder that
/// is deleted again. Known by the name of the file; never found by its first bytes.
class NsysReportImporter : public Importer {
public:
    std::string_view id() const override { return "nsight-systems-report"; }
    std::string_view displayName() const override { return "profiler trace (Nsight Systems, exported by nsys)"; }
    std::vector<std::string_view> filePatterns() const override { return {"*.nsys-rep"}; }
    int sniff(std::string_view) const override { return 0; }
    bool import(
        ByteSource& source, FileContents& contents, ImportReport& report, const ProgressFn& progress) const override;
    bool importChosen(const ImportChoices& choices, ByteSource& source, FileContents& contents, ImportReport& report,
        const ProgressFn& progress) const override;
};

} // namespace bubblescope
