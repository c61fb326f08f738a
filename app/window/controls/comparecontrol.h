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

/// Compares what is open with another input of its kind: the run below in the timeline, and the differences in their
/// panel. GUI thread only.
class CompareControl : public QObject {
    Q_OBJECT
public:
    CompareControl(Workspace& workspace, ComparisonView& view, QObject* parent = nullptr);
    ~CompareControl() override;

    /// Fills a menu with what can be compared with, whenever it opens.
    void fill(QMenu* menu);
    /// A place in the list of what the open input can be compared with; -1 ends it.
    void choose(int partner);
    /// The one behind what is open; behind the last stands the first.
    void chooseNext();
    bool hasPartners() const { return !m_partners.empty(); }

signals:
    void partnersChanged();
    void chosen(); ///< there is something to see

private:
    enum class Kind : uint8_t { None, Run, RunLog, Workload, LayerTable };
    void update();
    Kind kind() const;
    /// Finds what differs; nothing where it was stopped.
    using Find = std::function<std::optional<Comparison>(const ProgressFn& progress)>;
    Find question() const;

    Workspace& m_workspace;
    ComparisonView& m_view;
    Kind m_kind = Kind::None;
    int m_open = -1;                     ///< of the folder's inputs of that kind
    QStringList m_names;                 ///< of the others
    std::vector<int> m_partners;         ///< their places among the folder's
    int m_chosen = -1;                   ///< of m_partners
    const RunFolder* m_folder = nullptr; ///< to tell whether another was opened
    std::unique_ptr<BackgroundJob> m_job;
    RetiredJobs m_retired;
};

} // namespace bubblescope
