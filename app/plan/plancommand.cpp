// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "plancommand.h"

#include "console.h"
#include "describedjob.h"
#include "frameworkflags.h"
#include "hardwarepresets.h"
#include "jobreader.h"
#include "likerun.h"
#include "opensource.h"
#include "plancombinations.h"
#include "refusal.h"
#include "schedule.h"
#include "simulationinputs.h"
#include "simulationreport.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <system_error>
#include <utility>
#include <vector>

namespace bubblescope {

namespace {

/// The described job that is meant, else that of a log which states it; a null pointer where the folder has none.
const JobDescription* jobOf(const RunFolder& folder, const PlanQuestion& question)
{
    const auto isMeant = [&](const JobDescription& job) {
        return question.options.input.empty() || job.name == question.options.input;
    };
    const auto found = std::find_if(folder.jobs.begin(), folder.jobs.end(), isMeant);
    if (found != folder.jobs.end())
        return &*found;
    const auto log = std::find_if(folder.runLogs.begin(), folder.runLogs.end(),
        [&](const RunLog& other) { return other.description && isMeant(*other.description); });
    return log == folder.runLogs.end() ? nullptr : &*log->description;
}

/// Has steps: a plan of it starts from what they took.
bool isMeasuredJob(const RunLog& log) { return log.description && log.medianStepMs().value_or(0) > 0; }

/// The log that the job is of, and that measured it; null where nothing did.
const RunLog* logOf(const RunFolder& folder, const JobDescription* job)
{
    const auto log = std::find_if(folder.runLogs.begin(), folder.runLogs.end(), [job](const RunLog& other) {
        return isMeasuredJob(other) && other.description->file == job->file && other.description->name == job->name;
    });
    return log == folder.runLogs.end() ? nullptr : &*log;
}

/// The log alone, as a run: what it measured is the step with no knob moved. Where it does not name its GPUs, they are
/// those that are given.
Result<SimulatedInput> measuredPlan(const RunFolder& folder, const RunLog& log, SimulateOptions options)
{
    RunFolder ofLog;
    ofLog.path = folder.path;
    ofLog.bandwidthCurves = folder.bandwidthCurves;
    ofLog.runLogs.push_back(log);
    options.input = log.name;
    if (log.machine.isEmpty() && !options.hardware.empty()) {
        const Result<Hardware> given = hardwareCatalog().find(options.hardware);
        if (given && given->name != defaultHardware().name) // which is assumed anyway
            options.knobs.insert(options.knobs.begin(), "measured-on=" + options.hardware);
    }
    return simulateFolder(ofLog, options);
}

Error notDescribed(const RunFolder& folder)
{
    const std::vector<SimulationSource> sources = simulationSources(folder);
    if (sources.empty())
        return refusal(say("Nothing here describes a job."),
            say("A JOB is a config.json of Hugging Face, a YAML, launch script or log of Megatron, a TOML of torchtitan, "
                "a YAML of nanotron, or a *.bubblejob."));
    const auto why = std::find_if(folder.runLogs.begin(), folder.runLogs.end(),
        [](const RunLog& log) { return !log.whyNotDescribed.empty(); });
    if (why != folder.runLogs.end())
        return refusal(say("What the log {} states describes no model: {}.", why->name, why->whyNotDescribed));
    return refusal(say("{} does not describe its model: layers, hidden size, heads and vocabulary are missing.",
                       inputName(folder, sources.front())),
        say("Plan the config.json of the model, or let --search try what the run itself answers to."));
}

Result<Hardware> hardwareOf(const PlanQuestion& question, const Knobs& knobs)
{
    Hardware hardware = defaultHardware();
    if (!question.options.hardware.empty() || knobs.hardware) {
        Result<Hardware> named = hardwareCatalog().findOrRead(knobs.hardware.value_or(question.options.hardware));
        if (!named)
            return named.error();
        hardware = std::move(named).value();
    }
    hardware.nvlinkBandwidth = knobs.nvlinkBandwidth.value_or(hardware.nvlinkBandwidth);
    hardware.nicBandwidth = knobs.nicBandwidth.value_or(hardware.nicBandwidth);
    if (knobs.latencyNs)
        hardware.intraLatencyNs = hardware.interLatencyNs = *knobs.latencyNs;
    return hardware;
}

/// With what calibrates it, and with what was not told: which of several was meant.
JobDescription asAsked(const RunFolder& folder, JobDescription job, const PlanQuestion& question)
{
    if (question.calibration)
        job.calibration = question.calibration;
    if (folder.jobs.size() < 2 || !question.options.input.empty())
        return job;
    std::vector<std::string> others;
    for (const JobDescription& other : folder.jobs) {
        if (other.name != job.name)
            others.push_back(other.name);
    }
    job.assume("input", job.name, say("the first one: described here are {}, too", fmt::join(others, ", ")));
    return job;
}

/// Knobs that are given are locks of what is searched; other sizes are the job's. An error where the limits of a search
/// leave out what is given.
std::optional<Error> lockGiven(PlanSpace& space, const Knobs& knobs)
{
    for (const std::string_view key : {"tensor", "stages", "data", "context", "expert", "expert-tensor",
             "microbatch-size", "microbatches", "schedule", "chunks", "recompute", "shard", "overlap"}) {
        const std::string given = knobText(knobs, key);
        if (given.empty())
            continue;
        const auto limit = std::find_if(
            space.allowed.begin(), space.allowed.end(), [&](const auto& allowed) { return allowed.first == key; });
        if (limit == space.allowed.end()) {
            space.allowed.emplace_back(std::string(key), std::vector<std::string> {given});
            continue;
        }
        std::vector<std::string>& values = limit->second;
        if (std::find(values.begin(), values.end(), given) == values.end())
            return refusal(say("{} is set to {}, but only {} is allowed.", key, given, fmt::join(values, ", ")),
                say("Leave one of both out."));
        values = {given};
    }
    return std::nullopt;
}

/// Layers that are given are not the description's: without them a set of knobs would be of another model.
void addLayers(PlanCandidate& candidate, const Knobs& given)
{
    if (given.layers)
        candidate.set += " layers=" + knobText(given, "layers");
}

Result<PlanReport> searchOfJob(
    const JobDescription& described, PlanSpace space, const Knobs& knobs, const Hardware& hardware,
    const PlanCalibration& calibration)
{
    if (std::optional<Error> contradiction = lockGiven(space, knobs))
        return *std::move(contradiction);
    const JobDescription job = withOneFramework(withSizesOf(described, knobs), space);
    Result<PlanAnswer> answer = searchPlans(job, space, hardware, calibration);
    if (!answer)
        return answer.error();
    for (PlanCandidate& candidate : answer->candidates)
        addLayers(candidate, knobs);
    if (answer->nearest)
        addLayers(*answer->nearest, knobs);
    Knobs own = knobs;
    own.framework = job.layout.framework;
    std::optional<PlanCandidate> now;
    if (Result<PlanCandidate> planned = plannedCandidate(described, own, hardware, calibration, space.usdPerGpuHour)) {
        now = std::move(planned).value();
        addLayers(*now, knobs);
    }
    PlanReport report = planReportOf(*answer, job, now, hardware, space);
    report.run = calibration.memory;
    return report;
}

/// On the GPUs that are given, at the rates of the run that is given.
Result<PlanReport> searchLike(const RunFolder& folder, const JobDescription& job, const PlanQuestion& question,
    const PlanSpace& space, const Knobs& knobs, const PlanCalibration& calibration)
{
    const Result<Hardware> hardware = hardwareOf(question, knobs);
    return hardware ? searchOfJob(asAsked(folder, job, question), space, knobs, *hardware, calibration)
                    : Result<PlanReport>(hardware.error());
}

/// Neither the run nor who asks says what GPUs, or how much memory, it has.
bool isGpuAssumed(const SimulatedStep& run, const PlanQuestion& question)
{
    return run.machine.by == MachineGuess::By::Assumed && question.options.hardware.empty()
        && !question.search.gpuMemory;
}

Result<PlanReport> searchOfRun(const RunFolder& folder, const PlanQuestion& question, PlanSpace space)
{
    const Result<SimulatedInput> opened = simulateFolder(folder, question.options);
    if (!opened)
        return opened.error();
    if (std::optional<Error> contradiction = lockGiven(space, opened->knobs))
        return *std::move(contradiction);
    const Result<RunAnswer> answer = searchRun(*opened->simulator, space);
    if (!answer)
        return answer.error();
    PlanReport report = planReportOf(*answer, inputTitle(folder, opened->source), opened->step.hardware, space);
    if (isGpuAssumed(opened->step, question))
        forgetAssumedGpu(report);
    return report;
}

bool isFile(const std::string& path)
{
    std::error_code error;
    return std::filesystem::is_regular_file(path, error);
}

/// Settings, scripts and models of any name that lie in a folder and describe a job. Beside runs they may say how these
/// were started, so this is asked only where there is nothing else.
std::vector<JobDescription> describedIn(const std::string& path)
{
    namespace fs = std::filesystem;
    constexpr size_t mostFiles = 1000;
    constexpr uintmax_t mostBytes = 4 << 20;
    std::vector<std::string> files;
    std::error_code error;
    for (fs::directory_iterator entry(path, error), end; !error && entry != end; entry.increment(error)) {
        const std::string type = entry->path().extension().string();
        const bool mayBe = type == ".json" || type == ".yaml" || type == ".yml" || type == ".toml" || type == ".sh";
        std::error_code unread;
        if (mayBe && files.size() < mostFiles && entry->is_regular_file(unread)
            && entry->file_size(unread) <= mostBytes)
            files.push_back(entry->path().string());
    }
    std::sort(files.begin(), files.end());
    std::vector<JobDescription> jobs;
    for (const std::string& file : files) {
        if (Result<JobDescription> job = openJobDescription(file))
            jobs.push_back(std::move(job).value());
    }
    return jobs;
}

} // namespace

Result<OpenedFolderPtr> openJob(const Source& source)
{
    std::optional<Error> noJob;
    if (source.paths.size() == 1 && isFile(source.paths.front())) {
        Result<JobDescription> job = openJobDescription(source.paths.front());
        if (job) {
            // A log may state its job, and how long its steps took.
            const OpenedFolderPtr opened = openSource(source, false);
            const std::vector<RunLog>& logs = opened->folder.runLogs;
            const auto log = std::find_if(logs.begin(), logs.end(), isMeasuredJob);
            auto made = std::make_shared<OpenedFolder>();
            made->folder.path = source.paths.front();
            if (log == logs.end()) {
                made->folder.jobs.push_back(std::move(job).value());
            } else {
                made->folder.jobs.push_back(*log->description);
                made->folder.runLogs.push_back(*log);
            }
            return OpenedFolderPtr(std::move(made));
        }
        noJob = job.error();
    }
    OpenedFolderPtr opened = openSource(source, false);
    if (noJob && simulationSources(opened->folder).empty())
        return *noJob;
    if (source.paths.size() == 1 && simulationSources(opened->folder).empty()) {
        std::vector<JobDescription> jobs = describedIn(source.paths.front());
        if (jobs.size() > 1) {
            std::vector<std::string> files;
            for (const JobDescription& job : jobs)
                files.push_back(job.file);
            return refusal(
                say("Several files here describe a job: {}.", fmt::join(files, ", ")), say("Name one of them."));
        }
        if (!jobs.empty()) {
            auto made = std::make_shared<OpenedFolder>();
            made->folder.path = source.paths.front();
            made->folder.jobs = std::move(jobs);
            return OpenedFolderPtr(std::move(made));
        }
    }
    if (std::optional<Error> error = whyNotOpened(opened->folder))
        return *std::move(error);
    return opened;
}

Result<JobCalibration> calibrationLikeRun(const Source& run, const PlanQuestion& question)
{
    const Result<Knobs> knobs = knobsOf(question.options);
    if (!knobs)
        return knobs.error();
    const Result<Hardware> hardware = hardwareOf(question, *knobs);
    if (!hardware)
        return hardware.error();
    const OpenedFolderPtr opened = openSource(run, false);
    if (std::optional<Error> error = whyNotOpened(opened->folder))
        return *std::move(error);
    return calibrationLike(opened->folder, *hardware);
}

Result<SimulatedInput> planOne(const RunFolder& folder, const PlanQuestion& question)
{
    const JobDescription* job = jobOf(folder, question);
    if (!job)
        return notDescribed(folder);
    if (const RunLog* log = logOf(folder, job); log && !question.calibration)
        return measuredPlan(folder, *log, question.options);
    SimulateOptions options = question.options;
    options.input = job->name;
    RunFolder ofJob; // runs beside it may have its name
    ofJob.path = folder.path;
    ofJob.bandwidthCurves = folder.bandwidthCurves;
    ofJob.jobs.push_back(asAsked(folder, *job, question));
    if (const RunLog* log = logOf(folder, job); log && !job->name.empty()) {
        ofJob.runLogs.push_back(*log); // its memory counts, its step does not
        ofJob.runLogs.back().name.clear();
    }
    return simulateFolder(ofJob, options);
}

Result<PlanReport> planSearch(const RunFolder& folder, const PlanQuestion& question)
{
    const Result<PlanSpace> space = planSpaceOf(question.search);
    if (!space)
        return space.error();
    const JobDescription* job = jobOf(folder, question);
    if (!job) {
        if (simulationSources(folder).empty() || question.calibration)
            return notDescribed(folder);
        return searchOfRun(folder, question, *space);
    }
    const Result<Knobs> knobs = knobsOf(question.options);
    if (!knobs)
        return knobs.error();
    PlanCalibration ofRun;
    if (const RunLog* log = logOf(folder, job)) {
        SimulateOptions asMeasured = question.options;
        std::erase_if(asMeasured.knobs, [](const std::string& knob) { return !knob.starts_with("measured-on="); });
        const Result<SimulatedInput> measured = measuredPlan(folder, *log, asMeasured);
        if (!measured && !question.calibration)
            return measured.error();
        if (measured && measured->step.described)
            ofRun.memory = measured->step.described->run;
        if (question.calibration)
            return searchLike(folder, *job, question, *space, *knobs, ofRun);
        Knobs machine = *knobs;
        machine.measuredOn = measured->knobs.measuredOn;
        const Result<Hardware> hardware = measured->simulator->hardware(machine);
        if (!hardware)
            return hardware.error();
        JobDescription calibrated = *job;
        if (measured->step.described)
            calibrated.calibration = measured->step.described->job.calibration;
        Result<PlanReport> report = searchOfJob(calibrated, *space, *knobs, *hardware, ofRun);
        if (report && !knobs->hardware && isGpuAssumed(measured->step, question))
            forgetAssumedGpu(*report);
        return report;
    }
    return searchLike(folder, *job, question, *space, *knobs, ofRun);
}

Result<std::string> planFlags(const RunFolder& folder, const PlanQuestion& question)
{
    const std::optional<FlagFramework> framework = flagFrameworkFromKey(question.flags);
    if (!framework) {
        std::string keys;
        for (const FlagFrameworkInfo& info : flagFrameworks())
            keys += fmt::format("{}{}", keys.empty() ? "" : ", ", info.key);
        return refusal(say("No flags are known of \"{}\".", question.flags), say("Give one of {}.", keys));
    }
    const Result<SimulatedInput> planned = planOne(folder, question);
    if (!planned)
        return planned.error();
    JobDescription job = planned->step.described->job;
    // An order that has no closed form is one of the work of 1F1B.
    const std::string given = knobText(planned->knobs, "schedule");
    const std::optional<ScheduleKind> asked
        = scheduleFromKey(given.empty() ? jobOf(folder, question)->layout.schedule : given);
    if (asked && scheduleInfo(*asked).splitsBackward)
        job.layout.schedule = scheduleInfo(*asked).key;
    return frameworkFlags(job, *framework).text;
}

ExitCode runPlan(const PlanCommand& given)
{
    PlanCommand command = given;
    const auto refuse = [](const Error& error) {
        printError(error);
        return ExitCode::NothingUsable;
    };
    const Result<OpenedFolderPtr> opened = openJob(command.source);
    if (!opened)
        return refuse(opened.error());
    const RunFolder& folder = (*opened)->folder;
    if (!command.like.empty()) {
        Source like = command.source;
        like.paths = {command.like};
        Result<JobCalibration> calibration = calibrationLikeRun(like, command.question);
        if (!calibration)
            return refuse(calibration.error());
        command.question.calibration = std::move(calibration).value();
    }
    if (!command.question.flags.empty()) {
        const Result<std::string> flags = planFlags(folder, command.question);
        if (!flags)
            return refuse(flags.error());
        print(stdout, *flags);
        return codeFor(folder);
    }
    if (!command.question.searches) {
        const Result<SimulatedInput> planned = planOne(folder, command.question);
        if (!planned)
            return refuse(planned.error());
        print(stdout, command.json ? simulationJson(planned->report) : simulationText(planned->report));
        return codeFor(folder);
    }
    const Result<PlanReport> report = planSearch(folder, command.question);
    if (!report)
        return refuse(report.error());
    print(stdout,
        command.json      ? planSearchJson(*report)
            : command.csv ? planSearchCsv(*report)
                          : planSearchText(*report));
    if (!report->rows.empty())
        return codeFor(folder);
    if (command.json || command.csv)
        printError(nothingFits(*report).text());
    return ExitCode::NothingUsable;
}

} // namespace bubblescope
