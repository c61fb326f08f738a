// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "slicedcount.h"

#include <QElapsedTimer>

#include <utility>

namespace bubblescope {

namespace {

/// Enough for several threads, but quick on one.
constexpr uint32_t spansAtATime = 1u << 17;
constexpr int sliceMs = 8;

} // namespace

SlicedCount::SlicedCount(QObject* parent) : QObject(parent)
{
    m_slices.setInterval(0);
    connect(&m_slices, &QTimer::timeout, this, &SlicedCount::countSlice);
}

void SlicedCount::start(std::function<bool(uint32_t)> advance, std::function<double()> progress)
{
    m_advance = std::move(advance);
    m_progress = std::move(progress);
    m_slices.start();
    countSlice();
}

void SlicedCount::stop() { m_slices.stop(); }

void SlicedCount::countSlice()
{
    QElapsedTimer clock;
    clock.start();
    while (!m_advance(spansAtATime)) {
        if (clock.elapsed() >= sliceMs) {
            emit paused(m_progress());
            return;
        }
    }
    m_slices.stop();
    emit finished();
}

} // namespace bubblescope
