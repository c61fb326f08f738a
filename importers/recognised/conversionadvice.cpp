// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "conversionadvice.h"

#include "visibletext.h"

#include <algorithm>
#include <cstdint>
#include <string>

#include <fmt/format.h>

namespace bubblescope {

namespace {

using namespace std::string_view_literals;

std::string_view fileOf(std::string_view name) { return name.substr(name.rfind('/') + 1); }

/// Python pickle, protocols 2 to 5: 0x80, the protocol, then a frame (from 4 on) or the first object.
bool isPickle(std::string_view head)
{
    if (head.size() < 3 || head[0] != '\x80' || head[1] < 2 || head[1] > 5)
        return false;
    constexpr std::string_view firstOpcodes = "\x95\x8a\x8c]}(cX)NKJMGU";
    return firstOpcodes.find(head[2]) != std::string_view::npos;
}

/// A table of columns, as `nsys export --type parquetdir` and arrowdir write one for each of a report's.
std::optional<Message> columnarAdvice(std::string_view head, std::string_view name)
{
    const bool isParquet = head.starts_with("PAR1");
    const bool isArrow = head.starts_with("ARROW1");
    if (!isParquet && !isArrow)
        return {};
    const size_t slash = name.rfind('/');
    const std::string_view folder = slash == std::string_view::npos ? std::string_view() : name.substr(0, slash);
    const std::string_view file = slash == std::string_view::npos ? name : name.substr(slash + 1);
    static constexpr std::string_view tables[] = {"CUPTI_ACTIVITY_KIND_", "NVTX_", "StringIds", "TARGET_INFO_", "OSRT_",
        "META_DATA_", "ENUM_", "PROCESSES", "ThreadNames", "ANALYSIS_", "GPU_", "CUDA_", "MPI_", "EXPORT_"};
    const bool isOfReport = folder.ends_with("_pqtdir") || folder.ends_with("_arwdir")
        || std::any_of(std::begin(tables), std::end(tables), [file](std::string_view table) {
               return file.starts_with(table);
           });
    if (isOfReport) {
        std::string_view report = folder;
        for (const std::string_view ending : {"_pqtdir", "_arwdir"}) {
            if (report.ends_with(ending))
                report.remove_suffix(ending.size());
        }
        if (report.empty() || report == folder)
            report = "REPORT";
        return say("a table of an Nsight Systems report in {}: run {} first, and open what it writes",
            isParquet ? "Parquet" : "Arrow",
            fmt::format("nsys export --type sqlite --output {} {}", shellWord(fmt::format("{}.sqlite", report)),
                shellWord(fmt::format("{}.nsys-rep", report))));
    }
    return say("a table in {}: run {} first, and open what it writes", isParquet ? "Parquet" : "Arrow",
        fmt::format("python3 -c {} {} {}",
            shellWord(fmt::format("import pandas, sys; pandas.read_{}(sys.argv[1]).to_csv(sys.argv[2], index=False)",
                isParquet ? "parquet" : "feather")),
            shellWord(name), shellWord(fmt::format("{}.csv", name))));
}

/// An octal number in tar's notation, padded with blanks or zeros; -1 if invalid.
int64_t octal(std::string_view field)
{
    int64_t value = -1;
    for (const char c : field) {
        if (c >= '0' && c <= '7')
            value = std::max<int64_t>(value, 0) * 8 + (c - '0');
        else if (value >= 0)
            break;
        else if (c != ' ' && c != '\0')
            return -1;
    }
    return value;
}

/// Judges by the checksum of the first header, which every dialect of tar has: the first file inside may be in a format
/// that an importer reads.
bool isTar(std::string_view head)
{
    constexpr size_t headerSize = 512;
    constexpr size_t sumAt = 148;
    constexpr size_t sumSize = 8;
    if (head.size() < headerSize || head.front() == '\0')
        return false;
    int64_t sum = 0;
    for (size_t i = 0; i < headerSize; ++i)
        sum += i >= sumAt && i < sumAt + sumSize ? ' ' : static_cast<unsigned char>(head[i]);
    return octal(head.substr(sumAt, sumSize)) == sum;
}

/// torch.save() writes a zip archive whose first entry is NAME/data.pkl (or, since 2.6, NAME/.format_version behind
/// it).
bool isCheckpoint(std::string_view head)
{
    constexpr size_t zipHeader = 30;
    constexpr size_t longestName = 256;
    return head.starts_with("PK\x03\x04") && head.size() > zipHeader
        && head.substr(zipHeader, longestName).find("/data.pkl") != std::string_view::npos;
}

/// "BZh", the size of its blocks, then the mark of a block or of the end.
bool isBzip2(std::string_view head)
{
    return head.size() > 10 && head[3] >= '1' && head[3] <= '9'
        && (head.substr(4, 6) == "1AY&SY" || head.substr(4, 6) == "\x17\x72\x45\x38\x50\x90");
}

/// Kernels, calls or their totals as written by any version of AMD's rocprof.
bool isRocprofTable(std::string_view head)
{
    const std::string_view names = head.substr(0, head.find('\n'));
    const auto has = [&](std::string_view name) { return names.find(name) != std::string_view::npos; };
    return names.find(',') != std::string_view::npos
        && ((has("KernelName") && (has("DurationNs") || has("gpu-id")))
            || (has("Start_Timestamp") && has("End_Timestamp"))
            || (has("Calls") && has("TotalDurationNs") && has("AverageNs")));
}

/// Output of torch.profiler's ExecutionTraceObserver: operators and inputs, but no times.
bool isExecutionTrace(std::string_view head)
{
    constexpr std::string_view mark = "\"schema\"";
    if (!head.starts_with('{'))
        return false;
    const size_t at = head.find(mark);
    if (at == std::string_view::npos || head.find("\"nodes\"") == std::string_view::npos)
        return false;
    std::string_view value = head.substr(at + mark.size());
    value.remove_prefix(std::min(value.find_first_not_of(" \t\r\n:"), value.size()));
    value = value.substr(0, value.find('"', 1));
    return value.starts_with("\"1.") && value.find("chakra") == std::string_view::npos;
}

/// Of this program: what was open in the window, and the notes on it.
bool isSession(std::string_view head)
{
    constexpr std::string_view first = "\"bubblescope\"";
    const size_t at = head.find_first_not_of(" \t\r\n", head.starts_with('{') ? 1 : head.size());
    return at != std::string_view::npos && head.substr(at).starts_with(first)
        && head.find("\"opened\"") != std::string_view::npos;
}

/// A metrics page: "# HELP DCGM_FI_DEV_SM_CLOCK …", "# TYPE DCGM_FI_DEV_SM_CLOCK gauge".
bool isMetricsPage(std::string_view head)
{
    return (head.starts_with("# HELP ") || head.starts_with("# TYPE "))
        && head.find("# TYPE ") != std::string_view::npos;
}

/// What the profiler of AWS Neuron writes; Perfetto's protobuf, which it can be made, opens here.
bool isNeuronProfile(std::string_view name)
{
    const std::string_view file = fileOf(name);
    return file.ends_with(".ntff") || file == "ntrace.pb" || file == "trace_info.pb";
}

/// The reports of NVIDIA's profilers but those whose export is read; each begins with bytes of its own that no document
/// states, so that their names tell.
std::optional<Message> nvidiaAdvice(std::string_view name)
{
    if (name.ends_with(".qdstrm"))
        return say("what Nsight Systems collects, not imported yet: run {} first, and export what it writes",
            fmt::format("QdstrmImporter --input-file {}", shellWord(name)));
    if (name.ends_with(".ncu-rep"))
        return say("a report of Nsight Compute, which runs kernels one by one and keeps no times of a step: record "
                   "the step with {} first",
            "nsys profile --trace=cuda,nvtx,osrt --output=step PROGRAM");
    return {};
}

/// TensorBoard's event file: records of TFRecord, each a length of eight bytes, the sum of these, and an Event. The
/// first names the version.
bool isTensorBoardEvents(std::string_view head, std::string_view name)
{
    return head.substr(0, 64).find("brain.Event:") != std::string_view::npos
        && fileOf(name).find("tfevents") != std::string_view::npos;
}

/// Programs that sample: what they write counts stacks, and has no begin and end of a step.
std::optional<Message> samplesAdvice(std::string_view head, std::string_view name)
{
    if (head.starts_with("Nettrace"))
        return say("a trace of .NET: run {} first, and open what it writes",
            fmt::format("dotnet-trace convert {} --format Chromium", shellWord(name)));
    if (head.starts_with("{") && head.find("speedscope.app/file-format-schema.json") != std::string_view::npos)
        return say("sampled stacks for speedscope, which tell of no step: record with {} first",
            "py-spy record --format chrometrace --output trace.json --pid PID");
    return {};
}

bool isPrintable(std::string_view head)
{
    for (const char c : head.substr(0, 512)) {
        if (static_cast<unsigned char>(c) < 0x09)
            return false;
    }
    return true;
}

} // namespace

std::optional<Message> conversionAdvice(std::string_view head, std::string_view name)
{
    if (name.ends_with(".gz"))
        name.remove_suffix(3);
    // Before 2021.4 Nsight Systems called its reports .qdrep.
    if ((name.ends_with(".nsys-rep") || name.ends_with(".qdrep")) && !isPrintable(head)) {
        const std::string_view base = name.substr(0, name.rfind('.'));
        return say("an Nsight Systems report: run {} first, and open what it writes",
            fmt::format("nsys export --type sqlite --output {} {}", shellWord(fmt::format("{}.sqlite", base)),
                shellWord(name)));
    }
    if (!isPrintable(head)) {
        if (auto advice = nvidiaAdvice(name))
            return advice;
    }
    if (auto advice = columnarAdvice(head, name))
        return advice;
    if (auto advice = samplesAdvice(head, name))
        return advice;
    if (isTensorBoardEvents(head, name))
        return say("scalars of TensorBoard in its own records: run {} first, and open what it writes",
            fmt::format("python3 -c {} {} {}",
                shellWord("import json, sys; from tensorboard.backend.event_processing.event_accumulator import "
                          "EventAccumulator; a = EventAccumulator(sys.argv[1], {'scalars': 0}); a.Reload(); o = "
                          "open(sys.argv[2], 'w'); [print(json.dumps({'step': e.step, 'tag': t, 'value': e.value}), "
                          "file=o) for t in a.Tags()['scalars'] for e in a.Scalars(t)]"),
                shellWord(name), shellWord(fmt::format("{}.jsonl", name))));
    if (head.starts_with(":W&B"))
        return say(
            "a run of Weights & Biases in its own records: run {} first, then {} with the run that it names, and "
            "open what it writes",
            fmt::format("wandb sync {}", shellWord(name)),
            fmt::format("python3 -c {} ENTITY/PROJECT/RUN {}",
                shellWord("import json, sys, wandb; o = open(sys.argv[2], 'w'); [print(json.dumps(r, default=str), "
                          "file=o) for r in wandb.Api().run(sys.argv[1]).scan_history()]"),
                shellWord(fmt::format("{}.jsonl", name))));
    if (isPickle(head))
        return say("a Python pickle: if you trust who wrote it, run {} first",
            fmt::format("python3 -c {} {} {}",
                shellWord(
                    "import json, pickle, sys; json.dump(pickle.load(open(sys.argv[1], 'rb')), open(sys.argv[2], 'w'), "
                    "default=str)"),
                shellWord(name), shellWord(fmt::format("{}.json", name))));
    if (isNeuronProfile(name)) {
        const size_t slash = name.rfind('/');
        const std::string_view folder = slash == std::string_view::npos ? std::string_view(".") : name.substr(0, slash);
        return say("a profile of AWS Neuron: run {} first, and open what it writes",
            fmt::format("neuron-explorer view -d {} --output-format perfetto", shellWord(folder)));
    }
    if (isSession(head))
        return say("a session of the window: {} opens it; other commands take the run that it names",
            fmt::format("bubblescope {}", shellWord(name)));
    if (isRocprofTable(head))
        return say(
            "a table of rocprof: record with \"rocprof --sys-trace\", whose results.json is a Chrome trace, or with "
            "PyTorch's profiler first");
    if (isExecutionTrace(head))
        return say(
            "a PyTorch execution trace, which states no times: open the profiler trace of the same step, or run {} "
            "first, with the name of that trace for PROFILE.json",
            fmt::format(
                "chakra_trace_link --chakra-host-trace {0} --chakra-device-trace PROFILE.json --output-file {1} && "
                "chakra_converter PyTorch --input {1} --output {2}",
                shellWord(name), shellWord(fmt::format("{}.linked.json", name)),
                shellWord(fmt::format("{}.et", name))));
    return archiveAdvice(head, name);
}

std::optional<Message> companionAdvice(std::string_view head)
{
    if (isMetricsPage(head))
        return say("metrics in the text format of Prometheus: they tell of no step");
    if (isCheckpoint(head))
        return say("what torch.save() wrote, such as a checkpoint: it tells of no step");
    if (head.starts_with("PERFILE2"))
        return say("samples of Linux' perf: they tell of no step");
    return {};
}

std::optional<Message> archiveAdvice(std::string_view head, std::string_view name)
{
    if (isTar(head))
        return say("a tar archive: run {} first", fmt::format("tar -xf {}", shellWord(name)));
    if (head.starts_with("PK\x03\x04") && !isCheckpoint(head))
        return say("a zip archive: run {} first", fmt::format("unzip {}", shellWord(name)));
    if (head.starts_with("7z\xbc\xaf\x27\x1c"))
        return say("a 7-Zip archive: run {} first", fmt::format("7z x {}", shellWord(name)));
    struct Compression {
        std::string_view start;
        std::string_view name;
        std::string_view command;
    };
    constexpr Compression compressions[] = {{"\xfd\x37zXZ\0"sv, "xz", "xz --decompress --keep"},
        {"BZh", "bzip2", "bzip2 --decompress --keep"}, {"\x04\x22\x4d\x18", "LZ4", "lz4 --decompress -m"}};
    for (const Compression& compression : compressions) {
        if (!head.starts_with(compression.start) || (compression.name == "bzip2" && !isBzip2(head)))
            continue;
        const std::string_view file = fileOf(name);
        const bool isArchive = file.find(".tar.") != std::string_view::npos || file.ends_with(".txz")
            || file.ends_with(".tbz2") || file.ends_with(".tbz");
        if (isArchive && compression.name != "LZ4")
            return say("a tar archive: run {} first", fmt::format("tar -xf {}", shellWord(name)));
        return say("compressed with {}: run {} first, and open what it writes", compression.name,
            fmt::format("{} {}", compression.command, shellWord(name)));
    }
    return {};
}

} // namespace bubblescope
