// Asks the Parma Polyhedra Library. Each line of input is a question: the dimension, then two
// systems, each the number of its constraints and the constraints: 1 for an equality or 0, the constant,
// the coefficients. The answer is a line with five systems written alike, 1 -1 for one without points:
// the first system, its meet with the second, the hull of both, and from the first to the hull the
// standard widening and Parma's. With an argument it is two times instead, in nanoseconds: to compute
// the generators of the first system, and the hull of both.
#include <chrono>
#include <iostream>
#include <ppl.hh>

using namespace Parma_Polyhedra_Library;

static C_Polyhedron read(dimension_type n) {
  C_Polyhedron p(n);
  int rows;
  std::cin >> rows;
  while (rows-- > 0) {
    int eq;
    Coefficient k;
    std::cin >> eq >> k;
    Linear_Expression e(k);
    for (dimension_type i = 0; i < n; i++) {
      std::cin >> k;
      e += k * Variable(i);
    }
    p.add_constraint(eq ? e == 0 : e >= 0);
  }
  return p;
}

static void write(const C_Polyhedron& p, dimension_type n) {
  if (p.is_empty()) {
    std::cout << "1 1 -1";
    for (dimension_type i = 0; i < n; i++)
      std::cout << " 0";
    std::cout << ' ';
    return;
  }
  const Constraint_System& cs = p.minimized_constraints();
  int rows = 0;
  for (Constraint_System::const_iterator c = cs.begin(); c != cs.end(); ++c)
    rows++;
  std::cout << rows << ' ';
  for (Constraint_System::const_iterator c = cs.begin(); c != cs.end(); ++c) {
    std::cout << c->is_equality() << ' ' << c->inhomogeneous_term() << ' ';
    for (dimension_type i = 0; i < n; i++)
      std::cout << (i < c->space_dimension() ? c->coefficient(Variable(i)) : Coefficient(0)) << ' ';
  }
}

// The mean time of f, which gets a copy of a each time.
template <typename F> static double mean(const C_Polyhedron& a, F f) {
  typedef std::chrono::steady_clock clock;
  clock::duration spent(0);
  int times = 0;
  while (spent < std::chrono::milliseconds(50)) {
    C_Polyhedron c(a.constraints());
    clock::time_point start = clock::now();
    f(c);
    spent += clock::now() - start;
    times++;
  }
  return std::chrono::duration<double, std::nano>(spent).count() / times;
}

static void measure(const C_Polyhedron& a, const C_Polyhedron& b) {
  std::cout << mean(a, [](C_Polyhedron& c) { c.minimized_generators(); }) << ' ';
  b.minimized_generators();
  std::cout << mean(a, [&b](C_Polyhedron& c) {
    c.poly_hull_assign(b);
    c.minimized_constraints();
  }) << '\n';
}

int main(int argc, char**) {
  dimension_type n;
  while (std::cin >> n) {
    C_Polyhedron a = read(n), b = read(n);
    if (argc > 1) {
      measure(a, b);
      continue;
    }
    write(a, n);
    C_Polyhedron meet(a), hull(a);
    meet.intersection_assign(b);
    write(meet, n);
    hull.poly_hull_assign(b);
    write(hull, n);
    C_Polyhedron standard(hull), parma(hull);
    standard.H79_widening_assign(a);
    write(standard, n);
    parma.BHRZ03_widening_assign(a);
    write(parma, n);
    std::cout << '\n';
  }
}
