#!/usr/bin/env python3
"""Reference solutions of the tiny problem, for the tests of the exact solver.

    min_z  1/2 z'Hz - h'z + kappa1 sum_{l in F} |z_l|
           + kappa2 sum_{(l,l') in E} |z_l - z_l'| + lambda_neg sum_l min(z_l, 0)^2
    subject to z >= 0 in the cases marked hard.

Run from the root of the repository (about a minute; the cases are seeded):

    pip install -r tests/reference/requirements.txt
    python tests/reference/tiny_problem.py > tests/fixtures/tiny_problem.txt

How an answer is obtained, without any active-set iteration:

1. CVXPY and the interior-point solver Clarabel solve the problem; the pairs of
   primal distance and dual slack tell which edges are tied and which nodes zero.
2. With ties, zeros and signs fixed, z solves a linear system. It is solved in
   rational arithmetic: the inputs are the doubles of the file, without rounding.
3. A dual point (a flow on the edges) comes from a linear programme and is
   corrected, again in rational arithmetic. Weak duality then bounds the distance
   of the objective from the optimum rigorously; with slack in the multipliers the
   bound is exactly zero. A case that misses GAP_TOLERANCE is drawn again.

Format of the output: tokens separated by white space, no comments. Numbers have the
digits (up to 17) that give back the same double. First the number of cases, then for
each case

    name r kappa1 kappa2 lambda_neg hard     hard is 0 or 1
    H                                        lower triangle, row by row
    h                                        r numbers
    F                                        r flags, 1 for a node in F
    m  l l'  l l' ...                        number of edges, then the pairs, from 0
    objective strict                         optimal value; strict is 0 or 1
    z                                        r numbers, a minimiser
    group                                    r labels, from 0 in order of appearance
    zero                                     r flags

Two nodes share a group if edges between equal values connect them. A node is zero
if z_l = 0 and its group contains a node of F, or if z_l = 0 in a hard case. These
two follow from z, F and E alone, also where kappa1 or kappa2 vanishes.

strict = 1 promises that z is the only minimiser and that small perturbations keep
its groups and zeros, i.e. that all of the following hold:

- every group satisfies its optimality condition (see `group_slack`) with a slack greater
  than MARGIN max_l (|h_l| + sum_k |H_lk z_k|), every single tie and zero included;
- across groups, edges have |z_l - z_l'| > MARGIN max|z|; nodes which could be zero
  (those of F, in hard cases all) are zero or have |z_l| > MARGIN max|z|;
- the system of step 2 has a condition number of at most MAX_CONDITION.
"""

import itertools
import sys
import warnings
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction

import cvxpy as cp
import numpy as np
from scipy.optimize import linprog

GAP_TOLERANCE = 1e-10  # duality gap relative to max(|objective|, 1/2 z'Hz + |h'z|)
MARGIN = 1e-6
MAX_CONDITION = 1e8
SIZES = range(2, 17)
MAX_DRAWS = 20
# Ratios of distance and slack taken for a kink: 1 is right unless the solver stopped early.
CUTOFFS = [10.0**k for k in sorted(range(-8, 9), key=abs)]


@dataclass
class Problem:
    name: str
    H: np.ndarray
    h: np.ndarray
    F: np.ndarray  # r flags
    E: list  # pairs (l, l') with l < l'
    kappa1: float
    kappa2: float
    lambda_neg: float = 0.0
    hard: bool = False

    @property
    def r(self):
        return len(self.h)

    # A penalty of weight zero ties nothing: the solution process sees these instead
    # of F and E.
    @property
    def active_F(self):
        return self.F & (self.kappa1 > 0)

    @property
    def active_E(self):
        return self.E if self.kappa2 > 0 else []


@dataclass
class Answer:
    objective: float
    z: np.ndarray
    group: list
    zero: np.ndarray
    strict: bool
    gap: float  # certified, relative
    solver_error: float  # of Clarabel's objective, relative


# ---------------------------------------------------------------- rational arithmetic


def rational(x):
    """The array x with every entry as an exact fraction."""
    return np.vectorize(Fraction, otypes=[object])(x)


def to_float(x):
    return np.asarray(x, dtype=object).astype(float)


def sign(x):
    return int(x > 0) - int(x < 0)


def solve_exactly(M, b):
    """Solve M x = b for a positive definite rational M; ZeroDivisionError if singular."""
    n = len(b)
    T = np.hstack([M, b.reshape(n, 1)])
    for k in range(n):
        T[k, k:] = T[k, k:] / T[k, k]
        for i in range(k + 1, n):
            if T[i, k]:
                T[i, k:] = T[i, k:] - T[i, k] * T[k, k:]
    x = T[:, n]
    for k in reversed(range(n)):
        x[k] = x[k] - T[k, k + 1 : n] @ x[k + 1 :]
    return x


def is_positive_semidefinite(H):
    """Exact test by symmetric elimination."""
    S = rational(H)
    while len(S):
        pivot, row = S[0, 0], S[0, 1:]
        if pivot < 0 or (pivot == 0 and any(row)):
            return False
        S = S[1:, 1:] - np.outer(row, row) / pivot if pivot else S[1:, 1:]
    return True


# --------------------------------------------------------------------------- problems


def round_to(x, digits):
    """Round to significant digits, so that the file is short and the same everywhere."""
    return np.vectorize(lambda v: float(f"{v:.{digits}g}"), otypes=[float])(x)


def log_uniform(rng, low, high):
    return 10 ** rng.uniform(np.log10(low), np.log10(high))


def draw_columns(rng, r, kind):
    """The matrix A of G = A'WA. Nine digits: G is then exact up to one rounding."""
    n = r + 5
    A = rng.normal(size=(n, r))
    if kind == "ill":
        decay = np.logspace(0, -rng.uniform(4, 5), r)
        A = A * decay @ rng.normal(size=(r, r))
    elif kind == "rank_deficient":
        rank = max(1, r // 2)
        A = A[:, :rank] @ rng.normal(size=(rank, r))
    elif kind == "lattice":
        A = np.eye(r)
    elif kind in ("duplicate", "near_duplicate"):
        copies = rng.permutation(r)[: max(2, r // 2)]
        A[:, copies] = A[:, copies[:1]]
        if kind == "near_duplicate":
            A = A + log_uniform(rng, 1e-5, 1e-4) * rng.normal(size=A.shape)
    return round_to(A, 9)


def draw_data(rng, A, kind):
    """Weights and observations; the latter from few levels, so that groups are likely."""
    n, r = A.shape
    if kind == "lattice":
        return np.ones(n), rng.integers(-4, 5, size=n).astype(float)
    w = round_to(rng.uniform(0.1, 1, size=n), 4)
    levels = rng.choice([-1.0, -0.4, 0.0, 0.5, 1.0, 1.7], size=r)
    return w, round_to(A @ levels + 0.3 * rng.normal(size=n), 6)


def weighted_products(A, w, b):
    """A'WA and A'Wb, each entry rounded once (independent of any BLAS)."""
    A, w, b = rational(A), rational(w), rational(b)
    WA = w[:, None] * A
    return to_float(A.T @ WA), to_float(WA.T @ b)


def threshold_sets(rng, r):
    """F and E as the application has them: what was small before may be shrunk."""
    x0 = rng.normal(size=r)
    tau = rng.uniform(0.3, 1.2)
    F = np.abs(x0) < tau
    return F, [(l, k) for l, k in itertools.combinations(range(r), 2) if abs(x0[l] - x0[k]) < tau]


def draw_edges(rng, r, kind):
    nodes = [int(l) for l in rng.permutation(r)]
    pairs = list(itertools.combinations(range(r), 2))
    if kind == "complete":
        return pairs
    if kind == "random":
        density = rng.uniform(0.2, 0.8)
        return [e for e in pairs if rng.random() < density]
    if kind == "path":
        edges = zip(nodes, nodes[1:])
    elif kind == "star":
        edges = [(nodes[0], l) for l in nodes[1:]]
    elif kind == "cycle":
        edges = zip(nodes, nodes[1:] + nodes[:1])
    else:
        assert kind == "two_cliques"
        left, right = nodes[: r // 2], nodes[r // 2 :]
        edges = [*itertools.combinations(left, 2), *itertools.combinations(right, 2)]
        edges.append((left[0], right[0]))
    return sorted({(min(e), max(e)) for e in edges})


def draw_kappas(rng, r, h, edges, kind, repetition):
    """kappa1 and kappa2, in proportion to h: |h| bounds what they have to balance."""
    size = np.max(np.abs(h))
    mean_degree = max(1, 2 * len(edges) / r)
    kappa1 = size * log_uniform(rng, 0.01, 0.3)
    kappa2 = size * log_uniform(rng, 0.05, 1) / mean_degree
    if kind == "tied":
        kappa2 = 2 * r * size
    elif kind == "small":
        factor = log_uniform(rng, 1e-6, 1e-1)
        kappa1, kappa2 = factor * kappa1, factor * kappa2
    elif kind == "lattice":
        kappa1, kappa2 = rng.choice([0.5, 1, 2]), rng.choice([0.25, 0.5, 1])
    elif kind == "zero":
        kappa1 = 1.5 * size
    elif kind == "huge":
        huge = 1e6 * size
        kappa1, kappa2 = [(huge, kappa2), (kappa1, huge), (huge, huge)][(r + repetition) % 3]
    elif kind == "kappa1_zero":
        kappa1 = 0.0
    elif kind == "kappa2_zero":
        kappa2 = 0.0
    elif kind == "both_zero":
        kappa1 = kappa2 = 0.0
    return round_to(kappa1, 6).item(), round_to(kappa2, 6).item()


def draw_problem(
    rng, name, r, repetition, columns="plain", ridge=1e-3, digits=6, F="all",
    E="complete", kappas="mixed", scale=1.0, h_zero=False, sign_constraint=None,
):  # fmt: skip
    A = draw_columns(rng, r, columns)
    w, b = draw_data(rng, A, columns)
    G, h = weighted_products(A, w, b)
    mean = np.trace(G) / r
    lambda3 = ridge * mean
    H = round_to((G + 2 * lambda3 * np.eye(r)) * scale, digits)
    # Alternately everything is scaled, which leaves z alone, or only H, which does not.
    h = round_to(h * scale if repetition % 2 == 0 else h, digits)
    if E == "threshold":
        in_F, edges = threshold_sets(rng, r)
    else:
        edges = draw_edges(rng, r, E)
        in_F = np.ones(r, bool) if F == "all" else rng.random(r) < 0.5
    kappa1, kappa2 = draw_kappas(rng, r, h, edges, kappas, repetition)
    p = Problem(name, H, 0 * h if h_zero else h, in_F, edges, kappa1, kappa2)
    if sign_constraint == "soft":
        p.lambda_neg = round_to(mean * scale * log_uniform(rng, 0.05, 20), 6).item()
    p.hard = sign_constraint == "hard"
    return p


# name -> arguments of draw_problem; of a tuple, repetition 0 and 1 take one each.
# Nearly singular H need all digits: rounding would make them indefinite.
ILL = dict(columns="ill", ridge=0, digits=17, kappas=("small", "mixed"))
RANK_DEFICIENT = dict(
    columns="rank_deficient", ridge=(1e-8, 1e-11), digits=17, kappas=("small", "mixed")
)
DUPLICATE = dict(columns="duplicate", ridge=(1e-3, 0), digits=17)
NEAR_DUPLICATE = dict(
    columns="near_duplicate", ridge=(0, 1e-11), digits=17, kappas=("small", "mixed")
)
THRESHOLD = dict(E="threshold")
LATTICE = dict(columns="lattice", kappas="lattice", ridge=0)  # multipliers at their bounds

PLAIN_CLASSES = {
    "several_groups": {},
    "all_tied": dict(kappas="tied"),
    "all_zero": dict(kappas="zero"),
    "F_partial": dict(F="random"),
    "E_random": dict(E="random"),
    "F_and_E_random": dict(F="random", E="random"),
    "threshold": THRESHOLD,
    "path": dict(E="path"),
    "star": dict(E="star"),
    "cycle": dict(E="cycle"),
    "two_cliques": dict(E="two_cliques"),
    "ill_conditioned": ILL,
    "rank_deficient": RANK_DEFICIENT,
    "duplicate_columns": DUPLICATE,
    "near_duplicate_columns": NEAR_DUPLICATE,
    "kappa1_zero": dict(kappas="kappa1_zero"),
    "kappa2_zero": dict(kappas="kappa2_zero"),
    "both_zero": dict(kappas="both_zero"),
    "huge_kappa": dict(kappas="huge", F="random", E="random"),
    "h_zero": dict(h_zero=True, E="random"),
    "scale_up": dict(scale=1e6, E="threshold"),
    "scale_down": dict(scale=1e-6, E="threshold"),
    "degenerate": dict(LATTICE, E=("complete", "random")),
}
SIGNED_CLASSES = {
    "several_groups": {},
    "F_partial": dict(F="random"),
    "threshold": THRESHOLD,
    "two_cliques": dict(E="two_cliques"),
    "kappa1_zero": dict(kappas="kappa1_zero", E="random"),
    "ill_conditioned": dict(ILL, E="threshold"),
}


def case_plan():
    """(name, arguments, r, repetition) of every case, in the order of the file."""
    for name, arguments in PLAIN_CLASSES.items():
        for r, repetition in itertools.product(SIZES, range(2)):
            yield name, pick(arguments, repetition), r, repetition
    for constraint in ("soft", "hard"):
        for name, arguments in SIGNED_CLASSES.items():
            for r in SIZES:
                repetition = r % 2
                signed = dict(pick(arguments, repetition), sign_constraint=constraint)
                yield f"{constraint}_{name}", signed, r, repetition


def pick(arguments, repetition):
    """The arguments with every tuple replaced by its entry for the repetition."""
    return {k: v[repetition] if isinstance(v, tuple) else v for k, v in arguments.items()}


# ------------------------------------------------------------- interior-point solution


@dataclass
class SolverPoint:
    """Clarabel's z and, for each kink, the distance of z from it (relative to max|z|)
    divided by the slack of its multiplier (relative to the bound). Of the two, one
    vanishes at the solution: the ratio is almost 0 or almost infinite."""

    z: np.ndarray
    objective: float
    tie_ratio: np.ndarray  # over active_E
    zero_ratio: np.ndarray  # over the nodes; infinite where zero is no kink


def solve_with_clarabel(p):
    # In units in which max|H| = max|h| = 1.
    H_unit = np.max(np.abs(p.H))
    h_unit = np.max(np.abs(p.h)) or 1.0
    z_unit = h_unit / H_unit
    kappa1, kappa2 = p.kappa1 / h_unit, p.kappa2 / h_unit
    F, D = np.flatnonzero(p.active_F), incidence(p.r, p.active_E)

    # Copies of the kinked quantities: the multipliers of the copies are the subgradients.
    z, a, d = cp.Variable(p.r), cp.Variable(len(F)), cp.Variable(len(D))
    zeros, ties, floor = a == z[F], d == D @ z, z >= 0
    objective = 0.5 * cp.quad_form(z, cp.psd_wrap(p.H / H_unit)) - (p.h / h_unit) @ z
    constraints = []
    if len(F):
        objective += kappa1 * cp.norm1(a)
        constraints.append(zeros)
    if len(D):
        objective += kappa2 * cp.norm1(d)
        constraints.append(ties)
    if p.lambda_neg:
        objective += p.lambda_neg / H_unit * cp.sum_squares(cp.neg(z))
    if p.hard:
        constraints.append(floor)
    problem = cp.Problem(cp.Minimize(objective), constraints)
    solve_tightly(problem)

    z_max = np.max(np.abs(z.value)) or 1.0
    distance = np.abs(z.value) / z_max
    tie_ratio, zero_ratio = np.zeros(0), np.full(p.r, np.inf)
    if len(F):
        zero_ratio[F] = ratio(distance[F], 1 - np.abs(zeros.dual_value) / kappa1)
    if len(D):
        tie_ratio = ratio(np.abs(D @ z.value) / z_max, 1 - np.abs(ties.dual_value) / kappa2)
    if p.hard:
        zero_ratio = np.minimum(zero_ratio, ratio(distance, floor.dual_value))
    return SolverPoint(z.value * z_unit, problem.value * h_unit * z_unit, tie_ratio, zero_ratio)


def incidence(r, edges):
    """D with (Dz)_e = z_l - z_l' for e = (l, l')."""
    D = np.zeros((len(edges), r))
    for e, (l, k) in enumerate(edges):
        D[e, l], D[e, k] = 1, -1
    return D


def ratio(distance, slack):
    return distance / np.maximum(slack, 1e-300)


def solve_tightly(problem):
    """Ask for more than can be had: the last iterate is as good as doubles allow.

    CVXPY then warns of an inaccurate solution; the certificate decides what it is worth.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        problem.solve(
            solver=cp.CLARABEL, accept_unknown=True, max_iter=200,
            tol_gap_abs=1e-14, tol_gap_rel=1e-14, tol_feas=1e-14, tol_ktratio=1e-10,
        )  # fmt: skip


# ------------------------------------------------------------------- exact polishing


def components(r, edges):
    """Label per node of its connected component, numbered in order of appearance."""
    label = list(range(r))
    for l, k in edges:
        old, new = label[k], label[l]
        label = [new if x == old else x for x in label]
    names = {}
    return [names.setdefault(x, len(names)) for x in label]


def polish(p, point, cutoff):
    """Exact z with the ties, zeros and signs of the solver's point.

    A pair of distance and slack means a kink if distance < cutoff * slack.
    """
    E = p.active_E
    group = np.array(components(p.r, [e for e, x in zip(E, point.tie_ratio) if x < cutoff]))
    members = np.eye(group.max() + 1, dtype=int)[group]  # column g: indicator of group g
    value = (members.T @ point.z) / members.sum(axis=0)
    pinned = members.T @ (point.zero_ratio < cutoff) > 0
    value[pinned] = 0
    side = value[group]

    H, h = rational(p.H), rational(p.h)
    for l in range(p.r):
        if side[l] < 0:
            H[l, l] += 2 * Fraction(p.lambda_neg)
        if p.F[l]:
            h[l] -= Fraction(p.kappa1) * sign(side[l])
    for l, k in E:
        pull = Fraction(p.kappa2) * sign(side[l] - side[k])
        h[l] -= pull
        h[k] += pull
    B = members[:, ~pinned].astype(object)
    if B.shape[1] == 0:
        return rational(np.zeros(p.r))
    return B @ solve_exactly(B.T @ H @ B, B.T @ h)


def objective_at(p, z):
    value = z @ (rational(p.H) @ z) / 2 - rational(p.h) @ z
    value += Fraction(p.kappa1) * sum((abs(z[l]) for l in range(p.r) if p.F[l]), Fraction(0))
    value += Fraction(p.kappa2) * sum((abs(z[l] - z[k]) for l, k in p.E), Fraction(0))
    return value + Fraction(p.lambda_neg) * sum(min(x, 0) ** 2 for x in z)


def residual(p, z):
    """rho: minus the gradient of the smooth part and of the kinks z is away from."""
    rho = rational(p.h) - rational(p.H) @ z
    for l in range(p.r):
        rho[l] -= 2 * Fraction(p.lambda_neg) * min(z[l], 0)
        if p.F[l]:
            rho[l] -= Fraction(p.kappa1) * sign(z[l])
    for l, k in p.E:
        pull = Fraction(p.kappa2) * sign(z[l] - z[k])
        rho[l] -= pull
        rho[k] += pull
    return rho


# ------------------------------------------------------------------- dual certificate
#
# At the minimiser rho_l = sum_{e at l} +-f_e + s_l - mu_l with a flow |f_e| <= kappa2 on
# the tied edges, |s_l| <= kappa1 on the zeros of F and, in hard cases, mu_l >= 0 on the
# zeros. Any such (f, s, mu) that leaves e = rho - (right-hand side) proves
#     objective(z) - optimum <= 1/2 e' H^-1 e.


@dataclass
class Dual:
    """(f, s, mu) as dictionaries: f over edges, s and mu over nodes."""

    f: dict
    s: dict
    mu: dict

    def imbalance(self, rho):
        e = rho.copy()
        for (l, k), value in self.f.items():
            e[l] -= value
            e[k] += value
        for l, value in self.s.items():
            e[l] -= value
        for l, value in self.mu.items():
            e[l] += value
        return e

    def clip(self, p):
        bound1, bound2 = Fraction(p.kappa1), Fraction(p.kappa2)
        self.f = {e: max(-bound2, min(bound2, x)) for e, x in self.f.items()}
        self.s = {l: max(-bound1, min(bound1, x)) for l, x in self.s.items()}
        self.mu = {l: max(Fraction(0), x) for l, x in self.mu.items()}


def central_dual(p, z, rho):
    """The dual point farthest from its bounds, by a linear programme; None if there is
    none. Its equations hold to the accuracy of the programme only."""
    tied = [(l, k) for l, k in p.active_E if z[l] == z[k]]
    zeros = [l for l in range(p.r) if p.active_F[l] and z[l] == 0]
    floor = [l for l in range(p.r) if p.hard and z[l] == 0]
    n = len(tied) + len(zeros) + len(floor)
    unit = max(abs(x) for x in rho)
    if n == 0 or unit == 0:
        return dual_from_vector(tied, zeros, floor, [0.0] * n)

    # No more than sum|rho| ever has to flow: wider bounds only spoil the scaling.
    b = to_float(rho / unit)
    enough = 2 * np.sum(np.abs(b))
    bound1 = min(p.kappa1 / float(unit), enough)
    bound2 = min(p.kappa2 / float(unit), enough)
    nodes = np.eye(p.r)
    M = np.vstack([incidence(p.r, tied), nodes[zeros], -nodes[floor]]).T
    lower = np.array([-bound2] * len(tied) + [-bound1] * len(zeros) + [0.0] * len(floor))
    upper = np.array([bound2] * len(tied) + [bound1] * len(zeros) + [enough] * len(floor))
    x = most_interior(M, b, lower, upper)
    return None if x is None else dual_from_vector(tied, zeros, floor, x * float(unit))


def most_interior(M, b, lower, upper):
    """x with Mx = b that maximises t in lower + t <= x <= upper - t; t may be negative."""
    m, n = M.shape
    t = np.ones((n, 1))
    occurring = np.any(M != 0, axis=1)
    solution = linprog(
        np.append(np.zeros(n), -1),
        A_ub=np.block([[np.eye(n), t], [-np.eye(n), t]]),
        b_ub=np.concatenate([upper, -lower]),
        A_eq=np.hstack([M, np.zeros((m, 1))])[occurring],
        b_eq=b[occurring],
        bounds=(None, None),
        options={"primal_feasibility_tolerance": 1e-10},
    )
    return None if solution.x is None else solution.x[:n]


def dual_from_vector(tied, zeros, floor, x):
    x = iter(Fraction(value) for value in x)
    return Dual(*({key: next(x) for key in keys} for keys in (tied, zeros, floor)))


def balance_exactly(p, dual, rho):
    """Push what the dual point leaves over along a spanning tree of each group, into a
    node that can take any amount (a zero) if the group has one."""
    e = dual.imbalance(rho)
    neighbours = {l: [] for l in range(p.r)}
    for l, k in dual.f:
        neighbours[l].append((k, (l, k)))
        neighbours[k].append((l, (l, k)))
    visited = set()
    for root in [*dual.mu, *dual.s, *range(p.r)]:
        if root in visited:
            continue
        for node, parent, edge in reversed(spanning_tree(root, neighbours, visited)):
            dual.f[edge] += e[node] if edge[0] == node else -e[node]
            e[parent] += e[node]
            e[node] = Fraction(0)
        if root in dual.mu:
            dual.mu[root] -= e[root]
        elif root in dual.s:
            dual.s[root] += e[root]


def spanning_tree(root, neighbours, visited):
    """(node, parent, edge) in breadth-first order."""
    tree, queue = [], [root]
    visited.add(root)
    for parent in queue:
        for node, edge in neighbours[parent]:
            if node not in visited:
                visited.add(node)
                queue.append(node)
                tree.append((node, parent, edge))
    return tree


def certified_gap(p, z):
    """A rigorous bound of objective(z) - optimum; None if no dual point was found."""
    rho = residual(p, z)
    dual = central_dual(p, z, rho)
    if dual is None:
        return None
    balance_exactly(p, dual, rho)
    dual.clip(p)
    e = dual.imbalance(rho)
    if not any(e):
        return Fraction(0)
    return e @ solve_exactly(rational(p.H), e) / 2


# ------------------------------------------------------------------------- strictness


def group_slack(p, S, rho, pinned):
    """min over A in S of the slack of the optimality condition of the group S:

    free:            rho(A)   <= kappa2 cut(A)                  A not empty, not S
    zero:            |rho(A)| <= kappa2 cut(A) + kappa1 |A & F|  A not empty
    zero by z >= 0:  rho(A)   <= the same                       A not empty
    """
    index = {l: i for i, l in enumerate(S)}
    A = np.arange(1, 2 ** len(S) - (0 if pinned else 1))
    if len(A) == 0:
        return np.inf
    contains = [(A >> i) & 1 for i in range(len(S))]
    rho_A = sum(c * rho[l] for c, l in zip(contains, S))
    inner = [(index[l], index[k]) for l, k in p.E if l in index and k in index]
    bound = p.kappa2 * sum((contains[i] ^ contains[j] for i, j in inner), np.zeros(len(A)))
    if pinned:
        bound = bound + p.kappa1 * sum(c * p.F[l] for c, l in zip(contains, S))
        if not p.hard:
            rho_A = np.abs(rho_A)
    return np.min(bound - rho_A)


def is_strict(p, z, group, zero):
    z_float = to_float(z)
    rho = to_float(residual(p, z))
    gradient_scale = np.max(np.abs(p.h) + np.abs(p.H) @ np.abs(z_float))
    groups = [[l for l in range(p.r) if group[l] == g] for g in range(max(group) + 1)]
    if min(group_slack(p, S, rho, zero[S[0]]) for S in groups) <= MARGIN * gradient_scale:
        return False
    z_margin = MARGIN * np.max(np.abs(z_float))
    if any(group[l] != group[k] and abs(z_float[l] - z_float[k]) <= z_margin for l, k in p.E):
        return False
    may_be_zero = p.F | p.hard
    if np.any(may_be_zero & ~zero & (np.abs(z_float) <= z_margin)):
        return False
    return reduced_condition(p, z_float, group, zero) <= MAX_CONDITION


def reduced_condition(p, z, group, zero):
    """Condition number of H restricted to the vectors constant on groups, zero on zeros."""
    B = np.eye(max(group) + 1)[group]
    B = B[:, ~np.any((B > 0) & zero[:, None], axis=0)]
    if B.shape[1] == 0:
        return 1.0
    B = B / np.linalg.norm(B, axis=0)
    eigenvalues = np.linalg.eigvalsh(B.T @ (p.H + 2 * p.lambda_neg * np.diag(z < 0)) @ B)
    return eigenvalues[-1] / max(eigenvalues[0], 1e-300)


# -------------------------------------------------------------------------- the answer


def relative(p, z, objective, difference):
    """|difference| relative to the terms of the objective, at z = 0 to max|h|^2 / max|H|."""
    linear, quadratic = rational(p.h) @ z, z @ (rational(p.H) @ z) / 2
    scale = max(abs(objective), quadratic + abs(linear))
    scale = scale or Fraction(np.max(np.abs(p.h)) ** 2 / np.max(np.abs(p.H))) or Fraction(1)
    return float(abs(difference) / scale)


def best_polished(p, point):
    """(relative gap, z) of the best reading of the solver's ties and zeros, or None."""
    best = None
    for cutoff in CUTOFFS:
        try:
            z = polish(p, point, cutoff)
            if p.hard and min(z) < 0:
                continue
            gap = certified_gap(p, z)
        except ZeroDivisionError:  # too few ties for a singular H
            continue
        if gap is None:
            continue
        gap = relative(p, z, objective_at(p, z), gap)
        if best is None or gap < best[0]:
            best = gap, z
        if gap == 0:
            break
    return best


def solve(p):
    """The certified answer, or None if it cannot be certified."""
    try:
        point = solve_with_clarabel(p)
    except cp.error.SolverError:
        return None
    best = best_polished(p, point)
    if best is None or best[0] > GAP_TOLERANCE:
        return None
    gap, z = best
    objective = objective_at(p, z)
    group = components(p.r, [(l, k) for l, k in p.E if z[l] == z[k]])
    with_F = {group[l] for l in range(p.r) if p.F[l]}
    zero = np.array([z[l] == 0 and (p.hard or group[l] in with_F) for l in range(p.r)])
    error = relative(p, z, objective, Fraction(point.objective) - objective)
    strict = is_strict(p, z, group, zero)
    return Answer(float(objective), to_float(z), group, zero, strict, gap, error)


# ---------------------------------------------------------------------------- the file


def numbers(values):
    """Shortest text that reads back as the same doubles; no '.0' after integers."""
    return " ".join(repr(float(x)).removesuffix(".0") for x in values)


def flags(values):
    return " ".join(str(int(x)) for x in values)


def case_text(p, a):
    header = numbers([p.kappa1, p.kappa2, p.lambda_neg])
    return "\n".join(
        [
            f"{p.name} {p.r} {header} {int(p.hard)}",
            *(numbers(p.H[l, : l + 1]) for l in range(p.r)),
            numbers(p.h),
            flags(p.F),
            f"{len(p.E)}  " + "  ".join(f"{l} {k}" for l, k in p.E),
            f"{numbers([a.objective])} {int(a.strict)}",
            numbers(a.z),
            flags(a.group),
            flags(a.zero),
        ]
    )


def certified_case(number, name, arguments, r, repetition):
    """(problem, answer, draws needed)"""
    for draw in range(MAX_DRAWS):
        rng = np.random.default_rng([number, draw])
        p = draw_problem(rng, name, r, repetition, **arguments)
        answer = solve(p) if is_positive_semidefinite(p.H) else None
        if answer is not None:
            return p, answer, draw + 1
    raise RuntimeError(f"{name}, r = {r}: no certified case in {MAX_DRAWS} draws")


def report(cases):
    """Summary on the standard error stream."""

    def say(text):
        print(text, file=sys.stderr)

    count = Counter(p.name for p, _, _ in cases)
    strict = Counter(p.name for p, a, _ in cases if a.strict)
    redrawn = Counter()
    for p, _, draws in cases:
        redrawn[p.name] += draws - 1
    say(f"{'class':28}{'cases':>6}{'strict':>7}{'redrawn':>8}")
    for name in count:
        say(f"{name:28}{count[name]:6}{strict[name]:7}{redrawn[name]:8}")
    say(f"{'all':28}{count.total():6}{strict.total():7}{redrawn.total():8}")
    gaps = [a.gap for _, a, _ in cases]
    say(f"gap exactly zero: {gaps.count(0)}, largest relative gap: {max(gaps):.1e}")
    errors = [a.solver_error for _, a, _ in cases]
    say(f"Clarabel's objective, relative error: median {np.median(errors):.1e}, "
        f"largest {max(errors):.1e}")  # fmt: skip


def main():
    cases = [certified_case(number, *plan) for number, plan in enumerate(case_plan())]
    print(len(cases))
    for p, answer, _ in cases:
        print(case_text(p, answer))
    report(cases)


if __name__ == "__main__":
    main()
