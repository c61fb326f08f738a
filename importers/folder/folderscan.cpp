// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "folderscan.h"

#include "conversionadvice.h"
#include "databaseimporter.h"
#include "folderwalk.h"
#include "jobdescriptionimporter.h"
#include "kernelshapes.h"
#include "logpattern.h"
#include "mappingfiles.h"
#include "nsysexport.h"
#include "numbertext.h"
#include "operationtableimporter.h"
#include "runlogimporter.h"
#include "sqlitefile.h"
#include "tablemapping.h"
#include "textencoding.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <map>
#include <set>
#include <system_error>
#include <utility>

namespace bubblescope {

namespace {

namespace fs = std::filesystem;

/// Ascend's profiler states the rank in the name of a file above the trace: profiler_info_3.json.
std::optional<int> rankBeside(const fs::path& path)
{
    if (path.filename() != "trace_view.json" || path.parent_path().filename() != "ASCEND_PROFILER_OUTPUT")
        return {};
    std::error_code error;
    for (fs::directory_iterator at(path.parent_path().parent_path(), error), end; !error && at != end;
         at.increment(error)) {
        const std::string name = at->path().filename().string();
        int rank = -1;
        char rest = 0;
        if (std::sscanf(name.c_str(), "profiler_info_%7d.jso%c", &rank, &rest) == 2 && rest == 'n' && rank >= 0)
            return rank;
    }
    return {};
}

/// The table with the shapes of its kernels; empty if there is none.
std::string kernelsBeside(const fs::path& trace)
{
    std::error_code error;
    const fs::path table = trace.parent_path() / kernelTableName;
    return trace.filename() == "trace_view.json" && fs::is_regular_file(table, error) ? table.string() : std::string();
}

/// Ascend's profiler writes tables, sums and databases of the same recording beside its trace.
bool isOfAscendTrace(const fs::path& path)
{
    std::error_code error;
    const fs::path folder = path.parent_path();
    if (folder.string().ends_with("_ascend_pt"))
        return path.filename() == "profiler_metadata.json";
    return folder.filename() == "ASCEND_PROFILER_OUTPUT" && path.filename() != "trace_view.json"
        && fs::is_regular_file(folder / "trace_view.json", error);
}

/// Of a database with Ascend's sums the one with the recording itself, which lies beside it; empty if there is none.
std::string recordingOfSums(const fs::path& path)
{
    const std::string name = path.filename().string();
    if (name != "analysis.db" && name != "communication_analyzer.db")
        return {};
    std::set<std::string> recordings;
    std::error_code error;
    for (fs::directory_iterator at(path.parent_path(), error), end; !error && at != end; at.increment(error)) {
        const std::string other = at->path().filename().string();
        if (other.starts_with("ascend_pytorch_profiler") && other.ends_with(".db"))
            recordings.insert(other);
    }
    return recordings.empty() ? std::string() : *recordings.begin();
}

/// XProf writes a Chrome trace of the first million events beside its profile; what is exported of an Nsight report
/// mostly stays beside it.
std::string profileBeside(const fs::path& path)
{
    static constexpr std::pair<std::string_view, std::string_view> twins[] = {{".trace.json.gz", ".xplane.pb"},
        {".trace.json", ".xplane.pb"}, {".nsys-rep", ".sqlite"}, {".qdrep", ".sqlite"}};
    const std::string name = path.filename().string();
    for (const auto& [extension, opened] : twins) {
        if (!name.ends_with(extension))
            continue;
        const std::string profile = name.substr(0, name.size() - extension.size()).append(opened);
        std::error_code error;
        return fs::is_regular_file(path.parent_path() / profile, error) ? profile : std::string();
    }
    return {};
}

/// The database that SQLite keeps this file beside while somebody writes it, or since its writer was stopped; empty if it
/// is no such file (https://www.sqlite.org/tempfiles.html).
std::string databaseOfSqlitesFile(const std::string& path)
{
    for (const std::string_view suffix : {"-wal", "-shm", "-journal"}) {
        if (!path.ends_with(suffix))
            continue;
        const std::string database = path.substr(0, path.size() - suffix.size());
        std::error_code error;
        if (fs::is_regular_file(database, error) && readHead(database, sqliteMagic.size()) == sqliteMagic)
            return database;
    }
    return {};
}

/// What such a file holds that the database does not. One that is older than its database was taken in already.
std::optional<Message> untakenChanges(const WalkedFile& file, const std::string& database)
{
    constexpr uint64_t emptyLog = 32; // the header of a write-ahead log alone
    static constexpr std::string_view hotJournal("\xd9\xd5\x05\xf9\x20\xa1\x63\xd7", 8);
    const fs::path path(file.path);
    const std::string name = fs::path(database).filename().string();
    std::error_code error;
    const fs::file_time_type taken = fs::last_write_time(database, error);
    const bool isOlder = !error && fs::last_write_time(path, error) < taken && !error;
    if (file.path.ends_with("-wal") && file.size > emptyLog && !isOlder)
        return say("changes of {} that are not in it yet; sqlite3 {} \"PRAGMA wal_checkpoint(TRUNCATE)\" takes them in",
            name, name);
    if (file.path.ends_with("-journal") && readHead(file.path, hotJournal.size()) == hotJournal)
        return say("a change of {} that did not end; sqlite3 {} .tables takes it back", name, name);
    return std::nullopt;
}

void noteUnreadable(const WalkedFile& file, ImportReport& report)
{
    const auto source = openFile(file.path, file.name);
    if (!source) {
        report.add(IssueKind::UnreadableFile, std::nullopt, source.error().message);
        return;
    }
    char byte = 0;
    if ((*source)->read(&byte, 1) == 0)
        reportSourceError(**source, report);
}

std::string patternOf(const Message& advice)
{
    return advice.parts().empty() ? advice.text() : advice.parts().front().pattern;
}

/// A table whose columns say nothing to us may still be one of operations.
std::optional<Message> columnsAdvice(const std::string& head)
{
    const TablePreview preview = previewOfTable(head, 1);
    if (!preview.isTable || preview.rows.empty() || preview.header.size() < 3)
        return std::nullopt;
    const auto numbers = std::count_if(preview.rows.front().begin(), preview.rows.front().end(),
        [](const std::string& cell) { return parseNumber(cell).has_value(); });
    if (numbers < 2)
        return std::nullopt;
    constexpr size_t most = 8;
    std::string names;
    for (size_t i = 0; i < std::min(preview.header.size(), most); ++i)
        names += (i > 0 ? ", " : "") + std::string(clipped(preview.header[i], 40));
    if (preview.header.size() > most)
        names += ", …";
    return say("its columns are {}; a file FILE{} beside it can name them, too", names, mappingExtension);
}

/// A mapping makes a table of operations of what nobody else knows, and of the file that it is named after.
bool isMappedTable(const FileRecognition& found, const std::string& path, const std::string& head)
{
    if (found.mapping.empty())
        return false;
    const bool isForThis = fs::path(found.mapping).filename().string()
        == fs::path(path).filename().string().append(mappingExtension);
    if (found.importer && !isForThis)
        return false;
    ImportReport ignored; // it is read again with the table
    return isOperationTable(head, readTableMapping(found.mapping, ignored));
}

std::optional<Message> logAdvice(std::string_view head)
{
    uint64_t lines = 0;
    while (!head.empty()) {
        const size_t end = std::min(head.find_first_of("\r\n"), head.size());
        lines += tellsLoss(head.substr(0, end));
        head.remove_prefix(std::min(end + 1, head.size()));
    }
    return lines >= fewestLosses ? std::optional(say("{} of its first lines tell a loss", lines)) : std::nullopt;
}

bool hasNameOfLog(const fs::path& path, const Importer& logs)
{
    fs::path name = path.filename();
    if (name.extension() == ".gz" || name.extension() == ".zst")
        name = name.stem();
    const auto patterns = logs.filePatterns();
    return name.extension() == ".err" || std::any_of(patterns.begin(), patterns.end(), [&](std::string_view pattern) {
        return name.string().ends_with(pattern.substr(1)); // behind the "*"
    });
}

/// Patterns make a log of what nobody else knows, if a line of its beginning matches; what somebody named for this file, or
/// for logs as such, if its name is that of a log. Those named after the file come before all formats.
bool isLogByPattern(FileRecognition& found, const WalkedFile& file, const ImporterRegistry& registry, MappingFiles& mappings,
    const ImportChoices& choices, const std::string& head)
{
    const Importer* const logs = registry.named("run-log");
    const bool isLog = found.importer && found.importer == logs;
    const fs::path path(file.path);
    const std::string beside = mappings.fileFor(file.path, logPatternExtension);
    const bool isForThis
        = !beside.empty() && fs::path(beside).filename() == path.filename().string().append(logPatternExtension);
    if (!logs || (found.importer && !isLog && !isForThis) || !mayBeLog(head))
        return false;
    const auto matches = [&](const LogPatternPtr& pattern) { return pattern && isTaughtLog(head, *pattern); };
    if (!beside.empty()) {
        const Result<LogPatternPtr> pattern = LogPattern::read(beside);
        if (isForThis || isLog || hasNameOfLog(path, *logs) || (pattern && matches(*pattern))) {
            found.mapping = beside;
            return true;
        }
    }
    return isLog || (choices.logPattern && hasNameOfLog(path, *logs)) || matches(choices.logPattern)
        || std::any_of(choices.keptLogPatterns.begin(), choices.keptLogPatterns.end(), matches);
}

std::string lastPart(const std::string& given)
{
    fs::path path = fs::path(given).lexically_normal();
    if (!path.has_filename())
        path = path.parent_path();
    return path.filename().string();
}

// The folder that contains all given paths.
std::string commonFolder(const std::vector<std::string>& paths)
{
    fs::path common = fs::path(paths.front()).parent_path();
    for (const std::string& path : paths) {
        const fs::path parent = fs::path(path).parent_path();
        fs::path shared;
        for (auto a = common.begin(), b = parent.begin(); a != common.end() && b != parent.end() && *a == *b; ++a, ++b)
            shared /= *a;
        common = shared;
    }
    return common.empty() ? "." : common.string();
}

} // namespace

FileRecognition recogniseFile(
    const WalkedFile& file, const ImporterRegistry& registry, MappingFiles& mappings, const ImportChoices& choices)
{
    using Kind = FileRecognition::Kind;
    FileRecognition found;
    found.report.setFile(file.name);
    const fs::path path(file.path);
    if (file.name.ends_with(mappingExtension) || file.name.ends_with(logPatternExtension)) {
        found.kind = Kind::LeftOut; // read with the tables or logs that it is for
        return found;
    }
    if (const std::string database = databaseOfSqlitesFile(file.path); !database.empty()) {
        found.advice = untakenChanges(file, database);
        found.kind = Kind::LeftOut;
        return found;
    }
    if (file.size == 0) {
        found.report.add(IssueKind::EmptyFile, std::nullopt, say("0 bytes"));
        return found;
    }
    if (const std::string profile = profileBeside(path); !profile.empty()) {
        found.report.add(
            IssueKind::RepeatedRecords, std::nullopt, say("the same profile as {}, which is opened", profile));
        found.kind = Kind::LeftOut;
        return found;
    }
    if (isOfAscendTrace(path)) {
        if (path.filename() == kernelTableName)
            found.report.add(
                IssueKind::RepeatedRecords, std::nullopt, say("the same profile as {}, which is opened", "trace_view.json"));
        found.kind = Kind::LeftOut;
        return found;
    }
    if (const std::string recording = recordingOfSums(path); !recording.empty()) {
        found.report.add(
            IssueKind::RepeatedRecords, std::nullopt, say("the same profile as {}, which is opened", recording));
        found.kind = Kind::LeftOut;
        return found;
    }
    const std::string head = readHead(file.path, sniffBytes);
    if (head.empty()) {
        noteUnreadable(file, found.report);
        return found;
    }
    // Archives first: an importer might take the first file inside for the whole.
    found.advice = archiveAdvice(head, file.name);
    if (found.advice)
        return found;
    static const bool canExport = hasNsys();
    found.importer = registry.find(head);
    if (head.starts_with(sqliteMagic)) {
        if (const Importer* const known = registry.findByTables(tablesOfDatabase(file.path)))
            found.importer = known;
    }
    if (!found.importer && file.name.ends_with(".nsys-rep") && canExport)
        found.importer = registry.named("nsight-systems-report");
    found.mapping = mappings.fileFor(file.path);
    if (isMappedTable(found, file.path, head))
        found.importer = registry.named("operation-table");
    else if (isLogByPattern(found, file, registry, mappings, choices, head))
        found.importer = registry.named("run-log");
    if (found.importer) {
        found.rank = rankBeside(path);
        if (std::string table = kernelsBeside(path); !table.empty())
            found.mapping = std::move(table);
        found.kind = Kind::Recognised;
        return found;
    }
    if (path.filename().string().starts_with("profiler_info_")
        && path.parent_path().string().ends_with("_ascend_pt")) {
        found.kind = Kind::LeftOut; // everything needed is in its name
        return found;
    }
    found.advice = conversionAdvice(head, file.name);
    if (!found.advice) {
        found.advice = companionAdvice(head);
        found.adviceKind = found.advice ? IssueKind::NotShown : found.adviceKind;
    }
    if (!found.advice) {
        found.advice = columnsAdvice(head);
        found.adviceKind = IssueKind::UnknownColumns;
    }
    const Importer* const logs = registry.named("run-log");
    if (!found.advice && logs && hasNameOfLog(path, *logs) && mayBeLog(head)) {
        found.advice = logAdvice(head);
        found.adviceKind = IssueKind::UnknownLog;
    }
    return found;
}

FolderScanBuilder::FolderScanBuilder(const std::vector<std::string>& paths, ImportReport& report) : m_report(report)
{
    if (!paths.empty())
        m_scan.root = paths.size() == 1 ? paths.front() : commonFolder(paths);
}

void FolderScanBuilder::take(const WalkedFile& file, FileRecognition recognition)
{
    m_report.append(std::move(recognition.report));
    if (recognition.kind == FileRecognition::Kind::Recognised)
        m_scan.files.push_back(
            {file.path, file.name, file.size, file.modified, recognition.importer, recognition.rank,
            std::move(recognition.mapping)});
    else if (recognition.kind == FileRecognition::Kind::Unrecognised)
        m_scan.unrecognised.push_back(file.name);
    if (recognition.advice)
        m_advices[{fs::path(file.path).parent_path().string(), recognition.adviceKind, patternOf(*recognition.advice)}]
            .emplace_back(file.name, *recognition.advice);
}

void FolderScanBuilder::note(IssueKind kind, const std::string& name, const Message& message)
{
    m_report.setFile(name);
    m_report.add(kind, std::nullopt, message);
    m_report.setFile({});
}

FolderScan FolderScanBuilder::finish()
{
    constexpr size_t most = 20;
    for (const auto& [about, files] : m_advices) {
        const IssueKind kind = std::get<IssueKind>(about);
        if (files.size() <= most) {
            for (const auto& [name, advice] : files)
                note(kind, name, advice);
            continue;
        }
        const std::string folder = fs::path(files.front().first).parent_path().string();
        Message message = say("{} files like {}: ", files.size(), files.front().first);
        message += files.front().second;
        note(kind, folder, message);
    }
    m_advices.clear();
    const auto byName = [](const ScannedFile& a, const ScannedFile& b) { return a.name < b.name; };
    std::stable_sort(m_scan.files.begin(), m_scan.files.end(), byName);
    std::sort(m_scan.unrecognised.begin(), m_scan.unrecognised.end());
    return std::move(m_scan);
}

void visitPaths(FolderWalk& walk, const std::vector<std::string>& paths)
{
    for (const std::string& path : paths)
        walk.visit(path, paths.size() == 1 ? std::string() : lastPart(path), lastPart(path));
}

namespace {

/// What is opened by itself may be what runs have beside them: a launch script, settings, a model of any name.
FileRecognition recogniseAlone(
    const WalkedFile& file, const ImporterRegistry& registry, MappingFiles& mappings, const ImportChoices& choices)
{
    FileRecognition found = recogniseFile(file, registry, mappings, choices);
    const bool isUnknown = found.kind == FileRecognition::Kind::Unrecognised && found.report.isEmpty();
    if (isUnknown && choices.logPattern && mayBeLog(readHead(file.path, sniffBytes))) {
        found.importer = registry.named("run-log");
        found.kind = FileRecognition::Kind::Recognised;
        found.advice.reset();
        return found;
    }
    const bool isModel = found.importer && found.importer->id() == "job-description";
    if ((isUnknown || isModel) && mayDescribeJob(readHead(file.path, sniffBytes))) {
        found.importer = registry.named("single-job-description");
        found.kind = FileRecognition::Kind::Recognised;
        found.advice.reset();
    }
    return found;
}

} // namespace

FolderScan scanPaths(const std::vector<std::string>& paths, const ImporterRegistry& registry, ImportReport& report,
    const ProgressFn& progress, const ImportChoices& choices)
{
    FolderScanBuilder scan(paths, report);
    MappingFiles mappings;
    std::error_code error;
    const bool isAlone = paths.size() == 1 && fs::is_regular_file(paths.front(), error);
    const auto recognise = isAlone ? recogniseAlone : recogniseFile;
    FolderWalk walk({[&](const WalkedFile& file) { scan.take(file, recognise(file, registry, mappings, choices)); },
        [&](IssueKind kind, const std::string& name, const Message& message) { scan.note(kind, name, message); },
        [&] { return !progress || progress(scan.fileCount(), 0); }});
    visitPaths(walk, paths);
    return scan.finish();
}

} // namespace bubblescope
