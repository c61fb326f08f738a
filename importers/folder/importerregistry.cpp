// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "importerregistry.h"

#include "chakrabinaryimporter.h"
#include "chakraimporter.h"
#include "chrometraceimporter.h"
#include "companion.h"
#include "flightrecorderimporter.h"
#include "nccltests.h"
#include "neusightimporter.h"
#include "nsysimporter.h"
#include "operationtraceimporter.h"
#include "planimporter.h"
#include "ranktraceimporter.h"
#include "runlogimporter.h"
#include "simairesultimporter.h"
#include "workitemimporter.h"
#include "workloadimporter.h"
#include "xplaneimporter.h"

namespace bubblescope {

const ImporterRegistry& ImporterRegistry::builtin()
{
    static const ImporterRegistry registry = [] {
        ImporterRegistry made;
        made.add(std::make_unique<RankTraceImporter>());
        made.add(std::make_unique<StagePlanImporter>());
        made.add(std::make_unique<PipelinePlanImporter>());
        made.add(std::make_unique<ChromeTraceImporter>());
        made.add(std::make_unique<OperationTraceImporter>());
        made.add(std::make_unique<NsysImporter>());
        made.add(std::make_unique<XPlaneImporter>());
        made.add(std::make_unique<ChakraImporter>());
        made.add(std::make_unique<ChakraBinaryImporter>());
        made.add(makeWorkItemImporter());
        made.add(makeNeuSightImporter());
        made.add(makeSimAIResultImporter());
        made.add(makeCompanionImporter());
        made.add(makeWorkloadImporter());
        made.add(makeRunLogImporter());
        made.add(makeNcclTestsImporter());
        made.add(std::make_unique<FlightRecorderImporter>());
        return made;
    }();
    return registry;
}

void ImporterRegistry::add(std::unique_ptr<Importer> importer) { m_importers.push_back(std::move(importer)); }

const Importer* ImporterRegistry::find(std::string_view head) const
{
    const Importer* best = nullptr;
    int bestScore = 0;
    for (const auto& importer : m_importers) {
        const int score = importer->sniff(head);
        if (score > bestScore) {
            bestScore = score;
            best = importer.get();
        }
        if (bestScore >= Importer::certain)
            break;
    }
    return best;
}

} // namespace bubblescope
