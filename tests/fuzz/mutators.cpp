// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "mutators.h"

#include <algorithm>

extern "C" size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t most);

namespace bubblescope::fuzz {

uint64_t Choices::extreme()
{
    static constexpr unsigned widths[] = {0, 7, 8, 15, 16, 24, 31, 32, 52, 53, 62, 63};
    const uint64_t power = uint64_t(1) << of(widths);
    switch (below(5)) {
    case 0:
        return power - 1;
    case 1:
        return power;
    case 2:
        return power + 1;
    case 3:
        return ~power + 1;
    default:
        return below(300);
    }
}

size_t mutated(const MutationRequest& request, std::initializer_list<Mutator> mutators)
{
    Choices choices(request.seed);
    if (choices.oneIn(2)) {
        std::string bytes(reinterpret_cast<const char*>(request.data), request.size);
        for (const Mutator mutator : mutators) {
            if (!mutator(bytes, choices))
                continue;
            // A few changes at once reach what one does not.
            while (choices.oneIn(3) && bytes.size() <= request.most && mutator(bytes, choices)) { }
            if (bytes.empty() || bytes.size() > request.most)
                break;
            std::copy(bytes.begin(), bytes.end(), request.data);
            return bytes.size();
        }
    }
    return LLVMFuzzerMutate(request.data, request.size, request.most);
}

std::string mutatedBytes(std::string_view bytes, size_t growth)
{
    std::string changed(bytes);
    changed.resize(bytes.size() + growth);
    changed.resize(LLVMFuzzerMutate(reinterpret_cast<uint8_t*>(changed.data()), bytes.size(), changed.size()));
    return changed;
}

} // namespace bubblescope::fuzz
