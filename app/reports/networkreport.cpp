// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "networkreport.h"

#include "counted.h"
#include "fabricfaults.h"
#include "fabricrules.h"
#include "formatting.h"

#include <set>
#include <string>
#include <string_view>

namespace bubblescope {

namespace {

size_t hostCountOf(const Fabric& fabric)
{
    std::set<std::string_view> hosts;
    for (const Fabric::Process& process : fabric.processes)
        hosts.insert(process.host);
    return hosts.size();
}

Json processesJson(const Fabric& fabric, const std::vector<uint32_t>& processes)
{
    Json list = Json::array();
    for (const uint32_t index : processes) {
        const Fabric::Process& process = fabric.processes[index];
        list.push_back({{"host", process.host}, {"process", process.id}, {"place", process.place},
            {"rank", process.rank >= 0 ? Json(process.rank) : Json(nullptr)}});
    }
    return list;
}

std::string_view faultKey(FabricFault::Kind kind)
{
    switch (kind) {
    case FabricFault::Kind::Nic:
        return "network-card";
    case FabricFault::Kind::Host:
        return "host";
    case FabricFault::Kind::Rail:
        return "rail";
    case FabricFault::Kind::OneOf:
        return "one-of";
    case FabricFault::Kind::Path:
        break;
    }
    return "path";
}

} // namespace

QString networkText(const RunFolder& folder)
{
    const Fabric& fabric = folder.fabric;
    if (fabric.isEmpty())
        return {};
    QString text = QStringLiteral("Network: %1, measured by %2 on %3\n")
                       .arg(QString::fromStdString(counted(fabric.groups.size(), "communicator")),
                           QString::fromStdString(counted(fabric.processes.size(), "process", "processes")),
                           QString::fromStdString(counted(hostCountOf(fabric), "host")));
    const Findings findings = findFabricFindings(fabric);
    for (const Finding& finding : findings.list) {
        text += QStringLiteral("  %1\n").arg(toText(finding.title.text()));
        for (const Message* sentence : {&finding.sentence, &finding.suggestion})
            text += QStringLiteral("      %1\n").arg(toText(sentence->text()));
    }
    if (findings.list.empty())
        text += QStringLiteral(
            "  No card, host or rail is clearly slower than its like, where there are enough of it.\n");
    return text;
}

Json networkJson(const RunFolder& folder)
{
    const Fabric& fabric = folder.fabric;
    if (fabric.isEmpty())
        return nullptr;
    Json json;
    json["hosts"] = hostCountOf(fabric);
    json["processes"] = fabric.processes.size();
    json["communicators"] = fabric.groups.size();
    json["faults"] = Json::array();
    for (const FabricFault& fault : findFabricFaults(fabric)) {
        Json groups = Json::array();
        for (const uint32_t group : fault.groups)
            groups.push_back({{"id", fabric.groups[group].id}, {"name", fabric.groups[group].name},
                {"ranks", fabric.groups[group].ranks}, {"nodes", fabric.groups[group].nodes}});
        json["faults"].push_back(
            {{"kind", std::string(faultKey(fault.kind))}, {"processes", processesJson(fabric, fault.processes)},
                {"factor", fault.factor}, {"busbw_gbs", fault.busBandwidth / 1e9},
                {"usual_busbw_gbs", fault.usual / 1e9}, {"communicators", std::move(groups)},
                {"messages", fault.messages.size()}, {"victims", processesJson(fabric, fault.victims)}});
    }
    return json;
}

} // namespace bubblescope
