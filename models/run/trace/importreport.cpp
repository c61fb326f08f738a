// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "importreport.h"

#include <algorithm>
#include <array>

namespace bubblescope {

namespace {

using Cause = IssueCause;
using Scope = IssueScope;

constexpr std::array<IssueInfo, issueKindCount> issueInfos {{
    {"unreadable-file", Severity::Error, Cause::Opening, Scope::File, "File cannot be read",
        "Check that the file exists and that you may read it."},
    {"empty-file", Severity::Note, Cause::File, Scope::File, "File is empty",
        "The program that wrote it probably crashed; run it again."},
    {"file-shrank", Severity::Warning, Cause::File, Scope::File, "File became shorter while it was read",
        "Reload once the program that writes it has finished."},
    {"truncated-file", Severity::Warning, Cause::File, Scope::File, "File ends in the middle of a record",
        "The writer was stopped or the copy is incomplete; copy the file again."},
    {"damaged-gzip", Severity::Error, Cause::File, Scope::File, "Compressed file is damaged",
        "Copy the file again; what could be unpacked is shown."},
    {"oversized-line", Severity::Warning, Cause::File, Scope::Record, "Line is longer than any this format has",
        "The line was skipped; check the file for binary data."},
    {"oversized-file", Severity::Error, Cause::File, Scope::File, "File is too large for its format",
        "Open a part of it."},
    {"bad-record", Severity::Warning, Cause::File, Scope::Record, "Record cannot be read",
        "The unreadable part was left out; see the given offset."},
    {"bad-number", Severity::Warning, Cause::File, Scope::Record, "Value is not a usable number",
        "The value was left out or treated as unknown."},
    {"bad-time", Severity::Warning, Cause::File, Scope::Record, "Time cannot be read",
        "The record was left out; see the given offset."},
    {"negative-duration", Severity::Warning, Cause::Recording, Scope::Record, "Duration is negative",
        "It was treated as zero; check the clock of the machine that wrote the file."},
    {"time-out-of-range", Severity::Warning, Cause::File, Scope::Record, "Time does not fit 64 bits of nanoseconds",
        "The record was left out; check its unit."},
    {"missing-time", Severity::Note, Cause::Recording, Scope::Record, "Operation has no time stamp",
        "It is shown after its predecessor and not counted as measured."},
    {"overlapping-spans", Severity::Warning, Cause::Recording, Scope::Record, "Spans overlap on one lane",
        "They are shown on an extra row; figures may count this time twice."},
    {"duplicate-rank", Severity::Warning, Cause::Recording, Scope::Run, "A rank occurs twice in one run",
        "The files were treated as separate runs; move one recording to another folder to be sure."},
    {"missing-ranks", Severity::Warning, Cause::Recording, Scope::Run, "Ranks of this run are missing",
        "Waiting for the missing ranks has no visible cause; add their files to the folder."},
    {"mixed-runs", Severity::Note, Cause::Opening, Scope::Folder, "The folder holds several runs",
        "Choose the run in the toolbar."},
    {"clocks-unrelated", Severity::Warning, Cause::Recording, Scope::Run, "Host clocks cannot be compared",
        "Put the files of each host into a folder of its own (node0, node1): what they send each other aligns them."},
    {"clocks-aligned", Severity::Note, Cause::Recording, Scope::Run, "Host clocks differ and were aligned",
        "Offsets come from matched messages; times on different hosts are accurate to the stated residual."},
    {"row-count-differs", Severity::Warning, Cause::File, Scope::File,
        "The file declares another number of rows than it has",
        "The rows present are shown; the writer may have been stopped."},
    {"bad-header", Severity::Warning, Cause::File, Scope::File, "Header cannot be read completely",
        "What it does not state is treated as unknown."},
    {"missing-column", Severity::Warning, Cause::File, Scope::File, "A column is missing",
        "Its values are treated as zero."},
    {"interleaved-output", Severity::Note, Cause::File, Scope::Record, "Several ranks wrote into the same lines",
        "The records were separated again; nothing needs to be done."},
    {"incomplete-block", Severity::Warning, Cause::File, Scope::Record, "A block of records is incomplete",
        "The records present are shown; others were lost between the writers."},
    {"repeated-records", Severity::Note, Cause::File, Scope::Record, "The same records occur more than once",
        "They are counted once."},
    {"unsupported-encoding", Severity::Error, Cause::Format, Scope::File, "Text is not in an encoding that can be read",
        "Convert the file to UTF-8: iconv -f UTF-16 -t UTF-8."},
    {"unbalanced-brackets", Severity::Warning, Cause::File, Scope::Record, "Brackets do not match",
        "The record was read as far as it makes sense."},
    {"nesting-too-deep", Severity::Warning, Cause::File, Scope::Record, "Nesting is deeper than in any real record",
        "What lies deeper is shown beside its parents."},
    {"unknown-communication", Severity::Warning, Cause::Format, Scope::Record, "Unknown kind of communication",
        "It is shown as other communication; its cost is not modelled."},
    {"unmatched-messages", Severity::Note, Cause::Recording, Scope::Run, "Messages or collectives have no counterpart",
        "Their waiting has no visible cause; a rank's file may be missing."},
    {"not-measured", Severity::Note, Cause::Recording, Scope::Record, "Durations are placeholders, not measurements",
        "They are marked and excluded from averages."},
    {"unreadable-folder", Severity::Warning, Cause::Opening, Scope::Folder, "Folder cannot be read",
        "Check that you may read it."},
    {"folder-loop", Severity::Note, Cause::Opening, Scope::Folder, "A folder links back to one above it",
        "It was read once."},
    {"too-many-files", Severity::Warning, Cause::Opening, Scope::Folder,
        "The folder holds more files than can be opened at once", "Open a subfolder of it."},
    {"convert-first", Severity::Note, Cause::Format, Scope::File, "Recognised, but has to be converted first",
        "Do as it says, or export it to a format that the manual lists."},
    {"cancelled", Severity::Note, Cause::Opening, Scope::Folder, "Loading was cancelled", "Reload to read the rest."},
    {"out-of-memory", Severity::Error, Cause::Opening, Scope::File, "Not enough memory for this file",
        "Open fewer files at once, or a part of the run with --range."},
    {"rank-not-stated", Severity::Note, Cause::Recording, Scope::File, "The trace does not state its rank",
        "If the assumed rank is wrong, name the file by its rank (rank3.json)."},
    {"collectives-differ", Severity::Warning, Cause::Recording, Scope::Run, "Ranks disagree about a communication",
        "They are not matched; check what both ranks call there, and whether the files belong to one run."},
    {"part-only", Severity::Note, Cause::Opening, Scope::Run, "Only a part of the run was opened",
        "Figures are of that part, or of all ranks where an index knows them; open it without --range, an index with "
        "more --memory, to see all."},
    {"unknown-columns", Severity::Note, Cause::Format, Scope::File, "A table whose columns are not known",
        "Name its columns: Columns of a table in the File menu, or a mapping file beside it."},
    {"too-large", Severity::Error, Cause::Opening, Scope::File, "The files take more memory than they may",
        "Give them more with --memory; of a timeline, --range opens a part."},
    {"not-unpacked", Severity::Error, Cause::Opening, Scope::File,
        "Compressed file is sound, but not unpacked to its end",
        "Unpack it yourself, and open what comes out: gzip -d, or zstd -d --long=31."},
    {"marks-left-out", Severity::Note, Cause::Format, Scope::Record, "Marks without a duration are not shown",
        "They lie on no thread that is drawn, or outside of what was recorded; everything else is shown."},
    {"unmatched-pattern", Severity::Warning, Cause::Opening, Scope::File, "No line of a log matches its pattern",
        "File › Teach a log… tries a pattern on the whole file while you write it."},
    {"run-crashed", Severity::Warning, Cause::Job, Scope::Run, "The run ended in an error",
        "See the line in the log; what is shown ends before it, or goes on where the run was resumed."},
    {"records-left-out", Severity::Note, Cause::Format, Scope::Record, "Records of other kinds are not shown",
        "They are no work of a program or device; everything else is shown."},
    {"unknown-log", Severity::Note, Cause::Format, Scope::File, "A log whose lines are not known",
        "Teach them: Teach a log in the File menu, or --log-pattern FILE."},
    {"mean-times", Severity::Note, Cause::Recording, Scope::File, "Steps have no times of their own",
        "Each has the mean that is stated of all; single slow steps cannot be seen."},
    {"not-shown", Severity::Note, Cause::Format, Scope::File, "Recognised, but not shown",
        "What is shown does not need it: it holds no work of a step."},
    {"samples-not-placed", Severity::Note, Cause::Recording, Scope::File, "Samples of GPUs whose place is not certain",
        "Sample on the hosts of the run while it runs, and name each file after its host; nvidia-smi writes local "
        "time."},
}};

} // namespace

const IssueInfo& issueInfo(IssueKind kind) { return issueInfos[static_cast<size_t>(kind)]; }

std::string_view severityName(Severity severity)
{
    switch (severity) {
    case Severity::Note:
        return "note";
    case Severity::Warning:
        return "warning";
    case Severity::Error:
        return "error";
    }
    return "";
}

std::string_view causeName(IssueCause cause)
{
    switch (cause) {
    case IssueCause::File:
        return "file";
    case IssueCause::Recording:
        return "recording";
    case IssueCause::Format:
        return "format";
    case IssueCause::Opening:
        return "opening";
    case IssueCause::Job:
        return "job";
    }
    return "";
}

std::string_view scopeName(IssueScope scope)
{
    switch (scope) {
    case IssueScope::Record:
        return "record";
    case IssueScope::File:
        return "file";
    case IssueScope::Run:
        return "run";
    case IssueScope::Folder:
        return "folder";
    }
    return "";
}

void ImportReport::setFile(std::string file) { m_file = std::move(file); }

/// Null if there is none. A folder may have 100,000 damaged files.
Issue* ImportReport::find(IssueKind kind, const std::string& file)
{
    // Search the newest entries first: damage comes in runs.
    const size_t newest = m_issues.size() - std::min<size_t>(m_issues.size(), 4);
    for (size_t i = m_issues.size(); i > newest; --i) {
        if (m_issues[i - 1].kind == kind && m_issues[i - 1].file == file)
            return &m_issues[i - 1];
    }
    const auto keyOf = [](IssueKind ofKind, const std::string& ofFile) { return ofFile + static_cast<char>(ofKind); };
    for (; m_placed < newest; ++m_placed)
        m_places.try_emplace(keyOf(m_issues[m_placed].kind, m_issues[m_placed].file), m_placed);
    const auto known = newest == 0 ? m_places.end() : m_places.find(keyOf(kind, file));
    return known == m_places.end() ? nullptr : &m_issues[known->second];
}

void ImportReport::add(IssueKind kind, std::optional<uint64_t> offset, Message message)
{
    Issue* const found = find(kind, m_file);
    Issue& issue = found ? *found : m_issues.emplace_back(Issue {kind, m_file, 0, {}});
    ++issue.count;
    if (issue.first.size() < keptInstances)
        issue.first.push_back({offset, std::move(message)});
}

void ImportReport::append(ImportReport&& other)
{
    for (Issue& issue : other.m_issues) {
        Issue* const found = find(issue.kind, issue.file);
        if (!found) {
            m_issues.push_back(std::move(issue));
            continue;
        }
        found->count += issue.count;
        for (IssueInstance& instance : issue.first) {
            if (found->first.size() < keptInstances)
                found->first.push_back(std::move(instance));
        }
    }
    other.m_issues.clear();
    other.m_places.clear();
    other.m_placed = 0;
}

bool ImportReport::hasErrors() const
{
    return std::any_of(m_issues.begin(), m_issues.end(),
        [](const Issue& issue) { return issueInfo(issue.kind).severity == Severity::Error; });
}

uint64_t ImportReport::count(IssueKind kind) const
{
    uint64_t sum = 0;
    for (const Issue& issue : m_issues)
        sum += issue.kind == kind ? issue.count : 0;
    return sum;
}

void ImportReport::sort()
{
    std::stable_sort(m_issues.begin(), m_issues.end(), [](const Issue& a, const Issue& b) {
        const Severity severityA = issueInfo(a.kind).severity;
        const Severity severityB = issueInfo(b.kind).severity;
        return severityA != severityB ? severityA > severityB : a.count > b.count;
    });
    m_places.clear();
    m_placed = 0;
}

} // namespace bubblescope
