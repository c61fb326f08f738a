// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "flightfolder.h"

#include "flightdumpreader.h"
#include "flightrecorderimporter.h"
#include "folderwalk.h"
#include "importer.h"
#include "parallel.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace bubblescope {

namespace {

struct Read {
    std::optional<FlightDump> dump;
    ImportReport report;
};

void readOne(const WalkedFile& file, FlightDumpReader& reader, Read& read)
{
    // A look at the head spares reading the gigabytes of what else lies there.
    if (!FlightDumpReader::isDump(readHead(file.path, sniffBytes)))
        return;
    read.report.setFile(file.name);
    auto source = openFile(file.path, file.name);
    if (!source) {
        read.report.add(IssueKind::UnreadableFile, std::nullopt, source.error().message);
        return;
    }
    const std::optional<std::string> text = readAll(**source, largestFlightDump, read.report);
    reportSourceError(**source, read.report);
    if (!text)
        return;
    if (const std::optional<Error> error = reader.parse(*text)) {
        read.report.add(IssueKind::BadRecord, error->offset, error->message);
        return;
    }
    FlightDump dump = reader.dump(file.name);
    if (dump.rank < 0) {
        read.report.add(IssueKind::RankNotStated, std::nullopt,
            say("neither its name nor its groups tell the rank: it is left out"));
        return;
    }
    read.dump = std::move(dump);
}

std::string dumpFolder(const std::string& name)
{
    const size_t slash = name.find_last_of('/');
    return slash == std::string::npos ? std::string() : name.substr(0, slash);
}

} // namespace

std::vector<FlightDump> readFlightDumps(const std::vector<std::string>& paths, ImportReport& report)
{
    std::vector<WalkedFile> files;
    FolderWalk walk({[&](const WalkedFile& file) { files.push_back(file); },
        [&](IssueKind kind, const std::string& name, const Message& message) {
            report.setFile(name);
            report.add(kind, std::nullopt, message);
        }});
    for (const std::string& path : paths)
        walk.visit(path, paths.size() == 1 ? std::string() : path, path);
    RankLists lists;
    std::vector<Read> reads(files.size());
    std::atomic<size_t> next {0};
    forEachParallel(threadCount(), threadCount(), [&](size_t) {
        FlightDumpReader reader(lists); // the memory of one dump serves the next
        for (size_t i = next++; i < files.size(); i = next++)
            readOne(files[i], reader, reads[i]);
    });

    std::vector<FlightDump> dumps;
    for (Read& read : reads) {
        report.append(std::move(read.report));
        if (read.dump)
            dumps.push_back(std::move(*read.dump));
    }
    return dumpsByHang(std::move(dumps), report);
}

std::vector<FlightDump> dumpsByHang(std::vector<FlightDump> found, ImportReport& report)
{
    std::map<std::string, std::vector<FlightDump>> folders;
    for (FlightDump& dump : found)
        folders[dumpFolder(dump.file)].push_back(std::move(dump));
    // Hosts may have a folder each; ranks that occur again are another hang.
    std::vector<std::pair<std::set<int32_t>, std::vector<FlightDump>>> hangs;
    for (auto& [folder, dumps] : folders) {
        std::set<int32_t> ranks;
        std::vector<FlightDump> distinct;
        for (FlightDump& dump : dumps) {
            if (ranks.insert(dump.rank).second) {
                distinct.push_back(std::move(dump));
                continue;
            }
            report.setFile(dump.file);
            report.add(IssueKind::DuplicateRank, std::nullopt, say("another dump is of rank {}, too", dump.rank));
        }
        const auto home = std::find_if(hangs.begin(), hangs.end(), [&ranks = ranks](const auto& hang) {
            return std::none_of(
                ranks.begin(), ranks.end(), [&hang](int32_t rank) { return hang.first.count(rank) > 0; });
        });
        if (home == hangs.end()) {
            hangs.emplace_back(std::move(ranks), std::move(distinct));
            continue;
        }
        home->first.insert(ranks.begin(), ranks.end());
        std::move(distinct.begin(), distinct.end(), std::back_inserter(home->second));
    }
    report.setFile({});
    if (hangs.size() > 1)
        report.add(IssueKind::MixedRuns, std::nullopt, say("{} hangs, told apart by their folders", hangs.size()));
    std::stable_sort(
        hangs.begin(), hangs.end(), [](const auto& a, const auto& b) { return a.second.size() > b.second.size(); });
    std::vector<FlightDump> all;
    for (auto& [ranks, dumps] : hangs) {
        std::sort(dumps.begin(), dumps.end(), [](const FlightDump& a, const FlightDump& b) { return a.rank < b.rank; });
        std::move(dumps.begin(), dumps.end(), std::back_inserter(all));
    }
    return all;
}

} // namespace bubblescope
