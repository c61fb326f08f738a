// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "metricspage.h"

#include "gpusamples.h"
#include "numbertext.h"
#include "plainnumber.h"
#include "sampledtime.h"
#include "tablelines.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace bubblescope {

namespace {

struct KnownMetric {
    std::string_view metric;
    std::string_view name; ///< empty for reasons
    double factor;         ///< to the unit of the name
};
/// The number of a GPU that other metrics name by its UUID.
constexpr std::string_view numberName = "index";
// dcgm-exporter's default-counters.csv; nvidia_gpu_exporter, which has basic units; AMD's device-metrics-exporter.
constexpr KnownMetric knownMetrics[] = {
    {"DCGM_FI_DEV_SM_CLOCK", smClockName, 1},
    {"DCGM_FI_DEV_MEM_CLOCK", memoryClockName, 1},
    {"DCGM_FI_DEV_POWER_USAGE", powerName, 1},
    {"DCGM_FI_DEV_GPU_TEMP", temperatureName, 1},
    {"DCGM_FI_DEV_GPU_UTIL", utilizationName, 1},
    {"DCGM_FI_DEV_CLOCK_THROTTLE_REASONS", {}, 1},
    {"DCGM_FI_DEV_CLOCKS_EVENT_REASONS", {}, 1},
    {"nvidia_smi_index", numberName, 1},
    {"nvidia_smi_clocks_current_sm_clock_hz", smClockName, 1e-6},
    {"nvidia_smi_clocks_current_memory_clock_hz", memoryClockName, 1e-6},
    {"nvidia_smi_power_draw_watts", powerName, 1},
    {"nvidia_smi_temperature_gpu", temperatureName, 1},
    {"nvidia_smi_utilization_gpu_ratio", utilizationName, 100},
    {"gpu_package_power", powerName, 1},
    {"gpu_average_package_power", powerName, 1},
    {"gpu_junction_temperature", temperatureName, 1},
    {"gpu_gfx_activity", utilizationName, 1},
};

const KnownMetric* metricOf(std::string_view line)
{
    const std::string_view name = line.substr(0, std::min(line.find_first_of("{ \t"), line.size()));
    const auto found = std::find_if(std::begin(knownMetrics), std::end(knownMetrics),
        [name](const KnownMetric& known) { return known.metric == name; });
    return found == std::end(knownMetrics) ? nullptr : found;
}

/// The text of a label, as it stands between its quotes; empty if there is none.
std::string_view labelOf(std::string_view labels, std::string_view name)
{
    for (size_t at = labels.find(name); at != std::string_view::npos; at = labels.find(name, at + 1)) {
        const size_t open = at + name.size();
        const bool isWhole = at == 0 || labels[at - 1] == ',' || labels[at - 1] == '{' || labels[at - 1] == ' ';
        if (!isWhole || labels.substr(open, 2) != "=\"")
            continue;
        return labels.substr(open + 2, std::min(labels.find('"', open + 2), labels.size()) - open - 2);
    }
    return {};
}

struct Metric {
    std::string_view host;
    int gpu = -1;
    std::string_view uuid; ///< where it has no number
    double value = 0;
    std::optional<SampledTime> time;
};

/// NAME{LABELS} VALUE [TIME]: ms since 1970, in OpenMetrics seconds.
std::optional<Metric> metricIn(std::string_view line)
{
    const size_t open = line.find('{');
    const size_t close = line.rfind('}');
    if (open == std::string_view::npos || close == std::string_view::npos || close < open)
        return {};
    const std::string_view labels = line.substr(open, close - open);
    const std::vector<std::string_view> words = splitWords(line.substr(close + 1));
    if (words.empty() || words.size() > 2)
        return {};
    Metric read;
    for (const std::string_view label : {"gpu", "gpu_id", "gpu_index", "index"}) {
        if (const std::optional<int> gpu = toCount(labelOf(labels, label), GpuSamples::mostGpus - 1);
            gpu && read.gpu < 0)
            read.gpu = *gpu;
    }
    for (const std::string_view label : {"uuid", "UUID"}) {
        if (read.gpu < 0 && read.uuid.empty())
            read.uuid = labelOf(labels, label);
    }
    for (const std::string_view label : {"Hostname", "hostname", "node", "instance"}) {
        if (read.host.empty())
            read.host = labelOf(labels, label);
    }
    read.host = read.host.substr(0, std::min(read.host.find(':'), read.host.size())); // and the port
    const std::optional<double> value = parseNumber(words[0]);
    if (!value || (read.gpu < 0 && read.uuid.empty()))
        return {};
    read.value = *value;
    if (words.size() == 2)
        read.time = sampledTime(words[1]);
    return read;
}

} // namespace

bool isMetricsComment(std::string_view line)
{
    return line.starts_with("# HELP ") || line.starts_with("# TYPE ") || line.starts_with("# UNIT ");
}

bool isMetric(std::string_view line) { return metricOf(line) != nullptr; }

bool isMetricsOfGpus(std::string_view head)
{
    bool isPage = false;
    while (!head.empty()) {
        const size_t end = std::min(head.find('\n'), head.size());
        const std::string_view line = trimmed(head.substr(0, end));
        head.remove_prefix(std::min(end + 1, head.size()));
        // Of a page that says what each metric is, the first of a GPU may come late: its description tells.
        if (isMetricsComment(line)) {
            isPage = true;
            if (metricOf(line.substr(7)))
                return true;
        } else if (metricOf(line) && line.find('{') != std::string_view::npos) {
            return true;
        } else if (!line.empty() && !isPage) {
            return false;
        }
    }
    return false;
}

void readMetricsPage(
    TableLines& lines, std::string_view file, std::vector<GpuTelemetry>& telemetry, ImportReport& report)
{
    GpuSamples samples;
    GpuSamples byUuid; // each as GPU 0 of a host that is named by both: its number may come behind its samples
    std::map<std::string, int> numbers;
    size_t rows = 0;
    uint64_t untimed = 0;
    bool isMore = true;
    for (; isMore; isMore = lines.next()) {
        const std::string_view line = trimmed(lines.line());
        const KnownMetric* const known = line.starts_with('#') ? nullptr : metricOf(line);
        if (!known || !lines.mayKeepRow(rows))
            continue;
        ++rows;
        const std::optional<Metric> metric = metricIn(line);
        if (!metric) {
            report.add(IssueKind::BadRecord, lines.offset(), say("a metric without a GPU or a value"));
            continue;
        }
        const bool isNumbered = metric->gpu >= 0;
        const std::string host
            = isNumbered ? std::string(metric->host) : fmt::format("{}\n{}", metric->host, metric->uuid);
        GpuSamples& of = isNumbered ? samples : byUuid;
        const int gpu = std::max(metric->gpu, 0);
        if (known->name == numberName) {
            if (!isNumbered && metric->value >= 0 && metric->value < GpuSamples::mostGpus)
                numbers[host] = int(metric->value);
        } else if (!metric->time)
            ++untimed;
        else if (!known->name.empty())
            of.add(host, gpu, known->name, metric->time->ns, metric->value * known->factor);
        else if (metric->value >= 0 && metric->value < 0x1p32)
            of.addReasons(host, gpu, metric->time->ns, uint64_t(metric->value));
    }
    if (untimed > 0)
        report.add(IssueKind::MissingTime, std::nullopt,
            say("{} metrics without a time, as an exporter serves them: what Prometheus keeps has one (its page "
                "/federate)",
                untimed));
    std::vector<GpuTelemetry> found = samples.take(file, true);
    for (GpuTelemetry& gpu : byUuid.take(file, true)) {
        const auto number = numbers.find(gpu.host);
        if (number == numbers.end()) {
            report.add(IssueKind::BadRecord, std::nullopt, say("a metric without a GPU or a value"));
            continue;
        }
        gpu.gpu = number->second;
        gpu.host.resize(gpu.host.find('\n'));
        found.push_back(std::move(gpu));
    }
    telemetry.insert(telemetry.end(), std::make_move_iterator(found.begin()), std::make_move_iterator(found.end()));
}

} // namespace bubblescope
