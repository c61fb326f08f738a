// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "recordings.h"

#include "characters.h"
#include "rankbins.h"
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

constexpr int largestNumberInName = 100'000; // greater ones are process ids or times
constexpr TimeNs clockTolerance = 5'000'000'000;

struct File {
    size_t part = 0;
    std::string folder;
    std::string pattern; ///< the file's name with '#' for its numbers; empty if it names a worker
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

/// Index of the number that differs between all names; nullopt if there is none.
std::optional<size_t> distinguishingNumber(const std::vector<size_t>& like, const std::vector<File>& files)
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

/// Files of one folder and time that count their ranks on their own follow one another, in the order of hosts and names.
void moveCountedRanks(std::vector<File>& files, std::vector<NamedPart>& parts, ImportReport& report)
{
    std::vector<size_t> counted;
    for (size_t i = 0; i < files.size(); ++i) {
        if (parts[files[i].part].part.countsRanks)
            counted.push_back(i);
    }
    const auto hostOf = [&](size_t index) {
        const std::optional<WorkerName>& worker = parts[files[index].part].part.worker;
        return worker ? worker->host : std::string();
    };
    const auto place
        = [&](size_t index) { return std::tuple(files[index].folder, hostOf(index), parts[files[index].part].name); };
    std::sort(counted.begin(), counted.end(), [&](size_t a, size_t b) { return place(a) < place(b); });
    for (size_t i = 1; i < counted.size(); ++i) {
        File& file = files[counted[i]];
        const File& before = files[counted[i - 1]];
        if (file.folder != before.folder || file.pattern != before.pattern || !meet(file.range, before.range))
            continue;
        if (file.range == before.range && hostOf(counted[i]) == hostOf(counted[i - 1]))
            continue; // the same file once more
        const int first = *before.ranks.rbegin() + 1;
        NamedPart& named = parts[file.part];
        for (auto rank = file.ranks.rbegin(); rank != file.ranks.rend(); ++rank)
            named.part.builder.setRank(*rank, *rank + first);
        for (int& rank : named.part.ranks)
            rank += first;
        file.ranks = {named.part.ranks.begin(), named.part.ranks.end()};
        report.setFile(named.name);
        report.add(IssueKind::RankNotStated, std::nullopt,
            say("ranks {} to {} follow those of the file before it, in the order of hosts and names",
                *file.ranks.begin(), *file.ranks.rbegin()));
    }
    report.setFile({});
}

/// Assigns ranks to the files of a folder that do not state theirs.
void settleRanks(std::vector<File>& files, std::vector<NamedPart>& parts, ImportReport& report)
{
    std::map<std::pair<std::string, std::string>, std::vector<size_t>> rankless;
    for (size_t i = 0; i < files.size(); ++i) {
        NamedPart& named = parts[files[i].part];
        if (isRankless(files[i]) && named.rank) {
            setRank(files[i], named, *named.rank);
            report.setFile(named.name);
            report.add(IssueKind::RankNotStated, std::nullopt,
                say("rank {} was taken from profiler_info_{}.json", *named.rank, *named.rank));
        }
        if (isRankless(files[i]))
            rankless[{files[i].folder, files[i].pattern}].push_back(i);
    }
    std::map<std::pair<std::string, std::string>, std::set<int>> takenBeside;
    for (const File& file : files) {
        if (const auto beside = rankless.find({file.folder, file.pattern}); beside != rankless.end())
            takenBeside[beside->first].insert(file.ranks.begin(), file.ranks.end());
    }
    for (auto& [key, like] : rankless) {
        std::set<int>& taken = takenBeside[key];
        const bool areWorkers = key.second.empty();
        if (areWorkers) {
            const auto place = [&](size_t index) {
                const WorkerName& worker = *parts[files[index].part].part.worker;
                return std::tie(worker.host, worker.process);
            };
            std::sort(like.begin(), like.end(), [&](size_t a, size_t b) { return place(a) < place(b); });
        }
        const std::optional<size_t> place = areWorkers ? std::nullopt : distinguishingNumber(like, files);
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
                place ? say("rank {} was taken from the numbers in the names", rank)
                      : say("it was numbered rank {}, in the order of {}", rank,
                          areWorkers ? say("hosts and processes") : say("names")));
        }
    }
    report.setFile({});
}

/// Lists of files that may belong to one recording, indexed by the properties of their last file.
class Classes {
public:
    explicit Classes(const std::vector<File>& files) : m_files(files) { }

    /// Call in order of time.
    void take(size_t index)
    {
        const File& file = m_files[index];
        const auto [place, isNew] = m_known.try_emplace(nameOf(file), m_lists.size());
        if (isNew) {
            place->second = firstLike(file);
            if (place->second == m_lists.size())
                m_lists.emplace_back();
        }
        std::vector<size_t>& list = m_lists[place->second];
        if (!list.empty())
            forget(m_files[list.back()], place->second);
        list.push_back(index);
        m_byName[nameOf(file)].insert(place->second);
        m_byPattern[{file.folder, file.pattern}].insert(place->second);
        if (file.world)
            m_byWorld[{file.folder, *file.world}].insert(place->second);
    }
    std::vector<std::vector<size_t>> lists() { return std::move(m_lists); }

private:
    using Name = std::tuple<std::string, std::string, int>; ///< folder, pattern, world size or 0
    using Numbers = std::set<size_t>;

    static Name nameOf(const File& file) { return {file.folder, file.pattern, file.world.value_or(0)}; }

    void forget(const File& last, size_t list)
    {
        m_byName[nameOf(last)].erase(list);
        m_byPattern[{last.folder, last.pattern}].erase(list);
        if (last.world)
            m_byWorld[{last.folder, *last.world}].erase(list);
    }

    /// Finds a list with names that differ only in numbers, or with the same world size at the same time.
    size_t firstLike(const File& file)
    {
        const auto firstOf = [this](const Numbers& numbers) { return numbers.empty() ? m_lists.size() : *numbers.begin(); };
        if (!file.world)
            return firstOf(m_byPattern[{file.folder, file.pattern}]);
        const size_t alike = firstOf(m_byName[{file.folder, file.pattern, 0}]);
        Numbers& ofWorld = m_byWorld[{file.folder, *file.world}];
        // Files come in order of time: a list that is over stays so, unless a file is added to it.
        while (!ofWorld.empty() && *ofWorld.begin() < alike) {
            if (meet(m_files[m_lists[*ofWorld.begin()].back()].range, file.range))
                return *ofWorld.begin();
            ofWorld.erase(ofWorld.begin());
        }
        return alike;
    }

    const std::vector<File>& m_files;
    std::vector<std::vector<size_t>> m_lists;
    std::map<Name, size_t> m_known; ///< list of every name seen so far
    // By the last file of each list:
    std::map<Name, Numbers> m_byName;
    std::map<std::pair<std::string, std::string>, Numbers> m_byPattern;
    std::map<std::pair<std::string, int>, Numbers> m_byWorld; ///< without those that are over
};

/// Files that may belong to one recording, each list in order of time.
std::vector<std::vector<size_t>> classesOf(const std::vector<File>& files)
{
    std::vector<size_t> byTime(files.size());
    for (size_t i = 0; i < files.size(); ++i)
        byTime[i] = i;
    std::stable_sort(
        byTime.begin(), byTime.end(), [&](size_t a, size_t b) { return files[a].range.begin < files[b].range.begin; });
    Classes classes(files);
    for (const size_t index : byTime)
        classes.take(index);
    return classes.lists();
}

/// Splits files at repeated ranks: a rank that occurs again was recorded again.
std::vector<Recording> splitByRank(const std::vector<size_t>& like, const std::vector<File>& files)
{
    std::set<int> seen;
    bool hasRepeats = false;
    for (const size_t index : like) {
        for (const int rank : files[index].ranks)
            hasRepeats = !seen.insert(rank).second || hasRepeats;
    }
    std::vector<Recording> recordings;
    RankBins bins;
    for (const size_t index : like) {
        const File& file = files[index];
        const size_t home = bins.find(file.ranks, [&](size_t bin) {
            if (!hasRepeats || meet(recordings[bin].range, file.range))
                return true;
            bins.close(bin); // files come in order of time
            return false;
        });
        if (home == recordings.size()) {
            recordings.emplace_back().folder = file.folder;
            bins.add();
        }
        bins.put(home, file.ranks);
        recordings[home].take(index, file);
    }
    return recordings;
}

std::string parentOf(const std::string& folder)
{
    const size_t slash = folder.find_last_of('/');
    return slash == std::string::npos ? std::string() : folder.substr(0, slash);
}

/// Joins the parts of one job that lie in sibling folders, one per host.
std::vector<Recording> joinFolders(std::vector<Recording>&& recordings)
{
    struct Neighbours {
        RankBins bins;
        std::vector<size_t> joined; ///< indexed by bin
    };
    std::map<std::pair<std::string, int>, Neighbours> neighbours; // by parent folder and world size
    std::vector<Recording> made;
    for (Recording& other : recordings) {
        if (!other.world) {
            made.push_back(std::move(other));
            continue;
        }
        const auto world = static_cast<size_t>(std::max(*other.world, 0));
        Neighbours& beside = neighbours[{parentOf(other.folder), *other.world}];
        RankBins& bins = beside.bins;
        std::vector<size_t>& joined = beside.joined;
        const size_t bin = bins.find(other.ranks, [&](size_t candidate) {
            const Recording& own = made[joined[candidate]];
            if (own.ranks.size() >= world)
                bins.close(candidate);
            return own.folder != other.folder && meet(own.range, other.range)
                && own.ranks.size() + other.ranks.size() <= world;
        });
        bins.put(bin == bins.size() ? bins.add() : bin, other.ranks);
        if (bin == joined.size()) {
            joined.push_back(made.size());
            made.push_back(std::move(other));
            continue;
        }
        Recording& own = made[joined[bin]];
        own.files.insert(own.files.end(), other.files.begin(), other.files.end());
        own.ranks.insert(other.ranks.begin(), other.ranks.end());
        own.range = own.range.united(other.range);
    }
    return made;
}

} // namespace

std::vector<std::vector<size_t>> groupRecordings(std::vector<NamedPart>& parts, ImportReport& report)
{
    std::vector<File> files;
    for (size_t i = 0; i < parts.size(); ++i) {
        if (parts[i].part.clock == ClockPolicy::Recording && !parts[i].part.builder.isEmpty())
            files.push_back(describe(parts[i], i));
    }
    settleRanks(files, parts, report);
    moveCountedRanks(files, parts, report);
    std::vector<Recording> recordings;
    for (const std::vector<size_t>& like : classesOf(files)) {
        std::vector<Recording> split = splitByRank(like, files);
        bool overlap = false;
        for (size_t i = 1; i < split.size(); ++i)
            overlap = overlap || split[i].range.intersects(split[i - 1].range);
        if (split.size() > 1) {
            report.add(overlap ? IssueKind::DuplicateRank : IssueKind::MixedRuns, std::nullopt,
                say("{}: {} recordings, told apart by {}", parts[files[like.front()].part].name, split.size(),
                    overlap ? say("ranks that occur twice") : say("their times")));
        }
        std::move(split.begin(), split.end(), std::back_inserter(recordings));
    }
    recordings = joinFolders(std::move(recordings));
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
