// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "planstate.h"

#include "formatting.h"
#include "typednumber.h"

#include <QStringList>

#include <algorithm>
#include <utility>

namespace bubblescope {

namespace {

QString textOf(const std::optional<int>& count) { return count ? QString::number(*count) : QString(); }

std::optional<int> countIn(const QString& typed, int most)
{
    bool isNumber = false;
    const int count = typed.trimmed().toInt(&isNumber);
    return isNumber && count >= 1 && count <= most ? std::optional(count) : std::nullopt;
}

/// "64" or "32, 64, 128".
Result<std::vector<int>> sizesIn(const QString& text)
{
    std::vector<int> sizes;
    for (const QString& word : text.split(QLatin1Char(','), Qt::SkipEmptyParts)) {
        const std::optional<int> size = countIn(word, DescriptionLimits::gpus);
        if (!size)
            return Error {say("GPUs is \"{}\": numbers of GPUs are like 64, or 32, 64, 128", text.toStdString()), {}, {}};
        sizes.push_back(*size);
    }
    std::sort(sizes.begin(), sizes.end());
    sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
    return sizes;
}

/// Bytes of "80 GB", "74.5 GiB" or "80".
std::optional<double> memoryIn(const QString& typed)
{
    const std::pair<QLatin1String, double> units[] = {{QLatin1String("GiB"), 1024. * 1024 * 1024},
        {QLatin1String("GB"), 1e9}, {QLatin1String("TB"), 1e12}, {QLatin1String("MB"), 1e6}};
    QString number = withPoint(typed.trimmed());
    double unit = 1e9;
    for (const auto& [name, bytes] : units) {
        if (number.endsWith(name, Qt::CaseInsensitive)) {
            number.chop(name.size());
            unit = bytes;
            break;
        }
    }
    bool isNumber = false;
    const double value = number.trimmed().toDouble(&isNumber);
    return isNumber && value > 0 && value * unit < 1e15 ? std::optional(value * unit) : std::nullopt;
}

} // namespace

PlanState::PlanState(QObject* parent) : QObject(parent) { }

void PlanState::setHardwareOptions(std::vector<HardwareOption> options)
{
    m_hardware = std::move(options);
    emit wishesChanged();
}

void PlanState::forgetAnswer()
{
    m_hasAnswer = false;
    m_answer = {};
    m_failure.reset();
    m_best.reset();
    m_progress = 0;
    m_candidates.setCandidates({}, std::nullopt, 0);
}

/// The first kept plan is the job as it is.
void PlanState::compareWithNow()
{
    m_kept.setFirst(now() ? std::optional(KeptPlanModel::Kept {m_subject->nowName, *now()}) : std::nullopt, unit());
    emit keptChanged();
}

void PlanState::setSubject(std::optional<PlanSubject> subject, const QString& missing)
{
    m_subject = std::move(subject);
    m_missing = missing;
    const QString hardware = m_wishes.hardware;
    m_wishes = {};
    m_wishes.hardware = hardware;
    m_locks.clear();
    forgetAnswer();
    if (m_subject) {
        m_locks = planLocks(m_subject->job);
        if (m_subject->isRun) {
            std::erase_if(m_locks, [](const PlanLock& lock) {
                return lock.knob != "tensor" && lock.knob != "stages" && lock.knob != "expert" && lock.knob != "schedule";
            });
        }
        const PlannedLayout& layout = m_subject->now ? m_subject->now->job.layout : m_subject->job.layout;
        m_wishes.gpus = textOf(layout.gpus);
        m_wishes.batch = textOf(layout.globalBatch);
        m_wishes.sequence = textOf(layout.sequence);
    }
    compareWithNow();
    emit subjectChanged();
    emit answerChanged();
    show(now(), -1, false);
}

void PlanState::updateSubject(PlanSubject subject)
{
    m_subject = std::move(subject);
    forgetAnswer();
    compareWithNow();
    emit answerChanged();
    show(now(), -1, false);
}

void PlanState::setPlayed(std::optional<PlanCandidate> played)
{
    if (!m_subject)
        return;
    m_subject->now = std::move(played);
    const std::vector<PlanCandidate> found = m_candidates.candidates();
    m_candidates.setCandidates(found, m_subject->now, fullBytes(), unit());
    compareWithNow();
    emit answerChanged();
    const bool showsNow = m_chosenRow < 0 && (!m_shown || !now() || m_shown->set == now()->set);
    if (showsNow)
        show(now(), -1, false);
}

void PlanState::setNow(const PlanCandidate& candidate, const QString& name)
{
    if (!m_subject)
        return;
    m_subject->now = candidate;
    m_subject->job = candidate.job;
    m_subject->nowName = name;
    const std::vector<PlanCandidate> found = m_candidates.candidates();
    m_candidates.setCandidates(found, m_subject->now, fullBytes(), unit());
    compareWithNow();
    emit answerChanged();
}

void PlanState::setRun(const PlanCandidate& now, PlanUnit unit)
{
    if (!m_subject)
        return;
    m_subject->now = now;
    m_subject->unit = unit;
    compareWithNow();
}

void PlanState::setWishes(const Wishes& wishes)
{
    if (wishes == m_wishes)
        return;
    m_wishes = wishes;
    emit wishesChanged();
}

void PlanState::setLock(size_t lock, size_t choice)
{
    if (lock >= m_locks.size() || choice >= m_locks[lock].choices.size() || m_locks[lock].chosen == choice)
        return;
    m_locks[lock].chosen = choice;
    emit wishesChanged();
}

double PlanState::gpuMemoryBytes() const
{
    if (const std::optional<double> wanted = memoryIn(m_wishes.gpuMemory))
        return *wanted;
    return m_subject ? m_subject->gpuMemoryBytes : 0;
}

double PlanState::fullBytes() const
{
    const double gpu = gpuMemoryBytes();
    const std::optional<MeasuredMemory> run = m_subject ? m_subject->calibration.memory : std::nullopt;
    // 0 stands for a GPU whose memory is not known; into one that is too small nothing fits, as the run tells.
    return run && gpu > 0 ? std::max(run->limitsOf(gpu, gpu).sure, 1.0) : gpu;
}

Result<PlanSpace> PlanState::space() const
{
    if (!m_subject)
        return Error {say("There is no described job to plan."), {}, {}};
    PlanSpace space;
    constexpr size_t mostPoints = 2000; // that one can still tell apart in a plot
    space.top = mostPoints;
    space.allowed = allowedBy(m_locks);
    if (m_subject->isRun)
        return space;
    Result<std::vector<int>> gpus = sizesIn(m_wishes.gpus);
    if (!gpus)
        return gpus.error();
    space.gpus = std::move(gpus).value();
    if (space.gpus.empty())
        return Error {say("Say on how many GPUs: 64, or 32, 64, 128"), {}, {}};
    if (m_wishes.batch.trimmed().isEmpty())
        return Error {say("Say how many samples a step takes: 256"), {}, {}};
    space.globalBatch = countIn(m_wishes.batch, DescriptionLimits::batch);
    if (!space.globalBatch)
        return Error {say("The batch is \"{}\": it must be a number of samples", m_wishes.batch.toStdString()), {}, {}};
    if (m_wishes.sequence.trimmed().isEmpty())
        return Error {say("Say how many tokens a sample has: 4096"), {}, {}};
    if (!countIn(m_wishes.sequence, DescriptionLimits::tokens))
        return Error {
            say("The sequence length is \"{}\": it must be a number of tokens", m_wishes.sequence.toStdString()), {}, {}};
    if (!m_wishes.gpuMemory.trimmed().isEmpty()) {
        const std::optional<double> bytes = memoryIn(m_wishes.gpuMemory);
        if (!bytes)
            return Error {say("GPU memory is \"{}\": it must be like 80 GB", m_wishes.gpuMemory.toStdString()), {}, {}};
        space.gpuMemoryBytes = *bytes;
    }
    if (!m_wishes.price.trimmed().isEmpty()) {
        bool isNumber = false;
        const double price = withPoint(m_wishes.price.trimmed()).toDouble(&isNumber);
        if (!isNumber || !(price > 0) || price > 1e6)
            return Error {
                say("The price is \"{}\": it must be a number of USD per GPU hour", m_wishes.price.toStdString()), {}, {}};
        space.usdPerGpuHour = price;
    }
    return space;
}

JobDescription PlanState::searchedJob() const
{
    JobDescription job = m_subject ? m_subject->job : JobDescription();
    if (const std::optional<int> tokens = countIn(m_wishes.sequence, DescriptionLimits::tokens))
        job.layout.sequence = tokens;
    return job;
}

void PlanState::setFilter(const PlanFilter& filter)
{
    if (filter == m_filter)
        return;
    m_filter = filter;
    emit filterChanged();
}

const PlanCandidate* PlanState::now() const { return m_subject && m_subject->now ? &*m_subject->now : nullptr; }

const PlanCandidate* PlanState::shown() const { return m_shown ? &*m_shown : nullptr; }

void PlanState::show(const PlanCandidate* candidate, int row, bool isAsked)
{
    m_shown = candidate ? std::optional(*candidate) : std::nullopt;
    m_chosenRow = row;
    const bool isOther = m_shown && now() && m_shown->set != now()->set;
    m_memory.setMemory(isOther ? std::optional(now()->step.memory) : std::nullopt,
        m_shown ? m_shown->step.memory : PlannedMemory(), gpuMemoryBytes(), fullBytes());
    emit shownChanged();
    if (isAsked && m_shown)
        emit whatIfRequested(PlanCandidate(*m_shown));
}

void PlanState::choose(int row)
{
    if (const PlanCandidate* candidate = m_candidates.candidate(row))
        show(candidate, row, true);
    else if (now())
        show(now(), -1, true);
}

void PlanState::chooseKept(int row)
{
    const PlanCandidate* kept = m_kept.candidate(row);
    if (!kept)
        return;
    const std::vector<PlanCandidate>& timed = m_candidates.candidates();
    const auto found = std::find_if(
        timed.begin(), timed.end(), [kept](const PlanCandidate& candidate) { return candidate.set == kept->set; });
    show(kept, row > 0 && found != timed.end() ? int(found - timed.begin()) : -1, true);
}

void PlanState::keepShown()
{
    if (!m_shown || !m_subject)
        return;
    m_kept.keep(*m_shown);
    emit keptChanged();
}

void PlanState::setSearching(bool isSearching)
{
    m_isSearching = isSearching;
    m_progress = 0;
    if (isSearching) {
        m_best.reset();
        m_failure.reset();
    }
    emit searchingChanged();
}

void PlanState::setProgress(double share)
{
    m_progress = share;
    emit searchingChanged();
}

void PlanState::setBestSoFar(const PlanCandidate& candidate)
{
    m_best = candidate;
    emit searchingChanged();
}

void PlanState::setAnswer(PlanAnswer answer)
{
    m_candidates.setCandidates(
        std::exchange(answer.candidates, {}), m_subject ? m_subject->now : std::nullopt, fullBytes(), unit());
    m_answer = std::move(answer);
    m_hasAnswer = true;
    m_failure.reset();
    emit answerChanged();
    const bool isEmpty = m_candidates.rowCount() == 0;
    show(isEmpty ? now() : m_candidates.candidate(0), isEmpty ? -1 : 0, false);
}

void PlanState::setFailure(const Error& error)
{
    m_failure = error;
    emit answerChanged();
}

} // namespace bubblescope
