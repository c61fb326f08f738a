// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backgroundjob.h"
#include "comparison.h"

#include <QStringList>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

class QMenu;

namespace bubblescope {

class ComparisonView;
class Workspace;

/// Compares the opened input with another one of its kind: the run below it in the timeline, and the differences in
/// their panel; a run with a plan of it, too, which is described beside it. GUI thread only.
class CompareControl : public QObject {
    Q_OBJECT
public:
    /// `other` is the workspace of the run below the opened one.
    CompareControl(Workspace& workspace, Workspace& other, ComparisonView& view, QObject* parent = nullptr);
    ~CompareControl() override;

    /// Fills a menu with possible partners whenever it opens.
    void fill(QMenu* menu);
    /// An index into the list of possible partners; -1 ends the comparison.
    void choose(int partner);
    /// Of profiler runs: what of A and of B is compared, now and whenever a partner is chosen.
    void setParts(const ComparedPart& ofA, const ComparedPart& ofB);
    /// Compares with one of the folder's runs, by its index.
    void chooseRun(int run);
    /// Compares with the input after the opened one; the first follows the last.
    void chooseNext();
    bool hasPartners() const { return !m_partners.empty(); }

signals:
    void partnersChanged();
    void chosen(); ///< there is a comparison to show

private:
    enum class Kind : uint8_t { None, Run, RunLog, Workload, LayerTable };
    void update();
    bool isPlan(int partner) const;
    Kind kind() const;
    struct Found {
        Comparison comparison;
        // Of two runs, by span: how much longer it takes than in the other one.
        std::shared_ptr<const std::vector<float>> ofA;
        std::shared_ptr<const std::vector<float>> ofB;
    };
    /// Computes the differences; nullopt if it was stopped.
    using Find = std::function<std::optional<Found>(const ProgressFn& progress)>;
    Find question() const;
    void ask();

    Workspace& m_workspace;
    Workspace& m_other;
    ComparisonView& m_view;
    Kind m_kind = Kind::None;
    int m_open = -1;                     ///< among the folder's inputs of that kind
    QStringList m_names;                 ///< of the others
    std::vector<int> m_partners;         ///< their indexes in the folder
    size_t m_jobs = 0;                   ///< of m_partners, the last are described jobs: plans of the run
    int m_chosen = -1;                   ///< into m_partners
    ComparedPart m_partOfA;
    ComparedPart m_partOfB;
    const RunFolder* m_folder = nullptr; ///< to notice that another folder was opened
    std::unique_ptr<BackgroundJob> m_job;
    RetiredJobs m_retired;
};

} // namespace bubblescope
