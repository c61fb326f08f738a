// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "whatifjob.h"

#include "bestcombination.h"
#include "formatting.h"
#include "hardwarepresets.h"
#include "tracedifference.h"
#include "simulationinputs.h"
#include "thrownerror.h"

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <utility>

namespace bubblescope {

namespace {

/// The summary of the simulated step, with the waiting of the whole run.
std::shared_ptr<const RunSummary> summaryOf(const OpenedFolder& opened, const SimulationSource& source, TimeRange range)
{
    const Run& run = opened.folder.runs[source.index];
    const Timing& timing = run.trace->timing();
    const bool isKnown = source.index < opened.summaries.size() && opened.summaries[source.index]
        && !opened.summaries[source.index]->isOverview;
    const WaitingTimes waiting
        = isKnown ? opened.summaries[source.index]->waiting : summarizeRun(*contextOf(run), timing).waiting;
    auto summary = std::make_shared<RunSummary>(summarizePart(*contextOf(run), timing, range, waiting));
    summary->waiting = waiting;
    summary->lost = isKnown ? opened.summaries[source.index]->lost : nullptr;
    return summary;
}

} // namespace

/// Shared by both threads.
struct WhatIfJob::Shared {
    std::mutex mutex;
    std::condition_variable changed;
    std::optional<Knobs> question;
    bool interleaves = false;
    std::optional<Knobs> balanceQuestion;
    std::optional<Knobs> gainQuestion;
    std::optional<HardwareCatalog> catalog; ///< newer than that of the simulator
    bool stops = false;
    /// True if something more important than the gains is pending.
    bool isDisturbed() const { return stops || question || balanceQuestion; }
};

/// The code of the thread; `self` is only passed to posted calls.
class WhatIfJob::Worker {
public:
    Worker(OpenedFolderPtr folder, const SimulationSource& source, std::shared_ptr<StepOfRanks> steps,
        std::shared_ptr<Shared> shared, WhatIfJob* self, const JobThread& thread)
        : m_folder(std::move(folder))
        , m_source(source)
        , m_steps(std::move(steps))
        , m_shared(std::move(shared))
        , m_self(self)
        , m_thread(thread)
        , m_isRead(isReadByRanks(*m_folder, source))
    {
    }

    void run()
    {
        if (!prepare())
            return;
        while (const std::optional<Question> question = next()) {
            try {
                answer(*question);
            } catch (...) {
                m_thread.deliver(
                    [self = m_self, question = *question, error = whatWasThrown(std::current_exception())] {
                        if (question.kind == Question::Kind::Gains)
                            emit self->gainsChanged({}, false);
                        emit self->refused(question.knobs, error);
                    });
            }
        }
    }

private:
    struct Question {
        enum class Kind : uint8_t { Answer, Balance, Gains } kind;
        Knobs knobs;
        bool interleaves = false;
    };

    bool prepare()
    {
        try {
            Result<Simulator> made = make();
            if (!m_thread.mayContinue())
                return false;
            if (!made) {
                m_thread.deliver([self = m_self, error = made.error()] { emit self->impossible(error); });
                return false;
            }
            m_simulator.emplace(std::move(made).value());
            m_simulator->setCatalog(hardwareCatalog());
            WhatIfSubject subject = subjectOf(*m_simulator, toText(inputTitle(m_folder->folder, m_source)));
            subject.step = inputStep(m_folder->folder, m_source);
            m_thread.deliver([self = m_self, subject = std::move(subject)] { emit self->subjectReady(subject); });
            m_opened = openedStep(m_folder->folder, m_source);
            m_opened.stepNs = m_simulator->baseline().wholeStepNs();
            if (m_opened.run)
                m_opened.noise = std::min(0.2, 2 * durationNoise(*m_opened.run->trace, m_opened.range));
        } catch (...) {
            m_thread.deliver(
                [self = m_self, error = whatWasThrown(std::current_exception())] { emit self->impossible(error); });
            return false;
        }
        return true;
    }

    /// Ranks that are not in memory are read first.
    Result<Simulator> make()
    {
        if (!m_isRead)
            return Simulator::make(m_folder->folder, m_source, m_thread.progressFunction());
        const Result<OpenedFolderPtr> read
            = m_steps->folderWith(*m_folder, m_source, [this](uint64_t done, uint64_t total) {
                  return m_thread.progress(done, 2 * std::max<uint64_t>(total, 1));
              });
        if (!read)
            return read.error();
        m_folder = *read;
        return Simulator::make(m_folder->folder, m_source,
            [this](uint64_t done, uint64_t total) { return m_thread.progress(total + done, 2 * total); });
    }

    /// Waits for a question; nullopt if the job was cancelled.
    std::optional<Question> next()
    {
        std::unique_lock lock(m_shared->mutex);
        m_shared->changed.wait(lock, [this] { return m_shared->isDisturbed() || m_shared->gainQuestion; });
        if (m_shared->stops)
            return std::nullopt;
        if (std::optional<HardwareCatalog> catalog = std::exchange(m_shared->catalog, std::nullopt))
            m_simulator->setCatalog(*std::move(catalog));
        if (std::optional<Knobs> knobs = std::exchange(m_shared->question, std::nullopt))
            return Question {Question::Kind::Answer, *std::move(knobs), m_shared->interleaves};
        if (std::optional<Knobs> knobs = std::exchange(m_shared->balanceQuestion, std::nullopt))
            return Question {Question::Kind::Balance, *std::move(knobs)};
        return Question {Question::Kind::Gains, *std::exchange(m_shared->gainQuestion, std::nullopt)};
    }

    void answer(const Question& question)
    {
        switch (question.kind) {
        case Question::Kind::Answer:
            return simulate(question);
        case Question::Kind::Balance: {
            Knobs knobs = question.knobs;
            knobs.partition = m_simulator->balancedPartition(knobs);
            if (!knobs.partition.empty())
                m_thread.deliver([self = m_self, knobs] { emit self->balanced(knobs); });
            return;
        }
        case Question::Kind::Gains:
            m_thread.deliver([self = m_self] { emit self->gainsChanged({}, true); });
            const ProgressFn mayContinue = [this](uint64_t, uint64_t) {
                const std::lock_guard lock(m_shared->mutex);
                return !m_shared->isDisturbed();
            };
            std::vector<KnobGain> gains = whatHelpsMost(*m_simulator, question.knobs, mayContinue);
            m_thread.deliver(
                [self = m_self, gains] { emit self->gainsChanged(gains, true); }); // the search takes seconds
            gains = withBestCombination(std::move(gains), *m_simulator, question.knobs, mayContinue);
            m_thread.deliver([self = m_self, gains = std::move(gains)] { emit self->gainsChanged(gains, false); });
            return;
        }
    }

    void simulate(const Question& question)
    {
        // Building another order of operations takes time; a newer question may not need it.
        bool isOvertaken = false;
        const ProgressFn mayContinue = [&](uint64_t, uint64_t) {
            const std::lock_guard lock(m_shared->mutex);
            isOvertaken = m_shared->stops
                || (m_shared->question && m_shared->question->blockingSends != question.knobs.blockingSends);
            return !isOvertaken;
        };
        const std::optional<Error> refusal = m_simulator->whyRefused(question.knobs);
        Result<SimulatedStep> step
            = refusal ? Result<SimulatedStep>(*refusal) : m_simulator->simulate(question.knobs, mayContinue);
        if (isOvertaken)
            return;
        if (!step) {
            m_thread.deliver(
                [self = m_self, knobs = question.knobs, error = step.error()] { emit self->refused(knobs, error); });
            return;
        }
        if (m_opened.run && step->figures.replayError && !question.knobs.alwaysModels())
            m_opened.modelled = m_simulator->modelledPresent(mayContinue);
        if (isOvertaken)
            return;
        // Its spans are others than those that are shown.
        const bool interleaves = question.interleaves && !m_isRead;
        if (interleaves && m_opened.run && !m_opened.summary)
            m_opened.summary = summaryOf(*m_folder, m_source, m_opened.range);
        m_thread.deliver(
            [self = m_self, shown = makeShown(std::move(step).value(), question.knobs, m_opened, interleaves)] {
                emit self->answered(shown);
            });
    }

    OpenedFolderPtr m_folder;
    SimulationSource m_source;
    std::shared_ptr<StepOfRanks> m_steps;
    std::shared_ptr<Shared> m_shared;
    WhatIfJob* m_self;
    const JobThread& m_thread;
    bool m_isRead; ///< from the ranks' blocks, for this alone
    std::optional<Simulator> m_simulator;
    OpenedStep m_opened;
};

WhatIfJob::WhatIfJob(
    OpenedFolderPtr opened, const SimulationSource& source, std::shared_ptr<StepOfRanks> steps, QObject* parent)
    : BackgroundJob(parent)
    , m_source(source)
    , m_readsRanks(isReadByRanks(*opened, source))
    , m_shared(std::make_shared<Shared>())
{
    start([opened = std::move(opened), source, steps = std::move(steps), shared = m_shared, self = this](
              const JobThread& thread) { Worker(opened, source, steps, shared, self, thread).run(); });
}

WhatIfJob::~WhatIfJob() { WhatIfJob::cancel(); }

void WhatIfJob::cancel()
{
    BackgroundJob::cancel();
    {
        const std::lock_guard lock(m_shared->mutex);
        m_shared->stops = true;
    }
    m_shared->changed.notify_one();
}

void WhatIfJob::ask(const Knobs& knobs, bool interleaves)
{
    {
        const std::lock_guard lock(m_shared->mutex);
        m_shared->question = knobs;
        m_shared->interleaves = interleaves;
        m_shared->gainQuestion.reset();
    }
    m_shared->changed.notify_one();
}

void WhatIfJob::setCatalog(const HardwareCatalog& catalog)
{
    const std::lock_guard lock(m_shared->mutex);
    m_shared->catalog = catalog;
}

void WhatIfJob::askGains(const Knobs& knobs)
{
    {
        const std::lock_guard lock(m_shared->mutex);
        m_shared->gainQuestion = knobs;
    }
    m_shared->changed.notify_one();
}

void WhatIfJob::askBalance(const Knobs& knobs)
{
    {
        const std::lock_guard lock(m_shared->mutex);
        m_shared->balanceQuestion = knobs;
    }
    m_shared->changed.notify_one();
}

WhatIfSubject subjectOf(const Simulator& simulator, const QString& title)
{
    WhatIfSubject subject;
    subject.title = title;
    subject.baseline = simulator.baseline();
    subject.baselineOrigin = simulator.baselineOrigin();
    for (const KnobInfo& info : knobTable()) {
        subject.knobs.push_back({info.key, simulator.ownValue(info.key), simulator.whyNot(info.key)});
        if (info.key == "measured-on") {
            if (simulator.machine().by == MachineGuess::By::Assumed)
                subject.knobs.back().own.clear(); // the row below says by what it is priced
            subject.knobs.back().evidence = simulator.machine().evidence;
            subject.knobs.back().evidence.insert(
                subject.knobs.back().evidence.begin(), machineText(simulator.machine()));
        }
    }
    return subject;
}

} // namespace bubblescope
