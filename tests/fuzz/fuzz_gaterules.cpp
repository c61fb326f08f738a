// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// The rules of `check`, from a file and from its options.
#include "gaterules.h"
#include "mutators.h"

#include <cmath>
#include <cstdlib>

using namespace bubblescope;

namespace {

void requireLimit(std::optional<double> growth)
{
    if (growth && (!std::isfinite(*growth) || *growth < 0))
        std::abort();
}

} // namespace

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t most, unsigned seed)
{
    return fuzz::mutated({data, size, most, seed}, {fuzz::mutateJson});
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    requireLimit(parseGrowth(text));
    GateRules rules;
    const std::optional<Error> error = readGateRules(text, rules);
    if (error && error->message.text().empty())
        std::abort();
    for (const std::optional<double>& growth : rules.most)
        requireLimit(growth);
    for (const auto& [finding, growth] : rules.mostOfFinding)
        requireLimit(growth);
    if (rules.leastMfu && !(*rules.leastMfu > 0 && *rules.leastMfu <= 1))
        std::abort();
    return 0;
}
