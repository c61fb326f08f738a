// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "folderwalk.h"
#include "importerregistry.h"
#include "importreport.h"
#include "mappingfiles.h"
#include "progress.h"
#include "run.h"

#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace bubblescope {

struct ScannedFile {
    std::string path; ///< path on disk
    std::string name; ///< relative to what the user opened
    uint64_t size = 0;
    int64_t modified = 0; ///< ns since the epoch
    const Importer* importer = nullptr; ///< null if not recognised
    std::optional<int> rank;            ///< as stated by a file next to it
    /// Path of the file that names the columns of a table, or has the patterns of a log, or of the table with the shapes of
    /// an Ascend trace's kernels; empty for none.
    std::string mapping;
};

struct FolderScan {
    std::string root; ///< as the user named it
    std::vector<ScannedFile> files; ///< recognised files, by name
    std::vector<std::string> unrecognised; ///< names of the others
};

/// What one file is, as far as its first bytes show.
struct FileRecognition {
    enum class Kind : uint8_t { Recognised, Unrecognised, LeftOut };
    Kind kind = Kind::Unrecognised;
    const Importer* importer = nullptr; ///< of a recognised file
    std::optional<int> rank;            ///< as stated by a file next to it
    std::string mapping;                ///< see ScannedFile
    std::optional<Message> advice;      ///< how to make it open
    IssueKind adviceKind = IssueKind::ConvertFirst;
    ImportReport report;                ///< what is wrong with it
};
/// `choices`: of whose patterns of logs some may make a log of a file that nobody else knows.
FileRecognition recogniseFile(const WalkedFile& file, const ImporterRegistry& registry, MappingFiles& mappings,
    const ImportChoices& choices = {});

/// Collects a FolderScan from what is known of each file.
class FolderScanBuilder {
public:
    FolderScanBuilder(const std::vector<std::string>& paths, ImportReport& report);

    void take(const WalkedFile& file, FileRecognition recognition);
    void note(IssueKind kind, const std::string& name, const Message& message);
    size_t fileCount() const { return m_scan.files.size() + m_scan.unrecognised.size(); }
    /// Thousands of files with one advice get one line. Sorts everything by name.
    FolderScan finish();

private:
    FolderScan m_scan;
    ImportReport& m_report;
    /// By folder and advice: names, and what is to be done with each.
    std::map<std::tuple<std::string, IssueKind, std::string>, std::vector<std::pair<std::string, Message>>> m_advices;
};

/// Visits the files of these paths in order, each by the name that it has in what is opened.
void visitPaths(FolderWalk& walk, const std::vector<std::string>& paths);

/// Asks the registry about each file of a FolderWalk. `progress` gets the number of files seen so far; returning false
/// ends the scan and keeps those.
FolderScan scanPaths(const std::vector<std::string>& paths, const ImporterRegistry& registry, ImportReport& report,
    const ProgressFn& progress = {}, const ImportChoices& choices = {});

} // namespace bubblescope
