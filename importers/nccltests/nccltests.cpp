// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "nccltests.h"

#include "roundedtime.h"
#include "tablelines.h"
#include "tabletext.h"
#include "textencoding.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace bubblescope {

namespace {

constexpr size_t timesPerRow = 8; // time, algbw, busbw and errors, each out of place and in place

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

/// Strips what launchers write before a rank's line: "(head, rank=0, pid=3808) " of SkyPilot and Ray, "[1,0]<stdout>:"
/// of mpirun --tag-output, "0: " of srun -l.
std::string_view withoutPrefix(std::string_view line)
{
    line = trimmed(line);
    if (line.starts_with('(') && line.find("pid=") < line.find(')'))
        line = trimmed(line.substr(std::min(line.find(')') + 1, line.size())));
    if (line.starts_with('[') && line.find("<stdout>:") != std::string_view::npos)
        return trimmed(line.substr(line.find("<stdout>:") + 9));
    const size_t digits = std::min(line.find_first_not_of("0123456789"), line.size());
    return digits > 0 && line.substr(digits).starts_with(": ") ? trimmed(line.substr(digits + 2)) : line;
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
    MachineHints machine;
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
        // Behind the bus: "[0x07] NVIDIA A100-SXM4-80GB".
        const size_t bus = line.rfind("] ");
        if (bus != std::string_view::npos)
            machine.addDevice(toUtf8(line.substr(bus + 2)));
    }
};

/// Finds the collective by the ratio of the two bandwidths, which nccl-tests defines for each.
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

/// Reads a log line by line.
class BenchmarkLogReader {
public:
    explicit BenchmarkLogReader(std::string_view fileName) : m_named(operationNamed(fileName))
    {
        m_curve.name = tableName(fileName);
        m_curve.file = toUtf8(fileName);
    }

    size_t rows() const { return m_curve.points.size(); }
    void add(std::string_view text)
    {
        const std::string_view line = withoutPrefix(text);
        if (line.starts_with('#')) {
            m_devices.add(line);
            if (line.find("Collective test") != std::string_view::npos && operationNamed(line))
                m_named = operationNamed(line);
        } else if (const std::optional<Measurement> row = parseMeasurement(line)) {
            m_curve.points.push_back({row->bytes, row->ns});
            if (row->bytes > m_largest.bytes)
                m_largest = *row;
        }
    }
    Result<BandwidthCurve> finish()
    {
        if (m_curve.points.empty())
            return Error {"The nccl-tests log holds no row with a size and its times.",
                "Choose a log that ran to its end, as nccl-tests prints it.", {}};
        if (m_devices.ranks < 1)
            return Error {"The nccl-tests log does not name the GPUs that it ran on.",
                "Keep the list of devices at the start of the log.", {}};
        std::stable_sort(m_curve.points.begin(), m_curve.points.end(),
            [](const auto& a, const auto& b) { return a.bytes < b.bytes; });
        // A second test in the same log overrides the first.
        std::vector<BandwidthCurve::Point> distinct;
        for (const BandwidthCurve::Point& point : m_curve.points) {
            if (!distinct.empty() && distinct.back().bytes == point.bytes)
                distinct.back() = point;
            else
                distinct.push_back(point);
        }
        m_curve.points = std::move(distinct);
        m_curve.ranks = m_devices.ranks;
        m_curve.ranksPerNode = m_devices.largestHost();
        m_curve.machine = std::move(m_devices.machine);
        m_curve.operation = m_named.value_or(operationOf(m_largest, m_curve.ranks));
        return std::move(m_curve);
    }

private:
    BandwidthCurve m_curve;
    std::optional<Operation> m_named;
    Devices m_devices;
    Measurement m_largest;
};

class NcclTestsImporter : public Importer {
    static constexpr FormatSignature firstComment {95, "the comment with nThread and nGpus that precedes its table"};

public:
    std::string_view id() const override { return "nccl-tests"; }
    std::string_view displayName() const override { return "bandwidth curve (nccl-tests)"; }
    std::vector<std::string_view> filePatterns() const override { return {"*.log", "*.txt", "*.out"}; }
    FormatFacts facts() const override
    {
        return {"all_reduce_perf -b 8 -e 8G -f 2", FormatFacts::Tests::Recordings, ClockPolicy::None, {firstComment}};
    }
    int sniff(std::string_view head) const override { return isNcclTests(sniffText(head)) ? firstComment.sureness : 0; }

    bool import(
        ByteSource& source, FileContents& contents, ImportReport& report, const ProgressFn& progress) const override
    {
        TableLines lines(source, report, progress);
        BenchmarkLogReader reader(source.name());
        while (lines.next()) {
            if (lines.mayKeepRow(reader.rows()))
                reader.add(lines.line());
        }
        if (!lines.finish())
            return false;
        Result<BandwidthCurve> curve = reader.finish();
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
    BenchmarkLogReader reader(fileName);
    for (size_t begin = 0; begin < text.size();) {
        const size_t end = std::min(text.find('\n', begin), text.size());
        reader.add(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return reader.finish();
}

std::unique_ptr<Importer> makeNcclTestsImporter() { return std::make_unique<NcclTestsImporter>(); }

} // namespace bubblescope
