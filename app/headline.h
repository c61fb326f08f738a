// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "openedfolder.h"
#include "runsummary.h"

#include <QFutureWatcher>
#include <QLabel>

#include <memory>
#include <vector>

class QThread;

namespace bubblescope {

/// Step time, busy, bubble and exposed communication of a run, in one line. Large runs are summed up on a thread; until
/// that is done the line says only what is known.
class Headline : public QLabel {
    Q_OBJECT
public:
    explicit Headline(QWidget* parent = nullptr);
    ~Headline() override;

    void setRun(const OpenedFolderPtr& opened, int run);
    /// Rich text: "step <b>1.390 s</b> · busy 66 % · …".
    static QString summaryText(const Run& run, const RunSummary& summary);

    QSize minimumSizeHint() const override;

signals:
    void summaryReady();

private:
    void show(const RunSummary& summary);

    OpenedFolderPtr m_opened;
    int m_run = -1;
    QFutureWatcher<std::shared_ptr<const RunSummary>> m_watcher;
    std::vector<std::unique_ptr<QThread>> m_threads; ///< summing, or done
};

} // namespace bubblescope
