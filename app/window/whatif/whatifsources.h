// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "simulationsource.h"

#include <QCoreApplication>
#include <QStringList>

#include <cstdint>
#include <optional>
#include <vector>

namespace bubblescope {

class Workspace;

/// What of the opened folder can be simulated, and what the user wants of it.
class WhatIfSources {
    Q_DECLARE_TR_FUNCTIONS(bubblescope::WhatIfSources)
public:
    /// The workspace must outlive this object.
    explicit WhatIfSources(const Workspace& workspace) : m_workspace(workspace) { }

    /// Takes those of the folder that is open now; nothing is chosen.
    void update();
    bool isEmpty() const { return m_sources.empty(); }
    /// "Table: layers"; runs need no such prefix.
    QStringList names() const;
    /// Its place among the names, whatever the step; the number of names if it is none of them.
    int indexOf(const SimulationSource& source) const;

    bool isChosen() const { return m_chosen.has_value(); } ///< by the user
    void choose(size_t index) { m_chosen = index; }
    /// A run is what is open, and not a choice.
    void choose(const SimulationSource& source);
    void chooseNamed(const QString& name); ///< nothing where none has the name
    void chooseNone() { m_chosen.reset(); }
    QString chosenName() const; ///< empty for what is open

    /// The user's choice, else the open run, else the input that is shown; of a run, its chosen step. Not for an empty
    /// folder.
    SimulationSource current() const;
    /// Spans of the step that it stands for, about as many if it is to be read first; nullopt for inputs without one.
    std::optional<uint64_t> spansOf(const SimulationSource& source) const;
    /// Whether its step has more spans than may be prepared unasked, or more are to be read for it than that takes.
    bool isLarge(const SimulationSource& source, uint64_t mostSpans) const;
    /// Why it is only simulated on request: what preparing it takes.
    QString offerOf(const SimulationSource& source) const;
    /// What is done meanwhile.
    static QString progressOf(bool isReading, double share);

private:
    QString nameOf(const SimulationSource& source) const;
    uint64_t spansToRead(const SimulationSource& source) const; ///< 0 if all ranks are in memory
    SimulationSource shown(SimulationSource first) const;

    const Workspace& m_workspace;
    std::vector<SimulationSource> m_sources;
    std::optional<size_t> m_chosen; ///< into m_sources
};

} // namespace bubblescope
