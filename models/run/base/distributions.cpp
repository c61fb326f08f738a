// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "distributions.h"

#include <boost/math/distributions/students_t.hpp>
#include <boost/math/special_functions/beta.hpp>

#include <algorithm>

namespace bubblescope {

namespace {
namespace policies = boost::math::policies;
using QuietPolicy = policies::policy<policies::domain_error<policies::ignore_error>,
    policies::pole_error<policies::ignore_error>, policies::overflow_error<policies::ignore_error>,
    policies::evaluation_error<policies::ignore_error>, policies::promote_double<false>>;
using StudentT = boost::math::students_t_distribution<double, QuietPolicy>;
} // namespace

double studentTail(double t, double freedom) { return boost::math::cdf(boost::math::complement(StudentT(freedom), t)); }

double studentQuantile(double tail, double freedom)
{
    return std::max(boost::math::quantile(boost::math::complement(StudentT(freedom), tail)), 0.0);
}

double betaBelow(double x, double a, double b)
{
    return boost::math::ibeta(a, b, std::clamp(x, 0.0, 1.0), QuietPolicy());
}

} // namespace bubblescope
