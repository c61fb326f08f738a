// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "folderscan.h"

#include "conversionadvice.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <set>
#include <system_error>

#include <fmt/format.h>

namespace bubblescope {

namespace {

namespace fs = std::filesystem;

constexpr size_t mostFiles = 200'000;
constexpr int deepestFolder = 32;

class FolderWalk {
public:
    FolderWalk(const ImporterRegistry& registry, FolderScan& scan, ImportReport& report)
        : m_registry(registry), m_scan(scan), m_report(report)
    {
    }

    void visit(const std::string& given, const std::string& nameInScan, bool onlyOne)
    {
        std::error_code error;
        const fs::path path(given);
        const fs::file_status status = fs::status(path, error);
        if (fs::is_directory(status)) {
            walk(path, onlyOne ? std::string() : nameInScan, 0);
        } else if (fs::is_regular_file(status)) {
            takeFile(path, nameInScan);
        } else {
            m_report.setFile(given);
            m_report.add(IssueKind::UnreadableFile, std::nullopt,
                fs::exists(status) ? "neither a file nor a folder"
                    : error        ? error.message()
                                   : std::string("does not exist"));
            m_report.setFile({});
        }
    }

private:
    // Depth first, by name, so that what is reported and kept does not depend on the file system.
    void walk(const fs::path& folder, const std::string& name, int depth)
    {
        std::error_code error;
        const fs::path canonical = fs::canonical(folder, error);
        if (error || !m_folders.insert(canonical.native()).second) {
            if (std::find(m_above.begin(), m_above.end(), canonical.native()) != m_above.end())
                note(IssueKind::FolderLoop, name, "the folder is one of those it lies in");
            return;
        }
        if (depth > deepestFolder) {
            note(IssueKind::TooManyFiles, name, fmt::format("folders are nested deeper than {}", deepestFolder));
            return;
        }
        std::vector<fs::directory_entry> entries;
        fs::directory_iterator iterator(folder, error);
        const fs::directory_iterator end;
        while (!error && iterator != end && entries.size() <= mostFiles) {
            entries.push_back(*iterator);
            iterator.increment(error);
        }
        if (error)
            note(IssueKind::UnreadableFolder, name.empty() ? folder.string() : name, error.message());
        std::sort(entries.begin(), entries.end());
        m_above.push_back(canonical.native());
        for (const fs::directory_entry& entry : entries) {
            const std::string file = entry.path().filename().string();
            // Sessions are saved beside the run, and are not part of it.
            if (file.empty() || file.front() == '.' || file.ends_with(".bubblescope"))
                continue;
            const std::string inScan = name.empty() ? file : name + '/' + file;
            std::error_code entryError;
            const fs::file_status status = entry.status(entryError);
            if (fs::is_directory(status))
                walk(entry.path(), inScan, depth + 1);
            else if (fs::is_regular_file(status))
                takeFile(entry.path(), inScan);
            else if (entryError)
                note(isLoop(entryError) ? IssueKind::FolderLoop : IssueKind::UnreadableFile, inScan,
                    entryError.message());
            else if (status.type() == fs::file_type::not_found)
                note(IssueKind::UnreadableFile, inScan, "a link to nothing");
            // Pipes, sockets and devices are passed over: reading one could wait for ever.
            if (m_full)
                break;
        }
        m_above.pop_back();
    }

    static bool isLoop(const std::error_code& error) { return error == std::errc::too_many_symbolic_link_levels; }

    void takeFile(const fs::path& path, const std::string& name)
    {
        if (m_full)
            return;
        if (m_files.size() >= mostFiles) {
            m_full = true;
            note(IssueKind::TooManyFiles, {}, fmt::format("only the first {} files were looked at", mostFiles));
            return;
        }
        std::error_code error;
        const fs::path canonical = fs::canonical(path, error);
        if (!error && !m_files.insert(canonical.native()).second)
            return;
        ScannedFile file;
        file.path = path.string();
        file.name = name;
        file.size = fs::file_size(path, error);
        if (error)
            file.size = 0;
        const fs::file_time_type modified = fs::last_write_time(path, error);
        if (!error)
            file.modified = std::chrono::duration_cast<std::chrono::nanoseconds>(
                fs::file_time_type::clock::to_sys(modified).time_since_epoch())
                                .count();
        if (file.size == 0) {
            note(IssueKind::EmptyFile, name, "0 bytes");
            m_scan.unrecognised.push_back(name);
            return;
        }
        const std::string head = readHead(file.path, sniffBytes);
        if (head.empty()) {
            noteUnreadable(file);
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
            return; // its name says what is of interest
        if (const std::optional<std::string_view> advice = conversionAdvice(head, name))
            note(IssueKind::ConvertFirst, name, std::string(*advice));
        m_scan.unrecognised.push_back(name);
    }

    /// Ascend's profiler states a rank in the name of a file above the trace: profiler_info_3.json.
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

    void note(IssueKind kind, const std::string& name, const std::string& message)
    {
        m_report.setFile(name);
        m_report.add(kind, std::nullopt, message);
        m_report.setFile({});
    }

    const ImporterRegistry& m_registry;
    FolderScan& m_scan;
    ImportReport& m_report;
    std::set<fs::path::string_type> m_folders;
    std::set<fs::path::string_type> m_files;
    std::vector<fs::path::string_type> m_above;
    bool m_full = false;
};

std::string lastPart(const std::string& given)
{
    fs::path path = fs::path(given).lexically_normal();
    if (!path.has_filename())
        path = path.parent_path();
    return path.filename().string();
}

// The folder that all given paths lie in.
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

FolderScan scanPaths(const std::vector<std::string>& paths, const ImporterRegistry& registry, ImportReport& report)
{
    FolderScan scan;
    if (paths.empty())
        return scan;
    scan.root = paths.size() == 1 ? paths.front() : commonFolder(paths);
    FolderWalk walk(registry, scan, report);
    for (const std::string& path : paths)
        walk.visit(path, lastPart(path), paths.size() == 1);
    const auto byName = [](const ScannedFile& a, const ScannedFile& b) { return a.name < b.name; };
    std::stable_sort(scan.files.begin(), scan.files.end(), byName);
    std::sort(scan.unrecognised.begin(), scan.unrecognised.end());
    return scan;
}

} // namespace bubblescope
