// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "mcptools.h"

#include <iosfwd>
#include <string>
#include <string_view>

namespace bubblescope {

/// Speaks the Model Context Protocol (modelcontextprotocol.io, revisions 2024-11-05 to 2025-06-18): JSON-RPC 2.0, a
/// message a line. Requests are answered one after another.
class McpServer {
public:
    explicit McpServer(McpTools& tools) : m_tools(tools) { }

    /// The answer to one line, without line break; empty for what is not answered.
    std::string answer(std::string_view line);
    /// Until the input ends. Lines that are too long are refused without being kept.
    void serve(std::istream& in, std::ostream& out);

private:
    Json answerTo(const Json& message);
    Json result(const std::string& method, const Json& params, Json& error);

    McpTools& m_tools;
};

} // namespace bubblescope
