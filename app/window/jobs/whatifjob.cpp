// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "whatifjob.h"

#include "hardwarepresets.h"
#include "simulationinputs.h"

#include <condition_variable>
#include <mutex>
#include <new>
#include <optional>
#include <utility>

namespace bubblescope {

namespace {

/// Of the step that is simulated, with the waiting of the whole run.
std::shared_ptr<const RunSummary> summaryOf(const OpenedFolder& opened, const SimulationSource& source, TimeRange range)
{
    const Run& run = opened.folder.runs[source.index];
    const Timing& timing = run.trace->timing();
    const bool isKnown = source.index < opened.summaries.size() && opened.summaries[source.index];
    const WaitingTimes waiting
        = isKnown ? opened.summaries[source.index]->waiting : summarizeRun(*contextOf(run), timing).waiting;
    auto summary = std::make_shared<RunSummary>(summarizePart(*contextOf(run), timing, range, waiting));
    summary->waiting = waiting;
    return summary;
}

} // namespace

/// What both threads see.
struct WhatIfJob::Shared {
    std::mutex mutex;
    std::condition_variable changed;
    std::optional<Knobs> question;
    bool interleaves = false;
    std::optional<Knobs> balanceQuestion;
    std::optional<Knobs> gainQuestion;
    std::optional<HardwareCatalog> catalog; ///< newer than the simulator's
    bool stops = false;
    /// Something is waiting that matters more than what helps most.
    bool isDisturbed() const { return stops || question || balanceQuestion; }
};

WhatIfJob::WhatIfJob(OpenedFolderPtr opened, const SimulationSource& source, QObject* parent)
    : BackgroundJob(parent), m_opened(std::move(opened)), m_source(source), m_shared(std::make_unique<Shared>())
{
    start([this] { work(); });
}

WhatIfJob::~WhatIfJob() { stopAndWait(); }

void WhatIfJob::stop()
{
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

void WhatIfJob::work()
{
    const auto outOfMemory = [] {
        return Error {
            say("There is not enough memory to simulate this."), say("Choose one step, or a smaller run."), {}};
    };
    std::optional<Simulator> simulator;
    try {
        bool isStopped = false;
        Result<Simulator> made = Simulator::make(m_opened->folder, m_source, [&](uint64_t done, uint64_t total) {
            tell([this, share = double(done) / double(total)] { emit prepared(share); });
            const std::lock_guard lock(m_shared->mutex);
            isStopped = m_shared->stops;
            return !isStopped;
        });
        if (isStopped)
            return;
        if (!made) {
            tell([this, error = made.error()] { emit impossible(error); });
            return;
        }
        simulator.emplace(std::move(made).value());
        simulator->setCatalog(hardwareCatalog());
    } catch (const std::bad_alloc&) {
        tell([this, error = outOfMemory()] { emit impossible(error); });
        return;
    }
    tell([this, subject = subjectOf(*simulator, toText(inputTitle(m_opened->folder, m_source)))] {
        emit subjectReady(subject);
    });
    OpenedStep opened = openedStep(m_opened->folder, m_source);
    opened.stepNs = simulator->baseline().wholeStepNs();

    for (;;) {
        std::optional<Knobs> question;
        bool interleaves = false;
        std::optional<Knobs> balanceQuestion;
        std::optional<Knobs> gainQuestion;
        {
            std::unique_lock lock(m_shared->mutex);
            m_shared->changed.wait(lock, [this] { return m_shared->isDisturbed() || m_shared->gainQuestion; });
            if (m_shared->stops)
                return;
            if (std::optional<HardwareCatalog> catalog = std::exchange(m_shared->catalog, std::nullopt))
                simulator->setCatalog(*std::move(catalog));
            question = std::exchange(m_shared->question, std::nullopt);
            interleaves = m_shared->interleaves;
            if (!question)
                balanceQuestion = std::exchange(m_shared->balanceQuestion, std::nullopt);
            if (!question && !balanceQuestion)
                gainQuestion = std::exchange(m_shared->gainQuestion, std::nullopt);
        }
        try {
            if (question) {
                const std::optional<Error> refusal = simulator->whyRefused(*question);
                Result<SimulatedStep> step = refusal ? Result<SimulatedStep>(*refusal) : simulator->simulate(*question);
                if (step) {
                    if (interleaves && opened.run && !opened.summary)
                        opened.summary = summaryOf(*m_opened, m_source, opened.range);
                    tell([this, shown = makeShown(std::move(step).value(), *question, opened, interleaves)] {
                        emit answered(shown);
                    });
                } else {
                    tell([this, knobs = *question, error = step.error()] { emit refused(knobs, error); });
                }
            } else if (balanceQuestion) {
                Knobs knobs = *balanceQuestion;
                knobs.partition = simulator->balancedPartition(knobs);
                if (!knobs.partition.empty())
                    tell([this, knobs] { emit balanced(knobs); });
            } else if (gainQuestion) {
                tell([this] { emit gainsChanged({}, true); });
                std::vector<KnobGain> gains = whatHelpsMost(*simulator, *gainQuestion, [this](uint64_t, uint64_t) {
                    const std::lock_guard lock(m_shared->mutex);
                    return !m_shared->isDisturbed();
                });
                tell([this, gains = std::move(gains)] { emit gainsChanged(gains, false); });
            }
        } catch (const std::bad_alloc&) {
            tell([this, knobs = question.value_or(Knobs()), error = outOfMemory()] { emit refused(knobs, error); });
        }
    }
}

WhatIfSubject subjectOf(const Simulator& simulator, const QString& title)
{
    WhatIfSubject subject;
    subject.title = title;
    subject.baseline = simulator.baseline();
    subject.baselineOrigin = simulator.baselineOrigin();
    for (const KnobInfo& info : knobTable())
        subject.knobs.push_back({info.key, simulator.ownValue(info.key), simulator.whyNot(info.key)});
    return subject;
}

} // namespace bubblescope
