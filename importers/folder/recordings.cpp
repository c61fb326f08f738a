// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "recordings.h"

#include "tracename.h"
#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>

#include <fmt/format.h>

namespace bubblescope {

namespace {

constexpr int largestNumberInName = 100'000; // what is larger is a process or a time
constexpr TimeNs clockTolerance = 5'000'000'000;

bool isDigit(char c) { return c >= '0' && c <= '9'; }

struct File {
    size_t part = 0;
    std::string folder;
    std::string pattern; ///< the file's name with '#' for its numbers; empty where it is a worker's
    std::vector<std::string> numbers;
    std::optional<int> world;
    std::set<int> ranks;
    TimeRange range = TimeRange::nothing();
};

struct Recording {
    std::vector<size_t> files; ///< indexes into the list of files
    std::string folder;
    std::optional<int> world;
    std::set<int> ranks;
    TimeRange range = TimeRange::nothing();

    void take(size_t index, const File& file)
    {
        files.push_back(index);
        ranks.insert(file.ranks.begin(), file.ranks.end());
        range = range.united(file.range);
        if (!world)
            world = file.world;
    }
};

File describe(const NamedPart& named, size_t index)
{
    File file;
    file.part = index;
    file.folder = parseTraceName(named.name, {}).folder;
    const size_t slash = named.name.find_last_of("/\\");
    const std::string name = slash == std::string::npos ? named.name : named.name.substr(slash + 1);
    for (size_t i = 0; i < name.size();) {
        size_t end = i;
        while (end < name.size() && isDigit(name[end]))
            ++end;
        if (end > i) {
            file.pattern += '#';
            file.numbers.push_back(name.substr(i, end - i));
            i = end;
        } else {
            file.pattern += name[i++];
        }
    }
    if (named.part.worker)
        file.pattern.clear();
    file.world = named.part.layout.world;
    file.ranks.insert(named.part.ranks.begin(), named.part.ranks.end());
    for (const TimeRange& range : named.part.ranges)
        file.range = file.range.united(range);
    return file;
}

bool isRankless(const File& file) { return file.ranks.size() == 1 && *file.ranks.begin() < 0; }

bool meet(TimeRange a, TimeRange b) { return a.begin <= b.end + clockTolerance && b.begin <= a.end + clockTolerance; }

/// The place of the number that differs between all names; nothing where none does.
std::optional<size_t> tellingNumber(const std::vector<size_t>& like, const std::vector<File>& files)
{
    for (size_t place = 0; like.size() > 1 && place < files[like.front()].numbers.size(); ++place) {
        std::set<int> values;
        for (const size_t index : like) {
            const std::string& text = files[index].numbers[place];
            int value = -1;
            const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
            if (result.ec == std::errc() && value <= largestNumberInName)
                values.insert(value);
        }
        if (values.size() == like.size())
            return place;
    }
    return {};
}

void setRank(File& file, NamedPart& named, int rank)
{
    file.ranks = {rank};
    named.part.builder.setRank(-1, rank);
    named.part.ranks = {rank};
}

/// Numbers the files of a folder that do not tell their rank.
void settleRanks(std::vector<File>& files, std::vector<NamedPart>& parts, ImportReport& report)
{
    std::map<std::pair<std::string, std::string>, std::vector<size_t>> rankless;
    for (size_t i = 0; i < files.size(); ++i) {
        NamedPart& named = parts[files[i].part];
        if (isRankless(files[i]) && named.rank) {
            setRank(files[i], named, *named.rank);
            report.setFile(named.name);
            report.add(IssueKind::RankNotStated, std::nullopt,
                fmt::format("rank {} was taken from profiler_info_{}.json", *named.rank, *named.rank));
        }
        if (isRankless(files[i]))
            rankless[{files[i].folder, files[i].pattern}].push_back(i);
    }
    for (auto& [key, like] : rankless) {
        std::set<int> taken;
        for (const File& file : files) {
            if (file.folder == key.first && file.pattern == key.second)
                taken.insert(file.ranks.begin(), file.ranks.end());
        }
        const bool areWorkers = key.second.empty();
        if (areWorkers) {
            const auto place = [&](size_t index) {
                const WorkerName& worker = *parts[files[index].part].part.worker;
                return std::tie(worker.host, worker.process);
            };
            std::sort(like.begin(), like.end(), [&](size_t a, size_t b) { return place(a) < place(b); });
        }
        const std::optional<size_t> place = areWorkers ? std::nullopt : tellingNumber(like, files);
        int next = 0;
        for (const size_t index : like) {
            File& file = files[index];
            while (taken.count(next) > 0)
                ++next;
            const int rank = place ? std::stoi(file.numbers[*place]) : next;
            taken.insert(rank);
            setRank(file, parts[file.part], rank);
            report.setFile(parts[file.part].name);
            report.add(IssueKind::RankNotStated, std::nullopt,
                place ? fmt::format("rank {} was taken from the numbers in the names", rank)
                      : fmt::format("it was numbered rank {}, in the order of {}", rank,
                          areWorkers ? "hosts and processes" : "names"));
        }
    }
    report.setFile({});
}

bool areAlike(const File& a, const File& b)
{
    if (a.folder != b.folder || (a.world && b.world && a.world != b.world))
        return false;
    return a.pattern == b.pattern || (a.world && b.world && meet(a.range, b.range));
}

/// Files that may be of one recording, each list by time.
std::vector<std::vector<size_t>> classesOf(const std::vector<File>& files)
{
    std::vector<size_t> byTime(files.size());
    for (size_t i = 0; i < files.size(); ++i)
        byTime[i] = i;
    std::stable_sort(
        byTime.begin(), byTime.end(), [&](size_t a, size_t b) { return files[a].range.begin < files[b].range.begin; });
    std::vector<std::vector<size_t>> classes;
    std::map<std::tuple<std::string, std::string, int>, size_t> known; // equal names need no search
    for (const size_t index : byTime) {
        const File& file = files[index];
        const auto [place, isNew]
            = known.try_emplace({file.folder, file.pattern, file.world.value_or(0)}, classes.size());
        if (isNew) {
            const auto alike = std::find_if(classes.begin(), classes.end(),
                [&](const std::vector<size_t>& list) { return areAlike(files[list.back()], file); });
            place->second = static_cast<size_t>(alike - classes.begin());
            if (alike == classes.end())
                classes.emplace_back();
        }
        classes[place->second].push_back(index);
    }
    return classes;
}

/// A rank that occurs again was recorded again.
std::vector<Recording> splitByRank(const std::vector<size_t>& like, const std::vector<File>& files)
{
    std::set<int> seen;
    bool hasRepeats = false;
    for (const size_t index : like) {
        for (const int rank : files[index].ranks)
            hasRepeats = !seen.insert(rank).second || hasRepeats;
    }
    std::vector<Recording> recordings;
    for (const size_t index : like) {
        const File& file = files[index];
        const auto fits = [&](const Recording& recording) {
            const bool isFree = std::none_of(
                file.ranks.begin(), file.ranks.end(), [&](int rank) { return recording.ranks.count(rank) > 0; });
            return isFree && (!hasRepeats || meet(recording.range, file.range));
        };
        auto home = std::find_if(recordings.begin(), recordings.end(), fits);
        if (home == recordings.end()) {
            home = recordings.emplace(recordings.end());
            home->folder = file.folder;
        }
        home->take(index, file);
    }
    return recordings;
}

std::string parentOf(const std::string& folder)
{
    const size_t slash = folder.find_last_of('/');
    return slash == std::string::npos ? std::string() : folder.substr(0, slash);
}

/// Halves of one job that lie in neighbouring folders, one per host.
void joinFolders(std::vector<Recording>& recordings)
{
    for (size_t i = 0; i < recordings.size(); ++i) {
        for (size_t k = i + 1; recordings[i].world && k < recordings.size();) {
            Recording& own = recordings[i];
            const Recording& other = recordings[k];
            const bool apart = std::none_of(
                other.ranks.begin(), other.ranks.end(), [&](int rank) { return own.ranks.count(rank) > 0; });
            const bool fits = own.folder != other.folder && parentOf(own.folder) == parentOf(other.folder)
                && own.world == other.world && apart && meet(own.range, other.range)
                && own.ranks.size() + other.ranks.size() <= static_cast<size_t>(*own.world);
            if (!fits) {
                ++k;
                continue;
            }
            own.files.insert(own.files.end(), other.files.begin(), other.files.end());
            own.ranks.insert(other.ranks.begin(), other.ranks.end());
            own.range = own.range.united(other.range);
            recordings.erase(recordings.begin() + static_cast<ptrdiff_t>(k));
        }
    }
}

} // namespace

std::vector<std::vector<size_t>> groupRecordings(std::vector<NamedPart>& parts, ImportReport& report)
{
    std::vector<File> files;
    for (size_t i = 0; i < parts.size(); ++i) {
        if (parts[i].part.groupsByTime && !parts[i].part.builder.isEmpty())
            files.push_back(describe(parts[i], i));
    }
    settleRanks(files, parts, report);
    std::vector<Recording> recordings;
    for (const std::vector<size_t>& like : classesOf(files)) {
        std::vector<Recording> split = splitByRank(like, files);
        bool overlap = false;
        for (size_t i = 1; i < split.size(); ++i)
            overlap = overlap || split[i].range.intersects(split[i - 1].range);
        if (split.size() > 1) {
            report.add(overlap ? IssueKind::DuplicateRank : IssueKind::MixedRuns, std::nullopt,
                fmt::format("{}: {} recordings, told apart by {}", parts[files[like.front()].part].name, split.size(),
                    overlap ? "ranks that occur twice" : "their times"));
        }
        std::move(split.begin(), split.end(), std::back_inserter(recordings));
    }
    joinFolders(recordings);
    std::vector<std::vector<size_t>> groups;
    for (const Recording& recording : recordings) {
        std::vector<size_t>& group = groups.emplace_back();
        for (const size_t index : recording.files)
            group.push_back(files[index].part);
        std::sort(group.begin(), group.end());
    }
    std::sort(groups.begin(), groups.end());
    return groups;
}

} // namespace bubblescope
