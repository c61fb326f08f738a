// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tablemodel.h"
#include "whatif.h"
#include "whatifsubject.h"

#include <QString>

#include <optional>
#include <string>
#include <vector>

namespace bubblescope {

/// An answer that the user keeps: enough to set it again, and its figures as they were shown. Times in ns.
struct KeptWhatIf {
    QString subject;             ///< "step 6 of demo"
    QString run;                 ///< name of the run that was open; may be empty
    QString source;              ///< what the user had chosen to simulate; empty for what was open
    std::optional<int64_t> step; ///< number
    std::string knobs;           ///< knobsLine(); empty: as opened
    double stepNs = 0;
    double lowNs = 0; ///< the step is expected from here
    double highNs = 0;
    double samplesPerSecond = 0; ///< 0 if unknown
    double gain = 0;             ///< in samples per second against the opened step, or in speed where they are unknown
    double memoryBytes = -1;     ///< of a GPU of the fullest stage; -1 if unknown
    bool fits = true;            ///< also where nothing is known of it
    /// Of the same step of the same input.
    bool isOfSame(const KeptWhatIf& other) const;
    bool operator==(const KeptWhatIf&) const = default;
};

/// The figures of `answer`; where it is from is up to the caller.
KeptWhatIf keptWhatIf(const SimulatedStep& answer, const Knobs& knobs, const WhatIfSubject& subject);
/// The step as it was opened, to compare with.
KeptWhatIf keptOpened(const WhatIfSubject& subject);

/// What-ifs that the user keeps side by side. The first one of a step brings the opened step with it.
class KeptWhatIfs : public TableModel {
    Q_OBJECT
public:
    enum Column {
        NameColumn,
        SamplesColumn,
        GainColumn,
        StepColumn,
        LowColumn,
        HighColumn,
        MemoryColumn,
        SubjectColumn
    };
    static constexpr size_t mostKept = 200;
    explicit KeptWhatIfs(QObject* parent = nullptr);

    /// At the end, behind `opened` where nothing of that step is kept yet; what is kept already is only found again.
    /// Its row, or -1 where no more are kept.
    int keep(const KeptWhatIf& kept, const KeptWhatIf& opened);
    void drop(int row);
    void setKept(std::vector<KeptWhatIf> kept);
    const std::vector<KeptWhatIf>& kept() const { return m_kept; }

protected:
    int rows() const override { return int(m_kept.size()); }
    QString text(int row, int column) const override;
    QVariant sortValue(int row, int column) const override;
    QString plainText(int row, int column) const override;
    QString toolTip(int row, int column) const override;

private:
    void insert(const KeptWhatIf& kept);

    std::vector<KeptWhatIf> m_kept;
};

} // namespace bubblescope
