// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "querycontrol.h"

#include "document.h"
#include "earlypart.h"
#include "notebook.h"
#include "openedquery.h"
#include "querydatabase.h"
#include "querystate.h"

#include <chrono>

namespace bubblescope {

namespace {

/// Keeps what the window can show.
class AnswerRows final : public QueryRows {
public:
    explicit AnswerRows(QueryAnswer& answer) : m_answer(answer) { }
    /// Of several statements, the last one counts.
    void begin(std::span<const std::string> columns) override
    {
        m_answer.columns.assign(columns.begin(), columns.end());
        m_answer.rows.clear();
    }
    bool row(std::span<const QueryValue> cells) override
    {
        if (m_answer.rows.size() >= QueryAnswer::mostRows) {
            m_answer.isCut = true;
            return false;
        }
        m_answer.rows.emplace_back(cells.begin(), cells.end());
        return true;
    }

private:
    QueryAnswer& m_answer;
};

/// Whether ranks are still on their way, which a query does not see.
bool isEarly(const OpenedFolder& opened)
{
    for (size_t run = 0; run < opened.folder.runs.size(); ++run) {
        if (isEarlyPart(opened.folder, run, opened.summaries))
            return true;
    }
    return false;
}

/// Of what answers are about all ranks of, be they in memory or not; empty where it may change.
std::vector<uint64_t> identitiesOf(const OpenedFolder& opened)
{
    std::vector<uint64_t> identities;
    for (const auto& blocks : opened.blocks)
        identities.push_back(blocks ? blocks->identity() : 0);
    return identities;
}

QueryAnswer answerOf(QueryDatabase& database, const std::string& sql)
{
    const auto start = std::chrono::steady_clock::now();
    QueryAnswer answer;
    AnswerRows rows(answer);
    answer.error = database.run(sql, rows);
    answer.notices = database.data().notices();
    answer.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return answer;
}

} // namespace

QueryControl::QueryControl(Document& document, QueryState& state, QObject* parent)
    : QObject(parent), m_document(document), m_state(state)
{
    connect(&state, &QueryState::runRequested, this, &QueryControl::begin);
    connect(&state, &QueryState::cancelRequested, this, &QueryControl::cancel);
    connect(&document, &Document::folderChanged, this, &QueryControl::changeFolder);
}

QueryControl::~QueryControl()
{
    if (m_data)
        m_data->stop();
}

void QueryControl::begin(const QString& text)
{
    if (m_job) { // one at a time: tables remember what they found out
        m_next = text;
        m_data->stop();
        return;
    }
    const OpenedFolderPtr opened = m_document.opened();
    if (!opened)
        return;
    if (!m_data) {
        m_data = queryDataOf(opened);
        Result<std::unique_ptr<QueryDatabase>> database = QueryDatabase::open(m_data);
        if (!database) {
            m_data.reset();
            QueryAnswer answer;
            answer.error = database.error();
            m_state.setAnswer(std::move(answer));
            return;
        }
        m_database = std::move(database).value();
        m_asked = identitiesOf(*opened);
    }
    m_data->setNotes(m_document.notes().notes());
    m_data->resume();
    m_job = std::make_unique<BackgroundJob>();
    connect(m_job.get(), &BackgroundJob::failed, this, [this](const Error& error) {
        QueryAnswer answer;
        answer.error = error;
        m_state.setAnswer(std::move(answer));
    });
    connect(m_job.get(), &BackgroundJob::over, this, [this] {
        m_job.release()->deleteLater();
        m_state.setRunning(false);
        if (std::exchange(m_isOutdated, false))
            forget();
        if (m_next)
            begin(*std::exchange(m_next, std::nullopt));
    });
    m_state.setRunning(true);
    m_job->start([database = m_database, sql = text.toStdString()](
                     const JobThread&) { return answerOf(*database, sql); },
        [this, isEarly = isEarly(*opened)](QueryAnswer answer) {
            if (isEarly)
                answer.notices.push_back(say("only ranks that were read so far: the others are on their way"));
            if (!m_next)
                m_state.setAnswer(std::move(answer));
        });
}

void QueryControl::cancel()
{
    m_next.reset();
    if (m_job)
        m_data->stop();
}

/// What was found out so far, and what it is about.
void QueryControl::forget()
{
    m_database.reset();
    m_data.reset();
}

void QueryControl::changeFolder()
{
    const OpenedFolderPtr opened = m_document.opened();
    if (opened && !m_asked.empty() && identitiesOf(*opened) == m_asked) { // other ranks of it are in memory now
        if (m_job)
            m_isOutdated = true;
        else
            forget(); // and lets go of those that were
        return;
    }
    m_asked.clear();
    m_isOutdated = false;
    m_next.reset();
    if (m_job) {
        m_data->stop();
        m_job->disconnect(this);
        m_retired.take(std::move(m_job));
        m_state.setRunning(false);
    }
    forget();
    m_state.clear();
}

} // namespace bubblescope
