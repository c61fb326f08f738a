// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "jobsource.h"

#include "devicelanes.h"
#include "joblayout.h"
#include "knobs.h"
#include "logfamily.h"
#include "logstep.h"
#include "machineguess.h"
#include "measuredlog.h"
#include "planstep.h"
#include "refusal.h"
#include "scalingstep.h"
#include "tablestep.h"
#include "tablework.h"
#include "tracestep.h"
#include "workloadstep.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <numeric>

namespace bubblescope {

namespace {

bool isOneOf(std::string_view knob, std::initializer_list<std::string_view> keys)
{
    return std::find(keys.begin(), keys.end(), knob) != keys.end();
}

bool isStructure(std::string_view knob)
{
    return isOneOf(knob,
        {"schedule", "memory-limit", "microbatches", "stages", "chunks", "tensor", "data", "expert", "layers",
            "partition", "overlap", "together"});
}

bool sharesExperts(const JobProfile& job, Work RankWork::*part, Category group)
{
    return std::any_of(job.ranks.begin(), job.ranks.end(), [&](const RankWork& rank) {
        return std::any_of(
            (rank.*part).begin(), (rank.*part).end(), [&](const WorkPiece& piece) { return piece.category == group; });
    });
}

bool communicates(const TraceGraph& step)
{
    return !step.meetings.empty()
        || std::any_of(step.nodes.begin(), step.nodes.end(), [](const auto& node) { return node.isCommunication; });
}

bool sendsMessages(const TraceGraph& step)
{
    return std::any_of(step.meetings.begin(), step.meetings.end(),
        [](const TraceGraph::Meeting& meeting) { return meeting.isMessage; });
}

/// A table next to a run separates layers, embedding and head, if it is for about the same number of layers.
void addLayers(JobProfile& job, const RunFolder& folder)
{
    const int layers = std::accumulate(job.layersOfStage.begin(), job.layersOfStage.end(), 0);
    for (const LayerTable& table : folder.layerTables) {
        const bool fits = table.hasBlock() && layers > 0 && table.layerCount.value_or(layers) == layers;
        if (fits && tableStep(table, tableLayout(table)).stepNs() > 0) {
            job.layerWork = layerWork(table, layers);
            return;
        }
    }
}

/// What lies beside an input counts where the input itself does not say it.
void addMissing(MachineHints& hints, const MachineHints& beside)
{
    if (hints.devices.empty())
        hints.devices = beside.devices;
    if (hints.network.empty())
        hints.network = beside.network;
}

Result<JobSource> openRun(const RunFolder& folder, const SimulationSource& source, const ProgressFn& progress)
{
    if (source.index >= folder.runs.size())
        return refusal(say("There is no such run."));
    JobSource made;
    made.run = folder.runs[source.index];
    made.machine = made.run->machine;
    for (const RunLog& log : folder.runLogs)
        addMissing(made.machine, log.machine);
    for (const BandwidthCurve& curve : folder.bandwidthCurves)
        addMissing(made.machine, curve.machine);
    made.name = made.run->name;
    made.stepIndex = source.step;
    if (made.run->kind == Run::Kind::Plan) {
        Result<JobProfile> job = profileOfPlan(*made.run, source.step, folder);
        if (!job)
            return job.error();
        made.job = std::move(job).value();
        return made;
    }
    if (made.run->kind == Run::Kind::Scaling) {
        Result<JobProfile> job = profileOfScalingRun(*made.run);
        if (!job)
            return job.error();
        made.job = std::move(job).value();
        return made;
    }
    const auto mayContinue = [&](uint64_t passes, uint64_t) { return !progress || progress(passes, partsOfPreparing); };
    Result<std::shared_ptr<const TraceGraph>> step = sharedTraceGraph(*contextOf(*made.run), source.step, mayContinue);
    if (!step)
        return step.error();
    if (!mayContinue(GraphBuilder::Options::passes, 0))
        return stopped();
    made.step = std::move(step).value();
    if (made.step->isOfProfiler()) {
        made.whyNoJob
            = refusal(say("A profiler records kernels, not which part of the model they compute: their order stays."),
                say("Open a layer table or a workload of the job to change its layout."));
        return made;
    }
    Result<JobProfile> job = profileOf(*made.step, *made.run);
    if (!job) {
        made.whyNoJob = job.error();
        job = profileOfFewRanks(*made.run, source.step);
        const bool isMissingRanks = job && made.run->rankCount() < job->stages * job->data * job->tensor;
        if (!isMissingRanks)
            return made;
        made.whyNoJob.reset();
    }
    made.job = std::move(job).value();
    addLayers(*made.job, folder);
    return made;
}

/// Predictions are kept in a folder with the name of the GPU.
std::optional<Hardware> hardwareNamedIn(std::string_view path)
{
    while (!path.empty()) {
        const size_t slash = std::min(path.find('/'), path.size());
        std::string_view name = path.substr(0, slash);
        for (const std::string_view maker : {"NVIDIA_", "NVIDIA-", "NVIDIA "}) {
            if (name.starts_with(maker))
                name.remove_prefix(maker.size());
        }
        if (!name.empty()) {
            if (Result<Hardware> found = HardwareCatalog::builtin().find(name))
                return std::move(found).value();
        }
        path.remove_prefix(std::min(slash + 1, path.size()));
    }
    return std::nullopt;
}

template <typename Input, typename Profile>
Result<JobSource> openProfile(const std::vector<Input>& inputs, size_t index, Profile profileOfInput)
{
    if (index >= inputs.size())
        return refusal(say("There is no such input."));
    Result<JobProfile> job = profileOfInput(inputs[index]);
    if (!job)
        return job.error();
    JobSource made;
    made.job = std::move(job).value();
    made.name = made.job->name;
    return made;
}

/// Its own words of the schedule: knobs are compared with them.
JobDescription inOwnWords(JobDescription complete, const JobDescription& own)
{
    if (!own.layout.schedule.empty())
        complete.layout.schedule = own.layout.schedule;
    return complete;
}

Hardware hardwareOfLog(const RunLog& log)
{
    if (log.machine.isEmpty())
        return defaultHardware();
    return guessMachine(log.machine, {}, HardwareCatalog::builtin()).hardware;
}

/// What a log that states this very description tells of its memory.
std::optional<MeasuredMemory> memoryOfRun(const RunFolder& folder, const JobDescription& job)
{
    const auto log = std::find_if(folder.runLogs.begin(), folder.runLogs.end(), [&job](const RunLog& other) {
        return other.description && other.description->file == job.file && other.description->name == job.name;
    });
    if (log == folder.runLogs.end() || job.file.empty())
        return std::nullopt;
    const Result<MeasuredLog> measured = measuredLog(*log, hardwareOfLog(*log));
    return measured ? std::optional(measured->memory) : std::nullopt;
}

/// Of stages that the log times; or else of what it says that it trained.
Result<JobSource> openLog(const RunFolder& folder, size_t index)
{
    Result<JobSource> timed = openProfile(folder.runLogs, index, profileOfLog);
    if (timed) {
        timed->machine = folder.runLogs[index].machine;
        timed->others = jobsBeside(folder.runLogs, index);
        return timed;
    }
    if (index >= folder.runLogs.size() || !folder.runLogs[index].blocks.empty() || !folder.runLogs[index].description)
        return timed;
    const RunLog& log = folder.runLogs[index];
    Result<MeasuredLog> measured = measuredLog(log, hardwareOfLog(log));
    if (!measured)
        return measured.error();
    JobSource made;
    made.name = log.name;
    made.machine = log.machine;
    made.measuredSteps = measured->steps;
    made.printedMemoryBytes = measured->memory.printedBytes;
    made.description = inOwnWords(std::move(measured->description), *log.description);
    made.job = std::move(measured->job);
    return made;
}

/// A description needs all its sizes: what it lacks is to be told before.
Result<JobSource> openDescription(const RunFolder& folder, size_t index)
{
    if (index >= folder.jobs.size())
        return refusal(say("There is no such input."));
    const Hardware& hardware = defaultHardware();
    Result<DescribedJob> described = describedUnder(folder.jobs[index], {}, hardware.gpusPerNode);
    if (!described)
        return described.error();
    Result<JobProfile> job = plannedJob(described->job, hardware);
    if (!job)
        return job.error();
    JobSource made;
    made.job = std::move(job).value();
    made.name = folder.jobs[index].name;
    made.memoryOfRun = memoryOfRun(folder, folder.jobs[index]);
    made.description = inOwnWords(std::move(described->job), folder.jobs[index]);
    return made;
}

} // namespace

bool overlapsGradients(const JobProfile& job)
{
    return std::any_of(job.ranks.begin(), job.ranks.end(), [](const RankWork& work) {
        const auto isQueued = [](const WorkPiece& piece) { return piece.isAsynchronous; };
        return std::any_of(work.backward.begin(), work.backward.end(), isQueued)
            || std::any_of(work.weightGradient.begin(), work.weightGradient.end(), isQueued);
    });
}

Result<JobSource> openJobSource(const RunFolder& folder, const SimulationSource& source, const ProgressFn& progress)
{
    Result<JobSource> made = refusal(say("There is no such input."));
    switch (source.kind) {
    case SimulationSource::Kind::Run:
        made = openRun(folder, source, progress);
        break;
    case SimulationSource::Kind::LayerTable:
        made = openProfile(
            folder.layerTables, source.index, [](const LayerTable& table) { return profileOfTable(table); });
        if (made) {
            made->job->gpusAreGiven = false;
            made->table = folder.layerTables[source.index];
            made->hardware = hardwareNamedIn(made->table->file);
        }
        break;
    case SimulationSource::Kind::Workload:
        made = openProfile(folder.workloads, source.index, profileOfWorkload);
        if (made)
            made->workload = folder.workloads[source.index];
        break;
    case SimulationSource::Kind::RunLog:
        made = openLog(folder, source.index);
        break;
    case SimulationSource::Kind::Description:
        made = openDescription(folder, source.index);
        break;
    }
    if (!made)
        return made;
    if (made->job) {
        if (std::optional<Error> tooLarge = whyTooLarge(made->job->tensor, made->job->data, made->job->stages))
            return *std::move(tooLarge);
    }
    made->kind = source.kind;
    return made;
}

std::string JobSource::ownValue(std::string_view knob, const Hardware& own) const
{
    Knobs values;
    if (job) {
        if (job->orderIsKnownSchedule)
            values.schedule = job->schedule;
        values.microbatches = job->microbatches;
        values.microbatchSize = job->microbatchSize;
        values.stages = job->stages;
        values.chunks = job->chunks;
        values.tensor = job->tensor;
        values.data = job->data;
        values.expert = job->expert;
        values.partition = job->layersOfStage;
        if (const int layers = std::accumulate(job->layersOfStage.begin(), job->layersOfStage.end(), 0))
            values.layers = layers;
        values.blockingSends = job->blockingSends;
        values.backwardRatio = job->assumedBackwardRatio;
        if (scheduleInfo(job->schedule).pairsPasses)
            values.together = 1;
        values.overlap = overlapsGradients(*job);
        if (kind == SimulationSource::Kind::Workload)
            values.rule = StepRule::EventDriven;
        if (description) {
            if (const std::string stated = describedValue(*description, knob); !stated.empty())
                return stated;
        }
    } else if (step && !step->isOfProfiler()) {
        values.blockingSends = true;
    }
    if (!isPlanned())
        values.measuredOn = own.name;
    values.hardware = own.name;
    values.nvlinkBandwidth = own.nvlinkBandwidth;
    values.nicBandwidth = own.nicBandwidth;
    values.algorithm = CollectiveAlgorithm::Automatic;
    values.computeScale = values.commScale = 1;
    values.hostGaps = 1;
    if (!whyNot("model"))
        values.model = ModelUse::Automatic;
    return knobText(values, knob);
}

std::vector<GuessedSize> JobSource::guessesUnder(const Knobs& knobs) const
{
    using Size = GuessedSize::Of;
    std::vector<GuessedSize> guesses;
    if (!job) {
        // These matter for the links of a profiler run.
        if (run && run->trace->ranks().size() > 1 && !knowsHosts(*run->trace))
            guesses.push_back({Size::RanksPerNode, assumedRanksPerNode});
        return guesses;
    }
    for (const GuessedSize& guess : job->guesses) {
        const std::string stated = knobText(knobs, guessedSizeKey(guess.of));
        // Changing the size of a group keeps the guessed number of GPUs.
        const bool makesGpus
            = job->gpusAreGiven && (guess.of == Size::Tensor || guess.of == Size::Stages || guess.of == Size::Data);
        if (stated.empty() || (makesGpus && stated != std::to_string(guess.value)))
            guesses.push_back(guess);
    }
    return guesses;
}

std::vector<ComputeOfRank> JobSource::computeOfKernels() const
{
    std::vector<ComputeOfRank> ranks;
    if (!job && step && step->isOfProfiler()) {
        const Trace& trace = *run->trace;
        for (const RankInfo& rank : trace.ranks())
            ranks.push_back({rank.rank, rank.stage, 0});
        for (uint32_t n = 0; n < step->nodes.size(); ++n) {
            const TraceGraph::Node& node = step->nodes[n];
            const bool isKernel = !node.isStart && isDeviceLane(trace.track(trace.track(node.span)).lane);
            if (isKernel && !node.isCommunication && isCompute(trace.category(node.span)))
                ranks[node.rank].ns += double(step->graph.cost(n));
        }
    }
    return ranks;
}

std::optional<Message> JobSource::whyNot(std::string_view knob) const
{
    if (description) {
        if (knob == "measured-on" && !isPlanned())
            return std::nullopt;
        if (std::optional<Message> reason = whyNotDescribed(knob, *description))
            return reason;
        if (knob == "gpus" || knob == "microbatch-size" || isOneOf(knob, {"stages", "data", "tensor", "expert"}))
            return std::nullopt;
    } else if (needsDescription(knob)) {
        return say("What its layers would take is not known: no sizes of the model are. Plan it from a description.");
    }
    if (isOneOf(knob, {"rule", "gpus", "gpus-per-server", "nics-per-server", "nvlink-gibps", "nic-gibps", "pp-gibps"})
        && kind != SimulationSource::Kind::Workload)
        return say("Only SimAI workloads have this rule.");
    if (knob == "backward-ratio" && !(job && job->assumedBackwardRatio))
        return say("The input states how long the backward pass takes.");
    if (knob == "model" && !(job && (step || job->statedStepNs)))
        return step && whyNoJob ? whyNoJob->message : say("Nothing was measured: every answer comes from the model.");
    if (knob == "blocking-send" && step && step->isOfProfiler())
        return say("Kernels of messages always wait for each other.");
    if (knob == "comm-scale" && step && !communicates(*step))
        return say("The step has no communication.");
    if (knob == "link" && (step ? !sendsMessages(*step) : !job || job->stages < 2))
        return say("The step has no messages between stages.");
    if (isStructure(knob) && !job)
        return whyNoJob ? whyNoJob->message : say("The input does not state the work of its ranks.");
    if (knob == "microbatch-size") {
        if (!job)
            return say("The input does not state the work of its ranks.");
        const auto isGuessed = [](const GuessedSize& guess) { return guess.of == GuessedSize::Of::MicrobatchSize; };
        if (std::none_of(job->guesses.begin(), job->guesses.end(), isGuessed))
            return say("The input states how many samples a microbatch holds.");
    }
    if (!job)
        return std::nullopt;
    if (knob == "expert" && job->expert == 1 && !sharesExperts(*job, &RankWork::forward, Category::ExpertComm)) {
        return sharesExperts(*job, &RankWork::finalize, Category::ExpertDataComm)
            ? say("The run recorded no exchange of tokens: what its experts compute is not known.")
            : say("The model has no experts.");
    }
    const bool sharesGradients
        = overlapsGradients(*job) || std::any_of(job->ranks.begin(), job->ranks.end(), [](const RankWork& work) {
              return std::any_of(work.finalize.begin(), work.finalize.end(),
                  [](const WorkPiece& piece) { return piece.category == Category::DataComm; });
          });
    if (isOneOf(knob, {"overlap", "overlap-slowdown"}) && !sharesGradients)
        return say("The input has no gradient synchronization: there is nothing to overlap.");
    if (isOneOf(knob, {"layers", "partition"}) && job->layersOfStage.empty())
        return say("The input does not say how many layers there are.");
    if (isOneOf(knob, {"stages", "data", "tensor"}) && job->gpusAreGiven && job->tensor * job->data * job->stages == 1)
        return say("The job runs on one GPU.");
    return std::nullopt;
}

} // namespace bubblescope
