// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "importerregistry.h"
#include "chakra/chakrabinaryimporter.h"
#include "chakra/chakraimporter.h"
#include "chrometrace/chrometraceimporter.h"
#include "layertable/companion.h"
#include "layertable/neusightimporter.h"
#include "layertable/simairesultimporter.h"
#include "layertable/workitemimporter.h"
#include "nccltests/nccltests.h"
#include "ranktrace/planimporter.h"
#include "ranktrace/ranktraceimporter.h"
#include "runlog/runlogimporter.h"
#include "workload/workloadimporter.h"

namespace bubblescope {

void registerBuiltinImporters(ImporterRegistry& registry)
{
    registry.add(std::make_unique<RankTraceImporter>());
    registry.add(std::make_unique<StagePlanImporter>());
    registry.add(std::make_unique<PipelinePlanImporter>());
    registry.add(std::make_unique<ChromeTraceImporter>());
    registry.add(std::make_unique<ChakraImporter>());
    registry.add(std::make_unique<ChakraBinaryImporter>());
    registry.add(makeWorkItemImporter());
    registry.add(makeNeuSightImporter());
    registry.add(makeSimAIResultImporter());
    registry.add(makeCompanionImporter());
    registry.add(makeWorkloadImporter());
    registry.add(makeRunLogImporter());
    registry.add(makeNcclTestsImporter());
}

} // namespace bubblescope
