// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "samplertable.h"

#include "gpusamples.h"
#include "numbertext.h"
#include "plainnumber.h"
#include "sampledtime.h"
#include "tablelines.h"
#include "tabletext.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace bubblescope {

namespace {

enum class Meaning : uint8_t { None, Time, Date, Gpu, Key, Value, Reasons, Reason };

struct SampleColumn {
    Meaning meaning = Meaning::None;
    std::string_view name {}; ///< of a value
    uint64_t bit = 0;         ///< of one reason
};

struct KnownColumn {
    std::string_view header;
    Meaning meaning;
    std::string_view name;
};

// nvidia-smi --help-query-gpu; the names that stand in its header, and those that are asked for.
constexpr KnownColumn ofNvidiaSmi[] = {
    {"clocks.current.sm", Meaning::Value, smClockName},
    {"clocks.sm", Meaning::Value, smClockName},
    {"clocks.current.graphics", Meaning::Value, smClockName}, // one domain with the former, if both are asked for
    {"clocks.gr", Meaning::Value, smClockName},
    {"clocks.current.memory", Meaning::Value, memoryClockName},
    {"clocks.mem", Meaning::Value, memoryClockName},
    {"power.draw", Meaning::Value, powerName},
    {"power.draw.instant", Meaning::Value, powerName},
    {"power.draw.average", Meaning::Value, powerName},
    {"temperature.gpu", Meaning::Value, temperatureName},
    {"utilization.gpu", Meaning::Value, utilizationName},
    {"clocks_throttle_reasons.active", Meaning::Reasons, {}},
    {"clocks_event_reasons.active", Meaning::Reasons, {}},
};
// amd-smi monitor --csv and amd-smi metric --csv (ROCm 6 and 7).
constexpr KnownColumn ofAmdSmi[] = {
    {"gfx_clk", Meaning::Value, smClockName},
    {"gfx_clock", Meaning::Value, smClockName},
    {"gfx_0_clk", Meaning::Value, smClockName},
    {"mem_clock", Meaning::Value, memoryClockName},
    {"mem_0_clk", Meaning::Value, memoryClockName},
    {"power_usage", Meaning::Value, powerName},
    {"socket_power", Meaning::Value, powerName},
    {"hotspot_temperature", Meaning::Value, temperatureName},
    {"hotspot", Meaning::Value, temperatureName},
    {"gfx", Meaning::Value, utilizationName},
    {"gfx_activity", Meaning::Value, utilizationName},
};
// nvidia-smi dmon -s puc -o DT
constexpr KnownColumn ofDmon[] = {
    {"Date", Meaning::Date, {}},
    {"Time", Meaning::Time, {}},
    {"gpu", Meaning::Gpu, {}},
    {"pwr", Meaning::Value, powerName},
    {"gtemp", Meaning::Value, temperatureName},
    {"temp", Meaning::Value, temperatureName},
    {"sm", Meaning::Value, utilizationName},
    {"mclk", Meaning::Value, memoryClockName},
    {"pclk", Meaning::Value, smClockName},
};
// The short names of DCGM's fields (dcgm_fields.cpp).
constexpr KnownColumn ofDcgmi[] = {
    {"SMCLK", Meaning::Value, smClockName},
    {"MMCLK", Meaning::Value, memoryClockName},
    {"POWER", Meaning::Value, powerName},
    {"TMPTR", Meaning::Value, temperatureName},
    {"GPUTL", Meaning::Value, utilizationName},
    {"DVCCTR", Meaning::Reasons, {}},
};

enum class Dialect : uint8_t { None, NvidiaSmi, AmdSmi, Dmon, Dcgmi };

constexpr std::string_view dcgmiMark = "#Entity";

/// Behind the '#' of dmon and the mark of dcgmi.
std::string_view namesOf(Dialect dialect, std::string_view line)
{
    if (dialect == Dialect::Dmon)
        return line.substr(line.find('#') + 1);
    if (dialect == Dialect::Dcgmi)
        return line.substr(line.find(dcgmiMark) + dcgmiMark.size());
    return line;
}

std::vector<std::string> cellsOfSampler(Dialect dialect, std::string_view line)
{
    std::vector<std::string> cells;
    if (dialect == Dialect::NvidiaSmi || dialect == Dialect::AmdSmi) {
        splitCsv(line, cells);
        for (std::string& cell : cells)
            cell = std::string(trimmed(cell));
    } else {
        for (const std::string_view word : splitWords(line))
            cells.emplace_back(word);
    }
    return cells;
}

template <size_t size> SampleColumn known(const KnownColumn (&table)[size], std::string_view name)
{
    for (const KnownColumn& column : table) {
        if (column.header == name)
            return {column.meaning, column.name, 0};
    }
    return {};
}

SampleColumn meaningOf(Dialect dialect, std::string_view name)
{
    name = trimmed(name.substr(0, name.find('['))); // the unit, "[MHz]"
    if (dialect == Dialect::Dmon)
        return known(ofDmon, name);
    if (dialect == Dialect::Dcgmi)
        return known(ofDcgmi, name);
    if (name == "timestamp")
        return {Meaning::Time};
    if (dialect == Dialect::AmdSmi)
        return name == "gpu" ? SampleColumn {Meaning::Gpu} : known(ofAmdSmi, name);
    if (name == "index")
        return {Meaning::Gpu};
    if (name == "uuid" || name == "gpu_uuid" || name == "pci.bus_id" || name == "gpu_bus_id" || name == "serial"
        || name == "gpu_serial")
        return {Meaning::Key};
    for (const std::string_view prefix : {"clocks_throttle_reasons.", "clocks_event_reasons."}) {
        if (!name.starts_with(prefix))
            continue;
        for (const ThrottleReason& reason : throttleReasons) {
            if (name.substr(prefix.size()) == reason.column)
                return {Meaning::Reason, {}, reason.bit};
        }
    }
    return known(ofNvidiaSmi, name);
}

Dialect dialectOf(std::string_view line)
{
    const std::string_view text = trimmed(line);
    if (text.find(dcgmiMark) != std::string_view::npos)
        return Dialect::Dcgmi;
    const auto hasValue = [&](Dialect dialect) {
        const std::vector<std::string> cells = cellsOfSampler(dialect, namesOf(dialect, text));
        return std::any_of(cells.begin(), cells.end(), [dialect](const std::string& cell) {
            const Meaning meaning = meaningOf(dialect, cell).meaning;
            return meaning == Meaning::Value || meaning == Meaning::Reasons || meaning == Meaning::Reason;
        });
    };
    if (text.starts_with('#')) {
        const std::vector<std::string> cells = cellsOfSampler(Dialect::Dmon, namesOf(Dialect::Dmon, text));
        const bool hasGpu = std::find(cells.begin(), cells.end(), "gpu") != cells.end();
        return hasGpu && hasValue(Dialect::Dmon) ? Dialect::Dmon : Dialect::None;
    }
    if (text.find(',') == std::string_view::npos)
        return Dialect::None;
    if (hasValue(Dialect::NvidiaSmi))
        return Dialect::NvidiaSmi;
    const std::vector<std::string> cells = cellsOfSampler(Dialect::AmdSmi, text);
    const bool hasGpu = std::find(cells.begin(), cells.end(), "gpu") != cells.end();
    const auto isPower = [](const std::string& cell) { return cell == "power_usage" || cell == "socket_power"; };
    return hasGpu && std::any_of(cells.begin(), cells.end(), isPower) ? Dialect::AmdSmi : Dialect::None;
}

/// "1980 MHz", "650.12", "35"; nothing for "[N/A]" and "N/A".
std::optional<double> valueOf(std::string_view cell)
{
    cell = trimmed(cell);
    return parseNumber(cell.substr(0, std::min(cell.find(' '), cell.size())));
}

/// "0x0000000000000004", "4".
std::optional<uint64_t> reasonsOf(std::string_view cell)
{
    cell = trimmed(cell);
    const bool isHex = cell.starts_with("0x") || cell.starts_with("0X");
    if (isHex)
        cell.remove_prefix(2);
    uint64_t bits = 0;
    const auto [end, failure] = std::from_chars(cell.data(), cell.data() + cell.size(), bits, isHex ? 16 : 10);
    return failure == std::errc() && end == cell.data() + cell.size() ? std::optional(bits) : std::nullopt;
}

/// "0", "GPU 0", "card0".
std::optional<int> gpuOf(std::string_view cell)
{
    cell = trimmed(cell);
    const size_t digits = cell.find_last_not_of("0123456789");
    return toCount(cell.substr(digits == std::string_view::npos ? 0 : digits + 1), GpuSamples::mostGpus - 1);
}

class SamplerTable {
public:
    SamplerTable(Dialect dialect, std::string_view header) : m_dialect(dialect) { takeHeader(header); }

    /// False where the line tells nothing.
    bool add(std::string_view line)
    {
        if (isHeaderAgain(line))
            return true;
        std::string stamp;
        if (m_dialect == Dialect::Dcgmi) {
            // "2026-03-01 10:00:01 GPU 0   1980", below a stamp by who wrote the lines into the file
            const size_t gpu = line.find("GPU ");
            if (gpu == std::string_view::npos)
                return true; // the units; a switch or a CPU
            stamp = std::string(line.substr(0, gpu));
            line.remove_prefix(gpu + 4);
        }
        std::vector<std::string> cells = cellsOfSampler(m_dialect, line);
        if (m_dialect == Dialect::Dcgmi) {
            if (cells.empty())
                return false;
            return addCells(gpuOf(cells.front()), sampledTime(stamp), {cells.begin() + 1, cells.end()});
        }
        if (m_dialect == Dialect::Dmon && trimmed(line).starts_with('#'))
            return true; // the units
        std::string date;
        std::optional<int> gpu;
        for (size_t i = 0; i < std::min(cells.size(), m_columns.size()); ++i) {
            const Meaning meaning = m_columns[i].meaning;
            if (meaning == Meaning::Date && cells[i].size() == 8) // YYYYMMDD
                date = cells[i].substr(0, 4) + '-' + cells[i].substr(4, 2) + '-' + cells[i].substr(6) + ' ';
            else if (meaning == Meaning::Time)
                stamp = m_dialect == Dialect::Dmon ? date + cells[i] : cells[i];
            else if (meaning == Meaning::Gpu)
                gpu = gpuOf(cells[i]);
            else if (meaning == Meaning::Key && !gpu && !m_hasNumber)
                gpu = m_keys.try_emplace(cells[i], int(m_keys.size())).first->second;
        }
        const std::optional<SampledTime> time = sampledTime(stamp);
        if (!m_namesGpu) {
            gpu = 0;
            if (time)
                m_times.push_back(time->ns);
        }
        return addCells(gpu, time, cells);
    }
    /// True if no row names its GPU and they follow each other as those of several do: at once, then after a while.
    bool isOfUnnamedGpus() const
    {
        std::vector<TimeNs> gaps;
        for (size_t i = 1; i < m_times.size(); ++i)
            gaps.push_back(m_times[i] - m_times[i - 1]);
        if (gaps.empty())
            return false;
        std::sort(gaps.begin(), gaps.end());
        // Of two GPUs half of the gaps are short, of more GPUs more; single long ones are pauses of the sampler.
        const TimeNs usualShort = gaps[gaps.size() * 2 / 5];
        const TimeNs usualLong = gaps[(gaps.size() - 1) * 9 / 10];
        return usualLong == 0 || usualShort < usualLong / 4;
    }
    bool namesTime() const { return m_dialect == Dialect::Dcgmi || m_namesTime; }
    /// True if rows were read, and none of them had a time.
    bool lacksTimes() const { return m_untimed > 0 && m_samples.isEmpty(); }
    bool isUtc() const { return m_isUtc && !m_samples.isEmpty(); }
    GpuSamples& samples() { return m_samples; }

private:
    void takeHeader(std::string_view header)
    {
        for (const std::string& cell : cellsOfSampler(m_dialect, namesOf(m_dialect, header))) {
            SampleColumn column = meaningOf(m_dialect, cell);
            // The first of several for one quantity.
            const bool isKnown = column.meaning == Meaning::Value
                && std::any_of(m_columns.begin(), m_columns.end(), [&](const SampleColumn& other) {
                       return other.meaning == Meaning::Value && other.name == column.name;
                   });
            m_columns.push_back(isKnown ? SampleColumn {} : column);
            m_namesTime = m_namesTime || column.meaning == Meaning::Time;
            m_hasNumber = m_hasNumber || column.meaning == Meaning::Gpu;
            m_namesGpu = m_namesGpu || column.meaning == Meaning::Gpu || column.meaning == Meaning::Key;
        }
    }
    /// A sampler that was started again, and dmon all the time, writes its header once more.
    bool isHeaderAgain(std::string_view line) const
    {
        if (m_dialect == Dialect::Dmon || m_dialect == Dialect::Dcgmi)
            return line.find('#') != std::string_view::npos;
        return dialectOf(line) == m_dialect;
    }
    bool addCells(std::optional<int> gpu, std::optional<SampledTime> time, const std::vector<std::string>& cells)
    {
        if (!gpu)
            return false;
        if (!time) {
            ++m_untimed;
            return true;
        }
        m_isUtc = m_isUtc && time->isUtc;
        uint64_t bits = 0;
        bool hasBits = false;
        for (size_t i = 0; i < std::min(cells.size(), m_columns.size()); ++i) {
            const SampleColumn& column = m_columns[i];
            if (column.meaning == Meaning::Value) {
                if (const std::optional<double> value = valueOf(cells[i]))
                    m_samples.add({}, *gpu, column.name, time->ns, *value);
            } else if (column.meaning == Meaning::Reasons) {
                const std::optional<uint64_t> given = reasonsOf(cells[i]);
                bits |= given.value_or(0);
                hasBits = hasBits || given;
            } else if (column.meaning == Meaning::Reason) {
                const std::string_view said = trimmed(cells[i]);
                bits |= said == "Active" ? column.bit : 0;
                hasBits = hasBits || said == "Active" || said == "Not Active";
            }
        }
        if (hasBits)
            m_samples.addReasons({}, *gpu, time->ns, bits);
        return true;
    }

    Dialect m_dialect;
    std::vector<SampleColumn> m_columns;
    bool m_namesTime = false;
    bool m_namesGpu = false;
    bool m_hasNumber = false;
    bool m_isUtc = true;
    uint64_t m_untimed = 0;
    std::vector<TimeNs> m_times;       // of rows that name no GPU
    std::map<std::string, int> m_keys; // by bus or serial number, in the order in which a driver lists its GPUs
    GpuSamples m_samples;
};

} // namespace

bool isSamplerTable(std::string_view head)
{
    // The header of dmon and dcgmi is no comment, though it begins like one.
    const std::string_view text = head.substr(std::min(head.find_first_not_of(" \t\r\n"), head.size()));
    return isTableHeader(text.substr(0, std::min(text.find_first_of("\r\n"), text.size())));
}

bool isTableHeader(std::string_view line) { return dialectOf(line) != Dialect::None; }

void readSamplerTable(
    TableLines& lines, std::string_view file, std::vector<GpuTelemetry>& telemetry, ImportReport& report)
{
    SamplerTable table(dialectOf(lines.line()), lines.line());
    size_t rows = 0;
    while (lines.next()) {
        if (!lines.mayKeepRow(rows))
            continue;
        ++rows;
        if (lines.isUnterminated()) { // of its last number some digits may be missing
            report.add(IssueKind::TruncatedFile, lines.offset(), say("the last row does not end: it is not read"));
            break;
        }
        if (!table.add(lines.line()))
            report.add(IssueKind::BadRecord, lines.offset(), say("a row that does not name its GPU"));
    }
    if (table.lacksTimes())
        report.add(IssueKind::MissingTime, std::nullopt,
            table.namesTime() ? say("its rows have no date and time: nothing tells when they were sampled")
                              : say("no column states when: sample with the timestamp, nvidia-smi dmon with -o DT"));
    if (table.isOfUnnamedGpus()) {
        report.add(IssueKind::SamplesNotPlaced, std::nullopt,
            say("its rows are those of several GPUs, and no column names them: sample with the index"));
        return;
    }
    std::vector<GpuTelemetry> found = table.samples().take(file, table.isUtc());
    telemetry.insert(telemetry.end(), std::make_move_iterator(found.begin()), std::make_move_iterator(found.end()));
}

} // namespace bubblescope
