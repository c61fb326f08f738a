WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 9)
SELECT category, name, percentile(duration_ns, 90), sum(self_ns) OVER (PARTITION BY rank), overlap_ns(begin_ns, end_ns, 0, x)
FROM spans, n WHERE category IN ('forward', 'tp') AND name GLOB '*' AND rank = 1 GROUP BY name, category HAVING count(*) > 1;
SELECT step_ns FROM simulate('microbatches=4'); PRAGMA user_version; ATTACH 'x' AS y;
