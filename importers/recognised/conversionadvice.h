// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "message.h"

#include <optional>
#include <string_view>

namespace bubblescope {

/// For a file that no importer reads but that we know by sight (Nsight Systems report, database, Python pickle, tables
/// of rocprof, PyTorch execution traces, archives): a sentence with the command that turns it into something that can
/// be opened; nullopt for all other files. `head` is the start of the file; `name` decides only for formats without a magic
/// number.
std::optional<Message> conversionAdvice(std::string_view head, std::string_view name);
/// For what lies beside a run and is known by sight, but has nothing that is shown here (metrics): what it is, and why;
/// nullopt for all other files.
std::optional<Message> companionAdvice(std::string_view head);
/// The same as conversionAdvice() for archives only. Ask before any importer: the head of an archive may look like the
/// first file in it.
std::optional<Message> archiveAdvice(std::string_view head, std::string_view name);

} // namespace bubblescope
