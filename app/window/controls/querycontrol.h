// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backgroundjob.h"

#include <QObject>
#include <QString>

#include <memory>
#include <optional>

namespace bubblescope {

class Document;
class QueryData;
class QueryDatabase;
class QueryState;

/// Answers the queries of the window on a thread, one at a time, about the folder that is open. GUI thread only.
class QueryControl : public QObject {
    Q_OBJECT
public:
    QueryControl(Document& document, QueryState& state, QObject* parent = nullptr);
    ~QueryControl() override;

    bool isBusy() const { return m_job != nullptr; }

private:
    void begin(const QString& text);
    void cancel();
    void changeFolder();
    void forget();

    Document& m_document;
    QueryState& m_state;
    std::shared_ptr<QueryData> m_data; ///< null until the first query about a folder
    std::shared_ptr<QueryDatabase> m_database;
    std::vector<uint64_t> m_asked; ///< runs whose ranks come and go while answers about them stay
    bool m_isOutdated = false;     ///< to be forgotten once the job is over: other ranks are in memory
    std::unique_ptr<BackgroundJob> m_job;
    std::optional<QString> m_next; ///< to be run when the current one has stopped
    RetiredJobs m_retired;
};

} // namespace bubblescope
