// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// What an assistant writes: messages of JSON-RPC, and the arguments of one tool, which takes every kind and opens
// nothing.
#include "mcparguments.h"
#include "mcpserver.h"
#include "mutators.h"

#include <cstdlib>
#include <sstream>

using namespace bubblescope;

namespace {

const Json& properties()
{
    static const Json all {{"run", textProperty("a handle")}, {"paths", listProperty("files")},
        {"step", numberProperty("a step")}, {"view", choiceProperty("a view", {"timeline", "steps"})}};
    return all;
}

} // namespace

McpTools::McpTools(McpOptions options) : m_options(std::move(options)) { }

Json McpTools::list() const
{
    return Json::array({{{"name", "all"}, {"inputSchema", {{"type", "object"}, {"properties", properties()}}}}});
}

std::optional<Json> McpTools::call(const std::string& tool, const Json& arguments)
{
    if (tool != "all")
        return std::nullopt;
    if (const std::optional<Error> wrong = wrongArgument(properties(), {"run"}, arguments))
        return Json {{"isError", true}, {"text", wrong->message.text()}};
    return Json {{"text", *textOf(arguments, "run")}, {"paths", listOf(arguments, "paths")},
        {"step", numberOf(arguments, "step").value_or(-1)}, {"view", textOf(arguments, "view").value_or("")}};
}

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t most, unsigned seed)
{
    return fuzz::mutated({data, size, most, seed}, {fuzz::mutateJson});
}

/// Every line is answered by nothing, or by one line that is JSON.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    McpTools tools;
    McpServer server(tools);
    std::istringstream in(std::string(reinterpret_cast<const char*>(data), size));
    std::ostringstream out;
    server.serve(in, out);
    std::istringstream answers(out.str());
    for (std::string line; std::getline(answers, line);) {
        if (!Json::accept(line))
            std::abort();
    }
    return 0;
}
