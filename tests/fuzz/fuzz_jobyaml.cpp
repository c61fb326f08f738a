// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Described jobs in YAML: of Megatron and nanotron.
#include "describedjob.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    bubblescope::fuzz::readDescribedJob({reinterpret_cast<const char*>(data), size}, "config.yaml");
    return 0;
}
