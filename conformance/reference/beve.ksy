# Made from beve.json by go run ./generate. The forms of the format itself, without the profile.
meta:
  id: beve
  title: BEVE version 2
  file-extension: beve
  endian: le
seq:
  - {id: root, type: value}
types:
  compressed:
    doc: SIZE, whose low two bits say how many bytes it has.
    seq:
      - {id: first, type: u1}
      - {id: rest, type: u1, repeat: expr, repeat-expr: "(1 << (first & 3)) - 1"}
    instances:
      value:
        value: "(first >> 2) + ((first & 3) > 0 ? rest[0] * 64 : 0) + ((first & 3) > 1 ? rest[1] * 16384 + rest[2] * 4194304 : 0)"
        doc: Of SIZE in eight bytes, what the first four say.
  text:
    seq:
      - {id: len, type: compressed}
      - {id: value, type: str, size: len.value, encoding: UTF-8}
  bits:
    seq:
      - {id: len, type: compressed}
      - {id: value, size: (len.value + 7) / 8}
  value:
    seq:
      - {id: header, type: u1}
      - id: body
        type:
          switch-on: header
          cases:
            0x01: of_bf16_number
            0x02: of_string
            0x03: of_object
            0x04: of_bf16_typed_array
            0x05: of_generic_array
            0x09: of_i8_number
            0x0b: of_i8_object
            0x0c: of_i8_typed_array
            0x0e: of_type_tag
            0x11: of_u8_number
            0x13: of_u8_object
            0x14: of_u8_typed_array
            0x16: one_matrix
            0x1c: of_boolean_array
            0x1e: one_complex
            0x21: of_f16_number
            0x24: of_f16_typed_array
            0x26: one_time
            0x29: of_i16_number
            0x2b: of_i16_object
            0x2c: of_i16_typed_array
            0x31: of_u16_number
            0x33: of_u16_object
            0x34: of_u16_typed_array
            0x3c: of_string_array
            0x41: of_f32_number
            0x44: of_f32_typed_array
            0x49: of_i32_number
            0x4b: of_i32_object
            0x4c: of_i32_typed_array
            0x51: of_u32_number
            0x53: of_u32_object
            0x54: of_u32_typed_array
            0x5c: one_aligned_array
            0x61: of_f64_number
            0x64: of_f64_typed_array
            0x69: of_i64_number
            0x6b: of_i64_object
            0x6c: of_i64_typed_array
            0x71: of_u64_number
            0x73: of_u64_object
            0x74: of_u64_typed_array
            0x81: of_f128_number
            0x84: of_f128_typed_array
            0x89: of_i128_number
            0x8b: of_i128_object
            0x8c: of_i128_typed_array
            0x91: of_u128_number
            0x93: of_u128_object
            0x94: of_u128_typed_array
  of_bf16_number:
    seq:
      - {id: element, size: 2}
  of_string:
    seq:
      - {id: text, type: text}
  of_object:
    seq:
      - {id: count, type: compressed}
      - {id: members, type: member_of_of_object, repeat: expr, repeat-expr: count.value}
  member_of_of_object:
    seq:
      - {id: text, type: text}
      - {id: value, type: value}
  of_bf16_typed_array:
    seq:
      - {id: count, type: compressed}
      - {id: element, size: 2, repeat: expr, repeat-expr: count.value}
  of_generic_array:
    seq:
      - {id: count, type: compressed}
      - {id: value, type: value, repeat: expr, repeat-expr: count.value}
  of_i8_number:
    seq:
      - {id: element, type: s1}
  of_i8_object:
    seq:
      - {id: count, type: compressed}
      - {id: members, type: member_of_of_i8_object, repeat: expr, repeat-expr: count.value}
  member_of_of_i8_object:
    seq:
      - {id: element, type: s1}
      - {id: value, type: value}
  of_i8_typed_array:
    seq:
      - {id: count, type: compressed}
      - {id: element, type: s1, repeat: expr, repeat-expr: count.value}
  of_type_tag:
    seq:
      - {id: index, type: compressed}
      - {id: value, type: value}
  of_u8_number:
    seq:
      - {id: element, type: u1}
  of_u8_object:
    seq:
      - {id: count, type: compressed}
      - {id: members, type: member_of_of_u8_object, repeat: expr, repeat-expr: count.value}
  member_of_of_u8_object:
    seq:
      - {id: element, type: u1}
      - {id: value, type: value}
  of_u8_typed_array:
    seq:
      - {id: count, type: compressed}
      - {id: element, type: u1, repeat: expr, repeat-expr: count.value}
  one_matrix:
    seq:
      - {id: header, type: u1}
      - id: body
        type:
          switch-on: header
          cases:
            0x00: of_row_major_matrix
            0x01: of_column_major_matrix
  of_row_major_matrix:
    seq:
      - {id: extents, type: value}
      - {id: elements, type: value}
  of_column_major_matrix:
    seq:
      - {id: extents, type: value}
      - {id: elements, type: value}
  of_boolean_array:
    seq:
      - {id: bits, type: bits}
  one_complex:
    seq:
      - {id: header, type: u1}
      - id: body
        type:
          switch-on: header
          cases:
            0x00: of_bf16_complex_number
            0x01: of_bf16_complex_array
            0x02: of_bf16_aligned_complex_array
            0x08: of_i8_complex_number
            0x09: of_i8_complex_array
            0x0a: of_i8_aligned_complex_array
            0x10: of_u8_complex_number
            0x11: of_u8_complex_array
            0x12: of_u8_aligned_complex_array
            0x20: of_f16_complex_number
            0x21: of_f16_complex_array
            0x22: of_f16_aligned_complex_array
            0x28: of_i16_complex_number
            0x29: of_i16_complex_array
            0x2a: of_i16_aligned_complex_array
            0x30: of_u16_complex_number
            0x31: of_u16_complex_array
            0x32: of_u16_aligned_complex_array
            0x40: of_f32_complex_number
            0x41: of_f32_complex_array
            0x42: of_f32_aligned_complex_array
            0x48: of_i32_complex_number
            0x49: of_i32_complex_array
            0x4a: of_i32_aligned_complex_array
            0x50: of_u32_complex_number
            0x51: of_u32_complex_array
            0x52: of_u32_aligned_complex_array
            0x60: of_f64_complex_number
            0x61: of_f64_complex_array
            0x62: of_f64_aligned_complex_array
            0x68: of_i64_complex_number
            0x69: of_i64_complex_array
            0x6a: of_i64_aligned_complex_array
            0x70: of_u64_complex_number
            0x71: of_u64_complex_array
            0x72: of_u64_aligned_complex_array
            0x80: of_f128_complex_number
            0x81: of_f128_complex_array
            0x82: of_f128_aligned_complex_array
            0x88: of_i128_complex_number
            0x89: of_i128_complex_array
            0x8a: of_i128_aligned_complex_array
            0x90: of_u128_complex_number
            0x91: of_u128_complex_array
            0x92: of_u128_aligned_complex_array
  of_bf16_complex_number:
    seq:
      - {id: re, size: 2}
      - {id: im, size: 2}
  of_bf16_complex_array:
    seq:
      - {id: count, type: compressed}
      - {id: parts, size: 2, repeat: expr, repeat-expr: count.value * 2}
  of_bf16_aligned_complex_array:
    seq:
      - {id: inner, size: 2}
      - {id: count, type: compressed}
      - {id: len_padding, type: u1}
      - {id: padding, size: len_padding}
      - {id: elements, size: 2, repeat: expr, repeat-expr: count.value}
  of_i8_complex_number:
    seq:
      - {id: re, type: s1}
      - {id: im, type: s1}
  of_i8_complex_array:
    seq:
      - {id: count, type: compressed}
      - {id: parts, type: s1, repeat: expr, repeat-expr: count.value * 2}
  of_i8_aligned_complex_array:
    seq:
      - {id: inner, size: 2}
      - {id: count, type: compressed}
      - {id: len_padding, type: u1}
      - {id: padding, size: len_padding}
      - {id: elements, type: s1, repeat: expr, repeat-expr: count.value}
  of_u8_complex_number:
    seq:
      - {id: re, type: u1}
      - {id: im, type: u1}
  of_u8_complex_array:
    seq:
      - {id: count, type: compressed}
      - {id: parts, type: u1, repeat: expr, repeat-expr: count.value * 2}
  of_u8_aligned_complex_array:
    seq:
      - {id: inner, size: 2}
      - {id: count, type: compressed}
      - {id: len_padding, type: u1}
      - {id: padding, size: len_padding}
      - {id: elements, type: u1, repeat: expr, repeat-expr: count.value}
  of_f16_complex_number:
    seq:
      - {id: re, size: 2}
      - {id: im, size: 2}
  of_f16_complex_array:
    seq:
      - {id: count, type: compressed}
      - {id: parts, size: 2, repeat: expr, repeat-expr: count.value * 2}
  of_f16_aligned_complex_array:
    seq:
      - {id: inner, size: 2}
      - {id: count, type: compressed}
      - {id: len_padding, type: u1}
      - {id: padding, size: len_padding}
      - {id: elements, size: 2, repeat: expr, repeat-expr: count.value}
  of_i16_complex_number:
    seq:
      - {id: re, type: s2}
      - {id: im, type: s2}
  of_i16_complex_array:
    seq:
      - {id: count, type: compressed}
      - {id: parts, type: s2, repeat: expr, repeat-expr: count.value * 2}
  of_i16_aligned_complex_array:
    seq:
      - {id: inner, size: 2}
      - {id: count, type: compressed}
      - {id: len_padding, type: u1}
      - {id: padding, size: len_padding}
      - {id: elements, type: s2, repeat: expr, repeat-expr: count.value}
  of_u16_complex_number:
    seq:
      - {id: re, type: u2}
      - {id: im, type: u2}
  of_u16_complex_array:
    seq:
      - {id: count, type: compressed}
      - {id: parts, type: u2, repeat: expr, repeat-expr: count.value * 2}
  of_u16_aligned_complex_array:
    seq:
      - {id: inner, size: 2}
      - {id: count, type: compressed}
      - {id: len_padding, type: u1}
      - {id: padding, size: len_padding}
      - {id: elements, type: u2, repeat: expr, repeat-expr: count.value}
  of_f32_complex_number:
    seq:
      - {id: re, type: f4}
      - {id: im, type: f4}
  of_f32_complex_array:
    seq:
      - {id: count, type: compressed}
      - {id: parts, type: f4, repeat: expr, repeat-expr: count.value * 2}
  of_f32_aligned_complex_array:
    seq:
      - {id: inner, size: 2}
      - {id: count, type: compressed}
      - {id: len_padding, type: u1}
      - {id: padding, size: len_padding}
      - {id: elements, type: f4, repeat: expr, repeat-expr: count.value}
  of_i32_complex_number:
    seq:
      - {id: re, type: s4}
      - {id: im, type: s4}
  of_i32_complex_array:
    seq:
      - {id: count, type: compressed}
      - {id: parts, type: s4, repeat: expr, repeat-expr: count.value * 2}
  of_i32_aligned_complex_array:
    seq:
      - {id: inner, size: 2}
      - {id: count, type: compressed}
      - {id: len_padding, type: u1}
      - {id: padding, size: len_padding}
      - {id: elements, type: s4, repeat: expr, repeat-expr: count.value}
  of_u32_complex_number:
    seq:
      - {id: re, type: u4}
      - {id: im, type: u4}
  of_u32_complex_array:
    seq:
      - {id: count, type: compressed}
      - {id: parts, type: u4, repeat: expr, repeat-expr: count.value * 2}
  of_u32_aligned_complex_array:
    seq:
      - {id: inner, size: 2}
      - {id: count, type: compressed}
      - {id: len_padding, type: u1}
      - {id: padding, size: len_padding}
      - {id: elements, type: u4, repeat: expr, repeat-expr: count.value}
  of_f64_complex_number:
    seq:
      - {id: re, type: f8}
      - {id: im, type: f8}
  of_f64_complex_array:
    seq:
      - {id: count, type: compressed}
      - {id: parts, type: f8, repeat: expr, repeat-expr: count.value * 2}
  of_f64_aligned_complex_array:
    seq:
      - {id: inner, size: 2}
      - {id: count, type: compressed}
      - {id: len_padding, type: u1}
      - {id: padding, size: len_padding}
      - {id: elements, type: f8, repeat: expr, repeat-expr: count.value}
  of_i64_complex_number:
    seq:
      - {id: re, type: s8}
      - {id: im, type: s8}
  of_i64_complex_array:
    seq:
      - {id: count, type: compressed}
      - {id: parts, type: s8, repeat: expr, repeat-expr: count.value * 2}
  of_i64_aligned_complex_array:
    seq:
      - {id: inner, size: 2}
      - {id: count, type: compressed}
      - {id: len_padding, type: u1}
      - {id: padding, size: len_padding}
      - {id: elements, type: s8, repeat: expr, repeat-expr: count.value}
  of_u64_complex_number:
    seq:
      - {id: re, type: u8}
      - {id: im, type: u8}
  of_u64_complex_array:
    seq:
      - {id: count, type: compressed}
      - {id: parts, type: u8, repeat: expr, repeat-expr: count.value * 2}
  of_u64_aligned_complex_array:
    seq:
      - {id: inner, size: 2}
      - {id: count, type: compressed}
      - {id: len_padding, type: u1}
      - {id: padding, size: len_padding}
      - {id: elements, type: u8, repeat: expr, repeat-expr: count.value}
  of_f128_complex_number:
    seq:
      - {id: re, size: 16}
      - {id: im, size: 16}
  of_f128_complex_array:
    seq:
      - {id: count, type: compressed}
      - {id: parts, size: 16, repeat: expr, repeat-expr: count.value * 2}
  of_f128_aligned_complex_array:
    seq:
      - {id: inner, size: 2}
      - {id: count, type: compressed}
      - {id: len_padding, type: u1}
      - {id: padding, size: len_padding}
      - {id: elements, size: 16, repeat: expr, repeat-expr: count.value}
  of_i128_complex_number:
    seq:
      - {id: re, size: 16}
      - {id: im, size: 16}
  of_i128_complex_array:
    seq:
      - {id: count, type: compressed}
      - {id: parts, size: 16, repeat: expr, repeat-expr: count.value * 2}
  of_i128_aligned_complex_array:
    seq:
      - {id: inner, size: 2}
      - {id: count, type: compressed}
      - {id: len_padding, type: u1}
      - {id: padding, size: len_padding}
      - {id: elements, size: 16, repeat: expr, repeat-expr: count.value}
  of_u128_complex_number:
    seq:
      - {id: re, size: 16}
      - {id: im, size: 16}
  of_u128_complex_array:
    seq:
      - {id: count, type: compressed}
      - {id: parts, size: 16, repeat: expr, repeat-expr: count.value * 2}
  of_u128_aligned_complex_array:
    seq:
      - {id: inner, size: 2}
      - {id: count, type: compressed}
      - {id: len_padding, type: u1}
      - {id: padding, size: len_padding}
      - {id: elements, size: 16, repeat: expr, repeat-expr: count.value}
  of_f16_number:
    seq:
      - {id: element, size: 2}
  of_f16_typed_array:
    seq:
      - {id: count, type: compressed}
      - {id: element, size: 2, repeat: expr, repeat-expr: count.value}
  one_time:
    seq:
      - {id: header, type: u1}
      - id: body
        type:
          switch-on: header
          cases:
            0x00: of_draft_time
            0x01: of_draft_time_array
  of_draft_time:
    seq:
      - {id: nanoseconds, type: u8}
  of_draft_time_array:
    seq:
      - {id: count, type: compressed}
      - {id: nanoseconds, type: u8, repeat: expr, repeat-expr: count.value}
  of_i16_number:
    seq:
      - {id: element, type: s2}
  of_i16_object:
    seq:
      - {id: count, type: compressed}
      - {id: members, type: member_of_of_i16_object, repeat: expr, repeat-expr: count.value}
  member_of_of_i16_object:
    seq:
      - {id: element, type: s2}
      - {id: value, type: value}
  of_i16_typed_array:
    seq:
      - {id: count, type: compressed}
      - {id: element, type: s2, repeat: expr, repeat-expr: count.value}
  of_u16_number:
    seq:
      - {id: element, type: u2}
  of_u16_object:
    seq:
      - {id: count, type: compressed}
      - {id: members, type: member_of_of_u16_object, repeat: expr, repeat-expr: count.value}
  member_of_of_u16_object:
    seq:
      - {id: element, type: u2}
      - {id: value, type: value}
  of_u16_typed_array:
    seq:
      - {id: count, type: compressed}
      - {id: element, type: u2, repeat: expr, repeat-expr: count.value}
  of_string_array:
    seq:
      - {id: count, type: compressed}
      - {id: text, type: text, repeat: expr, repeat-expr: count.value}
  of_f32_number:
    seq:
      - {id: element, type: f4}
  of_f32_typed_array:
    seq:
      - {id: count, type: compressed}
      - {id: element, type: f4, repeat: expr, repeat-expr: count.value}
  of_i32_number:
    seq:
      - {id: element, type: s4}
  of_i32_object:
    seq:
      - {id: count, type: compressed}
      - {id: members, type: member_of_of_i32_object, repeat: expr, repeat-expr: count.value}
  member_of_of_i32_object:
    seq:
      - {id: element, type: s4}
      - {id: value, type: value}
  of_i32_typed_array:
    seq:
      - {id: count, type: compressed}
      - {id: element, type: s4, repeat: expr, repeat-expr: count.value}
  of_u32_number:
    seq:
      - {id: element, type: u4}
  of_u32_object:
    seq:
      - {id: count, type: compressed}
      - {id: members, type: member_of_of_u32_object, repeat: expr, repeat-expr: count.value}
  member_of_of_u32_object:
    seq:
      - {id: element, type: u4}
      - {id: value, type: value}
  of_u32_typed_array:
    seq:
      - {id: count, type: compressed}
      - {id: element, type: u4, repeat: expr, repeat-expr: count.value}
  one_aligned_array:
    seq:
      - {id: header, type: u1}
      - id: body
        type:
          switch-on: header
          cases:
            0x04: of_bf16_aligned_array
            0x0c: of_i8_aligned_array
            0x14: of_u8_aligned_array
            0x24: of_f16_aligned_array
            0x2c: of_i16_aligned_array
            0x34: of_u16_aligned_array
            0x44: of_f32_aligned_array
            0x4c: of_i32_aligned_array
            0x54: of_u32_aligned_array
            0x64: of_f64_aligned_array
            0x6c: of_i64_aligned_array
            0x74: of_u64_aligned_array
            0x84: of_f128_aligned_array
            0x8c: of_i128_aligned_array
            0x94: of_u128_aligned_array
  of_bf16_aligned_array:
    seq:
      - {id: count, type: compressed}
      - {id: len_padding, type: u1}
      - {id: padding, size: len_padding}
      - {id: elements, size: 2, repeat: expr, repeat-expr: count.value}
  of_i8_aligned_array:
    seq:
      - {id: count, type: compressed}
      - {id: len_padding, type: u1}
      - {id: padding, size: len_padding}
      - {id: elements, type: s1, repeat: expr, repeat-expr: count.value}
  of_u8_aligned_array:
    seq:
      - {id: count, type: compressed}
      - {id: len_padding, type: u1}
      - {id: padding, size: len_padding}
      - {id: elements, type: u1, repeat: expr, repeat-expr: count.value}
  of_f16_aligned_array:
    seq:
      - {id: count, type: compressed}
      - {id: len_padding, type: u1}
      - {id: padding, size: len_padding}
      - {id: elements, size: 2, repeat: expr, repeat-expr: count.value}
  of_i16_aligned_array:
    seq:
      - {id: count, type: compressed}
      - {id: len_padding, type: u1}
      - {id: padding, size: len_padding}
      - {id: elements, type: s2, repeat: expr, repeat-expr: count.value}
  of_u16_aligned_array:
    seq:
      - {id: count, type: compressed}
      - {id: len_padding, type: u1}
      - {id: padding, size: len_padding}
      - {id: elements, type: u2, repeat: expr, repeat-expr: count.value}
  of_f32_aligned_array:
    seq:
      - {id: count, type: compressed}
      - {id: len_padding, type: u1}
      - {id: padding, size: len_padding}
      - {id: elements, type: f4, repeat: expr, repeat-expr: count.value}
  of_i32_aligned_array:
    seq:
      - {id: count, type: compressed}
      - {id: len_padding, type: u1}
      - {id: padding, size: len_padding}
      - {id: elements, type: s4, repeat: expr, repeat-expr: count.value}
  of_u32_aligned_array:
    seq:
      - {id: count, type: compressed}
      - {id: len_padding, type: u1}
      - {id: padding, size: len_padding}
      - {id: elements, type: u4, repeat: expr, repeat-expr: count.value}
  of_f64_aligned_array:
    seq:
      - {id: count, type: compressed}
      - {id: len_padding, type: u1}
      - {id: padding, size: len_padding}
      - {id: elements, type: f8, repeat: expr, repeat-expr: count.value}
  of_i64_aligned_array:
    seq:
      - {id: count, type: compressed}
      - {id: len_padding, type: u1}
      - {id: padding, size: len_padding}
      - {id: elements, type: s8, repeat: expr, repeat-expr: count.value}
  of_u64_aligned_array:
    seq:
      - {id: count, type: compressed}
      - {id: len_padding, type: u1}
      - {id: padding, size: len_padding}
      - {id: elements, type: u8, repeat: expr, repeat-expr: count.value}
  of_f128_aligned_array:
    seq:
      - {id: count, type: compressed}
      - {id: len_padding, type: u1}
      - {id: padding, size: len_padding}
      - {id: elements, size: 16, repeat: expr, repeat-expr: count.value}
  of_i128_aligned_array:
    seq:
      - {id: count, type: compressed}
      - {id: len_padding, type: u1}
      - {id: padding, size: len_padding}
      - {id: elements, size: 16, repeat: expr, repeat-expr: count.value}
  of_u128_aligned_array:
    seq:
      - {id: count, type: compressed}
      - {id: len_padding, type: u1}
      - {id: padding, size: len_padding}
      - {id: elements, size: 16, repeat: expr, repeat-expr: count.value}
  of_f64_number:
    seq:
      - {id: element, type: f8}
  of_f64_typed_array:
    seq:
      - {id: count, type: compressed}
      - {id: element, type: f8, repeat: expr, repeat-expr: count.value}
  of_i64_number:
    seq:
      - {id: element, type: s8}
  of_i64_object:
    seq:
      - {id: count, type: compressed}
      - {id: members, type: member_of_of_i64_object, repeat: expr, repeat-expr: count.value}
  member_of_of_i64_object:
    seq:
      - {id: element, type: s8}
      - {id: value, type: value}
  of_i64_typed_array:
    seq:
      - {id: count, type: compressed}
      - {id: element, type: s8, repeat: expr, repeat-expr: count.value}
  of_u64_number:
    seq:
      - {id: element, type: u8}
  of_u64_object:
    seq:
      - {id: count, type: compressed}
      - {id: members, type: member_of_of_u64_object, repeat: expr, repeat-expr: count.value}
  member_of_of_u64_object:
    seq:
      - {id: element, type: u8}
      - {id: value, type: value}
  of_u64_typed_array:
    seq:
      - {id: count, type: compressed}
      - {id: element, type: u8, repeat: expr, repeat-expr: count.value}
  of_f128_number:
    seq:
      - {id: element, size: 16}
  of_f128_typed_array:
    seq:
      - {id: count, type: compressed}
      - {id: element, size: 16, repeat: expr, repeat-expr: count.value}
  of_i128_number:
    seq:
      - {id: element, size: 16}
  of_i128_object:
    seq:
      - {id: count, type: compressed}
      - {id: members, type: member_of_of_i128_object, repeat: expr, repeat-expr: count.value}
  member_of_of_i128_object:
    seq:
      - {id: element, size: 16}
      - {id: value, type: value}
  of_i128_typed_array:
    seq:
      - {id: count, type: compressed}
      - {id: element, size: 16, repeat: expr, repeat-expr: count.value}
  of_u128_number:
    seq:
      - {id: element, size: 16}
  of_u128_object:
    seq:
      - {id: count, type: compressed}
      - {id: members, type: member_of_of_u128_object, repeat: expr, repeat-expr: count.value}
  member_of_of_u128_object:
    seq:
      - {id: element, size: 16}
      - {id: value, type: value}
  of_u128_typed_array:
    seq:
      - {id: count, type: compressed}
      - {id: element, size: 16, repeat: expr, repeat-expr: count.value}
