// Glaze as a testee. Its converter from BEVE to JSON text reads, and its value
// of any type, which it reads from JSON text, writes.

#include <cstdint>
#include <cstdio>
#include <iostream>
#include <string>

#include <glaze/glaze.hpp>

// By default Glaze refuses most control characters when it writes JSON.
struct escaping : glz::opts
{
   bool escape_control_characters = true;
};

static bool read_exactly(std::string& to, size_t n)
{
   to.resize(n);
   return n == 0 || std::fread(to.data(), 1, n, stdin) == n;
}

static std::string reply(const std::string& request)
{
   const std::string content = request.substr(1);
   std::string text{};
   switch (request[0]) {
   case 'H':
      return "V{\"name\":\"Glaze\",\"notation\":\"json\",\"version\":\"" + std::to_string(glz::version.major) + "." + std::to_string(glz::version.minor) +
             "." + std::to_string(glz::version.patch) + "\"}";
   case 'R':
      if (const auto error = glz::beve_to_json<escaping{}>(content, text); error) {
         return "E" + glz::format_error(error, content);
      }
      return "V" + text;
   case 'W': {
      if (content.find("\"$") != std::string::npos) {
         return "Sno JSON text stands for it";
      }
      glz::generic_i64 value{};
      if (glz::read_json(value, content)) {
         return "Sno value of its generic type";
      }
      if (glz::write_beve(value, text)) {
         return "Enot written";
      }
      return "B" + text;
   }
   }
   return "Snot here";
}

int main()
{
   std::string head, request;
   while (read_exactly(head, 4)) {
      const auto byte = [&](size_t i) { return uint32_t(uint8_t(head[i])); };
      if (!read_exactly(request, byte(0) | byte(1) << 8 | byte(2) << 16 | byte(3) << 24)) {
         return 1;
      }
      const std::string answer = reply(request);
      const auto n = uint32_t(answer.size());
      const char length[]{char(n), char(n >> 8), char(n >> 16), char(n >> 24)};
      std::fwrite(length, 1, 4, stdout);
      std::fwrite(answer.data(), 1, n, stdout);
      std::fflush(stdout);
   }
}
