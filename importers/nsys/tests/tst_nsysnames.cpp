// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "nsysnames.h"
#include "testprogram.h"

#include <QTest>

namespace bubblescope::tst_nsysnames {

class TstNsysNames : public QObject {
    Q_OBJECT
private slots:
    void versionsAreDropped()
    {
        QVERIFY(withoutVersion("cudaLaunchKernel_v7000") == "cudaLaunchKernel");
        QVERIFY(withoutVersion("cuMemcpyDtoHAsync_v2") == "cuMemcpyDtoHAsync");
        QVERIFY(withoutVersion("cudaMemcpy_values") == "cudaMemcpy_values"); // no number
        QVERIFY(withoutVersion("cudaMemcpy_v") == "cudaMemcpy_v");
        QVERIFY(withoutVersion("MPI_Send_v2") == "MPI_Send_v2"); // not of CUDA
        QVERIFY(withoutVersion("").empty());
    }

    void factsAreDropped()
    {
        QVERIFY(withoutFacts("aten::view, op_id = 314290") == "aten::view");
        QVERIFY(withoutFacts("aten::mm, seq = 3, op_id = 4, sizes = [[2, 3]]") == "aten::mm");
        QVERIFY(withoutFacts("forward, microbatch 3") == "forward, microbatch 3");
    }

    void onlyTransfersMoveData()
    {
        QVERIFY(movesData("MPI_Allreduce"));
        QVERIFY(movesData("MPI_Isend"));
        QVERIFY(!movesData("MPI_Init_thread"));
        QVERIFY(!movesData("MPI_Comm_split"));
        QVERIFY(!movesData("Allreduce"));
    }

    void operatorsAreToldFromRanges()
    {
        QVERIFY(categoryOfRange("aten::mm") == "cpu_op");
        QVERIFY(categoryOfRange("MulBackward0") == "cpu_op");
        QVERIFY(categoryOfRange("c10d::nccl:all_reduce") == "user_annotation");
        QVERIFY(categoryOfRange("train step 3") == "user_annotation");
    }
};

BUBBLESCOPE_TEST(TstNsysNames, QCoreApplication)

} // namespace bubblescope::tst_nsysnames

#include "tst_nsysnames.moc"
