// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// One pair of chunks of a bidirectional pipeline, of the shape that DeepSeek published: ranges of both directions in
// turn, compute on two streams, dispatch and combine of experts on a third. The figures are worked out event by event.
#include "folderloader.h"
#include "summaryjson.h"
#include "testprogram.h"

#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <functional>
#include <map>
#include <vector>

#include <fmt/format.h>

namespace bubblescope::tst_dualpipe {

namespace {

constexpr int mainThread = 1166;
constexpr int autogradThread = 2571;
constexpr int computeStream = 7;
constexpr int groupedStream = 23;
constexpr int commStream = 27;
constexpr int longestTrace = 200'000; // µs

/// Writes the trace and, beside it, a table of what runs in every microsecond.
class DualPipe {
public:
    DualPipe() : m_computes(longestTrace), m_communicates(longestTrace)
    {
        for (int layer = 0; layer < 4; ++layer)
            addLayer(layer);
        launch("void at::native::vectorized_elementwise_kernel<4, int>(int)", computeStream, 40, "compute");
        host("user_annotation", "1F1B", mainThread, 20, m_now);
        host("user_annotation", "ProfilerStep#1", mainThread, 0, m_now + 20);
    }

    std::string text() const
    {
        return fmt::format(R"({{"schemaVersion":1,"distributedInfo":{{"backend":"nccl","rank":0,"world_size":64}},)"
                           "\"traceEvents\":[\n{}\n]}}",
            fmt::join(m_events, ",\n"));
    }
    double exposedMs() const { return double(count(false)) / 1000; }
    double overlappedMs() const { return double(count(true)) / 1000; }
    /// By pass: what its kernels take that do not communicate.
    const std::map<std::string, int64_t>& microseconds() const { return m_ofPass; }

private:
    void addLayer(int layer)
    {
        const std::string internode = "void dpsk::ep::internode::";
        const auto send = [&](const char* before, const char* kernel, int notify, int duration) {
            launch(internode + before, commStream, notify);
            launch(internode + kernel, commStream, duration);
        };
        const auto compute = [&](const char* kernel, int number, int duration, int stream = computeStream) {
            for (int i = 0; i < number; ++i)
                launch(kernel, stream, duration, m_pass);
        };
        range("combine(B)", "backward", 300, [&] {
            compute("void cuda::per_token_cast_to_fp8_with_channels(int)", 1, 52, commStream);
            send("cached_notify<false>(int)", "dispatch<false, 8, true, 8>(int4*)", 1008, 3320);
        });
        range("attn(F)", "forward", 3200, [&] {
            compute("void layer_norm::ln_fwd_kernel(int)", 30, 60);
            compute("void flash::compute_attn_ws<int>(int)", 1, 1230);
        });
        range("mlp(B)", "backward", 830, [&] {
            compute("void dpsk::grouped_gemm::GemmKernel<int>(int)", 4, 700, groupedStream);
            compute("void dpsk::grouped_gemm::GemmKernel<int>(int)", 8, 640);
        });
        range("dispatch(F)", "forward", layer == 0 ? 2400 : 20'600, [&] {
            compute("void dpsk::ep::cuda::get_dispatch_layout<256, 32, 8>(long const*)", 1, 74, commStream);
            send("notify_dispatch<false, 8>(int const*)", "dispatch<false, 8, false, 8>(int4*)", 1381, 4604);
        });
        range("dispatch(B)", "backward", 150,
            [&] { send("cached_notify<false>(int)", "combine<false, 8, __nv_bfloat16>(int4*)", 753, 6549); });
        range("mlp(W)", "weight", 302, [&] { compute("cutlass::device_kernel<dpsk::grouped_gemm::W>(int)", 3, 2045); });
        range("mlp(F)", "forward", 720, [&] { compute("void dpsk::grouped_gemm::GemmKernel<int>(int)", 8, 600); });
        range("attn(B)", "backward", 4800, [&] {
            for (int i = 0; i < 6; ++i) {
                const int begin = m_call;
                m_thread = autogradThread;
                compute("cutlass::device_kernel<flash::FlashAttnBwd<int>>(int)", 1, i == 3 ? 3800 : 300);
                m_thread = mainThread;
                host("cpu_op", "autograd::engine::evaluate_function: FlashAttnBackward", autogradThread, begin - 5,
                    begin + 25);
                m_call += 600;
            }
        });
        range("attn(W)", "weight", 110, [&] { compute("void dpsk::gemm::fp8_gemm_kernel<int>(int)", 2, 500); });
        range("combine(F)", "forward", 180,
            [&] { send("cached_notify<false>(int)", "combine<false, 8, __nv_bfloat16>(int4*)", 1323, 6002); });
    }

    void host(const char* category, const char* name, int thread, int begin, int end)
    {
        m_events.push_back(fmt::format(R"({{"ph":"X","cat":"{}","name":"{}","pid":1166,"tid":{},"ts":{},"dur":{}}})",
            category, name, thread, begin, end - begin));
    }

    void range(const char* name, const char* pass, int duration, const std::function<void()>& launches)
    {
        m_call = m_now + 20;
        m_pass = pass;
        launches();
        host("user_annotation", name, mainThread, m_now, m_now + duration);
        m_now = m_call = m_now + duration + 10;
    }

    /// `pass`: of what does not communicate.
    void launch(const std::string& kernel, int stream, int duration, const std::string& pass = {})
    {
        const int number = int(m_events.size());
        m_events.push_back(
            fmt::format(R"({{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernelExC","pid":1166,"tid":{},)"
                        R"("ts":{},"dur":8,"args":{{"correlation":{}}}}})",
                m_thread, m_call, number));
        int& free = m_free[stream];
        const int begin = std::max(m_call + 12, free);
        free = begin + duration;
        m_events.push_back(fmt::format(R"({{"ph":"X","cat":"kernel","name":"{}","pid":0,"tid":{},"ts":{},"dur":{},)"
                                       R"("args":{{"stream":{},"correlation":{}}}}})",
            kernel, stream, begin, duration, stream, number));
        std::vector<bool>& runs = pass.empty() ? m_communicates : m_computes;
        std::fill(runs.begin() + begin, runs.begin() + free, true);
        if (!pass.empty())
            m_ofPass[pass] += duration;
        m_call += 20;
    }

    int64_t count(bool isHidden) const
    {
        int64_t number = 0;
        for (size_t i = 0; i < m_communicates.size(); ++i)
            number += m_communicates[i] && m_computes[i] == isHidden;
        return number;
    }

    std::vector<std::string> m_events;
    std::map<int, int> m_free; // by stream
    std::vector<bool> m_computes;
    std::vector<bool> m_communicates;
    std::map<std::string, int64_t> m_ofPass;
    std::string m_pass;
    int m_now = 100;
    int m_call = 100;
    int m_thread = mainThread;
};

QString textOf(const std::map<std::string, int64_t>& microseconds)
{
    QString text;
    for (const auto& [pass, time] : microseconds)
        text += QStringLiteral("%1 %2 ").arg(QString::fromStdString(pass)).arg(time);
    return text;
}

} // namespace

class TstDualPipe : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void itsFiguresAddUpByPassAndByWhatIsHidden()
    {
        const DualPipe expected;
        QTemporaryDir folder;
        QFile file(folder.filePath(QStringLiteral("train.json")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        const std::string text = expected.text();
        QCOMPARE(file.write(text.data(), qint64(text.size())), qint64(text.size()));
        file.close();

        FolderLoad load;
        load.paths = {file.fileName().toStdString()};
        load.levels = false;
        const OpenedFolderPtr opened = FolderLoader(std::move(load)).load();
        QCOMPARE(opened->folder.runs.size(), size_t(1));
        const Result<std::string> summary = summaryJson(opened->folder, {});
        QVERIFY(summary);
        const nlohmann::json rank = nlohmann::json::parse(*summary)["ranks"][0];
        QCOMPARE(rank["exposed_comm_ms"].size(), size_t(1));
        QCOMPARE(rank["exposed_comm_ms"]["expert"].get<double>(), expected.exposedMs());
        QCOMPARE(rank["overlapped_comm_ms"].get<double>(), expected.overlappedMs());
        QVERIFY(expected.exposedMs() > 0.1 && expected.overlappedMs() > 90);

        const Trace& trace = *opened->folder.runs.front().trace;
        std::map<std::string, int64_t> ofPass;
        for (const Link& launch : trace.launches()) {
            if (isCompute(trace.category(launch.to)))
                ofPass[std::string(categoryKey(trace.category(launch.to)))] += trace.duration(launch.to) / 1000;
        }
        QCOMPARE(textOf(ofPass), textOf(expected.microseconds()));
    }
};

BUBBLESCOPE_TEST(TstDualPipe, QCoreApplication)

} // namespace bubblescope::tst_dualpipe

#include "tst_dualpipe.moc"
