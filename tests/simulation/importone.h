// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "importerregistry.h"
#include "importtext.h"
#include "shareddata.h"

namespace bubblescope {

/// What the importer that recognises a file of the real sample data makes of it.
inline FileContents importShared(const char* name)
{
    const std::string path = sharedData(name);
    const Importer* importer = ImporterRegistry::builtin().find(readHead(path, sniffBytes));
    return importer ? std::move(importFile(*importer, path).contents) : FileContents();
}

} // namespace bubblescope
