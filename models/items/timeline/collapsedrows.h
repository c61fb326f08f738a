// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "rowfit.h"
#include "timelinelayout.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace bubblescope {

class Document;

/// Which ranks and stages are collapsed to one line, remembered for each run of a folder. Ranks may be collapsed only
/// to fit into the view, if it is one of several, if they are few or lose but a lane; what the user chose comes back
/// once they need not be. Edits TimelineLayout::Options.
class CollapsedRows {
public:
    /// Of folder and run; the run's is empty without an opened one.
    using RunName = std::pair<std::string, std::string>;
    /// Of the run that is shown.
    static RunName nameOf(const Document& document);

    /// `options` must outlive this object.
    explicit CollapsedRows(TimelineLayout::Options& options);

    /// Another run is shown, or none: recalls what was collapsed of it. The ranks of a run that was not shown before
    /// start collapsed if they are many.
    void take(const RunName& name, const Trace* trace);
    const RunName& shownRun() const { return m_shownRun; }

    /// By the user, who thereby keeps what is collapsed to fit. False if nothing changes.
    bool setRank(int rank, bool collapsed);
    bool setStage(int stage, bool collapsed);
    void set(std::set<int> ranks, std::set<int> stages);

    /// As in the timeline of another run, once for each choice there: what is collapsed here afterwards stays so. False
    /// if nothing changes.
    bool follow(const std::set<int>& ranks, const std::set<int>& stages);

    /// Without those that are only collapsed to fit.
    const std::set<int>& chosenRanks() const { return m_chosen ? *m_chosen : m_options.collapsedRanks; }
    Collapse mayCollapseToFit() const { return m_mayCollapseToFit ? Collapse::IfMostFit : m_ofRun; }
    /// False if nothing changes.
    bool setMayCollapseToFit(bool may);
    /// These ranks are collapsed so that all fit into the view.
    void fit(std::set<int> ranks);
    /// Forgets what the user chose: all may be collapsed again, as far as they have to be.
    void fitAgain();
    /// Takes fit() back.
    void unfit();
    /// What is collapsed to fit stays so, and nothing else is collapsed to fit any more.
    void stayAsTheyAre();

private:
    /// False if nothing was collapsed to fit.
    bool keepFitted();
    void collapseMany(const Trace& trace);

    struct Collapsed {
        std::set<int> ranks;
        std::set<int> stages;
        Collapse ofRun = Collapse::Never;
    };
    TimelineLayout::Options& m_options;
    std::map<RunName, Collapsed> m_before; ///< of runs that were shown before
    RunName m_shownRun;
    bool m_hasTaken = false;               ///< the collapsed ranks are those of m_shownRun
    std::optional<std::set<int>> m_chosen; ///< while ranks are collapsed to fit
    struct Followed {
        RunName shown; ///< here
        std::set<int> ranks;
        std::set<int> stages;
        bool operator==(const Followed&) const = default;
    };
    std::optional<Followed> m_followed; ///< what was taken last from another timeline
    bool m_mayCollapseToFit = false;
    Collapse m_ofRun = Collapse::Never; ///< until the user chooses among its ranks
};

} // namespace bubblescope
