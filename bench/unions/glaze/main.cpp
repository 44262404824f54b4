// The scene of the Go program for Glaze: a thousand values of a std::variant of four cases, with the id inside.
// It prints what Go benchmarks print. Its argument is how many milliseconds a measurement takes.

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <variant>
#include <vector>

#include <glaze/glaze.hpp>

struct Circle { double x{}, y{}, r{}; auto operator<=>(const Circle&) const = default; };
struct Rect { double x{}, y{}, w{}, h{}; auto operator<=>(const Rect&) const = default; };
struct Label { std::string text{}; int64_t size{}; auto operator<=>(const Label&) const = default; };
struct Path { std::vector<double> points{}; bool closed{}; auto operator<=>(const Path&) const = default; };

using Shape = std::variant<Circle, Rect, Label, Path>;

template <>
struct glz::meta<Shape>
{
   static constexpr std::string_view tag = "type";
   static constexpr auto ids = std::array{"circle", "rect", "label", "path"};
};

struct Scene { std::vector<Shape> Shapes{}; };

template <class Call>
static void measure(const char* name, double milliseconds, Call call)
{
   using clock = std::chrono::steady_clock;
   call();
   long n = 0;
   const auto start = clock::now();
   double spent = 0;
   do {
      call();
      ++n;
      spent = std::chrono::duration<double, std::milli>(clock::now() - start).count();
   } while (spent < milliseconds);
   std::printf("%s %ld %.0f ns/op\n", name, n, spent * 1e6 / double(n));
}

int main(int argc, char** argv)
{
   const double milliseconds = argc > 1 ? std::atof(argv[1]) : 100;
   Scene scene{};
   for (int i = 0; i < 1000; ++i) {
      const double f = i;
      switch (i % 4) {
      case 0:
         scene.Shapes.push_back(Circle{f, 2, 3});
         break;
      case 1:
         scene.Shapes.push_back(Rect{f, 2, 3, 4});
         break;
      case 2:
         scene.Shapes.push_back(Label{"a label", i});
         break;
      case 3:
         scene.Shapes.push_back(Path{{1, 2, 3, f}, true});
         break;
      }
   }
   std::string data{}, buffer{};
   if (glz::write_beve(scene, data)) {
      return 1;
   }
   measure("BenchmarkCodec/beve-internal/Unmarshal/glaze", milliseconds, [&] {
      Scene again{};
      if (glz::read_beve(again, data) || again.Shapes.size() != scene.Shapes.size()) {
         std::exit(2);
      }
   });
   measure("BenchmarkCodec/beve-internal/Append/glaze", milliseconds, [&] {
      if (glz::write_beve(scene, buffer) || buffer.size() != data.size()) {
         std::exit(3);
      }
   });
}
