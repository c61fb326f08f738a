// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "whatiftables.h"

#include "querystop.h"
#include "rowtable.h"
#include "sensitivity.h"

#include <fmt/format.h>

namespace bubblescope {

namespace {

using Type = QueryColumn::Type;
using Use = QueryColumn::Use;

/// A column of what is answered, apart from the arguments.
template <typename Row> struct ResultColumn {
    QueryColumn column;
    void (*cell)(const Row& row, QueryCell& cell);
};

/// What tables that are called have in common: their last columns are the arguments, knobs and run.
class KnobTable : public QueryTable {
public:
    template <typename Row>
    KnobTable(std::string_view name, std::string_view help, const std::vector<ResultColumn<Row>>& results)
        : m_name(name), m_help(help)
    {
        for (const ResultColumn<Row>& result : results)
            m_columns.push_back(result.column);
        m_columns.push_back({"knobs", Type::Text, {}, "first argument: what is asked, 'microbatches=16; nic=800Gb/s'",
            Use::Argument});
        m_columns.push_back({"run", Type::Integer, {}, "second argument: number of the run, 0 if absent", Use::Argument});
    }
    std::string_view name() const override { return m_name; }
    std::string_view help() const override { return m_help; }
    std::span<const QueryColumn> columns() const override { return m_columns; }
    double estimatedRows(const QueryData& /*data*/) const override { return 10; }
    int argument() const { return int(m_columns.size()) - 2; }

private:
    std::string_view m_name;
    std::string_view m_help;
    std::vector<QueryColumn> m_columns;
};

class KnobCursor : public QueryCursor {
public:
    KnobCursor(const KnobTable& table, QueryData& data) : m_argument(table.argument()), m_data(data) { }

    void start(const QueryBounds& bounds, std::span<const int> /*orderBy*/) final
    {
        const std::string* line = bounds.text(m_argument);
        m_line = line ? *line : std::string();
        const QueryBounds::Range run = bounds.range(m_argument + 1);
        m_run = run.first == run.last ? int(std::clamp<int64_t>(run.first, -1, INT32_MAX)) : 0;
        m_row = 0;
        const Result<Knobs> knobs = knobsFromLine(m_line);
        if (!knobs)
            throw QueryRefused(knobs.error());
        const Simulator& simulator = m_data.simulator(m_run);
        if (const std::optional<Error> refused = simulator.whyRefused(*knobs))
            throw QueryRefused(*refused);
        answer(simulator, *knobs);
        if (m_data.isStopped())
            throw QueryStopped();
    }
    bool isAtEnd() const final { return m_row >= rows(); }
    void next() final { ++m_row; }
    int64_t rowNumber() const final { return int64_t(m_row); }
    void cell(int column, QueryCell& cell) const final
    {
        if (column == m_argument)
            cell.copied(m_line);
        else if (column > m_argument)
            cell.integer(m_run);
        else
            result(column, cell);
    }

protected:
    virtual void answer(const Simulator& simulator, const Knobs& knobs) = 0;
    virtual size_t rows() const = 0;
    virtual void result(int column, QueryCell& cell) const = 0;
    QueryData& data() const { return m_data; }
    size_t row() const { return m_row; }

private:
    int m_argument;
    QueryData& m_data;
    std::string m_line;
    int m_run = 0;
    size_t m_row = 0;
};

// simulate()

struct SimulatedAnswer {
    StepFigures figures;
    double baselineNs = 0;
    bool fitsMemory = true;
};

const std::vector<ResultColumn<SimulatedAnswer>>& answerColumns()
{
    static const std::vector<ResultColumn<SimulatedAnswer>> columns {
        {{"step_ns", Type::Real, "ns", "the step as the model has it"},
            [](const SimulatedAnswer& a, QueryCell& cell) { cell.real(a.figures.wholeStepNs()); }},
        {{"low_ns", Type::Real, "ns", "the step is expected to take at least this long"},
            [](const SimulatedAnswer& a, QueryCell& cell) { cell.real(a.figures.lowNs()); }},
        {{"high_ns", Type::Real, "ns", "the step is expected to take at most this long"},
            [](const SimulatedAnswer& a, QueryCell& cell) { cell.real(a.figures.highNs()); }},
        {{"baseline_ns", Type::Real, "ns", "the step as opened"},
            [](const SimulatedAnswer& a, QueryCell& cell) { cell.real(a.baselineNs); }},
        {{"change", Type::Real, {}, "of the step: -0.1 is a tenth shorter; NULL if the baseline is unknown"},
            [](const SimulatedAnswer& a, QueryCell& cell) {
                a.baselineNs > 0 ? cell.real(a.figures.wholeStepNs() / a.baselineNs - 1) : cell.null();
            }},
        {{"compute_ns", Type::Real, "ns", "of the mean rank, as are the parts that follow"},
            [](const SimulatedAnswer& a, QueryCell& cell) { cell.real(a.figures.computeNs); }},
        {{"exposed_ns", Type::Real, "ns", "communication that no compute hides"},
            [](const SimulatedAnswer& a, QueryCell& cell) { cell.real(a.figures.exposedCommunicationNs()); }},
        {{"waiting_ns", Type::Real, "ns", "for members of a group"},
            [](const SimulatedAnswer& a, QueryCell& cell) { cell.real(a.figures.waitingNs); }},
        {{"bubble_ns", Type::Real, "ns", "pipeline bubbles"},
            [](const SimulatedAnswer& a, QueryCell& cell) { cell.real(a.figures.bubbleNs()); }},
        {{"idle_ns", Type::Real, "ns", "neither work nor communication nor a bubble"},
            [](const SimulatedAnswer& a, QueryCell& cell) { cell.real(a.figures.idleNs); }},
        {{"host_ns", Type::Real, "ns", "recorded host work"},
            [](const SimulatedAnswer& a, QueryCell& cell) { cell.real(a.figures.hostNs); }},
        {{"not_recorded_ns", Type::Real, "ns", "ranks were not observed before their own step, or after"},
            [](const SimulatedAnswer& a, QueryCell& cell) { cell.real(a.figures.notRecordedNs()); }},
        {{"unexplained_ns", Type::Real, "ns", "what the model leaves out of the opened step; part of step_ns"},
            [](const SimulatedAnswer& a, QueryCell& cell) { cell.real(a.figures.restNs()); }},
        {{"bubble_share", Type::Real, {}, "pipeline bubbles of ranks x step, 0 to 1"},
            [](const SimulatedAnswer& a, QueryCell& cell) { cell.real(a.figures.wholeBubbleShare()); }},
        {{"samples_per_second", Type::Real, {}, "NULL if unknown"},
            [](const SimulatedAnswer& a, QueryCell& cell) {
                a.figures.samplesPerStep > 0 ? cell.real(a.figures.samplesPerSecond()) : cell.null();
            }},
        {{"fits_memory", Type::Integer, {}, "0 if a stage is known not to fit into its GPU, else 1"},
            [](const SimulatedAnswer& a, QueryCell& cell) { cell.integer(a.fitsMemory ? 1 : 0); }}};
    return columns;
}

class SimulateCursor final : public KnobCursor {
public:
    using KnobCursor::KnobCursor;

private:
    void answer(const Simulator& simulator, const Knobs& knobs) override
    {
        Result<SimulatedStep> step = simulator.simulate(knobs, data().progress());
        if (data().isStopped())
            throw QueryStopped();
        if (!step)
            throw QueryRefused(step.error());
        m_answer = {step->figures, simulator.baseline().wholeStepNs(), step->figures.fits(step->hardware.memoryBytes)};
    }
    size_t rows() const override { return 1; }
    void result(int column, QueryCell& cell) const override { answerColumns()[size_t(column)].cell(m_answer, cell); }

    SimulatedAnswer m_answer;
};

class SimulateTable final : public KnobTable {
public:
    SimulateTable()
        : KnobTable(
            "simulate", "The representative step of a run with other knobs: simulate(knobs, run)", answerColumns())
    {
    }
    std::unique_ptr<QueryCursor> open(QueryData& data) const override
    {
        return std::make_unique<SimulateCursor>(*this, data);
    }
};

// gains()

const std::vector<ResultColumn<KnobGain>>& gainColumns()
{
    static const std::vector<ResultColumn<KnobGain>> columns {
        {{"knob", Type::Text, {}, "its key"}, [](const KnobGain& g, QueryCell& cell) { cell.copied(g.knob); }},
        {{"moved", Type::Text, {}, "from what to what"},
            [](const KnobGain& g, QueryCell& cell) { cell.copied(g.change.text()); }},
        {{"after", Type::Text, {}, "all knobs with the change, for simulate()"},
            [](const KnobGain& g, QueryCell& cell) { cell.copied(knobsLine(g.knobs)); }},
        {{"step_ns", Type::Real, "ns", "the step then"},
            [](const KnobGain& g, QueryCell& cell) { cell.real(g.stepNs); }},
        {{"throughput_gain", Type::Real, {}, "0.1: a tenth more samples per second"},
            [](const KnobGain& g, QueryCell& cell) { cell.real(g.throughputGain); }},
        {{"gain_error", Type::Real, {}, "the gain is expected within so much of that, on the wider side"},
            [](const KnobGain& g, QueryCell& cell) { cell.real(g.widerError()); }},
        {{"is_sure", Type::Integer, {}, "1 where the gain is larger than its error"},
            [](const KnobGain& g, QueryCell& cell) { cell.integer(g.isSure() ? 1 : 0); }},
        {{"fits_memory", Type::Integer, {}, "0 if it is known not to fit, else 1"},
            [](const KnobGain& g, QueryCell& cell) { cell.integer(g.fitsMemory ? 1 : 0); }},
        {{"gain_low", Type::Real, {}, "the gain is expected to be at least this"},
            [](const KnobGain& g, QueryCell& cell) { cell.real(g.low()); }},
        {{"gain_high", Type::Real, {}, "the gain is expected to be at most this"},
            [](const KnobGain& g, QueryCell& cell) { cell.real(g.high()); }},
        {{"needs", Type::Text, {}, "nothing: the same batch, the same GPUs; batch, hardware: another one"},
            [](const KnobGain& g, QueryCell& cell) { cell.copied(knobNeedsKey(g.needs)); }},
        {{"why_wide", Type::Text, {},
             "why the longest step of its range takes twice as long as the shortest, or longer; NULL where it does not"},
            [](const KnobGain& g, QueryCell& cell) {
                g.isWide() ? cell.copied(g.whyWide.text()) : cell.null();
            }}};
    return columns;
}

class GainsCursor final : public KnobCursor {
public:
    using KnobCursor::KnobCursor;

private:
    void answer(const Simulator& simulator, const Knobs& knobs) override
    {
        m_gains = whatHelpsMost(simulator, knobs, data().progress());
    }
    size_t rows() const override { return m_gains.size(); }
    void result(int column, QueryCell& cell) const override
    {
        gainColumns()[size_t(column)].cell(m_gains[row()], cell);
    }

    std::vector<KnobGain> m_gains;
};

class GainsTable final : public KnobTable {
public:
    GainsTable()
        : KnobTable(
            "gains", "What moving each knob by one notch would gain, best first: gains(knobs, run)", gainColumns())
    {
    }
    std::unique_ptr<QueryCursor> open(QueryData& data) const override
    {
        return std::make_unique<GainsCursor>(*this, data);
    }
};

} // namespace

void addWhatIfTables(QueryTables& tables)
{
    tables.push_back(std::make_unique<SimulateTable>());
    tables.push_back(std::make_unique<GainsTable>());
}

} // namespace bubblescope
