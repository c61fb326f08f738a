// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "exportrequest.h"
#include "progress.h"
#include "result.h"

#include <QObject>
#include <QPointer>

#include <functional>
#include <memory>
#include <optional>

class QWidget;

namespace bubblescope {

class ExportDialog;
class BackgroundJob;
class ExportSource;
struct ExportedTable;
class Settings;
class GanttView;
class KeptWhatIfs;
class Workspace;

/// Exports from the window: the dialog, tables, pictures on the clipboard; long ones in the background with Cancel.
class ExportControl : public QObject {
    Q_OBJECT
public:
    ExportControl(Workspace& workspace, GanttView& timeline, Settings& settings, QWidget& window);
    ~ExportControl() override;

    /// What-ifs that reports list; must outlive this object but for the end of the program.
    void setKept(const KeptWhatIfs& kept) { m_kept = &kept; }
    /// Shows the export dialog (Ctrl+E).
    void showDialog();
    ExportDialog* dialog() const;
    /// Copies a picture of the visible timeline to the clipboard.
    void copyTimeline();
    /// Exports the window as it is on screen.
    void exportWindow();
    void exportTable(const QString& name, const QString& csv);
    /// Writes what was chosen in the dialog; traces and reports are written in the background.
    void save(ExportSource& source, const ExportRequest& request, ExportFormat format, const QString& path);
    bool isBusy() const { return m_job != nullptr; }
    /// Named after the run and what is exported of it, in the folder of the last export.
    QString suggestedPath(const QString& what, const QString& ending) const;

signals:
    void written(const QString& path);
    /// What the file lacks.
    void noticed(const QString& sentence);
    /// Why nothing was exported, or the file could not be written.
    void refused(const QString& sentence);

private:
    std::unique_ptr<ExportSource> newSource() const;
    void saveFromDialog();
    void copyFromDialog();
    /// Returns why it failed; nullopt on success.
    using Work = std::function<std::optional<Error>(const ProgressFn& progress)>;
    /// Runs the slow part of an export in the background. `done` is not called if it was stopped, or if it failed,
    /// which refused() reports.
    void start(Work work, const QString& label, std::function<void()> done);
    /// Now, or later where ranks are read for it.
    void makeTable(ExportSource& source, const ExportRequest& request, std::function<void(const ExportedTable& table)> take);
    void showOutcome(const std::optional<Error>& error, const QString& path);
    QString askPath(const QString& suggestion, const QString& title, const QString& filter);

    Workspace& m_workspace;
    GanttView& m_timeline;
    Settings& m_settings;
    QWidget& m_window;
    const KeptWhatIfs* m_kept = nullptr;
    QPointer<ExportDialog> m_dialog;
    std::unique_ptr<BackgroundJob> m_job;
};

} // namespace bubblescope
