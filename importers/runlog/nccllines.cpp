// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "nccllines.h"

#include "characters.h"
#include "numbertext.h"
#include "rankstext.h"
#include "textencoding.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

namespace bubblescope {

namespace {

constexpr size_t mostHosts = 100'000;
constexpr size_t mostCommunicators = 100'000;
constexpr size_t mostMembers = 2'000'000; // of communicators that are not complete
constexpr size_t mostNcclNames = 64; // devices, links, algorithms
constexpr size_t longestNcclName = 80;
constexpr size_t shownOfWarning = 160;
constexpr size_t mostListedNames = 8;
constexpr std::string_view timeOutMark = "Watchdog caught collective operation timeout";

struct NcclLine {
    std::string_view host; ///< empty where only the GPU is printed
    std::string_view said;
    bool isWarning = false;
};

/// `node1` of `[rank3]:node1:93:812`: a name, a process, a thread; empty if the word is none of these.
std::string_view hostInWord(std::string_view word)
{
    for (int number = 0; number < 2; ++number) {
        const size_t colon = word.rfind(':');
        if (colon == std::string_view::npos || colon + 1 == word.size()
            || !std::all_of(word.begin() + static_cast<std::ptrdiff_t>(colon) + 1, word.end(), isDigit))
            return {};
        word = word.substr(0, colon);
    }
    return word.substr(word.find_last_of(":>)]") + 1);
}

/// `node1:93:812 [0] NCCL INFO …`; `node1:93:812 [0] transport/net_ib.cc:1295 NCCL WARN …`.
std::optional<NcclLine> ncclLine(std::string_view text)
{
    if (!logtext::contains(text, "NCCL "))
        return {};
    NcclLine line;
    size_t at = logtext::find(text, "NCCL INFO ");
    if (at == std::string_view::npos) {
        at = logtext::find(text, "NCCL WARN ");
        line.isWarning = true;
    }
    if (at == std::string_view::npos)
        return {};
    line.said = trimmed(text.substr(at + std::string_view("NCCL INFO ").size()));
    // Times and labels of launchers stand before the host.
    bool hasGpu = false;
    for (const std::string_view word : splitWords(text.substr(0, at))) {
        const bool isGpu = word.size() > 2 && word.front() == '[' && word.back() == ']'
            && std::all_of(word.begin() + 1, word.end() - 1, isDigit);
        hasGpu = hasGpu || isGpu;
        if (const std::string_view host = hostInWord(word); !host.empty())
            line.host = host;
    }
    return hasGpu ? std::optional(line) : std::nullopt;
}

std::string_view wordBehind(std::string_view text, std::string_view mark)
{
    const size_t at = logtext::find(text, mark);
    if (at == std::string_view::npos)
        return {};
    text.remove_prefix(at + mark.size());
    return text.substr(0, text.find_first_of(" \t\r\n"));
}

template <typename Names> void keepName(Names& names, std::string_view name, size_t most)
{
    if (!name.empty() && name.size() <= longestNcclName && names.size() < most && names.find(name) == names.end())
        names.insert(toUtf8(name));
}

std::string listedNames(const std::set<std::string, std::less<>>& names)
{
    std::string text;
    size_t count = 0;
    for (const std::string& name : names) {
        if (++count > mostListedNames)
            return text + ", …";
        text += (text.empty() ? "" : ", ") + name;
    }
    return text;
}

/// `NET/IB/GDRDMA` of `NET/IB/0(3)/GDRDMA`: without the number of the device.
std::string kindOfLink(std::string_view way)
{
    std::string kind;
    while (!way.empty()) {
        const size_t slash = std::min(way.find('/'), way.size());
        const std::string_view part = way.substr(0, slash);
        if (!part.empty() && !isDigit(part.front()))
            kind += (kind.empty() ? "" : "/") + toUtf8(part);
        way.remove_prefix(std::min(slash + 1, way.size()));
    }
    return kind;
}

/// Older versions print the number (NCCL_ALGO_TREE, NCCL_PROTO_LL and so on in NCCL's src/include).
std::string nameOrNumber(std::string_view word, std::string_view kind, const std::array<std::string_view, 3>& names)
{
    const std::optional<int64_t> number = parseInteger(word);
    if (!number)
        return toUtf8(word);
    const bool isKnown = *number >= 0 && *number < int64_t(names.size()) && !names[size_t(*number)].empty();
    return isKnown ? std::string(names[size_t(*number)]) : fmt::format("{} {}", kind, *number);
}

} // namespace

bool NcclLines::areIn(std::string_view text)
{
    while (!text.empty()) {
        const size_t end = std::min(text.find_first_of("\r\n"), text.size());
        const std::string_view line = text.substr(0, end);
        if (ncclLine(line) || logtext::contains(line, timeOutMark))
            return true;
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return false;
}

void NcclLines::read(const LogLine& line)
{
    m_hasTimeOut = m_hasTimeOut || logtext::contains(line.text, timeOutMark);
    if (m_version.empty() && logtext::contains(line.text, "CCL version "))
        m_version = toUtf8(clipped(wordBehind(line.text, "CCL version "), longestNcclName));
    const std::optional<NcclLine> nccl = ncclLine(line.text);
    if (!nccl)
        return;
    ++m_lines;
    keepName(m_hosts, nccl->host, mostHosts);
    if (nccl->isWarning) {
        if (m_warnings++ == 0) {
            m_firstWarning = excerpt(nccl->said, shownOfWarning);
            m_warnedHost = toUtf8(clipped(nccl->host, longestNcclName));
            m_warningAt = line.offset;
        }
        return;
    }
    // What processes print at once may share a line.
    constexpr std::string_view mark = "NCCL INFO ";
    for (std::string_view said = nccl->said; !said.empty();) {
        const size_t next = std::min(logtext::find(said, mark), said.size());
        readCommunicator(said.substr(0, next));
        said.remove_prefix(std::min(next + mark.size(), said.size()));
    }
    if (line.isCut)
        return;
    readDevices(nccl->said);
    readWays(nccl->said);
}

/// `ncclCommInitRank comm 0x55d0 rank 4 nranks 8 cudaDev 0 busId 42000 commId 0x99 - Init COMPLETE`
void NcclLines::readCommunicator(std::string_view said)
{
    const bool isBegin = logtext::contains(said, "Init START");
    if (!isBegin && !logtext::contains(said, "Init COMPLETE"))
        return;
    const auto rank = logtext::integerAfter(said, "rank ", 0, largestCount);
    const auto ranks = logtext::integerAfter(said, "nranks ", 1, largestCount);
    if (!rank || !ranks || *rank >= *ranks)
        return;
    const std::string id = toUtf8(clipped(wordBehind(said, "commId "), longestNcclName));
    if (!id.empty() && !std::exchange(m_areNumbered, true))
        m_communicators.clear();
    // Without its number nothing tells which of several of a size a rank begins or ends.
    if (m_areNumbered && id.empty())
        return;
    if (m_communicators.size() < mostCommunicators)
        m_communicators.try_emplace(m_areNumbered ? id : fmt::format("of {}", *ranks), *ranks);
    if (!m_areNumbered)
        return;
    if (isBegin) {
        if (m_members < mostMembers && (m_begun.size() < mostCommunicators || m_begun.count(id) > 0)) {
            Begun& begun = m_begun[id];
            begun.size = *ranks;
            m_members += begun.ranks.insert(*rank).second;
        }
    } else if (const auto begun = m_begun.find(id); begun != m_begun.end()) {
        m_members -= begun->second.ranks.erase(*rank);
        if (begun->second.ranks.empty())
            m_begun.erase(begun);
    }
}

void NcclLines::goOn()
{
    m_begun.clear();
    m_members = 0;
}

/// `NET/IB : Using [0]mlx5_0:1/IB [1]mlx5_1:1/IB [RO]; OOB eth0:10.0.0.1<0>`
void NcclLines::readDevices(std::string_view said)
{
    constexpr std::string_view mark = " Using [";
    if (!said.starts_with("NET/") || !logtext::contains(said, mark))
        return;
    said = said.substr(logtext::find(said, mark) + mark.size() - 1);
    for (const std::string_view word : splitWords(said.substr(0, said.find(';')))) {
        const size_t close = word.find(']');
        if (word.front() != '[' || close == std::string_view::npos || close < 2 || !isDigit(word[1]))
            continue;
        const std::string_view device = word.substr(close + 1);
        keepName(m_devices, device.substr(0, device.find(':')), mostNcclNames);
    }
}

void NcclLines::readWays(std::string_view said)
{
    if (said.starts_with("Trees [")) {
        m_trees = std::max(m_trees, static_cast<int>(std::count(said.begin(), said.end(), '[')));
    } else if (said.starts_with("Channel ")) {
        // `Channel 00/02 :    0   1   2` is a ring, `Channel 00/0 : 7[7] -> 8[0] [send] via NET/IB/0/GDRDMA` a link.
        keepName(m_links, kindOfLink(clipped(wordBehind(said, " via "), longestNcclName)), mostNcclNames);
        const size_t slash = said.find('/');
        const std::string_view behind = slash == std::string_view::npos ? std::string_view() : said.substr(slash + 1);
        const auto rings = parseInteger(behind.substr(0, behind.find(' ')));
        if (said.find("->") == std::string_view::npos && rings && *rings > 0 && *rings <= largestCount)
            m_rings = std::max(m_rings, static_cast<int>(*rings));
    } else if (logtext::contains(said, " Bytes -> Algo ")) {
        const std::string_view algorithm = wordBehind(said, " Algo ");
        const std::string_view protocol = wordBehind(said, " proto ");
        if (algorithm.empty() || protocol.empty() || algorithm.size() + protocol.size() > longestNcclName)
            return;
        const std::string name = nameOrNumber(algorithm, "algorithm", {"Tree", "Ring", ""}) + '/'
            + nameOrNumber(protocol, "protocol", {"LL", "LL128", "Simple"});
        if (m_algorithms.size() < mostNcclNames || m_algorithms.count(name) > 0)
            ++m_algorithms[name];
    }
}

Message NcclLines::contents(const std::string& network) const
{
    Message what = m_version.empty() ? say("a log of NCCL itself") : say("a log of NCCL {} itself", m_version);
    const auto add = [&what](const Message& more) {
        what += Message(", ");
        what += more;
    };
    int ranks = 0;
    for (const auto& [id, size] : m_communicators)
        ranks = std::max(ranks, size);
    if (m_communicators.size() == 1 || (!m_areNumbered && ranks > 0))
        add(ranks == 1 ? say("a communicator of one rank") : say("a communicator of {} ranks", ranks));
    else if (!m_communicators.empty())
        add(say("{} communicators of up to {} ranks", m_communicators.size(), ranks));
    if (m_hosts.size() == 1)
        add(say("on {}", *m_hosts.begin()));
    else if (!m_hosts.empty())
        add(say("on {} hosts", m_hosts.size()));
    if (!network.empty())
        add(m_devices.empty() ? say("network {}", network) : say("network {} over {}", network, listedNames(m_devices)));
    else if (!m_devices.empty())
        add(say("network devices {}", listedNames(m_devices)));
    if (m_rings > 0)
        add(m_rings == 1 ? say("one ring") : say("{} rings", m_rings));
    if (m_trees > 0)
        add(m_trees == 1 ? say("one tree") : say("{} trees", m_trees));
    if (!m_links.empty())
        add(say("links by {}", listedNames(m_links)));
    std::string algorithms;
    for (const auto& [name, count] : m_algorithms)
        algorithms += fmt::format("{}{} ({})", algorithms.empty() ? "" : ", ", name, count);
    if (!algorithms.empty())
        add(say("algorithms {}", algorithms));
    return what;
}

Message NcclLines::faults() const
{
    Message found;
    const auto add = [&found](const Message& more) {
        if (!found.empty())
            found += Message("; ");
        found += more;
    };
    if (!m_begun.empty()) {
        const auto& [id, begun] = *m_begun.begin();
        add(say("of communicator {}, {} of {} ranks began and did not complete it: {}", id, begun.ranks.size(),
            begun.size, ranksText({begun.ranks.begin(), begun.ranks.end()})));
    }
    if (m_begun.size() > 1)
        add(say("{} communicators in all were not completed", m_begun.size()));
    if (m_warnings == 1)
        add(m_warnedHost.empty() ? say("a warning: {}", m_firstWarning)
                                 : say("a warning on {}: {}", m_warnedHost, m_firstWarning));
    else if (m_warnings > 1)
        add(m_warnedHost.empty() ? say("{} warnings, the first: {}", m_warnings, m_firstWarning)
                                 : say("{} warnings, the first on {}: {}", m_warnings, m_warnedHost, m_firstWarning));
    return found;
}

void NcclLines::describe(const std::string& network, ImportReport& report) const
{
    if (m_lines == 0)
        return;
    Message what = contents(network);
    if (const Message found = faults(); !found.empty()) {
        what += Message("; ");
        what += found;
    }
    report.add(IssueKind::NotShown, m_warnings > 0 ? std::optional(m_warningAt) : std::nullopt,
        say("{}. It has no times of operations: those of the same run are in a trace of a profiler, or in what NCCL "
            "Inspector writes ({})",
            what, "NCCL_PROFILER_PLUGIN=inspector NCCL_INSPECTOR_ENABLE=1"));
}

void NcclLines::noteFaults(ImportReport& report) const
{
    const Message found = faults();
    if (!found.empty())
        report.add(IssueKind::NotShown, m_warnings > 0 ? std::optional(m_warningAt) : std::nullopt,
            say("NCCL says: {}", found));
}

} // namespace bubblescope
