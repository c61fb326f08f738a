// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "knownformats.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace bubblescope {

namespace {

using Tests = FormatFacts::Tests;

constexpr std::array formatFacts = std::to_array<FormatFacts>({
    {"rank-trace", "the tracer of Echo in Megatron-LM, one file a rank", Tests::Recordings},
    {"stage-plan", "the scheduling plans of Echo", Tests::Recordings},
    {"pipeline-plan", "torchtitan: --parallelism.pipeline_parallel_schedule_csv", Tests::Recordings},
    {"chrome-trace", "torch.profiler: on_trace_ready=tensorboard_trace_handler(\"traces\")", Tests::Recordings},
    {"operation-trace", "ByteDance's tracer, as published with its straggler analysis", Tests::Recordings},
    {"nsight-systems", "nsys export --type sqlite --output RUN.sqlite RUN.nsys-rep", Tests::Recordings},
    {"rocpd", "rocprofv3 --sys-trace --output-format rocpd -- PROGRAM", Tests::Shapes},
    {"rpd", "runTracer.sh -o RUN.rpd PROGRAM", Tests::Shapes},
    {"ascend-database", "torch_npu.profiler with export_type Db; msprof --type=db", Tests::Recordings},
    {"rocprof-json", "rocprofv3 --sys-trace --output-format json -- PROGRAM", Tests::Shapes},
    {"perfetto", "rocprofv3 --sys-trace --output-format pftrace -- PROGRAM; rocprof-sys-run", Tests::Shapes},
    {"nsight-systems-report", "nsys profile --trace=cuda,nvtx,osrt PROGRAM, where nsys is installed",
        Tests::Recordings},
    {"xplane", "jax.profiler.start_trace(\"traces\")", Tests::Recordings},
    {"chakra", "chakra_jsonizer", Tests::Recordings},
    {"chakra-et", "chakra_converter PyTorch", Tests::Shapes},
    {"work-items", "the work items of Echo", Tests::Recordings},
    {"neusight-prediction", "NeuSight's pred.py", Tests::Recordings},
    {"simai-result", "SimAI_analytical and SimAI_simulator", Tests::Recordings},
    {"layer-table-companion", "beside the tables of NeuSight", Tests::Recordings},
    {"simai-workload", "aicb; ASTRA-sim 1's inputs", Tests::Recordings},
    {"run-log", "what a trainer prints, redirected into a file", Tests::Recordings},
    {"nccl-tests", "all_reduce_perf -b 8 -e 8G -f 2", Tests::Recordings},
    {"nccl-flight-recorder", "TORCH_NCCL_TRACE_BUFFER_SIZE=2000 TORCH_NCCL_DUMP_ON_TIMEOUT=1", Tests::Recordings},
    {"memory-snapshot", "torch.cuda.memory._record_memory_history(); _dump_snapshot(\"rank0.pickle\")", Tests::Recordings},
    {"operation-table", "any tracer: one row an operation; rocprofv3 --sys-trace --output-format csv; nsys stats",
        Tests::Shapes},
    {"golden-values", "the golden values of Megatron-LM's functional tests", Tests::Shapes},
    {"scalar-table", "the exports of TensorBoard and Weights & Biases", Tests::Shapes},
    {"job-description", "config.json of a model, *.bubblejob", Tests::Recordings},
    {"single-job-description", "settings and launch scripts of Megatron-LM, torchtitan and nanotron", Tests::Shapes},
});

} // namespace

std::span<const FormatFacts> knownFormats() { return formatFacts; }

const FormatFacts* factsOfFormat(std::string_view id)
{
    const auto found = std::find_if(
        formatFacts.begin(), formatFacts.end(), [id](const FormatFacts& facts) { return facts.id == id; });
    return found == formatFacts.end() ? nullptr : &*found;
}

std::string_view testsKey(Tests tests)
{
    constexpr std::array<std::string_view, 2> keys {"recordings", "shapes"};
    return keys[static_cast<size_t>(tests)];
}

} // namespace bubblescope
