// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Described jobs in JSON: config.json of Hugging Face, models of SimuMax.
#include "describedjob.h"
#include "mutators.h"

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t most, unsigned seed)
{
    return bubblescope::fuzz::mutated({data, size, most, seed}, {bubblescope::fuzz::mutateJson});
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    bubblescope::fuzz::readDescribedJob({reinterpret_cast<const char*>(data), size}, "config.json");
    return 0;
}
