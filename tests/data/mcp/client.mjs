// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Drives `bubblescope mcp` with the official client: node client.mjs PROGRAM FOLDER. Prints what it got as JSON.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

const [program, folder] = process.argv.slice(2);
const client = new Client({ name: "test", version: "1" });
await client.connect(new StdioClientTransport({ command: program, args: ["mcp"] }));
const call = async (name, args) => {
    const result = await client.callTool({ name, arguments: args });
    return { text: result.content[0].text, isError: result.isError === true };
};
const { tools } = await client.listTools();
const opened = await call("open", { paths: [folder] });
const run = /Opened as (\w+)/.exec(opened.text)[1];
const answers = {
    summary: await call("summary", { run }),
    findings: await call("findings", { run }),
    evidence: await call("evidence", { run, finding: "straggling-rank" }),
    query: await call("query", { run, sql: "SELECT rank FROM ranks" }),
    compare: await call("compare", { run, other: run }),
    check: await call("check", { run, baselines: [run] }),
    simulate: await call("simulate", { run, knobs: ["microbatches=16"] }),
    wrong: await call("simulate", { run, knobs: ["microbatch=16"] }),
    closed: await call("summary", { run: "r999" }),
};
console.log(JSON.stringify({ server: client.getServerVersion(), tools: tools.map((tool) => tool.name), answers }));
await client.close();
