// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "databaseimporter.h"

namespace bubblescope {

/// Reports of Nsight Systems, as `nsys export --type sqlite` writes them. Tables and columns are read as they are
/// there: schemas of 2022 to 2026 differ in both. It also says what to do with databases that nobody reads.
class NsysImporter : public DatabaseImporter {
public:
    std::string_view id() const override { return "nsight-systems"; }
    std::string_view displayName() const override { return "profiler trace (Nsight Systems, SQLite)"; }
    std::vector<std::string_view> filePatterns() const override { return {"*.sqlite"}; }
    FormatFacts facts() const override
    {
        return {"nsys export --type sqlite --output RUN.sqlite RUN.nsys-rep", FormatFacts::Tests::Recordings,
            ClockPolicy::Recording, {database}};
    }
    /// Any SQLite database, whosever it is.
    int sniff(std::string_view head) const override;
    bool reads(const SqliteFile::Names& tables) const override;

protected:
    Message adviceFor(const SqliteFile& file, const std::string& fileName) const override;
    std::vector<std::string> tablesOfSpans(const SqliteFile& file) const override;
    bool read(const Reading& reading) const override;
    std::optional<FileStart> startOf(SqliteFile& file) const override;
    Message nothingIn() const override;

private:
    static constexpr FormatSignature database {90, "a database of SQLite; its tables then show whose"};
};

/// What Nsight Systems itself writes, .nsys-rep: where its nsys is installed, that exports the report into a folder that
/// is deleted again. Known by the name of the file; never found by its first bytes.
class NsysReportImporter : public ImporterWithChoices {
public:
    std::string_view id() const override { return "nsight-systems-report"; }
    std::string_view displayName() const override { return "profiler trace (Nsight Systems, exported by nsys)"; }
    std::vector<std::string_view> filePatterns() const override { return {"*.nsys-rep"}; }
    FormatFacts facts() const override
    {
        return {"nsys profile --trace=cuda,nvtx,osrt PROGRAM, where nsys is installed", FormatFacts::Tests::Recordings,
            ClockPolicy::Recording, {{0, "the name of the file"}}};
    }
    int sniff(std::string_view) const override { return 0; }
    bool importChosen(const ImportChoices& choices, ByteSource& source, FileContents& contents, ImportReport& report,
        const ProgressFn& progress) const override;
};

} // namespace bubblescope
