// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "telemetryplacement.h"

#include "characters.h"
#include "derivedtrace.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <limits>
#include <map>
#include <set>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace bubblescope {

namespace {

constexpr TimeNs nsPerMinute = 60LL * 1'000'000'000;
constexpr TimeNs nsPerQuarter = 15 * nsPerMinute;
// Clocks of the world are between UTC-12 and UTC+14.
constexpr int firstQuarter = -12 * 4;
constexpr int lastQuarter = 14 * 4;
/// Of a run that samples must cover to be of it.
constexpr double leastCovered = 0.5;

bool isOfWord(char c) { return isDigit(c) || isLetter(c); }

/// A host's name as others may write it: without its domain, in lower case. Addresses stay whole.
std::string plainHost(std::string_view host)
{
    const bool isAddress
        = std::all_of(host.begin(), host.end(), [](char c) { return isDigit(c) || c == '.' || c == ':'; });
    std::string plain(isAddress ? host : host.substr(0, host.find('.')));
    std::transform(plain.begin(), plain.end(), plain.begin(), toLower);
    return plain;
}

/// The hosts of a run by their names.
class HostNames {
public:
    explicit HostNames(std::span<const std::string> hosts)
    {
        for (size_t h = 0; h < hosts.size(); ++h) {
            std::string name = plainHost(hosts[h]);
            if (name.empty())
                continue;
            const auto [known, isNew] = m_places.try_emplace(std::move(name), h);
            if (!isNew)
                known->second = noHost; // of two, which cannot be told
        }
    }
    std::optional<size_t> named(std::string_view host) const { return placeOf(plainHost(host)); }
    /// The longest that stands in a file's name as words of it.
    std::optional<size_t> in(std::string_view file) const
    {
        constexpr size_t mostWords = 24; // the last ones
        std::vector<std::pair<size_t, size_t>> words;
        for (size_t begin = 0; begin < file.size();) {
            size_t end = begin;
            while (end < file.size() && isOfWord(file[end]))
                ++end;
            if (end > begin)
                words.emplace_back(begin, end);
            begin = end + 1;
        }
        words.erase(words.begin(), words.end() - std::ptrdiff_t(std::min(words.size(), mostWords)));
        std::optional<size_t> found;
        size_t longest = 0;
        for (size_t first = 0; first < words.size(); ++first) {
            for (size_t last = first; last < words.size(); ++last) {
                const size_t size = words[last].second - words[first].first;
                std::string name(file.substr(words[first].first, size));
                std::transform(name.begin(), name.end(), name.begin(), toLower);
                const std::optional<size_t> place = size > longest ? placeOf(name) : std::nullopt;
                if (place) {
                    found = place;
                    longest = size;
                }
            }
        }
        return found;
    }

private:
    static constexpr size_t noHost = std::numeric_limits<size_t>::max();
    std::optional<size_t> placeOf(const std::string& name) const
    {
        const auto known = m_places.find(name);
        return known == m_places.end() || known->second == noHost ? std::nullopt : std::optional(known->second);
    }

    std::unordered_map<std::string, size_t> m_places;
};

/// When the files of a rank say that it ran.
TimeRange wallOf(const Trace& trace, const RankInfo& rank)
{
    const TimeRange range = trace.rangeOf(rank);
    const TimeNs wall = trace.origin() - rank.shift;
    return range.isNothing() ? range : TimeRange {range.begin + wall, range.end + wall};
}

/// From the first to the last sample.
TimeRange rangeOf(const GpuTelemetry& samples)
{
    TimeRange range = TimeRange::nothing();
    for (const GpuTelemetry::Series& series : samples.series) {
        if (!series.times.empty())
            range = range.united({series.times.front(), series.times.back()});
    }
    return range;
}

/// "+05:45"
std::string zoneText(int quarters)
{
    const int minutes = (quarters < 0 ? -quarters : quarters) * 15;
    return fmt::format("{}{:02}:{:02}", quarters < 0 ? '-' : '+', minutes / 60, minutes % 60);
}

/// Ranges by their begin, those that meet as one.
std::vector<TimeRange> joined(std::vector<TimeRange> ranges)
{
    std::sort(ranges.begin(), ranges.end(), [](TimeRange a, TimeRange b) { return a.begin < b.begin; });
    std::vector<TimeRange> all;
    for (const TimeRange range : ranges) {
        if (!all.empty() && range.begin <= all.back().end)
            all.back() = all.back().united(range);
        else
            all.push_back(range);
    }
    return all;
}

/// Of a run, the share that one of the ranges covers, each so much earlier.
double covered(TimeRange run, const std::vector<TimeRange>& samples, TimeNs earlier)
{
    TimeNs both = 0;
    for (const TimeRange range : samples)
        both += run.intersected({range.begin - earlier, range.end - earlier}).duration();
    return double(both) / double(std::max<TimeNs>(run.duration(), 1));
}

constexpr size_t severalHosts = std::numeric_limits<size_t>::max();

/// Whose ranks are in each block of `count` ranks.
std::unordered_map<int32_t, size_t> hostsOfBlocks(const std::vector<std::vector<int32_t>>& ranks, int32_t count)
{
    std::unordered_map<int32_t, size_t> hosts;
    for (size_t h = 0; h < ranks.size(); ++h) {
        for (const int32_t rank : ranks[h]) {
            const auto [known, isNew] = hosts.try_emplace(rank / count, h);
            if (!isNew && known->second != h)
                known->second = severalHosts;
        }
    }
    return hosts;
}

/// Which ranks of a host use which of its GPUs: by rank, the place among the sampled ones. Empty where it cannot be
/// told.
std::map<int32_t, size_t> placesOf(
    const std::vector<int32_t>& ranks, const std::vector<int32_t>& gpus, bool hasOwnBlock)
{
    std::map<int32_t, size_t> places;
    const size_t count = gpus.size();
    const bool isComplete = gpus.front() == 0 && gpus.back() == int32_t(count) - 1;
    const bool isInOrder = ranks.size() == count
        || (isComplete && !hasOwnBlock && ranks.size() < count && ranks.front() % int32_t(ranks.size()) == 0
            && ranks.back() - ranks.front() + 1 == int32_t(ranks.size()));
    if (!isInOrder && (!isComplete || !hasOwnBlock || ranks.size() > count))
        return places;
    for (size_t i = 0; i < ranks.size(); ++i)
        places[ranks[i]] = isInOrder ? i : size_t(ranks[i]) % count;
    return places;
}

} // namespace

TelemetryPlacement::TelemetryPlacement(std::span<const GpuTelemetry> samples)
    : m_samples(samples), m_reached(samples.size())
{
}

void TelemetryPlacement::reach(size_t sample, Reached reached)
{
    m_reached[sample].reached = std::max(m_reached[sample].reached, reached);
}

std::vector<TelemetryPlacement::OfHost> TelemetryPlacement::byHost(const Trace& trace)
{
    std::vector<OfHost> found(trace.hosts().size());
    OfHost unnamed;
    const HostNames names(trace.hosts());
    std::optional<size_t> host;
    for (size_t s = 0; s < m_samples.size(); ++s) {
        const GpuTelemetry& samples = m_samples[s];
        // The GPUs of a host follow each other.
        if (s == 0 || samples.file != m_samples[s - 1].file || samples.host != m_samples[s - 1].host)
            host = samples.host.empty() ? names.in(samples.file) : names.named(samples.host);
        reach(s, host ? Reached::NoRank : Reached::NoHost);
        if (host)
            found[*host].push_back(s);
        else if (found.size() == 1 && (samples.host.empty() || trace.hosts().front().empty()))
            unnamed.push_back(s);
    }
    // Of one host they cannot be where two of them say the same of a GPU.
    std::set<std::pair<int32_t, std::string_view>> known;
    const auto repeats = [&](size_t s) {
        return std::any_of(m_samples[s].series.begin(), m_samples[s].series.end(),
            [&](const GpuTelemetry::Series& series) { return !known.emplace(m_samples[s].gpu, series.name).second; });
    };
    if (!unnamed.empty() && found.front().empty() && std::none_of(unnamed.begin(), unnamed.end(), repeats)) {
        for (const size_t s : unnamed)
            reach(s, Reached::NoRank);
        found.front() = std::move(unnamed);
    }
    return found;
}

std::optional<TimeNs> TelemetryPlacement::zoneFor(const OfHost& samples, TimeRange wall)
{
    std::vector<TimeRange> ranges;
    for (const size_t s : samples) {
        if (const TimeRange range = rangeOf(m_samples[s]); !range.isNothing())
            ranges.push_back(range);
    }
    if (ranges.empty())
        return {};
    const std::vector<TimeRange> sampled = joined(std::move(ranges));
    const auto coveredAt = [&](int quarter) { return covered(wall, sampled, quarter * nsPerQuarter); };
    if (m_samples[samples.front()].isUtc)
        return coveredAt(0) >= leastCovered ? std::optional<TimeNs>(0) : std::nullopt;
    double best = 0;
    for (int quarter = firstQuarter; quarter <= lastQuarter; ++quarter)
        best = std::max(best, coveredAt(quarter));
    if (best < leastCovered)
        return {};
    constexpr double asGood = 0.999;
    std::vector<int> wholeHours;
    std::vector<int> others;
    for (int quarter = firstQuarter; quarter <= lastQuarter; ++quarter) {
        if (coveredAt(quarter) >= asGood * best)
            (quarter % 4 == 0 ? wholeHours : others).push_back(quarter);
    }
    const std::vector<int>& fitting = wholeHours.empty() ? others : wholeHours;
    if (fitting.size() == 1) {
        // What was sampled at another time of the day would look the same.
        for (const size_t s : samples)
            m_reached[s].quarters = fitting.front();
        return -fitting.front() * nsPerQuarter;
    }
    if (std::find(fitting.begin(), fitting.end(), 0) == fitting.end())
        return {};
    for (const size_t s : samples)
        m_reached[s].isZoneAssumed = true;
    return 0;
}

Trace TelemetryPlacement::placed(Trace&& trace)
{
    if (m_samples.empty() || !trace.ranksAreComparable() || trace.ranks().empty())
        return std::move(trace);
    const std::vector<OfHost> hosts = byHost(trace);
    std::vector<std::vector<int32_t>> ranks(hosts.size());
    std::vector<TimeRange> wall(hosts.size(), TimeRange::nothing());
    for (const RankInfo& rank : trace.ranks()) {
        if (rank.rank < 0)
            continue;
        ranks[rank.host].push_back(rank.rank);
        wall[rank.host] = wall[rank.host].united(wallOf(trace, rank));
    }
    std::vector<DerivedTrace::AddedCounter> added;
    std::map<int32_t, std::unordered_map<int32_t, size_t>> ofCount; // hosts by block, for so many GPUs
    for (size_t h = 0; h < hosts.size(); ++h) {
        if (hosts[h].empty() || ranks[h].empty() || wall[h].isNothing())
            continue;
        // A GPU that two samplers watched has the quantities of the first that has them.
        std::map<int32_t, std::vector<size_t>> ofGpu;
        for (const size_t s : hosts[h])
            ofGpu[m_samples[s].gpu].push_back(s);
        std::vector<int32_t> gpus;
        for (const auto& [gpu, of] : ofGpu)
            gpus.push_back(gpu);
        const auto count = int32_t(gpus.size());
        const auto [blocks, isNewCount] = ofCount.try_emplace(count);
        if (isNewCount)
            blocks->second = hostsOfBlocks(ranks, count);
        const bool hasOwnBlock
            = ranks[h].front() / count == ranks[h].back() / count && blocks->second.at(ranks[h].front() / count) == h;
        const std::map<int32_t, size_t> places = placesOf(ranks[h], gpus, hasOwnBlock);
        if (places.empty())
            continue;
        // What an exporter keeps is in UTC, whatever the clock of a sampler beside it shows.
        std::array<std::optional<TimeNs>, 2> zones;
        for (const bool isUtc : {false, true}) {
            OfHost alike;
            std::copy_if(hosts[h].begin(), hosts[h].end(), std::back_inserter(alike),
                [&](size_t s) { return m_samples[s].isUtc == isUtc; });
            if (!alike.empty())
                zones[isUtc ? 1 : 0] = zoneFor(alike, wall[h]);
        }
        const auto zoneOf = [&](size_t s) { return zones[m_samples[s].isUtc ? 1 : 0]; };
        for (const size_t s : hosts[h])
            reach(s, zoneOf(s) ? Reached::Placed : Reached::NoTime);
        for (const auto& [rank, place] : places) {
            const RankInfo& info = *trace.findRank(rank);
            std::set<std::string_view> known;
            for (const size_t s : ofGpu[gpus[place]]) {
                const std::optional<TimeNs> zone = zoneOf(s);
                if (!zone)
                    continue;
                const TimeNs toTrace = *zone - trace.origin() + info.shift;
                for (const GpuTelemetry::Series& series : m_samples[s].series) {
                    const auto first
                        = std::upper_bound(series.times.begin(), series.times.end(), wall[h].begin - *zone);
                    const auto last = std::upper_bound(first, series.times.end(), wall[h].end - *zone);
                    // The one before holds at the begin, if it is not of another time.
                    const bool hasOneBefore
                        = first != series.times.begin() && wall[h].begin - *zone - *std::prev(first) < nsPerQuarter;
                    const auto from = size_t(first - series.times.begin()) - (hasOneBefore ? 1 : 0);
                    const auto to = size_t(last - series.times.begin());
                    if (from >= to || !known.insert(series.name).second)
                        continue;
                    DerivedTrace::AddedCounter counter {rank, int16_t(gpus[place]), series.name, {}, {}};
                    for (size_t i = from; i < to; ++i) {
                        counter.times.push_back(series.times[i] + toTrace);
                        counter.values.push_back(series.values[i]);
                    }
                    added.push_back(std::move(counter));
                }
            }
        }
    }
    return added.empty() ? std::move(trace) : DerivedTrace::withCounters(std::move(trace), added);
}

void TelemetryPlacement::report(ImportReport& report) const
{
    struct FileOutcome {
        Reached reached = Reached::NoRun;
        bool isZoneAssumed = false;
        int quarters = 0;
        size_t gpus = 0;
    };
    std::map<std::string_view, FileOutcome> ofFiles;
    for (size_t s = 0; s < m_samples.size(); ++s) {
        FileOutcome& outcome = ofFiles[m_samples[s].file];
        outcome.reached = std::max(outcome.reached, m_reached[s].reached);
        outcome.isZoneAssumed = outcome.isZoneAssumed || m_reached[s].isZoneAssumed;
        outcome.quarters = m_reached[s].quarters != 0 ? m_reached[s].quarters : outcome.quarters;
        ++outcome.gpus;
    }
    for (const auto& [file, outcome] : ofFiles) {
        report.setFile(std::string(file));
        const auto add
            = [&](const Message& message) { report.add(IssueKind::SamplesNotPlaced, std::nullopt, message); };
        switch (outcome.reached) {
        case Reached::NoRun:
            add(say("samples of {} GPUs, but no run with a timeline lies beside them", outcome.gpus));
            break;
        case Reached::NoHost:
            add(say("samples of {} GPUs: neither they nor the file's name tell a host of the run", outcome.gpus));
            break;
        case Reached::NoRank:
            add(say("samples of {} GPUs: which of them the ranks of that host use cannot be told", outcome.gpus));
            break;
        case Reached::NoTime:
            add(say("samples of {} GPUs: by their times they cover no run; its clocks may not tell the time of day",
                outcome.gpus));
            break;
        case Reached::Placed:
            if (outcome.isZoneAssumed)
                add(say(
                    "samples of {} GPUs: their time zone is not stated and several fit; UTC is assumed", outcome.gpus));
            else if (outcome.quarters != 0)
                add(say("samples of {} GPUs: their time zone is not stated; they cover the run if it is UTC{}",
                    outcome.gpus, zoneText(outcome.quarters)));
            break;
        }
    }
    report.setFile({});
}

} // namespace bubblescope
