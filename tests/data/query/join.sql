SELECT c.id, c.operation, m.rank, m.wait_ns, s.name, busbw(c.operation, c.members, c.bytes, c.transfer_ns)
FROM collectives c JOIN collective_members m ON m.collective = c.id AND m.run = c.run
LEFT JOIN spans s ON s.id = m.span WHERE m.wait_ns > 0 AND s.step BETWEEN 1 AND 2 ORDER BY m.wait_ns DESC LIMIT 5;
