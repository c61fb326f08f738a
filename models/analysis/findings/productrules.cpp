// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "productrules.h"

#include "devicework.h"
#include "findingtext.h"
#include "launches.h"
#include "matrixwork.h"
#include "profiledspans.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace bubblescope {

namespace {

constexpr uint32_t noProduct = UINT32_MAX;
/// Of shorter ones, how they begin and end is most.
constexpr double shortestNs = 20'000;

/// Calls of an operator with inputs of equal shapes and types, of all ranks in the step.
struct Products {
    StringId name;
    StringId shapes;
    std::string types;
    MatrixSizes sizes;
    double flops = 0;     ///< of a call
    double intensity = 0; ///< FLOPs for each byte; 0 if not known
    double calls = 0;
    double ns = 0;  ///< of all
    SpanId longest; ///< kernel

    double perSecond() const { return flops * calls / (ns / 1e9); }
    bool isHalf() const { return types == "bf16" || types == "fp16"; }
    bool isLong() const { return ns >= shortestNs * calls; }
};

struct ProductsOfStep {
    std::vector<Products> all;
    std::vector<uint32_t> ofSpan; ///< by kernel: which of them; noProduct for others

    /// Those long enough, in sum, to be compared with all others: at most two thousand of them.
    std::vector<size_t> notable() const
    {
        constexpr double leastShare = 5e-4; // of the time of all: no finding is made of less
        double ns = 0;
        for (const Products& products : all)
            ns += products.ns;
        std::vector<size_t> places;
        for (size_t i = 0; i < all.size(); ++i) {
            if (all[i].isLong() && all[i].ns >= leastShare * ns)
                places.push_back(i);
        }
        return places;
    }
};

std::optional<Products> productsOf(const Trace& trace, SpanId caller)
{
    const OperatorInputs inputs = OperatorInputs::recorded(trace.inputs(caller));
    const std::optional<MatrixSizes> sizes = inputs.isSound() ? matrixSizes(trace.name(caller), inputs) : std::nullopt;
    const OperatorWork work
        = sizes ? operatorWork(trace.name(caller), trace.detail(caller), trace.inputs(caller)) : OperatorWork();
    if (work.flops.value_or(0) <= 0)
        return {};
    Products made;
    made.name = trace.nameId(caller);
    made.shapes = trace.detailId(caller);
    made.types = inputs.dataTypes();
    made.sizes = *sizes;
    made.flops = *work.flops;
    made.intensity = work.bytes.value_or(0) > 0 ? *work.flops / *work.bytes : 0;
    return made;
}

ProductsOfStep productsOfStep(const FindingContext& c)
{
    ProductsOfStep found;
    bool isAnyRecorded = false;
    for (uint32_t i = 0; i < c.trace.spanCount() && !isAnyRecorded; ++i)
        isAnyRecorded = c.trace.inputsId(SpanId(i)).isValid();
    if (!isAnyRecorded)
        return found;
    found.ofSpan.assign(c.trace.spanCount(), noProduct);
    std::map<std::tuple<StringId, StringId, StringId>, uint32_t> byInputs; // as recorded
    std::map<std::tuple<StringId, StringId, std::string>, uint32_t> byTypes;
    std::vector<bool> isSeen(c.trace.spanCount());
    for (const RankInfo& rank : c.trace.ranks()) {
        for (const SpanId kernel : deviceWorkOfRank(c, rank).compute) {
            const SpanId caller = c.trace.launchOf(kernel).isValid() ? launchingOperator(c.trace, kernel) : SpanId();
            if (!caller.isValid() || !c.trace.inputsId(caller).isValid())
                continue;
            const auto [place, isNew] = byInputs.try_emplace(
                {c.trace.nameId(caller), c.trace.detailId(caller), c.trace.inputsId(caller)}, noProduct);
            if (isNew) {
                if (std::optional<Products> made = productsOf(c.trace, caller)) {
                    place->second
                        = byTypes.try_emplace({made->name, made->shapes, made->types}, uint32_t(found.all.size()))
                              .first->second;
                    if (place->second == found.all.size())
                        found.all.push_back(std::move(*made));
                }
            }
            if (place->second == noProduct)
                continue;
            Products& products = found.all[place->second];
            found.ofSpan[kernel.value] = place->second;
            products.ns += double(c.trace.duration(kernel));
            products.calls += isSeen[caller.value] ? 0 : 1;
            isSeen[caller.value] = true;
            if (!products.longest.isValid() || c.trace.duration(kernel) > c.trace.duration(products.longest))
                products.longest = kernel;
        }
    }
    return found;
}

/// Of products of the step, how many times as fast they could be; 1 where nothing says so.
struct FasterProducts {
    std::vector<double> factor;
    size_t most = 0; ///< that loses most time

    explicit FasterProducts(const ProductsOfStep& step) : factor(step.all.size(), 1) { }
    double lostNs(const ProductsOfStep& step, size_t i) const { return step.all[i].ns * (1 - 1 / factor[i]); }
    bool isAny() const
    {
        return std::any_of(factor.begin(), factor.end(), [](double of) { return of > 1; });
    }
    void findMost(const ProductsOfStep& step)
    {
        for (size_t i = 0; i < factor.size(); ++i)
            most = lostNs(step, i) > lostNs(step, most) ? i : most;
    }
};

/// "aten::mm of [8944, 2816] [2816, 1024]"
std::string productsText(const FindingContext& c, const Products& products)
{
    return fmt::format("{} of {}", c.trace.strings().text(products.name), c.trace.strings().text(products.shapes));
}

std::string teraText(double perSecond) { return fmt::format("{:.4g}", perSecond / 1e12); }

/// "Together such products take 12 ms per rank, 5 ms more than at that speed."
Message togetherText(const FindingContext& c, const ProductsOfStep& step, const FasterProducts& faster)
{
    double taken = 0;
    double lost = 0;
    for (size_t i = 0; i < faster.factor.size(); ++i) {
        taken += faster.factor[i] > 1 ? step.all[i].ns : 0;
        lost += faster.lostNs(step, i);
    }
    return say(" Together such products take {} per rank, {} more than at that speed.",
        timeText(c.perRank(TimeNs(taken))), timeText(c.perRank(TimeNs(lost))));
}

/// The words of one of these findings.
struct ProductWords {
    const char* id;
    Message title;
    Message sentence; ///< of the products that lose most
    Message howComputed;
    Message suggestion;
};

/// Worth what the step re-timed with faster kernels gains.
void addFinding(FindingContext& c, const ProductsOfStep& step, const FasterProducts& faster, ProductWords words)
{
    const ColumnVector<TraceGraph::Node>& nodes = c.pricer->graph().nodes;
    Finding finding;
    finding.id = words.id;
    finding.title = std::move(words.title);
    finding.sentence = std::move(words.sentence);
    finding.sentence += togetherText(c, step, faster);
    finding.howComputed = std::move(words.howComputed);
    finding.suggestion = std::move(words.suggestion);
    finding.kind = Finding::Kind::Shape;
    finding.costOrigin = Origin::Modelled;
    finding.costNs = double(c.pricer->gain(
        [&](uint32_t n, TimeNs ns) {
            const uint32_t of = nodes[n].isStart || nodes[n].isCall ? noProduct : step.ofSpan[nodes[n].span.value];
            return of == noProduct ? ns : scaled(ns, 1 / faster.factor[of]);
        },
        sameTransfer));
    LongestSpans kernels(c.trace);
    for (uint32_t i = 0; i < step.ofSpan.size(); ++i) {
        if (step.ofSpan[i] != noProduct && faster.factor[step.ofSpan[i]] > 1)
            kernels.add(SpanId(i));
    }
    finding.evidence = kernels.evidence(c);
    c.add(std::move(finding), leastShapeShare);
}

/// Of others in half precision that are no larger, but for padding, and have no more FLOPs for each byte, the mean
/// speed: smaller ones are slower, and so are those that memory bounds. 0 if there are none. `intensity`: of these
/// products as they would be.
template <typename Counts>
double speedOfOthers(const ProductsOfStep& step, const Products& products, double intensity, Counts counts)
{
    constexpr double mostLarger = 1.01;
    constexpr double leastPart = 0.1; // still smaller ones say little
    double flops = 0;
    double ns = 0;
    for (const Products& other : step.all) {
        if (&other == &products || !other.isHalf() || !other.isLong() || !counts(other)
            || other.flops > mostLarger * products.flops || other.flops < leastPart * products.flops
            || other.intensity > mostLarger * intensity)
            continue;
        flops += other.flops * other.calls;
        ns += other.ns;
    }
    return ns > 0 ? flops / (ns / 1e9) : 0;
}

/// Where most of what there is to multiply is in half precision, but some products are in whole.
FasterProducts addWholePrecision(FindingContext& c, const ProductsOfStep& step)
{
    constexpr double leastHalf = 0.5;   // of the FLOPs: else the run is one of whole precision
    constexpr double leastFactor = 1.5; // by which half precision is faster
    FasterProducts faster(step);
    double half = 0;
    double all = 0;
    for (const Products& products : step.all) {
        half += products.isHalf() ? products.flops * products.calls : 0;
        all += products.flops * products.calls;
    }
    if (half < leastHalf * all)
        return faster;
    for (const size_t i : step.notable()) {
        const Products& products = step.all[i];
        if (products.types != "fp32")
            continue;
        const double asHalf = 2 * products.intensity; // of half as many bytes
        const double speed = speedOfOthers(step, products, asHalf, [](const Products&) { return true; });
        if (speed >= leastFactor * products.perSecond())
            faster.factor[i] = speed / products.perSecond();
    }
    if (!faster.isAny())
        return faster;
    faster.findMost(step);
    const Products& most = step.all[faster.most];
    addFinding(c, step, faster,
        {"whole-precision", say("Products of matrices fall back to fp32"),
            say("{} multiplies in fp32 at {} TFLOP/s, where products of at most that size in half precision reach {}; "
                "{} of what this step multiplies is in half precision.",
                productsText(c, most), teraText(most.perSecond()),
                teraText(most.perSecond() * faster.factor[faster.most]), shareText(half / all)),
            say("FLOPs by shapes over the time of kernels. {} with these products as fast as the mean of those in half "
                "precision that are no larger and have no more FLOPs for each byte.",
                retimed()),
            say("Let autocast cover them, or convert their inputs; where fp32 is meant, allow TF32: "
                "torch.set_float32_matmul_precision(\"high\").")});
    return faster;
}

/// Rows of matrices in memory should be multiples of 16 bytes: eight numbers in half precision.
/// https://docs.nvidia.com/deeplearning/performance/dl-performance-matrix-multiplication/index.html
constexpr double alignedNumbers = 8;

double rounded(double size) { return std::ceil(size / alignedNumbers) * alignedNumbers; }

/// The rows of the left matrix lie one after the other, so that any number of them fits.
bool isAligned(const Products& products)
{
    return rounded(products.sizes.columns) == products.sizes.columns
        && rounded(products.sizes.summed) == products.sizes.summed;
}

FasterProducts addUnalignedSizes(FindingContext& c, const ProductsOfStep& step)
{
    constexpr double leastFactor = 1.25; // by which aligned ones are faster
    FasterProducts faster(step);
    for (const size_t i : step.notable()) {
        const Products& products = step.all[i];
        if (!products.isHalf() || isAligned(products))
            continue;
        const double speed = speedOfOthers(step, products, products.intensity, isAligned);
        const double more = rounded(products.sizes.columns) * rounded(products.sizes.summed)
            / (products.sizes.columns * products.sizes.summed);
        if (speed >= leastFactor * more * products.perSecond())
            faster.factor[i] = speed / (more * products.perSecond());
    }
    if (!faster.isAny())
        return faster;
    faster.findMost(step);
    const Products& most = step.all[faster.most];
    const double size = rounded(most.sizes.columns) != most.sizes.columns ? most.sizes.columns : most.sizes.summed;
    addFinding(c, step, faster,
        {"unaligned-sizes", say("Sizes of matrices do not fit the GPU"),
            say("{} runs at {} TFLOP/s, where products of at most that size whose sizes are multiples of 8 reach {}: "
                "{} is none.",
                productsText(c, most), teraText(most.perSecond()),
                teraText(speedOfOthers(step, most, most.intensity, isAligned)), countText(size)),
            say("FLOPs by shapes over the time of kernels. {} with these products padded, and as fast as the mean of "
                "those that are aligned, no larger, and have no more FLOPs for each byte.",
                retimed()),
            say("Pad {} to {}, or to a multiple of 64.", countText(size), countText(rounded(size)))});
    return faster;
}

/// Products that are slower than others of about their size and types, and neither of the above.
void addBelowReached(
    FindingContext& c, const ProductsOfStep& step, const FasterProducts& whole, const FasterProducts& unaligned)
{
    constexpr double alike = 2;          // a factor, of FLOPs and of FLOPs for each byte
    constexpr double leastFactor = 1.67; // healthy libraries differ by up to a half from shape to shape
    FasterProducts faster(step);
    std::vector<size_t> best(step.all.size());
    const auto areAlike = [](double a, double b) { return a <= alike * b && b <= alike * a; };
    // As fast as a peer: with as many bytes in a second, where these have fewer FLOPs for each.
    const auto speedAs = [](const Products& peer, const Products& products) {
        return peer.perSecond() * std::min(1.0, products.intensity / peer.intensity);
    };
    for (const size_t i : step.notable()) {
        const Products& products = step.all[i];
        best[i] = i;
        if (products.types.empty() || products.intensity <= 0 || whole.factor[i] > 1 || unaligned.factor[i] > 1)
            continue;
        for (size_t other = 0; other < step.all.size(); ++other) {
            const Products& peer = step.all[other];
            if (peer.isLong() && peer.types == products.types && areAlike(peer.flops, products.flops)
                && areAlike(peer.intensity, products.intensity)
                && speedAs(peer, products) > speedAs(step.all[best[i]], products))
                best[i] = other;
        }
        const double factor = speedAs(step.all[best[i]], products) / products.perSecond();
        if (factor >= leastFactor)
            faster.factor[i] = factor;
    }
    if (!faster.isAny())
        return;
    faster.findMost(step);
    const Products& most = step.all[faster.most];
    const Products& reached = step.all[best[faster.most]];
    addFinding(c, step, faster,
        {"slow-products", say("Products of matrices run below what this GPU reached"),
            say("{} runs at {} of what this GPU reached for about that size and these types: {} TFLOP/s, beside {} of "
                "{}.",
                productsText(c, most), shareText(most.perSecond() / reached.perSecond()), teraText(most.perSecond()),
                teraText(reached.perSecond()), productsText(c, reached)),
            say("FLOPs by shapes over the time of kernels, against the best of those with the same types and half to "
                "twice the FLOPs, and FLOPs for each byte. {} with these products as fast, and no more bytes in a second.",
                retimed()),
            say("Look at the kernels of these calls: another layout of their inputs, a newer library or a search for "
                "the best kernel (TunableOp, max-autotune of torch.compile) chooses others.")});
}

} // namespace

void addSlowProducts(FindingContext& context)
{
    const ProductsOfStep step = productsOfStep(context);
    const FasterProducts whole = addWholePrecision(context, step);
    const FasterProducts unaligned = addUnalignedSizes(context, step);
    addBelowReached(context, step, whole, unaligned);
}

} // namespace bubblescope
