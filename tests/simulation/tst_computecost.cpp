// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "computecost.h"
#include "hardwarepreset.h"
#include "testprogram.h"

#include <QTest>

#include <cmath>
#include <vector>

namespace bubblescope::tst_computecost {

namespace {

Hardware gpu(double flops, double memory)
{
    Hardware hardware;
    hardware.peakFlops = flops;
    hardware.memoryBandwidth = memory;
    return hardware;
}

Hardware preset(const char* name) { return *HardwareCatalog::builtin().find(name); }

double ratio(ComputeClass computeClass, const Hardware& from, const Hardware& to)
{
    return computeRatio(computeClass, from, to);
}

bool isClose(double one, double other) { return qAbs(one / other - 1) < 1e-9; }

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
        add("fp8_linear", ComputeClass::EightBit);
        add("Float8Linear.mm", ComputeClass::EightBit);
        add("fp8_norm", ComputeClass::MemoryBound);
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
        for (const char* name : {"sm90_xmma_gemm_e4m3bf16_e4m3f32_f32_tn_n", "cutlass::float_e4m3_t gemm",
                 "deep_gemm::fp8_gemm_kernel", "nvjet_e5m2"})
            add(name, ComputeClass::EightBit);
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
        from.rates.attention = to.rates.attention = 200e12;
        QCOMPARE(computeRatio(ComputeClass::Attention, from, to), 1.0);
        QVERIFY(computeRatesTexts(from, from).empty());
        QVERIFY(!computeRatesTexts(from, to).empty());
    }

    void likeIsComparedWithLike()
    {
        // One GPU alone was measured: both go by their data sheets.
        const Hardware from = preset("a100-80gb");
        Hardware to = preset("h100");
        to.rates = {};
        QVERIFY(isClose(ratio(ComputeClass::Matrix, from, to), 312.0 / 989));
        QVERIFY(isClose(ratio(ComputeClass::MemoryBound, from, to), 2039.0 / 3350));
        QVERIFY(isClose(ratio(ComputeClass::Attention, from, to), 312.0 / 989));
        QVERIFY(isClose(ratio(ComputeClass::Matrix, to, from), 989.0 / 312));
        // And kind by kind.
        to.rates.memory = 2848e9;
        QVERIFY(isClose(ratio(ComputeClass::MemoryBound, from, to), 1733.0 / 2848));
        QVERIFY(isClose(ratio(ComputeClass::Matrix, from, to), 312.0 / 989));
    }

    void aCopyThatKnowsLessChangesNothing()
    {
        for (const HardwareCatalog::Preset& own : HardwareCatalog::builtin().presets()) {
            if (own.isNetwork())
                continue;
            Hardware copy = own.hardware;
            for (int dropped = 0; dropped < 4; ++dropped) {
                for (const ComputeClass c : gpuClasses) {
                    QCOMPARE(computeRatio(c, own.hardware, copy), 1.0);
                    QCOMPARE(computeRatio(c, copy, own.hardware), 1.0);
                    QCOMPARE(computeRatioRange(c, own.hardware, copy).longer, 0.0);
                    QCOMPARE(computeRatioRange(c, copy, own.hardware).shorter, 0.0);
                }
                QVERIFY(computeRatesTexts(own.hardware, copy).empty());
                switch (dropped) {
                case 0:
                    copy.rates.memory = 0;
                    break;
                case 1:
                    copy.rates.half.clear();
                    break;
                default:
                    copy.rates = {};
                }
            }
        }
    }

    void smallProductsTellGpusApart()
    {
        const Hardware own = preset("h100");
        for (std::vector<AchievedRates::Point> AchievedRates::*curve :
            {&AchievedRates::half, &AchievedRates::eightBit}) {
            const ComputeClass products = curve == &AchievedRates::half ? ComputeClass::Matrix : ComputeClass::EightBit;
            for (size_t i = 0; i < (own.rates.*curve).size(); ++i) {
                Hardware other = own;
                AchievedRates::Point& point = (other.rates.*curve)[i];
                point.perSecond *= 0.9;
                QVERIFY(isClose(computeRatio(products, own, other, {point.flops, 0}), 1 / 0.9));
                QVERIFY(isClose(computeRatio(products, other, own, {point.flops, 0}), 0.9));
                QVERIFY(!computeRatesTexts(own, other).empty());
            }
            // A point that lies on the line between two others says nothing new.
            Hardware finer = own;
            std::vector<AchievedRates::Point>& points = finer.rates.*curve;
            const double between = std::sqrt(points[0].flops * points[1].flops);
            points.insert(points.begin() + 1,
                {between,
                    own.rates.matrix(
                        curve == &AchievedRates::half ? MatrixType::Half : MatrixType::EightBit, between)});
            QVERIFY(computeRatesTexts(own, finer).empty());
            QVERIFY(computeRatesTexts(finer, own).empty());
        }
    }

    void anEditedPeakMovesWhatBelongsToIt()
    {
        const Hardware own = preset("h100");
        Hardware edited = own;
        setHardwareValue(edited, "peak_tflops", 989 * 1.1, "mine");
        for (const ComputeClass c : {ComputeClass::Matrix, ComputeClass::Attention, ComputeClass::EightBit})
            QVERIFY(isClose(ratio(c, own, edited), 1 / 1.1));
        QCOMPARE(ratio(ComputeClass::MemoryBound, own, edited), 1.0);
        const double layers = ratio(ComputeClass::Layers, own, edited);
        QVERIFY(layers > 1 / 1.1 && layers < 1);
        // Against another GPU as well.
        const Hardware other = preset("a100-80gb");
        QVERIFY(isClose(ratio(ComputeClass::Matrix, other, edited), ratio(ComputeClass::Matrix, other, own) / 1.1));
        setHardwareValue(edited, "memory_gb_per_s", 3350 * 0.9, "mine");
        QVERIFY(isClose(ratio(ComputeClass::MemoryBound, own, edited), 1 / 0.9));
        QVERIFY(isClose(ratio(ComputeClass::Matrix, own, edited), 1 / 1.1));
        QVERIFY(computeRatioRange(ComputeClass::Matrix, own, edited).longer > 0);
        // While a number is typed it may be anything.
        setHardwareValue(edited, "peak_tflops", 0, {});
        setHardwareValue(edited, "peak_tflops", 989, {});
        setHardwareValue(edited, "memory_gb_per_s", 3350, {});
        for (const ComputeClass c : gpuClasses) {
            QCOMPARE(ratio(c, own, edited), 1.0);
            QCOMPARE(ratio(c, other, edited), ratio(c, other, own));
            QCOMPARE(computeRatioRange(c, other, edited).longer, computeRatioRange(c, other, own).longer);
        }
    }

    void rangesGrowWithWhatIsNotKnown()
    {
        const auto half = [](const char* from, const char* to, const ModelShape& model = {}) {
            const RatioRange range = computeRatioRange(ComputeClass::Layers, preset(from), preset(to), model);
            return (range.shorter + range.longer) / 2;
        };
        const ModelShape compared {4096, 4096, false};
        QCOMPARE(half("a100-80gb", "h100", compared), 0.035);
        // Links alone tell A800 and H800 from them.
        QCOMPARE(half("a800", "h800", compared), 0.035);
        QCOMPARE(half("h100", "h800", compared), 0.0);
        const double unknown = half("a100-80gb", "h100");
        QVERIFY(unknown > 0.05 && unknown < 0.1);
        for (const ModelShape& unlike : {ModelShape {4096, 4096, true}, ModelShape {768, 1024, false},
                 ModelShape {16384, 4096, false}, ModelShape {4096, 131072, false}})
            QVERIFY(half("a100-80gb", "h100", unlike) >= 0.15);
        // Near them nothing tells either way.
        QCOMPARE(half("a100-80gb", "h100", {6144, 4096, false}), unknown);
        QVERIFY(computeRatioRange(ComputeClass::EightBit, preset("h800"), preset("h200"), compared).longer >= 0.15);
        // Never measured on whole steps.
        QVERIFY(half("a100-40gb", "h100", compared) >= 0.15);
        QVERIFY(half("a100-40gb", "a100-80gb", compared) >= 0.15);
        QVERIFY(half("a100-40gb", "h100", {4096, 4096, true}) > half("a100-40gb", "h100", compared));
        QVERIFY(half("h100", "gb200", compared) > 0.35);
        // What a new GPU gains is overstated rather than understated, whichever way is asked.
        const RatioRange faster = computeRatioRange(ComputeClass::Layers, preset("h100"), preset("b200"));
        QVERIFY(faster.longer > faster.shorter);
        const RatioRange slower = computeRatioRange(ComputeClass::Layers, preset("b200"), preset("h100"));
        QVERIFY(slower.shorter > slower.longer);
    }

    void rangesAreSaid()
    {
        const auto last = [](const char* from, const char* to, const ModelShape& model = {}) {
            const std::vector<Message> texts = computeRatesTexts(preset(from), preset(to), model);
            return texts.empty() ? std::string() : texts.back().text();
        };
        QVERIFY(last("h100", "h800").empty());
        QVERIFY(last("a100-80gb", "h100", {4096, 4096, false}).starts_with("Compute goes by what kernels reach"));
        QVERIFY(last("a100-80gb", "h100").find("± 8 %") != std::string::npos);
        QVERIFY(last("a100-80gb", "h100", {4096, 4096, true}).find("unlike them") != std::string::npos);
        QVERIFY(last("a100-40gb", "h100").find("no training that ran on both") != std::string::npos);
        QVERIFY(last("h100", "gb200").find("overstated up to 2 times") != std::string::npos);
    }

    void wideLayersMoveFewerBytes()
    {
        QCOMPARE(bytesPerFlopOfLayers({}), bytesPerFlopOfLayers({4096, 0, false}));
        // 170 bytes for 72 h FLOPs are what changes.
        const double difference = bytesPerFlopOfLayers({2048, 0, false}) - bytesPerFlopOfLayers({8192, 0, false});
        QVERIFY(isClose(difference, 170.0 / 72 * (1.0 / 2048 - 1.0 / 8192)));
        double before = 0;
        for (const int hidden : {512, 2048, 4096, 12288}) {
            const double gain
                = 1 / computeRatio(ComputeClass::Layers, preset("a100-80gb"), preset("h100"), {}, {hidden, 0, false});
            QVERIFY(gain > before);
            before = gain;
        }
    }

    void smallLayersGainLess()
    {
        // Of 7 t h^2 FLOPs a product: 1,024 tokens and units make 7.5 GFLOP, 16,384 and 4,096 make 1.9 TFLOP.
        const ModelShape small {1024, 0, false, 1024};
        QCOMPARE(small.productFlops(), 7.0 * 1024 * 1024 * 1024);
        const auto gain = [](const ModelShape& model) {
            return 1 / computeRatio(ComputeClass::Layers, preset("a100-80gb"), preset("h100"), {}, model);
        };
        QVERIFY(gain(small) < 0.95 * gain({1024, 0, false}));
        QVERIFY(isClose(gain({4096, 0, false, 16384}), gain({4096, 0, false})));
    }

    void longSequencesAreAttention()
    {
        const Hardware gpu = preset("a100-80gb");
        QCOMPARE(attentionPercentOf({}, gpu), usualAttentionPercent);
        QCOMPARE(attentionPercentOf({4096, 0, false}, gpu), usualAttentionPercent);
        // 7 s h FLOPs at 204.6, 72 h^2 at 271 TFLOP/s with what lies between.
        const double products = 72 * 4096 * (1 / 271.2e12 + 0.00344 / 1733e9);
        const double attention = 7 * 16384 / 204.6e12;
        QCOMPARE(int(attentionPercentOf({4096, 16384, false}, gpu)),
            int(std::lround(100 * attention / (attention + products))));
        QVERIFY(attentionPercentOf({2048, 65536, false}, gpu) > 50);
        QVERIFY(attentionPercentOf({8192, 2048, false}, gpu) < usualAttentionPercent);
    }

    void eightBitProductsGoByTheirOwnRates()
    {
        const Hardware h100 = preset("h100");
        const Hardware b200 = preset("b200");
        QVERIFY(isClose(ratio(ComputeClass::EightBit, h100, b200), 1077.0 / 3432.5));
        QVERIFY(isClose(ratio(ComputeClass::Matrix, h100, b200), 790.0 / 1745));
        // An A100 has none: both go by what is known of either, and it is not known how well that holds.
        QVERIFY(isClose(ratio(ComputeClass::EightBit, h100, preset("a100-80gb")), 790 / 271.2));
        QVERIFY(computeRatioRange(ComputeClass::EightBit, h100, preset("a100-80gb")).shorter > 0.3);
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
        // Nor what it states of a peak that none has, against itself.
        Hardware absurd = preset("h100");
        absurd.rates.ofPeakFlops = 1e-293;
        for (const ComputeClass c : gpuClasses)
            QCOMPARE(ratio(c, absurd, absurd), 1.0);
    }
};

BUBBLESCOPE_TEST(TstComputeCost, QCoreApplication)

} // namespace bubblescope::tst_computecost

#include "tst_computecost.moc"
