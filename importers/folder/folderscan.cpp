// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "folderscan.h"

#include "conversionadvice.h"
#include "folderwalk.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <system_error>

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
        if (file.size == 0) {
            note(IssueKind::EmptyFile, name, say("0 bytes"));
            m_scan.unrecognised.push_back(name);
            return;
        }
        const std::string head = readHead(file.path, sniffBytes);
        if (head.empty()) {
            noteUnreadable(file);
            m_scan.unrecognised.push_back(name);
            return;
        }
        // Archives first: an importer might take the first file inside for the whole.
        if (const std::optional<Message> advice = archiveAdvice(head)) {
            note(IssueKind::ConvertFirst, name, *advice);
            m_scan.unrecognised.push_back(name);
            return;
        }
        file.importer = m_registry.find(head);
        if (file.importer) {
            file.rank = rankBeside(path);
            m_scan.files.push_back(std::move(file));
            return;
        }
        if (path.filename().string().starts_with("profiler_info_")
            && path.parent_path().string().ends_with("_ascend_pt"))
            return; // everything needed is in its name
        if (const std::optional<Message> advice = conversionAdvice(head, name))
            note(IssueKind::ConvertFirst, name, *advice);
        m_scan.unrecognised.push_back(name);
    }

    void note(IssueKind kind, const std::string& name, const Message& message)
    {
        m_report.setFile(name);
        m_report.add(kind, std::nullopt, message);
        m_report.setFile({});
    }

private:
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

    const ImporterRegistry& m_registry;
    FolderScan& m_scan;
    ImportReport& m_report;
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
    const auto byName = [](const ScannedFile& a, const ScannedFile& b) { return a.name < b.name; };
    std::stable_sort(scan.files.begin(), scan.files.end(), byName);
    std::sort(scan.unrecognised.begin(), scan.unrecognised.end());
    return scan;
}

} // namespace bubblescope
