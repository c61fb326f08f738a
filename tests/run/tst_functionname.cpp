// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "functionname.h"
#include "testprogram.h"

#include <QTest>

namespace bubblescope::tst_functionname {

class TstFunctionName : public QObject {
    Q_OBJECT
private slots:
    void whatDoesNotTellGoesFirst_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("shown");
        const auto row
            = [](const char* name, const char* shown) { QTest::newRow(name) << name << QString::fromUtf8(shown); };
        row("aten::mm", "aten::mm");
        row("void f<int>(int)", "f<int>");
        row("ncclDevKernel_SendRecv(ncclDevKernelArgsStorage<4096ul>)", "ncclDevKernel_SendRecv");
        row("model.py(12): forward", "model.py(12): forward");
        row("Memcpy HtoD (Pageable -> Device)", "Memcpy HtoD (Pageable -> Device)");
        row("void fbgemm_gpu::(anonymous namespace)::split_embedding_codegen_forward_kernel<float, 4>(float const*)",
            "fbgemm_gpu::split_embed…en_forward_kernel<…>");
        row("void at::native::vectorized_elementwise_kernel<4, at::native::FillFunctor<float>, "
            "at::detail::Array<char*, "
            "1> >(int, at::native::FillFunctor<float>, at::detail::Array<char*, 1>)",
            "at::native::vectorized_elementwise_kernel<…>");
        row("void cub::DeviceScan<Policy<int>, 3>(Policy<int>, long, long, long, long)",
            "cub::DeviceScan<Policy<int>, 3>");
        row("ampere_bf16_s16816gemm_bf16_128x256_ldg8_f2f_stages_64x3_tn_and_more", // no arguments to leave out
            "ampere_bf16_s16816gemm_…tages_64x3_tn_and_more");
        row("std::operator<(what, is, no, template, and, therefore, stays, as, it, is)", "std::operator<");
        row("_Z4copyIfEvPT_i", "copy<float>"); // mangled
        row("_ZN2at6native29vectorized_elementwise_kernelILi4EEEvi", "at::native::vectorized_elementwise_kernel<4>");
        row("_Zno", "_Zno"); // not a name
        row("ддддддддддддддддддддддддддддддддддд", "ддддддддддд…ддддддддддд"); // not cut inside a letter
    }
    void whatDoesNotTellGoesFirst()
    {
        QFETCH(QString, name);
        QFETCH(QString, shown);
        QCOMPARE(QString::fromStdString(shortFunctionName(name.toStdString())), shown);
    }

    void mangledNamesAreReadable()
    {
        QCOMPARE(readableFunctionName("_Z4copyIfEvPT_i"), std::string("void copy<float>(float*, int)"));
        QCOMPARE(readableFunctionName("copy(int)"), std::string("copy(int)"));
        QCOMPARE(readableFunctionName("_Z4copyIfE"), std::string("copy<float>"));
    }

    /// Each part is a pointer to a member of the part before, of the part before: 2^40 words in 200 letters.
    void namesThatWouldFillTheMemoryAreNotWrittenOut()
    {
        std::string name = "_ZN3foo3barEM1a1b";
        for (int i = 0; i < 40; ++i)
            name.append("MS").append(1, char('0' + i % 10)).append("_S").append(1, char('0' + i % 10)).append("_");
        QCOMPARE(readableFunctionName(name), std::string("foo::bar"));
        QCOMPARE(readableFunctionName(std::string("_Z99999999999999999999x") + std::string(5000, 'y')).size(), size_t(5023));
    }

    void callsTellWhatTheyGiveTheDevice()
    {
        for (const char* copy : {"cudaMemcpyAsync_v3020", "hipMemsetD8Async", "cuMemcpyHtoDAsync"})
            QVERIFY2(startsCopy(copy) && !launchesKernel(copy), copy);
        for (const char* other : {"cudaMemcpy", "cudaLaunchKernel", "cudaMallocAsync", "asyncMemcpy", ""})
            QVERIFY2(!startsCopy(other), other);
    }

    void isNeverLongerThanAsked()
    {
        const std::string name = "void a<b<c<d<e>>>>::f(g)::h<i, j>(k, l)>>((";
        for (size_t longest = 0; longest < name.size(); ++longest)
            QVERIFY(shortFunctionName(name, longest).size() <= std::max<size_t>(longest, 3));
    }
};

BUBBLESCOPE_TEST(TstFunctionName, QCoreApplication)

} // namespace bubblescope::tst_functionname

#include "tst_functionname.moc"
