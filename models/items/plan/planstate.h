// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "keptplanmodel.h"
#include "plancandidatemodel.h"
#include "planlocks.h"
#include "planmemorymodel.h"
#include "plansearch.h"

#include <QObject>
#include <QString>

#include <array>
#include <optional>
#include <vector>

namespace bubblescope {

/// The job that is planned.
struct PlanSubject {
    QString name;
    JobDescription job; ///< as it is described
    /// The job as it is, where the description has all its sizes.
    std::optional<PlanCandidate> now;
    PlanUnit unit = PlanUnit::TokensPerGpu;
    /// An opened run: its batch, sequences and GPUs are what they are.
    bool isRun = false;
    double gpuMemoryBytes = 0;
    QString hardware;       ///< for people
    QString nowName;        ///< of `now` in plot and table: "now"
    bool isMeasured = false; ///< calibrated by a measured step
    PlanCalibration calibration; ///< beside the job's own: what its run tells of memory
};

/// Which of the timed configurations are shown.
struct PlanFilter {
    std::array<bool, 4> limits {true, true, true, true}; ///< by PlanLimit
    bool onlyFront = false;
    bool passes(const PlanCandidate& candidate) const
    {
        return limits[size_t(candidate.step.limit)] && (!onlyFront || candidate.isPareto);
    }
    bool operator==(const PlanFilter&) const = default;
};

/// What of the Plan panel its views share: the job, the constraints, what a search found, which of it is chosen and kept.
/// What searches and simulates listens to its requests. GUI thread only.
class PlanState : public QObject {
    Q_OBJECT
public:
    explicit PlanState(QObject* parent = nullptr);

    const std::optional<PlanSubject>& subject() const { return m_subject; }
    /// The job as it is described; null where that lacks sizes.
    const PlanCandidate* now() const;
    /// Why there is none, or empty.
    const QString& missing() const { return m_missing; }

    /// What the user wants to be searched.
    struct Wishes {
        QString hardware;  ///< one of hardwareOptions(); empty for the first
        QString gpus;      ///< "64" or "32, 64"
        QString batch;     ///< samples
        QString sequence;  ///< tokens
        QString gpuMemory; ///< "80 GB"; empty: the hardware's
        QString price;     ///< USD per GPU hour; may be empty
        bool operator==(const Wishes&) const = default;
    };
    const Wishes& wishes() const { return m_wishes; }
    void setWishes(const Wishes& wishes);
    PlanUnit unit() const { return m_subject ? m_subject->unit : PlanUnit::TokensPerGpu; }
    const std::vector<PlanLock>& locks() const { return m_locks; }
    void setLock(size_t lock, size_t choice);
    struct HardwareOption {
        QString key;
        QString name;
    };
    const std::vector<HardwareOption>& hardwareOptions() const { return m_hardware; }
    /// What to search; an error says which field cannot be read.
    Result<PlanSpace> space() const;
    /// The job with the sequence length that is wished; for others space() is an error.
    JobDescription searchedJob() const;
    /// Of the GPU that is searched for, bytes; 0 if not known.
    double gpuMemoryBytes() const;
    /// Modelled bytes that fill such a GPU: as many as it has, or as the run of the job tells.
    double fullBytes() const;

    PlanCandidateModel& candidates() { return m_candidates; }
    const PlanCandidateModel& candidates() const { return m_candidates; }
    PlanMemoryModel& memory() { return m_memory; }
    KeptPlanModel& kept() { return m_kept; }
    const PlanAnswer& answer() const { return m_answer; } ///< without its candidates, which the model has
    bool hasAnswer() const { return m_hasAnswer; }
    const std::optional<Error>& failure() const { return m_failure; }
    bool isSearching() const { return m_isSearching; }
    double progress() const { return m_progress; }
    const std::optional<PlanCandidate>& bestSoFar() const { return m_best; }

    const PlanFilter& filter() const { return m_filter; }
    void setFilter(const PlanFilter& filter);

    /// Row of the candidates; -1 if none of them.
    int chosenRow() const { return m_chosenRow; }
    /// What is shown in detail: the chosen candidate, a kept plan, or the job as described. Null without a job.
    const PlanCandidate* shown() const;

    // What the user does.
    void search() { emit searchRequested(); }
    void cancel() { emit cancelRequested(); }
    /// Chooses a candidate: memory and reason are its, and what simulates shows its timeline. -1: as described.
    void choose(int row);
    void chooseKept(int row);
    void keepShown();

    // For what searches.
    void setHardwareOptions(std::vector<HardwareOption> options);
    /// Another job, without wishes and locks but the hardware; or none, and why.
    void setSubject(std::optional<PlanSubject> subject, const QString& missing = {});
    /// The same job on other hardware: what was found does not hold for it.
    void updateSubject(PlanSubject subject);
    /// The job as it is was played: its step is that of its timeline. Without one where it cannot be.
    void setPlayed(std::optional<PlanCandidate> played);
    /// A description that lacked sizes has those of this candidate from now on; what was found stays.
    void setNow(const PlanCandidate& candidate, const QString& name);
    /// What an opened run is, found out while it is searched.
    void setRun(const PlanCandidate& now, PlanUnit unit);
    void setSearching(bool isSearching);
    void setProgress(double share);
    void setBestSoFar(const PlanCandidate& candidate);
    void setAnswer(PlanAnswer answer);
    void setFailure(const Error& error);

signals:
    void subjectChanged();
    void wishesChanged();
    void searchingChanged(); ///< begun, ended, progress or another best so far
    void answerChanged();
    void filterChanged();
    void shownChanged();
    void keptChanged();
    void searchRequested();
    void cancelRequested();
    /// The user wants to see this configuration: in the timelines, too.
    void whatIfRequested(const bubblescope::PlanCandidate& candidate);

private:
    void show(const PlanCandidate* candidate, int row, bool isAsked);
    void forgetAnswer();
    void compareWithNow();

    std::optional<PlanSubject> m_subject;
    QString m_missing;
    Wishes m_wishes;
    std::vector<PlanLock> m_locks;
    std::vector<HardwareOption> m_hardware;
    PlanCandidateModel m_candidates;
    PlanMemoryModel m_memory;
    KeptPlanModel m_kept;
    PlanAnswer m_answer;
    bool m_hasAnswer = false;
    std::optional<Error> m_failure;
    bool m_isSearching = false;
    double m_progress = 0;
    std::optional<PlanCandidate> m_best;
    PlanFilter m_filter;
    int m_chosenRow = -1;
    std::optional<PlanCandidate> m_shown;
};

} // namespace bubblescope
