// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "category.h"

#include <array>

namespace bubblescope {

namespace {

struct CategoryText {
    std::string_view name;
    std::string_view key;
};

constexpr std::array<CategoryText, categoryCount> categoryTexts {{
    {"forward", "forward"},
    {"backward", "backward"},
    {"weight gradient", "weight"},
    {"optimizer", "optimizer"},
    {"other compute", "compute"},
    {"tensor-parallel communication", "tp"},
    {"pipeline communication", "pp"},
    {"data-parallel communication", "dp"},
    {"expert-parallel communication", "expert"},
    {"expert gradient communication", "expert_dp"},
    {"embedding gradient communication", "embedding"},
    {"context-parallel communication", "cp"},
    {"other communication", "comm"},
    {"memory copy", "memcpy"},
    {"host", "host"},
    {"waiting", "waiting"},
    {"bubble", "bubble"},
    {"other", "other"},
}};

constexpr std::array<std::string_view, operationCount> operationNames {
    "other",
    "get batch",
    "forward",
    "backward",
    "weight gradient",
    "loss",
    "send forward",
    "receive forward",
    "send backward",
    "receive backward",
    "all-reduce",
    "all-gather",
    "reduce-scatter",
    "all-to-all",
    "broadcast",
    "reduce",
    "optimizer step",
};

} // namespace

std::optional<Category> categoryFromKey(std::string_view key)
{
    for (size_t i = 0; i < categoryTexts.size(); ++i) {
        if (categoryTexts[i].key == key)
            return static_cast<Category>(i);
    }
    return {};
}

std::optional<Operation> operationFromName(std::string_view name)
{
    for (size_t i = 0; i < operationNames.size(); ++i) {
        if (operationNames[i] == name)
            return static_cast<Operation>(i);
    }
    return {};
}

std::string_view categoryName(Category category) { return categoryTexts[static_cast<size_t>(category)].name; }

std::string_view categoryKey(Category category) { return categoryTexts[static_cast<size_t>(category)].key; }

std::string_view operationName(Operation operation) { return operationNames[static_cast<size_t>(operation)]; }

std::string_view originName(Origin origin)
{
    switch (origin) {
    case Origin::Measured:
        return "measured";
    case Origin::Modelled:
        return "modelled";
    case Origin::Assumed:
        return "assumed";
    }
    return "";
}

} // namespace bubblescope
