// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "result.h"
#include "runjson.h"

#include <optional>
#include <string>
#include <vector>

namespace bubblescope {

/// JSON schemas of the arguments that tools take.
Json textProperty(const char* description);
Json listProperty(const char* description);
Json numberProperty(const char* description);
Json choiceProperty(const char* description, const std::vector<std::string>& choices);

/// What is missing, has no schema, or is of another kind than its schema says; nullopt if all is well. Names that begin
/// with _ are the client's. The following functions ask for arguments that were checked.
std::optional<Error> wrongArgument(const Json& properties, const std::vector<std::string>& required, const Json& arguments);

std::optional<std::string> textOf(const Json& arguments, const char* key);
std::vector<std::string> listOf(const Json& arguments, const char* key); ///< empty where there is none
std::optional<int> numberOf(const Json& arguments, const char* key);

} // namespace bubblescope
