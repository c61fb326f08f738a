// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "operatorinputs.h"
#include "operatorwork.h"
#include "testprogram.h"

#include <QTest>

#include <initializer_list>
#include <string>

namespace bubblescope::tst_operatorwork {

class TstOperatorWork : public QObject {
    Q_OBJECT
private slots:
    void productsOfMatrices_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("shapes");
        QTest::addColumn<double>("flops");
        // GFLOP as TraceLens has them for two traces of H100s.
        QTest::newRow("mm") << "aten::mm"
                            << "[8944, 1024] [1024, 2816]" << 51.581550592e9;
        QTest::newRow("addmm") << "aten::addmm"
                               << "[1024] [8944, 1024] [1024, 1024]" << 18.766086144e9;
        QTest::newRow("linear") << "aten::linear"
                                << "[16, 559, 1024] [1024, 1024] [1024]" << 18.766086144e9;
        QTest::newRow("linear without bias") << "aten::linear"
                                             << "[16, 559, 1024] [2816, 1024]" << 51.581550592e9;
        QTest::newRow("bmm") << "aten::bmm"
                             << "[2, 3, 5] [2, 5, 7]" << 2.0 * 2 * 3 * 5 * 7;
        QTest::newRow("baddbmm") << "aten::baddbmm"
                                 << "[2, 3, 7] [2, 3, 5] [2, 5, 7]" << 2.0 * 2 * 3 * 5 * 7 + 2 * 3 * 7;
        QTest::newRow("empty") << "aten::mm"
                               << "[0, 1024] [1024, 8]" << 0.0;
    }
    void productsOfMatrices()
    {
        QFETCH(QString, name);
        QFETCH(QString, shapes);
        QFETCH(double, flops);
        const OperatorWork found = operatorWork(name.toStdString(), shapes.toStdString(), {});
        QVERIFY(found.flops.has_value());
        QCOMPARE(*found.flops, flops);
        QVERIFY(!found.bytes || *found.bytes == 0); // no types are known
    }

    void workFollowsFromInputs_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("inputs");
        QTest::addColumn<double>("flops"); // below 0: unknown
        QTest::addColumn<double>("bytes");
        const auto add = [](const char* label, const char* name, const char* inputs, double flops, double bytes) {
            QTest::newRow(label) << name << inputs << flops << bytes;
        };
        add("products of integers", "aten::_int_mm", "signed char|4,8;signed char|8,2", 128, 32 + 16 + 4 * 8);
        add("products of 8 bits", "aten::_scaled_mm",
            "c10::Float8_e4m3fn|4,8;c10::Float8_e4m3fn|8,2;float;float;;;Scalar|||15", 128, 32 + 16 + 2 * 8);
        add("of 8 bits, whole result", "aten::_scaled_mm",
            "c10::Float8_e4m3fn|4,8;c10::Float8_e4m3fn|8,2;float;float;;;Scalar|||6", 128, 32 + 16 + 4 * 8);
        add("of 8 bits, with a bias", "aten::_scaled_mm",
            "c10::Float8_e4m3fn|4,8;c10::Float8_e4m3fn|8,2;float;float;c10::BFloat16|2;;Scalar|||15", 128 + 8,
            32 + 16 + 2 * 2 + 2 * 8);
        add("of 8 bits, as PyTorch 2.3 has it", "aten::_scaled_mm",
            "c10::Float8_e4m3fn|4,8;c10::Float8_e4m3fn|8,2;;Scalar|||15;float;float;;Scalar|||False", 128,
            32 + 16 + 2 * 8);
        add("added in place", "aten::addmm_", "float|4,2;float|4,8;float|8,2;Scalar|||1;Scalar|||1", 128 + 8,
            4.0 * (8 + 32 + 16 + 8));
        add("experts of rows", "aten::_grouped_mm", "c10::BFloat16|10,8;c10::BFloat16|3,8,2;int|3", 2 * 10 * 8 * 2,
            2 * (80 + 48 + 20));
        add("experts of what is summed up", "aten::_grouped_mm", "c10::BFloat16|4,10;c10::BFloat16|10,2;int|3",
            2 * 4 * 10 * 2, 2 * (40 + 20 + 3 * 8));
        add("bias that is no tensor", "aten::linear", "float|3,4;float|2,4;", 3 * 2 * 8, 4 * (12 + 8 + 6));
        add("types unknown", "aten::mm", "|4,8;|8,2", 128, -1);
        add("flash, causal", "aten::_flash_attention_forward",
            "c10::BFloat16|2,6,4,8;c10::BFloat16|2,6,4,8;c10::BFloat16|2,6,4,8;;;Scalar|||6;Scalar|||6;Scalar|||0.;"
            "Scalar|||True",
            4.0 * 2 * 4 * 6 * 6 * 8 / 2, 2.0 * 4 * (2 * 6 * 4 * 8));
        add("flash, packed", "aten::_flash_attention_forward",
            "c10::BFloat16|12,6,4,8;c10::BFloat16|12,6,4,8;c10::BFloat16|12,6,4,8;int|3;int|3;Scalar|||6;Scalar|||6;"
            "Scalar|||0.;Scalar|||True",
            -1, 2.0 * 4 * (12 * 6 * 4 * 8));
        add("packed, shared heads", "flash_attn::_flash_attn_varlen_forward",
            "c10::BFloat16|20,4,8;c10::BFloat16|30,2,8;c10::BFloat16|30,2,6;int|3;int|3", -1,
            2.0 * (20 * 4 * 8 + 30 * 2 * 8 + 30 * 2 * 6 + 20 * 4 * 6));
        add("packed, backward", "flash_attn::_flash_attn_varlen_backward",
            "float|20,4,8;float|20,4,8;float|30,2,8;float|30,2,8;float|20,4,8;float|4,20;;;;int|3;int|3", -1,
            4.0 * (2 * (20 * 4 * 8 + 2 * 30 * 2 * 8) + 20 * 4 * 8));
        add("packed, values of other tokens", "flash_attn::_flash_attn_varlen_forward",
            "float|20,4,8;float|30,2,8;float|31,2,8;int|3;int|3", -1, -1);
        add("causal, not square", "aten::_scaled_dot_product_flash_attention",
            "float|2,4,1,8;float|2,4,6,8;float|2,4,6,8;Scalar|||0.;Scalar|||True", -1,
            4.0 * (2 * 64 + 2 * 2 * 4 * 6 * 8));
        add("shared heads", "aten::_scaled_dot_product_efficient_attention",
            "float|2,4,6,8;float|2,2,5,8;float|2,2,5,8;;Scalar|||True;Scalar|||0.;Scalar|||False",
            4.0 * 2 * 4 * 6 * 5 * 8, 4.0 * (2 * 384 + 2 * 160));
        add("shared heads, backward", "aten::_scaled_dot_product_flash_attention_backward",
            "float|2,4,6,8;float|2,4,6,8;float|2,2,6,8;float|2,2,6,8;float|2,4,6,8;float|2,4,6;;;Scalar|||6;Scalar|||6;"
            "Scalar|||0.;Scalar|||False",
            10.0 * 2 * 4 * 6 * 6 * 8 + 2 * 6 * 16, 4.0 * (2 * (384 + 2 * 192) + 384));
        add("whether causal unknown", "aten::_scaled_dot_product_flash_attention",
            "float|2,4,6,8;float|2,4,6,8;float|2,4,6,8", -1, 4.0 * 4 * 384);
        // 2 images of 3 channels, 5 filters of 3x3, 8x8 to 4x4.
        add("convolution", "aten::convolution",
            "float|2,3,8,8;float|5,3,3,3;float|5;ScalarList|||[2, 2];ScalarList|||[1, 1];ScalarList|||[1, 1];"
            "Scalar|||False;ScalarList|||[0, 0];Scalar|||1",
            160.0 * 54 + 160, 4.0 * (384 + 135 + 5 + 160));
        add("convolution of cuDNN", "aten::cudnn_convolution",
            "float|2,3,8,8;float|5,3,3,3;ScalarList|||[1];ScalarList|||[2, 2];ScalarList|||[1, 1];Scalar|||1",
            160.0 * 54, 4.0 * (384 + 135 + 160));
        // 4 channels, each with a filter of its own.
        add("depthwise", "aten::_conv_depthwise2d",
            "float|2,4,8,8;float|4,1,3,3;ScalarList|||[3, 3];;ScalarList|||[1, 1];ScalarList|||[1, 1];"
            "ScalarList|||[1, 1]",
            2.0 * 4 * 64 * 2 * 9, 4.0 * (512 + 36 + 512));
        add("transposed", "aten::convolution",
            "float|2,5,4,4;float|5,3,3,3;;ScalarList|||[2, 2];ScalarList|||[1, 1];ScalarList|||[1, 1];Scalar|||True;"
            "ScalarList|||[1, 1];Scalar|||1",
            160.0 * 54, 4.0 * (160 + 135 + 2 * 3 * 8 * 8));
        add("gradient of weights", "aten::convolution_backward",
            "float|2,5,4,4;float|2,3,8,8;float|5,3,3,3;ScalarList|||[5];ScalarList|||[2, 2];ScalarList|||[1, 1];"
            "ScalarList|||[1, 1];Scalar|||False;ScalarList|||[0, 0];Scalar|||1;ScalarList|||[False, True, True]",
            160.0 * 54 + 160, 4.0 * (160 + 384 + 135 + 160 + 5));
        add("layer norm", "aten::native_layer_norm",
            "c10::BFloat16|1,141,512;ScalarList|||[512];c10::BFloat16|512;c10::BFloat16|512;Scalar|||1e-12", 364032,
            294912);
        add("layer norm of an older profiler", "aten::native_layer_norm", "float|6,8;;float|8;float|8;Scalar",
            5 * 48 + 6 * 8, 4.0 * (96 + 6 * 8));
        add("layer norm, shape unknown", "aten::native_layer_norm", "float|6,8;;;;Scalar", -1, -1);
        add("batch norm that keeps its statistics", "aten::_batch_norm_with_update",
            "float|2,3,4;float|3;float|3;float|3;float|3;Scalar|||0.1;Scalar|||1e-5", 5 * 24 + 18, 4.0 * (48 + 6 * 3));
        add("layer norm backward", "aten::native_layer_norm_backward",
            "float|6,8;float|6,8;ScalarList|||[8];float|6,1;float|6,1;float|8;float|8;ScalarList|||[True, True, True]",
            9 * 48, 4.0 * (3 * 48 + 8 + 3 * 8));
        add("batch norm of a trained model", "aten::native_batch_norm",
            "float|2,3,4;float|3;float|3;float|3;float|3;Scalar|||False;Scalar|||0.1", 2 * 24 + 18, 4.0 * (48 + 4 * 3));
        add("root mean square", "aten::_fused_rms_norm", "float|6,8;ScalarList|||[8];float|8;Scalar|||1e-6",
            6 * 18 + 2 * 48, 4.0 * (96 + 8));
        add("sum of two shapes", "aten::add", "float|4,1;c10::BFloat16|3;Scalar|||1", 12, 16 + 6 + 48);
        add("in place", "aten::mul_", "c10::BFloat16|4,8;double", 32, 2 * 64 + 8);
        add("integers beside numbers", "aten::mul", "long int|8;float|8", 8, 64 + 32 + 32);
        add("integers by a number", "aten::mul", "long int|8;double", 8, 64 + 8 + 32);
        add("one or the other", "aten::where", "bool|8;c10::BFloat16|8;c10::BFloat16|1", 8, 8 + 16 + 2 + 16);
        add("places where something holds", "aten::where", "bool|8", -1, -1);
        add("masked", "aten::masked_fill_", "float|8;bool|8;Scalar|||0", 8, 32 + 8 + 32);
        add("dropout", "aten::native_dropout", "c10::BFloat16|8;Scalar|||0.1;Scalar|||True", 8, 16 + 16 + 8);
        add("dropout backward", "aten::native_dropout_backward", "c10::BFloat16|8;bool|8;Scalar|||1.1", 8, 16 + 8 + 16);
        add("shapes that do not meet", "aten::add", "float|4;float|3", -1, -1);
        add("comparison", "aten::eq", "long int|8;Scalar|||1", 8, 64 + 8);
        add("copy to another type", "aten::copy_", "float|8;c10::BFloat16|8;Scalar|||False", 8, 48);
        add("zeros", "aten::zero_", "float|8", 0, 32);
        add("sum of rows", "aten::sum", "float|6,8;ScalarList|||[-1];Scalar|||False;", 48, 4.0 * (48 + 6));
        add("sum of all", "aten::sum", "int|6,8;", 48, 4 * 48 + 8);
        add("largest of rows", "aten::max", "float|6,8;Scalar|||1;Scalar|||False", 48, 4 * 48 + 12 * 6);
        add("dimension that is none", "aten::sum", "float|6,8;ScalarList|||[5];Scalar|||False;", 48, -1);
        add("sum of an older profiler", "aten::sum", "float|6,8;;Scalar;", 48, -1);
        add("sum of a row of an older profiler", "aten::sum", "float|6;;Scalar;", 6, 24 + 4);
        add("sums so far", "aten::cumsum", "float|6,8;Scalar|||0;", 48, 8 * 48);
        add("softmax", "aten::_softmax", "c10::Half|6,8;Scalar|||-1;Scalar|||True", 3 * 48, 6 * 48);
        add("look-up", "aten::embedding", "float|100,8;long int|2,3;Scalar|||0", 0, 6 * 8 + 2 * 4 * 48);
        add("gradient of a table", "aten::embedding_dense_backward",
            "float|2,3,8;long int|2,3;Scalar|||100;Scalar|||0;Scalar|||False", 48, 4 * 48 + 48 + 4 * 800);
        add("chosen of a row", "aten::index_select", "float|100;Scalar;long int|6", 0, 6 * 8 + 2 * 4 * 6);
        add("chosen of columns", "aten::index_select", "float|5,100;Scalar|||-1;long int|6", 0, 6 * 8 + 2 * 4 * 30);
        add("chosen, dimension unknown", "aten::index_select", "float|5,100;Scalar;long int|6", -1, -1);
        add("scattered", "aten::scatter_", "float|5,9;Scalar|||1;long int|5,2;float|5,2", 0, 10 * (8 + 4 + 4));
        add("a number, scattered", "aten::scatter_", "float|5,9;Scalar|||1;long int|5,2;Scalar|||1", 0, 10 * (8 + 4));
        add("scattered sums", "aten::scatter_add_", "float|50;Scalar;long int|200;float|200", 200, 200 * (8 + 4 + 8));
        add("rows added", "aten::index_add_", "c10::BFloat16|50,8;Scalar|||0;long int|6;c10::BFloat16|6,8;Scalar|||1", 48,
            6 * 8 + 48 * (4 + 2));
        add("loss", "aten::nll_loss_forward", "float|6,100;long int|6;;Scalar|||1;Scalar|||-100", 6, 6 * (8 + 4) + 2 * 4);
        add("loss of each", "aten::nll_loss_forward", "float|6,100;long int|6;float|100;Scalar|||0;Scalar|||-100", 6,
            6 * (8 + 4 + 4 + 4));
        add("loss backward", "aten::nll_loss_backward",
            "float;float|6,100;long int|6;;Scalar|||1;Scalar|||-100;float", 6, 6 * (8 + 4) + 4);
        // 9x9 to 4x4; 10x10 to 5x5 where the last window may reach beyond the border.
        add("largest of windows", "aten::max_pool2d_with_indices",
            "c10::Half|2,3,9,9;ScalarList|||[3, 3];ScalarList|||[2, 2];ScalarList|||[0, 0];ScalarList|||[1, 1];"
            "Scalar|||False",
            96.0 * 9, 2 * 486 + 96 * (2 + 8));
        add("largest of windows, rounded up", "aten::max_pool2d_with_indices",
            "float|2,3,10,10;ScalarList|||[3];ScalarList|||[2];ScalarList|||[0];ScalarList|||[1];Scalar|||True",
            150.0 * 9, 4 * 600 + 150 * (4 + 8));
        add("largest of windows that touch", "aten::max_pool2d_with_indices",
            "float|1,1,4,4;ScalarList|||[2, 2];ScalarList|||[];ScalarList|||[1, 1];ScalarList|||[1, 1];Scalar|||True",
            9.0 * 4, 4 * 16 + 9 * (4 + 8));
        add("largest of windows, backward", "aten::max_pool2d_with_indices_backward",
            "float|2,3,4,4;float|2,3,9,9;ScalarList|||[3, 3];ScalarList|||[2, 2];ScalarList|||[0, 0];"
            "ScalarList|||[1, 1];Scalar|||False;long int|2,3,4,4",
            96, 4 * (96 + 486) + 8 * 96);
        add("joined", "aten::cat", "float,float|[2,3],[4,3];Scalar|||0", 0, 2 * 4 * 18);
        add("lists of unknown type", "aten::_foreach_mul_", "TensorList|[2,3],[4];Scalar|||0.9", 10, -1);
        add("lists of a type", "aten::_foreach_mul_", "float,float|[2,3],[4];Scalar|||0.9", 10, 80);
    }
    void workFollowsFromInputs()
    {
        QFETCH(QString, name);
        QFETCH(QString, inputs);
        QFETCH(double, flops);
        QFETCH(double, bytes);
        const OperatorWork found = operatorWork(name.toStdString(), {}, inputs.toStdString());
        QCOMPARE(found.flops.value_or(-1), flops);
        QCOMPARE(found.bytes.value_or(-1), bytes);
    }

    void unknownWorkIsNone()
    {
        QVERIFY(!operatorWork("aten::add", "[8, 8] [8, 8]", {}).flops); // which is which is not known
        QVERIFY(!operatorWork("aten::cat", {}, "TensorList|[2,3],[2,3];Scalar|||1").flops);
        QVERIFY(!operatorWork("gemm", {}, "float|4,8;float|8,2").flops);
        for (const char* shapes :
            {"", "[8, 8]", "[8, 9] [8, 8]", "[8, 8] [8, x]", "[8, 8] [8", "[8] [8, 8]", "[-1, 8] [8, 8]",
                "[8, 8, 8] [8, 8, 8]", "[inf, 8] [8, 0]", "[nan, 8] [8, 8]", "[1e300, 8] [8, 1e300]"})
            QVERIFY2(!operatorWork("aten::mm", shapes, {}).flops, shapes);
        for (const char* inputs :
            {"float|1e15,1e15;float|1e15,1e15", "float|8,8", "float|8,9;float|8,8", "float|8,8;float|8,x",
                "float|-1,8;float|8,8", "float|[8,8],[8;float|8,8", "TensorList|[8,8];float|8,8", ";;;", "|||"})
            QVERIFY2(!operatorWork("aten::mm", {}, inputs).flops, inputs);
        QVERIFY(!operatorWork("aten::bmm", "[2, 3, 5] [3, 5, 7]", {}).flops);
    }

    void typesAreNamedOnceWhereTheyAreTheSame()
    {
        const auto typesOf = [](std::string_view inputs) { return OperatorInputs::recorded(inputs).dataTypes(); };
        QCOMPARE(typesOf("c10::BFloat16|4,8;c10::BFloat16|8;double;Scalar|||1"), std::string("bf16"));
        QCOMPARE(typesOf("float|4,8;long int|8"), std::string("fp32 int64"));
        QCOMPARE(typesOf("c10::Strange|4"), std::string("c10::Strange"));
        QCOMPARE(typesOf("TensorList|[2,3];double"), std::string());
        QCOMPARE(typesOf(""), std::string());
    }
};

BUBBLESCOPE_TEST(TstOperatorWork, QCoreApplication)

} // namespace bubblescope::tst_operatorwork

#include "tst_operatorwork.moc"
