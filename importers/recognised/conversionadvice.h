// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "message.h"

#include <optional>
#include <string_view>

namespace bubblescope {

/// Advice on converting a file that no importer reads but that is recognised (Nsight Systems report, SQLite
/// database, XLA profile, Python pickle, rocprof tables, PyTorch execution traces, archives); nullopt for
/// all other files. `head` is the start of the file; `name` only decides for formats without a magic
/// number.
std::optional<Message> conversionAdvice(std::string_view head, std::string_view name);
/// The same for archives only. Ask before any importer: the head of an archive may look like the first file in it.
std::optional<Message> archiveAdvice(std::string_view head);

} // namespace bubblescope
