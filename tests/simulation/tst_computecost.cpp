// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "computecost.h"
#include "testprogram.h"

#include <QTest>

namespace bubblescope::tst_computecost {

namespace {

Hardware gpu(double flops, double memory)
{
    Hardware hardware;
    hardware.peakFlops = flops;
    hardware.memoryBandwidth = memory;
    return hardware;
}

} // namespace

class TstComputeCost : public QObject {
    Q_OBJECT
private slots:
    void operatorNamesTellTheirClass_data()
    {
        QTest::addColumn<int>("expected");
        const auto add = [](const char* name, ComputeClass expected) { QTest::newRow(name) << int(expected); };
        for (const char* name : {"addmm_2", "matmul", "lm_head", "attention_output_dense", "linear_fwd"})
            add(name, ComputeClass::Matrix);
        for (const char* name : {"transformer_h_0_attn", "layer 12 mlp", "forward_step", ""})
            add(name, ComputeClass::Layers);
        for (const char* name :
            {"transformer_h_0_ln_1", "attention_output_layer_norm", "softmax", "add_15", "tanh", "transformer_wte",
                "embedding_layer", "optimizer_step", "mlp_norm", "getitem_3", "LayerNorm", "cross_entropy1"})
            add(name, ComputeClass::MemoryBound);
        add("get_batch", ComputeClass::Host);
        add("dataloader", ComputeClass::Host);
    }
    void operatorNamesTellTheirClass()
    {
        QFETCH(int, expected);
        QCOMPARE(int(computeClassOf(QTest::currentDataTag())), expected);
    }

    void kernelsTellTheirClass_data()
    {
        QTest::addColumn<int>("expected");
        const auto add = [](const char* name, ComputeClass expected) { QTest::newRow(name) << int(expected); };
        for (const char* name : {"ampere_bf16_s16816gemm_bf16_128x256_ldg8_f2f_stages_64x3_tn",
                 "sm90_xmma_gemm_bf16bf16_bf16f32", "nvjet_tst_256x128_64x4_1x2_h_bz_coopA_TNT",
                 "void cutlass::Kernel2<cutlass_80_wmma_tensorop_s161616gemm>"})
            add(name, ComputeClass::Matrix);
        for (const char* name : {"void flash_fwd_kernel<Flash_fwd_kernel_traits<128>>",
                 "fmha_cutlassF_bf16_aligned_64x128", "cudnn_generated_fort_native_sdpa_sm90"})
            add(name, ComputeClass::Attention);
        for (const char* name : {"void at::native::vectorized_elementwise_kernel<4>", "triton_red_fused_native_3",
                 "void at::native::reduce_kernel<512>", "multi_tensor_apply_kernel", "cuApplyLayerNorm"})
            add(name, ComputeClass::MemoryBound);
        add("my_kernel", ComputeClass::Layers);
    }
    void kernelsTellTheirClass()
    {
        QFETCH(int, expected);
        QCOMPARE(int(computeClassOfKernel(QTest::currentDataTag())), expected);
    }

    void matrixWorkGoesByFlopsAndMemoryBoundByBandwidth()
    {
        const Hardware from = gpu(300e12, 2000e9);
        const Hardware to = gpu(900e12, 4000e9);
        QCOMPARE(computeRatio(ComputeClass::Matrix, from, to), 300.0 / 900);
        QCOMPARE(computeRatio(ComputeClass::MemoryBound, from, to), 0.5);
        QCOMPARE(computeRatio(ComputeClass::Host, from, to), 1.0);
        QCOMPARE(computeRatio(ComputeClass::Matrix, from, from), 1.0);
    }

    void knownWorkGoesByTheRoofline()
    {
        const Hardware from = gpu(300e12, 2000e9);
        const Hardware to = gpu(900e12, 4000e9);
        // 1.5 ms of FLOPs against 1 ms of memory before; 0.5 against 0.5 ms after.
        const ComputeWork work {450e9, 2e9};
        QCOMPARE(computeRatio(ComputeClass::Matrix, from, to, work), 0.5e-3 / 1.5e-3);
        // The class counts only where the work is not known.
        QCOMPARE(computeRatio(ComputeClass::MemoryBound, from, to, work), 0.5e-3 / 1.5e-3);
        QCOMPARE(computeRatio(ComputeClass::Matrix, from, to, {0, 0}), 1.0);
    }

    void layersLieBetweenTheirMatrixAndTheirMemoryBoundWork()
    {
        const Hardware from = gpu(300e12, 2000e9);
        const Hardware to = gpu(900e12, 4000e9);
        const double there = computeRatio(ComputeClass::Layers, from, to);
        QVERIFY(there > computeRatio(ComputeClass::Matrix, from, to));
        QVERIFY(there < computeRatio(ComputeClass::MemoryBound, from, to));
        // And back is no gain.
        QVERIFY(qAbs(there * computeRatio(ComputeClass::Layers, to, from) - 1) < 1e-12);
        QCOMPARE(computeRatio(ComputeClass::Layers, from, from), 1.0);
    }

    void whatKernelsReachCountsWhereItWasMeasured()
    {
        Hardware from = gpu(300e12, 2000e9);
        Hardware to = gpu(900e12, 4000e9);
        QCOMPARE(computeRatioError(from, to), 0.35);
        from.rates.half = {{1e9, 100e12}, {100e9, 250e12}};
        to.rates.half = {{1e9, 150e12}, {100e9, 500e12}};
        from.rates.memory = 1500e9;
        to.rates.memory = 3600e9;
        QCOMPARE(computeRatio(ComputeClass::Matrix, from, to), 0.5);
        QVERIFY(qAbs(computeRatio(ComputeClass::MemoryBound, from, to) - 1500.0 / 3600) < 1e-12);
        // Small products gain less: a tenth of what lies between the two points, in logarithms.
        const double small = 1e9;
        QVERIFY(qAbs(computeRatio(ComputeClass::Matrix, from, to, {small, 0}) - 100.0 / 150) < 1e-12);
        const double between = computeRatio(ComputeClass::Matrix, from, to, {10e9, 0});
        QVERIFY(between > 0.5 && between < 100.0 / 150);
        QCOMPARE(computeRatioError(from, to), 0.35);
        from.rates.attention = to.rates.attention = 200e12;
        QCOMPARE(computeRatio(ComputeClass::Attention, from, to), 1.0);
        QCOMPARE(computeRatioError(from, to), 0.35);
        from.rates.areCompared = to.rates.areCompared = true;
        QCOMPARE(computeRatioError(from, to), 0.035);
        QCOMPARE(computeRatioError(from, from), 0.0);
        QVERIFY(computeRatesText(from, from).empty());
        QVERIFY(!computeRatesText(from, to).empty());
    }

    void theLongerAProductTheMoreTimeItTakes()
    {
        const AchievedRates rates = HardwareCatalog::builtin().find("h100")->rates;
        for (const MatrixType type : {MatrixType::Half, MatrixType::EightBit}) {
            double before = 0;
            for (double flops = 1e6; flops < 1e16; flops *= 1.3) {
                const double seconds = flops / rates.matrix(type, flops);
                QVERIFY2(seconds >= before * (1 - 1e-12), qPrintable(QString::number(flops)));
                before = seconds;
            }
        }
        QCOMPARE(AchievedRates().matrix(), 0.0);
    }

    void whatAGpuDoesNotStateChangesNothing()
    {
        QCOMPARE(computeRatio(ComputeClass::Matrix, gpu(0, 1e12), gpu(1e15, 2e12)), 1.0);
        QCOMPARE(computeRatio(ComputeClass::MemoryBound, gpu(1e15, 1e12), gpu(1e15, 0)), 1.0);
    }
};

BUBBLESCOPE_TEST(TstComputeCost, QCoreApplication)

} // namespace bubblescope::tst_computecost

#include "tst_computecost.moc"
