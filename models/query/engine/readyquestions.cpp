// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "readyquestions.h"

namespace bubblescope {

const std::vector<ReadyQuestion>& readyQuestions()
{
    static const std::vector<ReadyQuestion> questions {
        {say("What is open?"), "SELECT run, name, kind, origin, step_ns / 1e6 AS step_ms, steps, ranks, stages\nFROM runs;"},
        {say("What costs most?"),
            "SELECT title, cost_ns / 1e6 AS cost_ms, share, id, run, begin_ns, end_ns\nFROM findings\n"
            "ORDER BY run, finding;"},
        {say("Where does the time of the mean rank go?"),
            "SELECT a.run, part, sum(duration_ns) * 1.0 / count(DISTINCT a.rank) / 1e6 AS ms\n"
            "FROM attribution a JOIN runs r ON a.run = r.run AND a.step = r.step\nWHERE counts = 1\n"
            "GROUP BY a.run, part ORDER BY a.run, ms DESC;"},
        {say("Where does the time of each rank go?"),
            "SELECT a.rank, sum(duration_ns) FILTER (WHERE part = 'compute') / 1e6 AS compute_ms,\n"
            "  sum(duration_ns) FILTER (WHERE part = 'exposed') / 1e6 AS exposed_ms,\n"
            "  sum(duration_ns) FILTER (WHERE part = 'waiting') / 1e6 AS waiting_ms,\n"
            "  sum(duration_ns) FILTER (WHERE part = 'bubble') / 1e6 AS bubble_ms\n"
            "FROM attribution a JOIN runs r ON a.run = r.run AND a.step = r.step\nWHERE a.run = 0 GROUP BY a.rank;"},
        {say("Which collectives waited longest, and for whom?"),
            "SELECT name, operation, step, last_rank, wait_ns / 1e6 AS wait_ms, transfer_ns / 1e6 AS transfer_ms,\n"
            "  members, run, begin_ns, end_ns\nFROM collectives ORDER BY wait_ns DESC LIMIT 50;"},
        {say("For which rank is waited most?"),
            "SELECT last_rank AS rank, count(*) AS collectives, sum(wait_ns) / 1e6 AS wait_ms\nFROM collectives\n"
            "GROUP BY last_rank ORDER BY wait_ms DESC;"},
        {say("Bus bandwidth by size"),
            "SELECT operation, category, bytes, count(*) AS n,\n"
            "  avg(busbw(operation, members, bytes, transfer_ns)) / 1e9 AS busbw_gb_per_s\nFROM collectives\n"
            "WHERE bytes > 0 AND transfer_ns > 0\nGROUP BY operation, category, bytes ORDER BY bytes;"},
        {say("Slowest microbatch of every stage"),
            "SELECT stage, microbatch, rank, step, max(duration_ns) / 1e6 AS ms, id AS span\nFROM spans\n"
            "WHERE category IN ('forward', 'backward') AND microbatch IS NOT NULL AND depth = 0 AND repeats = 0 AND run = 0\n"
            "GROUP BY stage ORDER BY stage;"},
        {say("Time by name"),
            "SELECT name, count(*) AS n, sum(duration_ns) / 1e6 AS total_ms, sum(self_ns) / 1e6 AS self_ms,\n"
            "  max(duration_ns) / 1e6 AS longest_ms\nFROM spans WHERE repeats = 0 AND run = 0\nGROUP BY name ORDER BY self_ms DESC;"},
        {say("Percentiles of durations by category"),
            "SELECT category, count(*) AS n, percentile(duration_ns, 50) / 1e6 AS p50_ms,\n"
            "  percentile(duration_ns, 90) / 1e6 AS p90_ms, percentile(duration_ns, 99) / 1e6 AS p99_ms\n"
            "FROM spans WHERE repeats = 0 AND run = 0\nGROUP BY category ORDER BY sum(duration_ns) DESC;"},
        {say("The longest spans"),
            "SELECT name, rank, step, duration_ns / 1e6 AS ms, id AS span\nFROM spans\n"
            "WHERE depth = 0 AND repeats = 0 AND run = 0\nORDER BY duration_ns DESC LIMIT 100;"},
        {say("Which bubbles are longest, and why?"),
            "SELECT rank, stage, phase, cause, duration_ns / 1e6 AS ms, culprit_rank, b.begin_ns, b.end_ns, b.run\n"
            "FROM bubbles b JOIN runs r ON b.run = r.run AND b.step = r.step\nWHERE b.kind = 'pipeline' AND b.run = 0\n"
            "ORDER BY duration_ns DESC LIMIT 100;"},
        {say("Bubbles by cause and phase"),
            "SELECT b.kind, cause, phase, count(*) AS n, sum(duration_ns) / 1e6 AS ms\n"
            "FROM bubbles b JOIN runs r ON b.run = r.run AND b.step = r.step\nWHERE b.run = 0\n"
            "GROUP BY b.kind, cause, phase ORDER BY ms DESC;"},
        {say("What is the critical path made of?"),
            "SELECT c.category, c.operation, c.stage, sum(begins) AS n, sum(duration_ns) / 1e6 AS ms\n"
            "FROM critical_path c JOIN runs r ON c.run = r.run AND c.step = r.step\nWHERE c.run = 0\n"
            "GROUP BY c.category, c.operation, c.stage ORDER BY ms DESC;"},
        {say("The critical path, piece by piece"),
            "SELECT s.name, c.rank, c.begin_ns, c.end_ns, c.duration_ns / 1e6 AS ms, c.is_transfer, c.span\n"
            "FROM runs r JOIN critical_path c ON c.run = r.run AND c.step = r.step\n"
            "LEFT JOIN spans s ON s.run = c.run AND s.id = c.span\nWHERE r.run = 0;"},
        {say("Step time over the run"), "SELECT step, duration_ns / 1e6 AS ms, run, begin_ns, end_ns\nFROM steps WHERE run = 0 ORDER BY step;"},
        {say("Which ranks are slow?"),
            "SELECT rank, stage, factor, samples, is_straggler\nFROM stragglers ORDER BY factor DESC;"},
        {say("Which messages waited longest?"),
            "SELECT send_rank, receive_rank, microbatch, bytes, wait_ns / 1e6 AS wait_ms, receive AS span\n"
            "FROM messages ORDER BY wait_ns DESC LIMIT 100;"},
        {say("Time of the stages by step"),
            "SELECT run, step, stage, forward_ns / 1e6 AS forward_ms, backward_ns / 1e6 AS backward_ms, busy_share, imbalance\n"
            "FROM stages ORDER BY run, step, stage;"},
        {say("Communication that nothing hides, by group and step"),
            "SELECT run, step, \"of\" AS category, sum(duration_ns) / 1e6 AS exposed_ms\nFROM attribution\n"
            "WHERE part = 'exposed' GROUP BY run, step, \"of\" HAVING exposed_ms > 0;"},
        {say("How late are kernels launched?"),
            "SELECT rank, count(*) AS n, percentile(delay_ns, 50) / 1e3 AS p50_us, percentile(delay_ns, 99) / 1e3 AS p99_us\n"
            "FROM launches GROUP BY rank;"},
        {say("How long after their call do kernels begin, as a histogram?"),
            "SELECT CASE WHEN delay_ns < 5000 THEN 5 WHEN delay_ns < 10000 THEN 10 WHEN delay_ns < 20000 THEN 20\n"
            "  WHEN delay_ns < 50000 THEN 50 WHEN delay_ns < 100000 THEN 100 WHEN delay_ns < 1000000 THEN 1000\n"
            "  WHEN delay_ns < 10000000 THEN 10000 WHEN delay_ns < 100000000 THEN 100000 END AS below_us, count(*) AS n,\n"
            "  count(*) * 1.0 / (SELECT count(*) FROM launches WHERE run = 0) AS share, max(delay_ns) / 1e3 AS longest_us\n"
            "FROM launches WHERE run = 0\nGROUP BY below_us ORDER BY below_us IS NULL, below_us;"},
        {say("Which kernels are shorter than the call that launches them?"),
            "SELECT k.name, count(*) AS n, sum(k.duration_ns) / 1e6 AS kernels_ms, sum(c.duration_ns) / 1e6 AS calls_ms,\n"
            "  avg(k.duration_ns) / 1e3 AS mean_us, min(k.id) AS span\n"
            "FROM launches l JOIN spans k ON k.run = l.run AND k.id = l.started JOIN spans c ON c.run = l.run AND c.id = l.call\n"
            "WHERE l.run = 0 AND k.duration_ns < c.duration_ns\nGROUP BY k.name ORDER BY calls_ms DESC LIMIT 100;"},
        {say("How fast are operators, stage by stage?"),
            "SELECT k.stage, o.name, o.shapes, o.dtypes, sum(o.calls) AS n, sum(o.device_ns) / 1e6 AS ms,\n"
            "  CASE WHEN count(o.flops) = count(*) THEN sum(o.flops) / sum(o.device_ns) / 1e3 END AS tflops_s,\n"
            "  CASE WHEN count(o.bytes) = count(*) THEN sum(o.bytes) / sum(o.device_ns) / 1e3 END AS tb_s\n"
            "FROM runs r JOIN operators o ON o.run = r.run AND o.step = r.step\n"
            "JOIN ranks k ON k.run = o.run AND k.rank = o.rank WHERE r.run = 0\n"
            "GROUP BY k.stage, o.name, o.shapes, o.dtypes ORDER BY ms DESC LIMIT 100;"},
        {say("How fast is what each rank computes?"),
            "SELECT o.rank, k.stage, sum(o.device_ns) / 1e6 AS ms,\n"
            "  sum(o.device_ns) FILTER (WHERE o.flops > 0) / 1e6 AS computing_ms,\n"
            "  sum(o.device_ns) FILTER (WHERE o.flops IS NULL) / 1e6 AS unknown_ms,\n"
            "  sum(o.flops) / sum(o.device_ns) FILTER (WHERE o.flops > 0) / 1e3 AS tflops_s\n"
            "FROM runs r JOIN operators o ON o.run = r.run AND o.step = r.step\n"
            "JOIN ranks k ON k.run = o.run AND k.rank = o.rank WHERE r.run = 0 GROUP BY o.rank ORDER BY o.rank;"},
        {say("Memory over time"),
            "SELECT time_ns / 1e6 AS ms, value, name, rank, device\nFROM counters WHERE unit = 'bytes' ORDER BY name, rank, time_ns;"},
        {say("Loss and time of the steps of a log"), "SELECT step, loss, step_ns / 1e6 AS ms, run\nFROM losses;"},
        {say("Which layers cost most?"),
            "SELECT name, forward_ns / 1e6 AS forward_ms, backward_ns / 1e6 AS backward_ms, total_ns / 1e6 AS total_ms, run\n"
            "FROM layers ORDER BY total_ns DESC;"},
        {say("What would help most?"),
            "SELECT knob, moved, throughput_gain, gain_low, gain_high, is_sure, step_ns / 1e6 AS step_ms, fits_memory\nFROM gains();"},
        {say("And with twice as many microbatches?"),
            "SELECT s.knobs, s.step_ns / 1e6 AS step_ms, s.baseline_ns / 1e6 AS baseline_ms, s.change, s.bubble_share\n"
            "FROM (SELECT run, coalesce(microbatches, (SELECT count(DISTINCT microbatch) FROM spans\n"
            "  WHERE spans.run = runs.run)) AS n FROM runs WHERE run = 0) now\n"
            "JOIN simulate('microbatches=' || (2 * n), now.run) s WHERE n > 0;"},
        {say("What did the import find wrong?"), "SELECT severity, title, file, count, byte_offset, message, advice\nFROM issues;"},
    };
    return questions;
}

} // namespace bubblescope
