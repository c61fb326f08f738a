// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>

#include <cstdint>
#include <functional>

namespace bubblescope {

/// Counts millions of spans in slices between events, to keep the window responsive. For objects with advance(spans)
/// and progress(), which must live while they are counted. GUI thread only.
class SlicedCount : public QObject {
    Q_OBJECT
public:
    explicit SlicedCount(QObject* parent = nullptr);

    /// Small counts are done at once, to avoid flicker: finished() may be emitted before this returns.
    template <typename Count> void start(Count& count)
    {
        start([&count](uint32_t spans) { return count.advance(spans); }, [&count] { return count.progress(); });
    }
    void stop();
    bool isActive() const { return m_slices.isActive(); }

signals:
    void paused(double progress); ///< 0 .. 1; continues after pending events
    void finished();

private:
    void start(std::function<bool(uint32_t)> advance, std::function<double()> progress);
    void countSlice();

    std::function<bool(uint32_t)> m_advance;
    std::function<double()> m_progress;
    QTimer m_slices;
};

} // namespace bubblescope
