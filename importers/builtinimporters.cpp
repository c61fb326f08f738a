// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "importerregistry.h"

namespace bubblescope {

void registerBuiltinImporters([[maybe_unused]] ImporterRegistry& registry) { }

} // namespace bubblescope
