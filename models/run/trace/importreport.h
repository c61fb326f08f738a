// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "message.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace bubblescope {

/// Everything that can be wrong with an import. Ids are stable (kebab-case, see issueInfo()) and listed in the manual.
enum class IssueKind : uint8_t {
    UnreadableFile,
    EmptyFile,
    FileShrank,
    TruncatedFile,
    DamagedGzip,
    OversizedLine,
    OversizedFile,
    BadRecord,
    BadNumber,
    BadTime,
    NegativeDuration,
    TimeOutOfRange,
    MissingTime,
    OverlappingSpans,
    DuplicateRank,
    MissingRanks,
    MixedRuns,
    ClocksUnrelated,
    ClocksAligned,
    RowCountDiffers,
    BadHeader,
    MissingColumn,
    InterleavedOutput,
    IncompleteBlock,
    RepeatedRecords,
    UnsupportedEncoding,
    UnbalancedBrackets,
    NestingTooDeep,
    UnknownCommunication,
    UnmatchedMessages,
    NotMeasured,
    UnreadableFolder,
    FolderLoop,
    TooManyFiles,
    ConvertFirst,
    Cancelled,
    OutOfMemory,
    RankNotStated,
    CollectivesDiffer,
    PartOnly,
    UnknownColumns,
    TooLarge,
    NotUnpacked,
    MarksLeftOut,
    UnmatchedPattern,
    RunCrashed,
    RecordsLeftOut,
    UnknownLog,
    MeanTimes,
    NotShown,
    SamplesNotPlaced, // indexes keep the numbers: others go behind it
};
inline constexpr int issueKindCount = static_cast<int>(IssueKind::SamplesNotPlaced) + 1;

enum class Severity : uint8_t { Note, Warning, Error };

/// Where it comes from, and so who can do something about it.
enum class IssueCause : uint8_t {
    File,      ///< its bytes: damaged, incomplete, or written with a mistake
    Recording, ///< how the run was recorded: its ranks, clocks and marks
    Format,    ///< sound, but not what this program reads
    Opening,   ///< what was asked for, and what this machine allows
    Job,       ///< what was recorded went wrong itself
};

/// What of the folder is not as it should be; the rest of it is.
enum class IssueScope : uint8_t { Record, File, Run, Folder };

struct IssueInfo {
    std::string_view id; ///< stable, in kebab-case
    Severity severity;
    IssueCause cause;
    IssueScope scope;
    std::string_view title; ///< a few words
    std::string_view advice; ///< what the user can do
};
const IssueInfo& issueInfo(IssueKind kind);
/// "note", "warning" or "error".
std::string_view severityName(Severity severity);
/// "file", "recording", "format", "opening" or "job".
std::string_view causeName(IssueCause cause);
/// "record", "file", "run" or "folder".
std::string_view scopeName(IssueScope scope);

struct IssueInstance {
    std::optional<uint64_t> offset; ///< from the start of the uncompressed file
    Message message;                ///< details with numbers
};

/// All instances of one kind in one file.
struct Issue {
    IssueKind kind;
    std::string file; ///< empty if no single file is to blame
    uint64_t count = 0;
    std::vector<IssueInstance> first; ///< the first few instances; the rest is only counted
};

/// Table of everything that went wrong, counted per kind and file, with the first instances. A damaged record is an
/// entry here, never the end of an import.
class ImportReport
{
public:
    static constexpr size_t keptInstances = 8;

    /// Sets the file that subsequent add() calls refer to.
    void setFile(std::string file);
    const std::string& file() const { return m_file; }
    void add(IssueKind kind, std::optional<uint64_t> offset, Message message);
    /// Adds an entry of another report (restored from the cache).
    void addIssue(Issue issue) { m_issues.push_back(std::move(issue)); }
    void append(ImportReport&& other);

    std::span<const Issue> issues() const { return m_issues; }
    bool isEmpty() const { return m_issues.empty(); }
    bool hasErrors() const;
    uint64_t count(IssueKind kind) const;
    /// Most severe first, then most frequent.
    void sort();

private:
    Issue* find(IssueKind kind, const std::string& file);

    std::string m_file;
    std::vector<Issue> m_issues;
    std::unordered_map<std::string, size_t> m_places; ///< index of the first m_placed issues by kind and file
    size_t m_placed = 0;
};

} // namespace bubblescope
