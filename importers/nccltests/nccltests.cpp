// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "nccltests.h"

#include "tablelines.h"
#include "tabletext.h"
#include "textencoding.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace bubblescope {

namespace {

constexpr double nsPerUs = 1e3;
constexpr size_t largestLog = size_t(16) << 20;
constexpr size_t timesPerRow = 8; // time, algbw, busbw and errors, out of place and in place

constexpr std::array<std::pair<std::string_view, Operation>, 6> testNames {{
    {"all_reduce", Operation::AllReduce},
    {"all_gather", Operation::AllGather},
    {"reduce_scatter", Operation::ReduceScatter},
    {"alltoall", Operation::AllToAll},
    {"broadcast", Operation::Broadcast},
    {"sendrecv", Operation::SendForward},
}};

std::optional<Operation> operationNamed(std::string_view text)
{
    for (const auto& [name, operation] : testNames) {
        if (text.find(name) != std::string_view::npos)
            return operation;
    }
    return std::nullopt;
}

/// Behind "[1,0]<stdout>:", as mpirun --tag-output writes.
std::string_view withoutPrefix(std::string_view line)
{
    const size_t prefix = line.find("<stdout>:");
    return trimmed(prefix == std::string_view::npos || line.front() != '[' ? line : line.substr(prefix + 9));
}

struct Measurement {
    double bytes = 0;
    double ns = 0;
    double busFactor = 0; // busbw / algbw
    bool reduces = false;
    bool hasRoot = false;
};

/// size count type [redop] [root] time algbw busbw error time algbw busbw error
std::optional<Measurement> parseMeasurement(std::string_view line)
{
    const std::vector<std::string_view> words = splitWords(line);
    if (words.size() < timesPerRow + 3 || words.size() > timesPerRow + 5)
        return std::nullopt;
    const size_t first = words.size() - timesPerRow;
    const std::optional<int64_t> bytes = parseInteger(words[0]);
    const std::optional<double> us = parseNumber(words[first]);
    const std::optional<double> algorithm = parseNumber(words[first + 1]);
    const std::optional<double> bus = parseNumber(words[first + 2]);
    if (!bytes || *bytes <= 0 || !parseInteger(words[1]) || !us || *us <= 0 || !algorithm || !bus)
        return std::nullopt;
    Measurement row;
    row.bytes = double(*bytes);
    row.ns = *us * nsPerUs;
    row.busFactor = *algorithm > 0 ? *bus / *algorithm : 0;
    row.reduces = first > 3 && words[3] != "none";
    const std::optional<int64_t> root = first > 4 ? parseInteger(words[4]) : std::nullopt;
    row.hasRoot = root && *root >= 0;
    return row;
}

struct Devices {
    std::map<std::string, int, std::less<>> perHost;
    int ranks = 0;
    int largestHost() const
    {
        int most = 0;
        for (const auto& [host, count] : perHost)
            most = std::max(most, count);
        return most;
    }
    /// "#   Rank  8 Pid  10605 on node-000002 device  0 …"
    void add(std::string_view line)
    {
        const std::vector<std::string_view> words = splitWords(line);
        if (words.size() < 3 || words[0] != "#" || words[1] != "Rank" || !parseInteger(words[2]))
            return;
        const auto on = std::find(words.begin(), words.end(), "on");
        if (on == words.end() || on + 1 == words.end())
            return;
        ++ranks;
        ++perHost[std::string(*(on + 1))];
    }
};

/// By the factor between the two bandwidths, which nccl-tests defines for each collective.
Operation operationOf(const Measurement& row, int ranks)
{
    const double share = double(ranks - 1) / ranks;
    const auto isNear = [&row](double factor) { return std::abs(row.busFactor / factor - 1) < 0.05; };
    if (row.hasRoot)
        return row.reduces ? Operation::Reduce : Operation::Broadcast;
    if (row.reduces)
        return isNear(share) ? Operation::ReduceScatter : Operation::AllReduce;
    return isNear(share) ? Operation::AllGather : Operation::SendForward;
}

class NcclTestsImporter : public Importer {
public:
    std::string_view id() const override { return "nccl-tests"; }
    std::string_view displayName() const override { return "bandwidth curve (nccl-tests)"; }
    std::vector<std::string_view> filePatterns() const override { return {"*.log", "*.txt", "*.out"}; }
    int sniff(std::string_view head) const override { return isNcclTests(sniffText(head)) ? 95 : 0; }

    bool import(ByteSource& source, FileContents& contents, ImportReport& report, const ProgressFn&) const override
    {
        const std::optional<std::string> text = readAll(source, largestLog, report);
        if (!text)
            return true;
        Result<BandwidthCurve> curve = readNcclTests(*text, source.name());
        if (curve)
            contents.bandwidthCurves.push_back(std::move(*curve));
        else
            report.add(IssueKind::IncompleteBlock, curve.error().offset, curve.error().message);
        return true;
    }
};

} // namespace

bool isNcclTests(std::string_view head)
{
    while (!head.empty()) {
        const size_t end = std::min(head.find('\n'), head.size());
        const std::string_view line = withoutPrefix(head.substr(0, end));
        if (line.starts_with("# nThread") && line.find("nGpus") != std::string_view::npos)
            return true;
        head.remove_prefix(std::min(end + 1, head.size()));
    }
    return false;
}

Result<BandwidthCurve> readNcclTests(std::string_view text, std::string_view fileName)
{
    BandwidthCurve curve;
    curve.name = tableName(fileName);
    curve.file = toUtf8(fileName);
    std::optional<Operation> named = operationNamed(fileName);
    Devices devices;
    Measurement largest;
    for (size_t begin = 0; begin < text.size();) {
        const size_t end = std::min(text.find('\n', begin), text.size());
        const std::string_view line = withoutPrefix(text.substr(begin, end - begin));
        begin = end + 1;
        if (line.starts_with('#')) {
            devices.add(line);
            if (line.find("Collective test") != std::string_view::npos && operationNamed(line))
                named = operationNamed(line);
        } else if (const std::optional<Measurement> row = parseMeasurement(line)) {
            curve.points.push_back({row->bytes, row->ns});
            if (row->bytes > largest.bytes)
                largest = *row;
        }
    }
    if (curve.points.empty())
        return Error {"The nccl-tests log holds no row with a size and its times.",
            "Choose a log that ran to its end, as nccl-tests prints it.", {}};
    if (devices.ranks < 1)
        return Error {"The nccl-tests log does not name the GPUs that it ran on.",
            "Keep the list of devices at the start of the log.", {}};
    // A second test in the same log overrides the first.
    std::stable_sort(
        curve.points.begin(), curve.points.end(), [](const auto& a, const auto& b) { return a.bytes < b.bytes; });
    std::vector<BandwidthCurve::Point> distinct;
    for (const BandwidthCurve::Point& point : curve.points) {
        if (!distinct.empty() && distinct.back().bytes == point.bytes)
            distinct.back() = point;
        else
            distinct.push_back(point);
    }
    curve.points = std::move(distinct);
    curve.ranks = devices.ranks;
    curve.ranksPerNode = devices.largestHost();
    curve.operation = named.value_or(operationOf(largest, curve.ranks));
    return curve;
}

std::unique_ptr<Importer> makeNcclTestsImporter() { return std::make_unique<NcclTestsImporter>(); }

} // namespace bubblescope
