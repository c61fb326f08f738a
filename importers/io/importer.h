// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bytesource.h"
#include "decimaltime.h"
#include "filecontents.h"
#include "formatfacts.h"
#include "importreport.h"
#include "kernelnames.h"
#include "progress.h"

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

/// When the content of a file starts, in ns.
struct FileStart {
    TimeNs time = 0; ///< of the earliest record, including `base`
    TimeNs base = 0; ///< what the file adds to the times of its records
};

class LogPattern;

/// What the user says of files that do not say it themselves.
struct ImportChoices {
    std::optional<TimeUnit> tableUnit; ///< of times in a table of operations whose columns do not name it
    std::string stepRange;             ///< name of the ranges of a profile that are a training step; empty for the usual
    std::string mappingFile; ///< names the columns of a table, or has the patterns of a log; a path, empty for none
    std::shared_ptr<const LogPattern> logPattern; ///< of the lines of logs; null for none
    std::vector<std::shared_ptr<const LogPattern>> keptLogPatterns {}; ///< those that are tried on every log
    KernelNamesPtr kernels = KernelNames::builtin(); ///< never null
    bool operator==(const ImportChoices&) const = default;
};

/// A file format. Importers are stateless: one object serves all threads.
class Importer
{
public:
    /// Where an importer is so sure of a head, no other is asked.
    static constexpr int certain = 98;
    virtual ~Importer() = default;
    /// Stable, in kebab-case.
    virtual std::string_view id() const = 0;
    /// For display: "rank trace (Echo / Megatron tracer)".
    virtual std::string_view displayName() const = 0;
    /// Usual file names, for file dialogs: "*.txt".
    virtual std::vector<std::string_view> filePatterns() const = 0;
    virtual FormatFacts facts() const = 0;
    /// 0 (not mine) to `certain`, from the first bytes. The content decides, not the name.
    virtual int sniff(std::string_view head) const = 0;
    /// Of a database, whose first bytes need not show whose it is: whether these tables are those of this format.
    virtual bool reads(const std::set<std::string, std::less<>>& tables) const
    {
        static_cast<void>(tables);
        return false;
    }
    /// Reads as much as possible into `contents`; reports damage with byte offsets. False only if cancelled.
    virtual bool import(ByteSource& source, FileContents& contents, ImportReport& report, const ProgressFn& progress) const
        = 0;
    /// Like import(), with what the user chose; formats that leave nothing to choose ignore it.
    virtual bool importChosen(const ImportChoices& choices, ByteSource& source, FileContents& contents,
        ImportReport& report, const ProgressFn& progress) const
    {
        static_cast<void>(choices);
        return import(source, contents, report, progress);
    }
    /// Scans the file without keeping anything. nullopt if the format cannot be read in slices.
    virtual std::optional<FileStart> findStart(ByteSource&, const ProgressFn&) const { return {}; }
    /// Like importChosen(), but keeps only what meets `slice`; everything if the format has no slices. `slice` is in
    /// the records' own times, without FileStart::base, since the base may follow them.
    virtual bool importSlice(const ImportChoices& choices, ByteSource& source, TimeRange slice, FileContents& contents,
        ImportReport& report, const ProgressFn& progress) const
    {
        static_cast<void>(slice);
        return importChosen(choices, source, contents, report, progress);
    }
};

/// A format of which the user chooses something.
class ImporterWithChoices : public Importer {
public:
    bool import(ByteSource& source, FileContents& contents, ImportReport& report, const ProgressFn& progress) const final
    {
        return importChosen({}, source, contents, report, progress);
    }
    bool importChosen(const ImportChoices& choices, ByteSource& source, FileContents& contents, ImportReport& report,
        const ProgressFn& progress) const override
        = 0;
};

/// One of which a slice of time can be read.
class SlicedImporter : public ImporterWithChoices {
public:
    std::optional<FileStart> findStart(ByteSource& source, const ProgressFn& progress) const override = 0;
    bool importChosen(const ImportChoices& choices, ByteSource& source, FileContents& contents, ImportReport& report,
        const ProgressFn& progress) const final
    {
        return importPart(choices, source, std::nullopt, contents, report, progress);
    }
    bool importSlice(const ImportChoices& choices, ByteSource& source, TimeRange slice, FileContents& contents,
        ImportReport& report, const ProgressFn& progress) const final
    {
        return importPart(choices, source, slice, contents, report, progress);
    }

protected:
    /// What of the file meets `slice`; all of it where there is none.
    virtual bool importPart(const ImportChoices& choices, ByteSource& source, std::optional<TimeRange> slice,
        FileContents& contents, ImportReport& report, const ProgressFn& progress) const
        = 0;
};

/// Number of bytes that sniff() is given.
inline constexpr size_t sniffBytes = size_t(64) << 10;

} // namespace bubblescope
