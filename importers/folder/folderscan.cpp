// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "folderscan.h"

#include "conversionadvice.h"
#include "folderwalk.h"
#include "mappingfiles.h"
#include "nsysexport.h"
#include "numbertext.h"
#include "operationtableimporter.h"
#include "tablemapping.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <map>
#include <system_error>
#include <utility>

namespace bubblescope {

namespace {

namespace fs = std::filesystem;

/// Asks the registry about each file of a walk.
class Recognition {
public:
    Recognition(const ImporterRegistry& registry, FolderScan& scan, ImportReport& report)
        : m_registry(registry), m_scan(scan), m_report(report)
    {
    }

    void take(const WalkedFile& found)
    {
        ScannedFile file;
        file.path = found.path;
        file.name = found.name;
        file.size = found.size;
        file.modified = found.modified;
        const std::string& name = file.name;
        const fs::path path(found.path);
        if (name.ends_with(mappingExtension))
            return; // read with the tables that it is for
        if (file.size == 0) {
            note(IssueKind::EmptyFile, name, say("0 bytes"));
            m_scan.unrecognised.push_back(name);
            return;
        }
        if (const std::string profile = profileBeside(path); !profile.empty()) {
            note(IssueKind::RepeatedRecords, name, say("the same profile as {}, which is opened", profile));
            return;
        }
        const std::string head = readHead(file.path, sniffBytes);
        if (head.empty()) {
            noteUnreadable(file);
            m_scan.unrecognised.push_back(name);
            return;
        }
        // Archives first: an importer might take the first file inside for the whole.
        if (const std::optional<Message> advice = archiveAdvice(head, name)) {
            m_advices[{path.parent_path().string(), patternOf(*advice)}].emplace_back(name, *advice);
            m_scan.unrecognised.push_back(name);
            return;
        }
        file.importer = m_registry.find(head);
        if (!file.importer && name.ends_with(".nsys-rep") && m_canExport)
            file.importer = m_registry.named("nsight-systems-report");
        file.mapping = m_mappings.fileFor(file.path);
        takeMapped(file, head);
        if (file.importer) {
            file.rank = rankBeside(path);
            m_scan.files.push_back(std::move(file));
            return;
        }
        if (path.filename().string().starts_with("profiler_info_")
            && path.parent_path().string().ends_with("_ascend_pt"))
            return; // everything needed is in its name
        std::optional<Message> advice = conversionAdvice(head, name);
        if (!advice)
            advice = columnsAdvice(head);
        if (advice)
            m_advices[{path.parent_path().string(), patternOf(*advice)}].emplace_back(name, *advice);
        m_scan.unrecognised.push_back(name);
    }

    /// Thousands of files of one kind get one line.
    void settle()
    {
        constexpr size_t most = 20;
        for (const auto& [kind, files] : m_advices) {
            if (files.size() <= most) {
                for (const auto& [name, advice] : files)
                    note(IssueKind::ConvertFirst, name, advice);
                continue;
            }
            const std::string folder = fs::path(files.front().first).parent_path().string();
            Message message = say("{} files like {}: ", files.size(), files.front().first);
            message += files.front().second;
            note(IssueKind::ConvertFirst, folder, message);
        }
        m_advices.clear();
    }

    void note(IssueKind kind, const std::string& name, const Message& message)
    {
        m_report.setFile(name);
        m_report.add(kind, std::nullopt, message);
        m_report.setFile({});
    }

private:
    /// A table whose columns say nothing to us may still be one of operations.
    static std::optional<Message> columnsAdvice(const std::string& head)
    {
        const TablePreview preview = previewOfTable(head, 1);
        if (!preview.isTable || preview.rows.empty() || preview.header.size() < 3)
            return std::nullopt;
        const auto numbers = std::count_if(preview.rows.front().begin(), preview.rows.front().end(),
            [](const std::string& cell) { return parseNumber(cell).has_value(); });
        if (numbers < 2)
            return std::nullopt;
        return say("a table whose columns are not those of operations: \"Columns of a table\" in the File menu says what "
                   "they are, and so does a file FILE{} beside it",
            mappingExtension);
    }

    /// A mapping makes a table of operations of what nobody else knows, and of the file that it is named after.
    void takeMapped(ScannedFile& file, const std::string& head)
    {
        if (file.mapping.empty())
            return;
        const bool isForThis = fs::path(file.mapping).filename().string()
            == fs::path(file.path).filename().string().append(mappingExtension);
        if (file.importer && !isForThis)
            return;
        ImportReport ignored; // it is read again with the table
        if (isOperationTable(head, readTableMapping(file.mapping, ignored)))
            file.importer = m_registry.named("operation-table");
    }

    /// Ascend's profiler states the rank in the name of a file above the trace: profiler_info_3.json.
    static std::optional<int> rankBeside(const fs::path& path)
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

    /// XProf writes a Chrome trace of the first million events beside its profile; what is exported of an Nsight report
    /// mostly stays beside it.
    static std::string profileBeside(const fs::path& path)
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

    void noteUnreadable(const ScannedFile& file)
    {
        m_report.setFile(file.name);
        const auto source = openFile(file.path, file.name);
        if (!source) {
            m_report.add(IssueKind::UnreadableFile, std::nullopt, source.error().message);
        } else {
            char byte = 0;
            if ((*source)->read(&byte, 1) == 0)
                reportSourceError(**source, m_report);
        }
        m_report.setFile({});
    }

    static std::string patternOf(const Message& advice)
    {
        return advice.parts().empty() ? advice.text() : advice.parts().front().pattern;
    }

    const ImporterRegistry& m_registry;
    FolderScan& m_scan;
    ImportReport& m_report;
    MappingFiles m_mappings;
    const bool m_canExport = hasNsys();
    /// By folder and kind of file: names, and what is to be done with each.
    std::map<std::pair<std::string, std::string>, std::vector<std::pair<std::string, Message>>> m_advices;
};

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

FolderScan scanPaths(const std::vector<std::string>& paths, const ImporterRegistry& registry, ImportReport& report,
    const ProgressFn& progress)
{
    FolderScan scan;
    if (paths.empty())
        return scan;
    scan.root = paths.size() == 1 ? paths.front() : commonFolder(paths);
    Recognition recognition(registry, scan, report);
    FolderWalk walk({[&](const WalkedFile& file) { recognition.take(file); },
        [&](IssueKind kind, const std::string& name, const Message& message) { recognition.note(kind, name, message); },
        [&] { return !progress || progress(scan.files.size() + scan.unrecognised.size(), 0); }});
    for (const std::string& path : paths)
        walk.visit(path, paths.size() == 1 ? std::string() : lastPart(path), lastPart(path));
    recognition.settle();
    const auto byName = [](const ScannedFile& a, const ScannedFile& b) { return a.name < b.name; };
    std::stable_sort(scan.files.begin(), scan.files.end(), byName);
    std::sort(scan.unrecognised.begin(), scan.unrecognised.end());
    return scan;
}

} // namespace bubblescope
