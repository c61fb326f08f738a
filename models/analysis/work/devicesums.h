// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace bubblescope {

/// What of a run is compared, so that two of them begin at the same place.
struct ComparedPart {
    enum class By : uint8_t {
        Steps,  ///< all of them
        Step,   ///< one, by its number
        Range,  ///< each range of a name: what is launched inside
        Marker, ///< from each span of a name to the next one, or to the end
        Times,  ///< what devices begin between two instants
    };
    By by = By::Steps;
    int step = 0;
    std::string name {};
    std::optional<int> within {}; ///< of ranges and markers: only those in the step with this number
    TimeRange times {};           ///< from the start of the run
    bool operator==(const ComparedPart&) const = default;
};

/// Time of a device, and how many kernels, or calls of an operator or module, it was spent on.
struct DeviceUse {
    double ns = 0;
    double calls = 0;
    double computeNs = 0; ///< of it, neither copies nor transfers
};

/// What devices were busy with, by operator and the shapes of its inputs, by module and by kernel: only work of a
/// device counts, and each piece once, for its innermost operator and module. Rank by rank where a run is not all in
/// memory. Ids must be those of one pool of strings.
class DeviceSums {
public:
    explicit DeviceSums(ComparedPart part = {}) : m_part(std::move(part)) { }

    /// False if `mayContinue` returned false. O(spans); each kernel costs its launch depth.
    bool add(const Trace& trace, const std::function<bool()>& mayContinue);
    /// The same for each rank of devices by itself: `take` gets it with its sums. Linear in the spans, too.
    static bool addEach(const Trace& trace, const ComparedPart& part, const std::function<bool()>& mayContinue,
        const std::function<void(const RankInfo&, const DeviceSums&)>& take);
    /// How many parts of ranks there were: of two ranks with three steps, six.
    size_t parts() const { return m_parts; }
    /// Their mean length, ns.
    double partNs() const { return m_parts > 0 ? m_partNs / double(m_parts) : 0; }

    using ByName = std::map<std::string, DeviceUse>;
    /// Of a part. What no operator launched stands under the name of its kernel, and without a name where the launch is
    /// not recorded, though others are.
    std::map<std::pair<std::string, std::string>, DeviceUse> byOperator(
        const StringPool& strings) const; ///< and shapes
    /// The same, apart by all that is recorded of the inputs.
    struct Calls {
        StringId name;
        StringId shapes;
        StringId inputs; ///< see inputtext.h
        DeviceUse use;
    };
    std::vector<Calls> byInputs() const;
    ByName byKernel(const StringPool& strings) const;
    /// "GPT › Block › MLP": classes of nested modules, ranges as they are called. Empty name: outside of all. Nothing
    /// where no module is recorded.
    ByName byModule() const;

private:
    void prepare(const Trace& trace);
    void addRank(const Trace& trace, const RankInfo& rank, std::vector<bool>& isSeen);
    void addModule(const Trace& trace, SpanId launch, double ns, std::vector<bool>& isSeen, bool computes);

    ComparedPart m_part;
    struct OperatorKey {
        StringId name;
        StringId shapes;
        StringId inputs {};
        bool operator==(const OperatorKey&) const = default;
    };
    struct OperatorHash {
        size_t operator()(const OperatorKey& key) const;
    };
    std::unordered_map<OperatorKey, DeviceUse, OperatorHash> m_operators;
    std::unordered_map<uint32_t, DeviceUse> m_kernels;   // by name
    ByName m_modules;
    std::vector<signed char> m_isModule; // by name: -1 if not yet known
    size_t m_parts = 0;
    double m_partNs = 0;
};

} // namespace bubblescope
