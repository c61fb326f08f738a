// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "roofline.h"

#include "operatorwork.h"

#include <algorithm>
#include <initializer_list>
#include <map>
#include <string_view>

namespace bubblescope {

namespace {

bool standsInRoofline(const OperatorUse& use)
{
    return use.flopsPerSecond().value_or(0) > 0 && use.intensity().value_or(0) > 0;
}

/// Products with inputs of some types.
struct ProductsOfTypes {
    double flopsPerSecond = 0; ///< the most of one of them
    double deviceNs = 0;
};
using ProductsByTypes = std::map<std::string_view, ProductsOfTypes>;

/// Of operators of a kind that computing bounds.
ProductsByTypes productsByTypes(const std::vector<OperatorUse>& operators, std::initializer_list<OperatorKind> kinds)
{
    ProductsByTypes products;
    for (const OperatorUse& use : operators) {
        if (!standsInRoofline(use) || std::find(kinds.begin(), kinds.end(), operatorKind(use.name)) == kinds.end())
            continue;
        ProductsOfTypes& of = products[use.dataTypes];
        of.flopsPerSecond = std::max(of.flopsPerSecond, *use.flopsPerSecond());
        of.deviceNs += use.deviceNs;
    }
    return products;
}

} // namespace

std::vector<RooflinePoint> rooflinePoints(const std::vector<OperatorUse>& operators)
{
    std::vector<RooflinePoint> points;
    for (size_t i = 0; i < operators.size(); ++i) {
        if (standsInRoofline(operators[i]))
            points.push_back({i, *operators[i].intensity(), *operators[i].flopsPerSecond()});
    }
    return points;
}

RooflineShares rooflineShares(const std::vector<OperatorUse>& operators)
{
    RooflineShares shares;
    double all = 0;
    for (const OperatorUse& use : operators) {
        const bool isKnown = use.flops && use.bytes;
        (standsInRoofline(use) ? shares.shown : isKnown ? shares.copying : shares.unknown) += use.deviceNs;
        all += use.deviceNs;
    }
    if (all <= 0)
        return {};
    return {shares.shown / all, shares.copying / all, shares.unknown / all};
}

double boundAt(double intensity, double flopsPerSecond, double bytesPerSecond)
{
    const double byBytes = intensity * bytesPerSecond;
    if (flopsPerSecond <= 0 || byBytes <= 0)
        return std::max({flopsPerSecond, byBytes, 0.0});
    return std::min(flopsPerSecond, byBytes);
}

Roofs reachedRoofs(const std::vector<OperatorUse>& operators)
{
    constexpr double leastShare = 0.01; // of the time of all: a product that is over at once never reaches a roof
    Roofs roofs;
    for (const OperatorUse& use : operators)
        roofs.bytesPerSecond = std::max(roofs.bytesPerSecond, use.bytesPerSecond().value_or(0));
    ProductsByTypes products = productsByTypes(operators, {OperatorKind::Matrix, OperatorKind::Convolution});
    if (products.empty())
        products = productsByTypes(operators, {OperatorKind::Attention});
    double allNs = 0;
    for (const auto& [types, of] : products)
        allNs += of.deviceNs;
    for (const auto& [types, of] : products) {
        if (of.deviceNs >= leastShare * allNs)
            roofs.compute.push_back({std::string(types), of.flopsPerSecond});
    }
    std::stable_sort(roofs.compute.begin(), roofs.compute.end(),
        [](const Roofs::Compute& a, const Roofs::Compute& b) { return a.flopsPerSecond > b.flopsPerSecond; });
    return roofs;
}

} // namespace bubblescope
