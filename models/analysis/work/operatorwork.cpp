// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "operatorwork.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <vector>

namespace bubblescope {

namespace {

using Shape = std::vector<double>;

constexpr size_t mostDimensions = 16;
constexpr double largestSize = 1e15; // of a dimension: products of them stay numbers

/// At most the first four; empty where one of them is no list of sizes.
std::vector<Shape> shapesIn(std::string_view text)
{
    constexpr size_t mostShapes = 4;
    std::vector<Shape> shapes;
    for (size_t at = text.find('['); at != std::string_view::npos && shapes.size() < mostShapes;
         at = text.find('[', at)) {
        const size_t end = text.find(']', at);
        if (end == std::string_view::npos)
            return {};
        Shape shape;
        const char* place = text.data() + at + 1;
        const char* const last = text.data() + end;
        while (place != last && shape.size() < mostDimensions) {
            if (*place == ' ' || *place == ',') {
                ++place;
                continue;
            }
            double size = 0;
            const auto [next, error] = std::from_chars(place, last, size);
            if (error != std::errc() || !(size >= 0 && size <= largestSize))
                return {};
            shape.push_back(size);
            place = next;
        }
        shapes.push_back(std::move(shape));
        at = end;
    }
    return shapes;
}

double product(const Shape& shape, size_t count)
{
    double result = 1;
    for (size_t i = 0; i < count; ++i)
        result *= shape[i];
    return result;
}

/// [M, K] × [K, N], or the same for each of a batch.
std::optional<double> ofMatrices(const Shape& a, const Shape& b, size_t dimensions, bool hasBias)
{
    if (a.size() != dimensions || b.size() != dimensions || a[dimensions - 1] != b[dimensions - 2]
        || !std::equal(a.begin(), a.end() - 2, b.begin()))
        return {};
    const double batch = product(a, dimensions - 2);
    const double m = a[dimensions - 2];
    const double k = a[dimensions - 1];
    const double n = b[dimensions - 1];
    return batch * m * n * (2 * k + (hasBias ? 1 : 0));
}

/// […, K] × [N, K], transposed.
std::optional<double> ofLinear(const std::vector<Shape>& shapes)
{
    if (shapes.size() < 2 || shapes[0].empty() || shapes[1].size() != 2 || shapes[0].back() != shapes[1][1])
        return {};
    const double m = product(shapes[0], shapes[0].size() - 1);
    return m * shapes[1][0] * (2 * shapes[1][1] + (shapes.size() > 2 && shapes[2].size() == 1 ? 1 : 0));
}

} // namespace

std::optional<double> operatorFlops(std::string_view name, std::string_view shapes)
{
    struct Form {
        std::string_view name;
        size_t first;      ///< of its inputs is the left matrix; what comes before it is added
        size_t dimensions; ///< of both matrices
    };
    constexpr std::array forms {Form {"aten::mm", 0, 2}, Form {"aten::_int_mm", 0, 2}, Form {"aten::_scaled_mm", 0, 2},
        Form {"aten::addmm", 1, 2}, Form {"aten::_addmm_activation", 1, 2}, Form {"aten::bmm", 0, 3},
        Form {"aten::baddbmm", 1, 3}};
    for (const Form& form : forms) {
        if (name != form.name)
            continue;
        const std::vector<Shape> inputs = shapesIn(shapes);
        if (inputs.size() < form.first + 2)
            return {};
        return ofMatrices(inputs[form.first], inputs[form.first + 1], form.dimensions, form.first > 0);
    }
    if (name == "aten::linear")
        return ofLinear(shapesIn(shapes));
    return {};
}

} // namespace bubblescope
