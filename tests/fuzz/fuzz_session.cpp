// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "mutators.h"
#include "session.h"
#include "sessionjson.h"

#include <cstdlib>

using namespace bubblescope;

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t most, unsigned seed)
{
    return fuzz::mutated({data, size, most, seed}, {fuzz::mutateJson});
}

/// What was read is written as a session that is whole, and that reads as the same.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    const QString folder = QStringLiteral("/folder/of/runs");
    const QByteArray text = QByteArray::fromRawData(reinterpret_cast<const char*>(data), qsizetype(size));
    const Result<SessionReading> reading = readSession(text, folder);
    if (!reading)
        return 0;
    const QByteArray written = toJson(reading->session, folder);
    const Result<SessionReading> again = readSession(written, folder);
    if (!again || again->session.notes.size() != reading->session.notes.size())
        std::abort();
    if (toJson(again->session, folder) != written)
        std::abort();
    return 0;
}
