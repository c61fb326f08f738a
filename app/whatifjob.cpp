// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "whatifjob.h"

#include <QThread>

#include <condition_variable>
#include <mutex>
#include <new>
#include <optional>
#include <utility>

namespace bubblescope {

/// What both threads see.
struct WhatIfJob::Shared {
    std::mutex mutex;
    std::condition_variable changed;
    std::optional<Knobs> question;
    std::optional<Knobs> balanceQuestion;
    std::optional<Knobs> gainQuestion;
    bool stops = false;
    /// Something is waiting that matters more than what helps most.
    bool isDisturbed() const { return stops || question || balanceQuestion; }
};

WhatIfJob::WhatIfJob(OpenedFolderPtr opened, const SimulationSource& source, QObject* parent)
    : QObject(parent), m_opened(std::move(opened)), m_source(source), m_shared(std::make_unique<Shared>())
{
    m_thread.reset(QThread::create([this] { work(); }));
    m_thread->start();
}

WhatIfJob::~WhatIfJob()
{
    stop();
    m_thread->wait();
}

void WhatIfJob::stop()
{
    {
        const std::lock_guard lock(m_shared->mutex);
        m_shared->stops = true;
    }
    m_shared->changed.notify_one();
}

bool WhatIfJob::isOver() const { return m_thread->isFinished(); }

void WhatIfJob::ask(const Knobs& knobs)
{
    {
        const std::lock_guard lock(m_shared->mutex);
        m_shared->question = knobs;
        m_shared->gainQuestion.reset();
    }
    m_shared->changed.notify_one();
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

template <typename Call> void WhatIfJob::tell(Call call)
{
    QMetaObject::invokeMethod(this, std::move(call), Qt::QueuedConnection);
}

void WhatIfJob::work()
{
    const auto outOfMemory = [] {
        return Error {"There is not enough memory to simulate this.", "Choose one step, or a smaller run.", {}};
    };
    std::optional<Simulator> simulator;
    try {
        Result<Simulator> made = Simulator::make(m_opened->folder, m_source);
        if (!made) {
            tell([this, error = made.error()] { emit impossible(error); });
            return;
        }
        simulator.emplace(std::move(made).value());
    } catch (const std::bad_alloc&) {
        tell([this, error = outOfMemory()] { emit impossible(error); });
        return;
    }
    tell([this, subject = subjectOf(*simulator, titleOf(m_opened->folder, m_source))] { emit subjectReady(subject); });
    const TimeNs offset = beginOf(m_opened->folder, m_source);

    for (;;) {
        std::optional<Knobs> question;
        std::optional<Knobs> balanceQuestion;
        std::optional<Knobs> gainQuestion;
        {
            std::unique_lock lock(m_shared->mutex);
            m_shared->changed.wait(lock, [this] { return m_shared->isDisturbed() || m_shared->gainQuestion; });
            if (m_shared->stops)
                return;
            question = std::exchange(m_shared->question, std::nullopt);
            if (!question)
                balanceQuestion = std::exchange(m_shared->balanceQuestion, std::nullopt);
            if (!question && !balanceQuestion)
                gainQuestion = std::exchange(m_shared->gainQuestion, std::nullopt);
        }
        try {
            if (question) {
                Result<SimulatedStep> step = simulator->simulate(*question);
                if (step) {
                    tell([this, shown = makeShown(std::move(step).value(), *question, offset)] {
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

TimeNs beginOf(const RunFolder& folder, const SimulationSource& source)
{
    if (source.kind != SimulationSource::Kind::Run || source.index >= folder.runs.size())
        return 0;
    const Trace& trace = *folder.runs[source.index].trace;
    const bool hasStep = size_t(source.step) < trace.steps().size();
    return hasStep ? trace.steps()[size_t(source.step)].range.begin : trace.range().begin;
}

QString nameOf(const RunFolder& folder, const SimulationSource& source)
{
    switch (source.kind) {
    case SimulationSource::Kind::Run:
        return toText(folder.runs[source.index].name);
    case SimulationSource::Kind::LayerTable:
        return QObject::tr("Table: %1").arg(toText(folder.layerTables[source.index].name));
    case SimulationSource::Kind::Workload:
        return QObject::tr("Workload: %1").arg(toText(folder.workloads[source.index].name));
    case SimulationSource::Kind::RunLog:
        break;
    }
    return QObject::tr("Log: %1").arg(toText(folder.runLogs[source.index].name));
}

QString titleOf(const RunFolder& folder, const SimulationSource& source)
{
    const QString name = nameOf(folder, source);
    if (source.kind != SimulationSource::Kind::Run)
        return name;
    const auto steps = folder.runs[source.index].trace->steps();
    return steps.size() < 2 ? name : QObject::tr("%1, %2").arg(name, stepText(steps[size_t(source.step)].number));
}

std::vector<SimulationSource> simulationSources(const RunFolder& folder)
{
    using Kind = SimulationSource::Kind;
    std::vector<SimulationSource> sources;
    const auto add = [&sources](Kind kind, size_t count) {
        for (size_t i = 0; i < count; ++i)
            sources.push_back({kind, i, 0});
    };
    add(Kind::Run, folder.runs.size());
    add(Kind::RunLog, folder.runLogs.size());
    add(Kind::Workload, folder.workloads.size());
    add(Kind::LayerTable, folder.layerTables.size());
    return sources;
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
