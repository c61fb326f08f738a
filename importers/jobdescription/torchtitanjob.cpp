// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "torchtitanjob.h"

#include "characters.h"
#include "fieldreader.h"
#include "plainnumber.h"
#include "textencoding.h"
#include "torchtitanflavors.h"

#include <algorithm>
#include <array>

namespace bubblescope {

namespace {

using Most = DescriptionLimits;

struct NamedSchedule {
    std::string_view theirs; ///< small letters
    std::string_view ours;
    int chunks;
};
constexpr auto titanSchedules = std::to_array<NamedSchedule>({
    {"gpipe", "gpipe", 1},
    {"1f1b", "1f1b", 1},
    {"interleaved1f1b", "interleaved", 2},
    {"zbvzerobubble", "zb-v", 2},
    {"dualpipev", "dualpipe-v", 2},
});

class TorchTitanReader {
public:
    TorchTitanReader(const DescribedFields& fields, std::string_view file)
        : m_fields(fields), m_reader(fields, file) { }

    Result<JobDescription> read()
    {
        m_job.format = "torchtitan";
        readModel();
        readGroups();
        readSchedule();
        readBatch();
        readMemory();
        return m_reader.finished(std::move(m_job));
    }

private:
    /// The name of a field in the sections that versions of torchtitan have had for it.
    std::string found(std::string_view name) const
    {
        for (const char* section : {"parallelism.", "training.", "experimental."}) {
            if (m_reader.isStated(std::string(section).append(name)))
                return std::string(section).append(name);
        }
        return std::string("parallelism.").append(name);
    }
    int degree(std::string_view name) { return m_reader.countIfStated(found(name), Most::gpus).value_or(1); }

    void readModel()
    {
        const std::string name = m_reader.text("model.name");
        const std::string flavor = m_reader.text("model.flavor");
        if (name.empty())
            m_reader.miss("model.name", say("one of {}", torchTitanModels()));
        if (flavor.empty())
            m_reader.miss("model.flavor", say("one of {}", torchTitanModels()));
        auto model = torchTitanModel(name, flavor);
        if (!model) {
            m_reader.refuse("model.flavor",
                say("the sizes of {} {} are not known here", excerpt(name), excerpt(flavor)),
                say("Known are {}; sizes of others can be written as a *.bubblejob.", torchTitanModels()));
            return;
        }
        m_job.assume("vocab_size", std::to_string(model->vocabulary),
            say("the file states no sizes: those of torchtitan for {} {}", name, flavor));
        m_job.model = std::move(*model);
    }

    void readGroups()
    {
        PlannedLayout& layout = m_job.layout;
        layout.tensor = degree("tensor_parallel_degree");
        layout.stages = degree("pipeline_parallel_degree");
        layout.context = degree("context_parallel_degree");
        layout.expert = degree("expert_parallel_degree");
        layout.expertTensor = m_reader.countIfStated(found("expert_tensor_parallel_degree"), Most::gpus);
        const int replicas = m_reader.countIfStated(found("data_parallel_replicate_degree"), Most::gpus).value_or(1);
        std::string ofShards = found("data_parallel_shard_degree");
        if (!m_reader.isStated(ofShards) && m_reader.isStated(found("data_parallel_degree")))
            ofShards = found("data_parallel_degree"); // its name in 2024
        const int shards = m_reader.countIfStated(ofShards, Most::gpus, -1).value_or(-1);
        layout.replicas = replicas;
        if (shards == 0)
            m_reader.refuse(ofShards,
                say("{} is \"{}\": it must be a whole number from {} to {}", "data_parallel_shard_degree", 0, 1,
                    Most::gpus));
        if (shards > 0) {
            layout.data = int(std::min(int64_t(replicas) * shards, int64_t(Most::gpus) + 1));
            const double gpus = double(*layout.data) * *layout.tensor * *layout.stages * *layout.context;
            layout.gpus = int(std::min(gpus, double(Most::gpus) + 1));
        } // else all GPUs that are left, however many
        // torchtitan gathers parameters once a step where there is a pipeline, else once for each pass.
        const std::string resharding = m_reader.text(found("fsdp_reshard_after_forward"));
        const bool isKept = resharding == "never" || (resharding != "always" && *layout.stages > 1);
        if (!resharding.empty() && resharding != "default" && resharding != "always" && resharding != "never")
            m_reader.refuse(found("fsdp_reshard_after_forward"),
                say("fsdp_reshard_after_forward is \"{}\": it must be default, always or never", excerpt(resharding)));
        layout.shard = shards == 1 ? StateSharding::None
            : isKept               ? StateSharding::Gradients
                                   : StateSharding::Parameters;
        layout.sequenceParallel = *layout.tensor > 1; // it always comes with tensor parallelism
        layout.overlapTensor = m_reader.flag(found("enable_async_tensor_parallel"), false);
        layout.overlapGradients = true;
        layout.overlapParameters = true;
    }

    void readSchedule()
    {
        PlannedLayout& layout = m_job.layout;
        layout.chunks = 1;
        const std::string stated = m_reader.text(found("pipeline_parallel_schedule"));
        if (*layout.stages < 2)
            return;
        std::string plain = stated.empty() ? "1f1b" : stated;
        std::transform(plain.begin(), plain.end(), plain.begin(), toLower);
        const auto known = std::find_if(titanSchedules.begin(), titanSchedules.end(),
            [&plain](const NamedSchedule& schedule) { return schedule.theirs == plain; });
        if (known == titanSchedules.end()) {
            m_reader.refuse(found("pipeline_parallel_schedule"),
                say("the schedule \"{}\" is not known here", excerpt(stated)),
                say("Known are {}.", "GPipe, 1F1B, Interleaved1F1B, ZBVZeroBubble, DualPipeV"));
            return;
        }
        layout.schedule = known->ours;
        layout.chunks = known->chunks;
        const auto own = m_reader.countIfStated(found("pipeline_parallel_layers_per_stage"), Most::layers);
        if (own && known->chunks > 1) {
            const int64_t pieces = (int64_t(m_job.model.layers) + *own - 1) / *own;
            layout.chunks = int(std::max<int64_t>(1, pieces / *layout.stages));
        }
    }

    void readBatch()
    {
        PlannedLayout& layout = m_job.layout;
        layout.sequence = m_reader.countIfStated("training.seq_len", Most::tokens);
        const std::string_view localName = m_reader.firstOf({"training.local_batch_size", "training.batch_size"});
        const auto local = m_reader.countIfStated(localName, Most::batch);
        const auto global = m_reader.countIfStated("training.global_batch_size", Most::batch, -1);
        if (global && *global > 0)
            layout.globalBatch = global;
        if (!local)
            return;
        layout.microbatchSize = local;
        if (*layout.stages > 1) {
            int size = m_reader.countIfStated(found("pipeline_parallel_microbatch_size"), Most::batch).value_or(1);
            // In 2024 their number was stated instead.
            if (const auto count = m_reader.countIfStated(found("pipeline_parallel_microbatches"), Most::batch)) {
                size = std::max(1, *local / *count);
                if (*local % *count != 0)
                    m_reader.refuse(localName, say("{} samples cannot be split into {} microbatches", *local, *count));
            }
            layout.microbatchSize = size;
            if (*local % size != 0)
                m_reader.refuse(localName, say("{} samples cannot be split into microbatches of {}", *local, size));
            if (!layout.globalBatch)
                layout.microbatches = *local / size;
        } else if (!layout.globalBatch) {
            layout.microbatches = 1;
        }
    }

    void readMemory()
    {
        PlannedLayout& layout = m_job.layout;
        std::string mode = m_reader.text("activation_checkpoint.mode");
        if (mode.empty()) {
            mode = "selective";
            m_job.assume("activation_checkpoint.mode", mode, say("not stated: torchtitan's default"));
        }
        const std::string option = m_reader.text("activation_checkpoint.selective_ac_option");
        if (mode == "none") {
            layout.recompute = Recompute::None;
        } else if (mode == "full") {
            layout.recompute = Recompute::Full;
        } else if (mode != "selective") {
            m_reader.refuse("activation_checkpoint.mode",
                say("activation_checkpoint.mode is \"{}\": it must be none, selective or full", excerpt(mode)));
        } else if (const auto every = toCount(option, Most::layers); every && *every > 0) {
            layout.recompute = Recompute::Full; // of every so many layers
            layout.recomputedLayers = std::max(1, m_job.model.layers / std::max(1, *layout.stages) / *every);
        } else {
            layout.recompute = Recompute::Selective;
        }
        bool hasFp8 = m_fields.find("model.converters") && holds(m_reader.text("model.converters"), "float8");
        for (const std::string& converter : m_reader.items("model.converters"))
            hasFp8 = hasFp8 || holds(converter, "float8");
        hasFp8 = hasFp8 || m_reader.flag("float8.enable_float8_linear", false);
        const std::string type = m_reader.text("training.mixed_precision_param");
        layout.precision = hasFp8 ? Precision::Fp8 : type == "float32" ? Precision::Fp32 : Precision::Bf16;
        layout.gradientBytes = 4; // parameters, and so their gradients, are kept in fp32
        layout.offloadsOptimizer = m_reader.flag("training.enable_cpu_offload", false);
        layout.dropout = 0;
        layout.hasFlashAttention = true;
        assumeWhatHasNoField();
    }

    /// What a description cannot hold, with what that makes of the plan.
    void assumeWhatHasNoField()
    {
        for (const char* name : {"compile.enable", "training.compile"}) {
            if (m_reader.flag(name, false))
                m_job.assume(name, "true", say("left out: operators are planned as they are without compilation"));
        }
        if (const std::string type = m_reader.text("training.dtype"); type == "bfloat16")
            m_job.assume("training.dtype", type,
                say("left out: weights, gradients and optimizer states are planned in fp32, which is twice as much"));
        for (const std::string& converter : m_reader.items("model.converters")) {
            if (!holds(converter, "float8"))
                m_job.assume("model.converters", excerpt(converter), say("left out: the model is planned without it"));
        }
        if (const std::string optimizer = m_reader.text("optimizer.name"); !optimizer.empty() && !isAdam(optimizer))
            m_job.assume("optimizer.name", excerpt(optimizer), say("left out: two states are planned, as of Adam"));
    }
    static bool isAdam(std::string_view name) { return name == "Adam" || name == "AdamW"; }

    const DescribedFields& m_fields;
    FieldReader m_reader;
    JobDescription m_job;
};

} // namespace

Result<JobDescription> torchTitanJob(const DescribedFields& fields, std::string_view file)
{
    return TorchTitanReader(fields, file).read();
}

} // namespace bubblescope
