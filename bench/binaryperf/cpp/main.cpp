// The rows of binaryperf for C++: prints Go benchmark lines. The values are those of
// bench/payload, made by the same generator. The codec is msgpack-c, or with -DGLAZE the
// BEVE of Glaze.
//
// usage: main milliseconds-per-row

#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#ifdef GLAZE
#include <glaze/beve.hpp>
#define MEMBERS(...)
#else
#include <msgpack.hpp>
#define MEMBERS(...) MSGPACK_DEFINE_MAP(__VA_ARGS__);
#endif

struct Fixed {
   std::vector<int32_t> int_array;
   std::vector<float> float_array;
   std::vector<double> double_array;
   MEMBERS(int_array, float_array, double_array)
   bool operator==(const Fixed&) const = default;
};

struct Names {
   std::string name0, name1, name2, name3, name4;
   MEMBERS(name0, name1, name2, name3, name4)
   bool operator==(const Names&) const = default;
};

struct Inner {
   std::vector<std::array<double, 3>> v3s;
   std::string id;
   MEMBERS(v3s, id)
   bool operator==(const Inner&) const = default;
};

struct Deep {
   std::string string, another_string;
   bool boolean{};
   Inner nested_object;
   MEMBERS(string, another_string, boolean, nested_object)
   bool operator==(const Deep&) const = default;
};

struct EscapedDeep {
   std::string string, another_string, escaped_text;
   bool boolean{};
   Inner nested_object;
   MEMBERS(string, another_string, escaped_text, boolean, nested_object)
   bool operator==(const EscapedDeep&) const = default;
};

template <class Deep>
struct Nested {
   Fixed fixed_object;
   Names fixed_name_object;
   Deep another_object;
   std::vector<std::string> string_array;
   std::string string;
   double number{};
   bool boolean{};
   bool another_bool{};
   MEMBERS(fixed_object, fixed_name_object, another_object, string_array, string, number, boolean, another_bool)
   bool operator==(const Nested&) const = default;
};

template <class Deep>
static Nested<Deep> nested_value(Deep another_object) {
   return {
      {{0, 1, 2, 3, 4, 5, 6},
       {0.1f, 0.2f, 0.3f, 0.4f, 0.5f, 0.6f},
       {3288398.238, 233e22, 289e-1, 0.928759872, 0.22222848, 0.1, 0.2, 0.3, 0.4}},
      {"James", "Abraham", "Susan", "Frank", "Alicia"},
      std::move(another_object),
      {"Cat", "Dog", "Elephant", "Tiger"},
      "Hello world",
      3.14,
      true,
      false};
}

static Inner inner() {
   return {{{0.12345, 0.23456, 0.001345}, {0.3894675, 97.39827, 297.92387}, {18.18, 87.289, 2988.298}}, "298728949872"};
}

struct Random {
   uint64_t state;
   uint64_t next() {
      state += 0x9e3779b97f4a7c15u;
      uint64_t z = state;
      z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
      z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
      return z ^ (z >> 31);
   }
   double real() { return double(next() >> 11) / double(uint64_t(1) << 53); }
};

template <class T, class F>
static std::vector<T> fill(uint64_t seed, F&& one) {
   Random r{seed};
   std::vector<T> list(10000);
   for (auto& v : list) v = T(one(r));
   return list;
}

// Stores to it cannot be left out.
static volatile uint64_t sink;

// per_op runs f for about the time that was asked for and returns nanoseconds.
template <class F>
static double per_op(double milliseconds, F&& f) {
   using clock = std::chrono::steady_clock;
   for (uint64_t n = 1;; n *= 2) {
      const auto start = clock::now();
      for (uint64_t i = 0; i < n; ++i) f();
      const double taken = std::chrono::duration<double, std::nano>(clock::now() - start).count();
      if (taken >= milliseconds * 1e6) return taken / double(n);
   }
}

#ifdef GLAZE
static const char* const codec = "glaze";
using Buffer = std::string;

template <class T>
static void write_to(Buffer& buffer, const T& value) {
   if (glz::write_beve(value, buffer)) std::abort();
}

template <class T>
static void read_from(const Buffer& buffer, T& value) {
   if (glz::read_beve(value, buffer)) std::abort();
}
#else
static const char* const codec = "msgpack-c";
using Buffer = msgpack::sbuffer;

template <class T>
static void write_to(Buffer& buffer, const T& value) {
   buffer.clear();
   msgpack::pack(buffer, value);
}

template <class T>
static void read_from(const Buffer& buffer, T& value) {
   const auto handle = msgpack::unpack(buffer.data(), buffer.size());
   handle.get().convert(value);
}
#endif

template <class T>
static void row(const char* name, const T& value, double milliseconds) {
   Buffer buffer;
   T kept{};
   const auto write = [&] {
      write_to(buffer, value);
      sink = buffer.size();
   };
   const auto read = [&] {
      read_from(buffer, kept);
      sink = uint64_t(reinterpret_cast<uintptr_t>(&kept));
   };
   write();
   read();
   if (!(kept == value)) {
      std::fprintf(stderr, "%s does not come back\n", name);
      std::exit(1);
   }
   const double size = double(buffer.size());
   std::printf("BenchmarkBinary/%s/Write/%s 1 %.1f ns/op %.0f size\n", name, codec, per_op(milliseconds, write), size);
   std::printf("BenchmarkBinary/%s/Read/%s 1 %.1f ns/op %.0f size\n", name, codec, per_op(milliseconds, read), size);
}

int main(int argc, char** argv) {
   const double milliseconds = argc > 1 ? std::atof(argv[1]) : 100;
   row("nested", nested_value(Deep{"here is some text", "Hello World", false, inner()}), milliseconds);
   row("nested-escaped",
       nested_value(EscapedDeep{"here is some text", "Hello World", "{\"some key\":\"some string value\"}", false, inner()}), milliseconds);
   row("float64s", fill<double>(6, [](Random& r) { return r.real() * 2e6 - 1e6; }), milliseconds);
   row("float32s", fill<float>(7, [](Random& r) { return r.real() * 2e6 - 1e6; }), milliseconds);
   row("uint16s", fill<uint16_t>(8, [](Random& r) { return r.next(); }), milliseconds);
}
