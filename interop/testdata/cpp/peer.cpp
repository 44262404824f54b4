// The peer in C++: Glaze. See the documentation of package interop.

#include <cstdint>
#include <cstring>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <glaze/glaze.hpp>

// By default Glaze refuses most control characters when it writes JSON.
struct escaping : glz::opts
{
   bool escape_control_characters = true;
};

// Point and Record are the structs of glaze_test.go.
struct Point
{
   double x{};
   float y{};
};

struct Record
{
   int64_t id{};
   uint64_t size{};
   int8_t tiny{};
   double ratio{};
   std::string name{};
   bool active{};
   std::vector<double> samples{};
   std::vector<int32_t> counts{};
   std::vector<uint8_t> bytes{};
   std::vector<bool> flags{};
   std::vector<std::string> labels{};
   Point origin{};
   std::vector<Point> path{};
   std::map<std::string, int64_t> totals{};
   std::map<uint32_t, std::string> codes{};
   std::optional<std::string> note{};
};

// read_frames reads a file of frames.
std::vector<std::string> read_frames(const char* path)
{
   std::ifstream file{path, std::ios::binary};
   const std::string data{std::istreambuf_iterator<char>(file), {}};
   std::vector<std::string> frames;
   for (size_t off = 0; off + 4 <= data.size();) {
      uint32_t n;
      std::memcpy(&n, data.data() + off, 4); // of a machine that is little-endian
      frames.push_back(data.substr(off + 4, n));
      off += 4 + n;
   }
   return frames;
}

int main(int argc, char** argv)
{
   if (argc != 4) {
      std::cerr << "usage: peer json|echo|write IN OUT\n";
      return 2;
   }
   const std::string verb{argv[1]};
   std::ofstream out{argv[3], std::ios::binary};
   for (const auto& frame : read_frames(argv[2])) {
      std::string text{};
      glz::error_ctx error{};
      if (verb == "json") { // the JSON text of any message
         error = glz::beve_to_json<escaping{}>(frame, text);
      }
      else { // a record, of a message or of JSON text, as a message
         Record record{};
         error = verb == "echo" ? glz::read_beve(record, frame) : glz::read_json(record, frame);
         if (!error) {
            error = glz::write_beve(record, text);
         }
      }
      if (error) { // a refused frame becomes an empty one
         std::cerr << glz::format_error(error, frame) << '\n';
         text.clear();
      }
      const auto n = uint32_t(text.size());
      out.write(reinterpret_cast<const char*>(&n), 4);
      out.write(text.data(), n);
   }
   out.close();
   return out ? 0 : 1;
}
