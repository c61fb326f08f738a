// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sampletruth.h"

#include "jsontext.h"

#include <nlohmann/json.hpp>

namespace bubblescope {

namespace {

using Json = nlohmann::ordered_json;

Json faults(const SampleOptions& options)
{
    Json list = Json::array();
    for (const SampleOptions::RankFactor& straggler : options.stragglers)
        list.push_back({{"fault", "straggler"}, {"rank", straggler.rank}, {"factor", straggler.factor}});
    if (options.drift != 0)
        list.push_back({{"fault", "drift"}, {"share", options.drift}});
    for (const SampleOptions::Blip& blip : options.blips)
        list.push_back({{"fault", "blip"}, {"step", blip.step}, {"steps", blip.steps}, {"factor", blip.factor}});
    for (const SampleOptions::HostFactor& slow : options.slowHosts)
        list.push_back({{"fault", "slow-host"}, {"host", slow.host}, {"factor", slow.factor}});
    for (const SampleOptions::Throttle& throttle : options.throttles)
        list.push_back({{"fault", "throttle"}, {"host", throttle.host}, {"gpu", throttle.gpu}, {"from", throttle.first},
            {"to", throttle.last}, {"factor", throttle.factor}});
    if (options.rotation != 1) {
        list.push_back({{"fault", "rotation"}, {"factor", options.rotation}, {"steps", SampleOptions::stepsPerTurn}});
    }
    if (options.lastStageFactor != 1) {
        list.push_back({{"fault", "last-stage"}, {"stage", options.stages - 1}, {"factor", options.lastStageFactor}});
    }
    for (const SampleOptions::LinkFactor& link : options.slowLinks)
        list.push_back({{"fault", "slow-link"}, {"stage", link.stage}, {"factor", link.factor}});
    for (const SampleOptions::RankFactor& slow : options.slowNics)
        list.push_back({{"fault", "slow-nic"}, {"nic", slow.rank}, {"factor", slow.factor}});
    if (options.expertImbalance != 1)
        list.push_back({{"fault", "expert-imbalance"}, {"expert_rank", options.busiestExpert()},
            {"factor", options.expertImbalance}});
    return list;
}

} // namespace

std::string SampleTruth::toJson() const
{
    Json offsets = Json::object();
    for (size_t host = 0; host < clockOffsetsMs.size(); ++host)
        offsets["node" + std::to_string(host)] = clockOffsetsMs[host];
    const Json json = {
        {"name", options.name},
        {"schedule", scheduleInfo(options.schedule).key},
        {"seed", options.seed},
        {"noise", options.noise},
        {"ranks", layout.world.value_or(0)},
        {"stages", options.stages},
        {"tensor_parallel", options.tensor},
        {"data_parallel", options.data},
        {"expert_parallel", options.expert},
        {"microbatches", options.microbatches},
        {"layers", options.layers},
        {"layers_of_stage", layersOfStage},
        {"steps", options.steps},
        {"spans", spans},
        {"step_ms", stepMs},
        {"forward_ms", forwardMs},
        {"backward_ms", backwardMs},
        {"splits_backward", scheduleInfo(options.schedule).splitsBackward},
        {"forward_compute_ms", forwardComputeMs},
        {"backward_compute_ms", backwardComputeMs},
        {"clock_offsets_ms", offsets},
        {"faults", faults(options)},
    };
    return jsonText(json);
}

} // namespace bubblescope
