# BEVE, version 2, with the extended profile, for Kaitai Struct: a stream of values, of which most files have one.
#
# What this description does not do: it takes 0x0E for a table, never for the type tag of version 1; it does not check
# UTF-8, names that are sorted or there twice, nor that padding bits are zero; and numbers of 16 and of 128 bits are
# bytes, for which Kaitai Struct has no types.
meta:
  id: beve
  title: BEVE (Binary Efficient Versatile Encoding)
  file-extension: beve
  license: MIT
  endian: le
  encoding: UTF-8
seq:
  - id: framing
    type: framing
    if: not _io.eof and first == 0x2e and (second == 1 or second == 2)
  - id: values
    type: item(_index)
    repeat: eos
instances:
  first:
    pos: 0
    type: u1
  second:
    pos: 1
    type: u1
types:
  framing:
    doc: The draft header of a file.
    seq:
      - id: header
        contents: [0x2e]
      - id: version
        type: u1
  item:
    doc: A value, after the delimiters in front of it. A stream may end with delimiters, without a value.
    params:
      - id: index
        type: u4
    seq:
      - id: delimiters
        type: delimiter
        repeat: until
        repeat-until: not _.is_followed
        if: next == 0x06 and (index > 0 or after_next != 0x03)
      - id: value
        type: value
        if: not _io.eof
    instances:
      next:
        pos: _io.pos
        type: u1
      after_next:
        pos: _io.pos + 1
        type: u1
        if: _io.pos + 1 < _io.size
  delimiter:
    doc: The byte is also the header of an indexed object, which goes on with 0x03, where it does not end a value.
    seq:
      - id: header
        contents: [0x06]
    instances:
      next:
        pos: _io.pos
        type: u1
        if: not _io.eof
      after_next:
        pos: _io.pos + 1
        type: u1
        if: _io.pos + 1 < _io.size
      is_followed:
        value: not _io.eof and next == 0x06 and after_next != 0x03
  size:
    doc: A number of up to 62 bits. The low two bits of the first byte say how many bytes it has.
    seq:
      - id: raw
        type:
          switch-on: length_code & 3
          cases:
            0: u1
            1: u2
            2: u4
            _: u8
    instances:
      length_code:
        pos: _io.pos
        type: u1
      value:
        value: raw / 4
  text:
    doc: Text without a header. Its size counts bytes.
    seq:
      - id: len_text
        type: size
      - id: text
        type: str
        size: len_text.value
  value:
    seq:
      - id: header
        type: u1
        valid:
          any-of: [
            0x00, 0x08, 0x18, 0x01, 0x21, 0x41, 0x61, 0x81, 0x09, 0x29, 0x49, 0x69, 0x89, 0x11, 0x31, 0x51, 0x71, 0x91,
            0x02, 0x03, 0x0b, 0x2b, 0x4b, 0x6b, 0x8b, 0x13, 0x33, 0x53, 0x73, 0x93,
            0x04, 0x24, 0x44, 0x64, 0x84, 0x0c, 0x2c, 0x4c, 0x6c, 0x8c, 0x14, 0x34, 0x54, 0x74, 0x94, 0x1c, 0x3c, 0x5c,
            0x05, 0x06, 0x0e, 0x16, 0x1e, 0x26, 0x2e, 0x36, 0x46, 0x4e ]
      - id: body
        type:
          switch-on: header & 7
          cases:
            0: literal(header)
            1: numeric(form)
            2: text
            3: keyed(form)
            4: typed_array(form)
            5: generic_array
            6: extension(form)
    instances:
      form:
        value: header & 0xf8
        doc: The header without its type; of numbers the class, in bits 3 and 4, and the width, in bits 5 to 7.
  literal:
    doc: Null, false or true, which are in the header.
    params:
      - id: header
        type: u1
    instances:
      is_null:
        value: header == 0
      is_true:
        value: header == 0x18
  numeric:
    params:
      - id: form
        type: u1
    seq:
      - id: value
        type:
          switch-on: form
          cases:
            0x00: wide(2) # bfloat16
            0x20: wide(2) # binary16
            0x40: f4
            0x60: f8
            0x80: wide(16)
            0x08: s1
            0x28: s2
            0x48: s4
            0x68: s8
            0x88: wide(16)
            0x10: u1
            0x30: u2
            0x50: u4
            0x70: u8
            0x90: wide(16)
  wide:
    doc: A number that Kaitai Struct has no type for.
    params:
      - id: width
        type: u1
    seq:
      - id: bytes
        size: width
  keyed:
    doc: An object. Its names are text, or integers of the class and width in its header.
    params:
      - id: form
        type: u1
    seq:
      - id: num_members
        type: size
      - id: members
        type: member(form)
        repeat: expr
        repeat-expr: num_members.value
  member:
    params:
      - id: form
        type: u1
    seq:
      - id: key
        type:
          switch-on: form
          cases:
            0: text
            _: numeric(form)
      - id: value
        type: value
  generic_array:
    seq:
      - id: num_elements
        type: size
      - id: elements
        type: value
        repeat: expr
        repeat-expr: num_elements.value
  typed_array:
    params:
      - id: form
        type: u1
    seq:
      - id: elements
        type:
          switch-on: form
          cases:
            0x18: booleans
            0x38: texts
            0x58: aligned
            _: numbers(form)
  numbers:
    params:
      - id: form
        type: u1
    seq:
      - id: num_elements
        type: size
      - id: elements
        type: numeric(form)
        repeat: expr
        repeat-expr: num_elements.value
  booleans:
    doc: Eight in a byte, the first in the lowest bit.
    seq:
      - id: num_elements
        type: size
      - id: bits
        size: (num_elements.value + 7) / 8
  texts:
    seq:
      - id: num_elements
        type: size
      - id: elements
        type: text
        repeat: expr
        repeat-expr: num_elements.value
  aligned:
    doc: Numbers after padding, so that they may be used where they lie.
    seq:
      - id: header
        type: u1
        valid:
          any-of: [0x04, 0x24, 0x44, 0x64, 0x84, 0x0c, 0x2c, 0x4c, 0x6c, 0x8c, 0x14, 0x34, 0x54, 0x74, 0x94]
      - id: num_elements
        type: size
      - id: len_padding
        type: u1
        valid:
          max: 15
      - id: padding
        size: len_padding
      - id: elements
        type: numeric(header & 0xf8)
        repeat: expr
        repeat-expr: num_elements.value
  extension:
    params:
      - id: form
        type: u1
    seq:
      - id: content
        type:
          switch-on: form
          cases:
            0x00: indexed_object
            0x08: table
            0x10: matrix
            0x18: complex
            0x20: time
            0x28: duration
            0x30: interval
            0x40: uuid
            0x48: regexp
  indexed_object:
    doc: An object whose sorted names come first, with where their values are.
    seq:
      - id: kind
        contents: [0x03]
      - id: num_members
        type: size
      - id: index
        type: index_entry
        repeat: expr
        repeat-expr: num_members.value
      - id: values
        type: value
        repeat: expr
        repeat-expr: num_members.value
  index_entry:
    seq:
      - id: name
        type: text
      - id: ofs_value
        type: u4
        doc: From the end of the index.
      - id: len_value
        type: u2
        doc: 65535 also for longer ones.
      - id: flags
        type: u1
  table:
    doc: Objects that all have the same names, which come once.
    seq:
      - id: num_names
        type: size
      - id: names
        type: text
        repeat: expr
        repeat-expr: num_names.value
      - id: num_rows
        type: size
      - id: rows
        type: row(num_names.value)
        repeat: expr
        repeat-expr: 'num_names.value == 0 ? 0 : num_rows.value'
  row:
    params:
      - id: num_values
        type: u8
    seq:
      - id: values
        type: value
        repeat: expr
        repeat-expr: num_values
  matrix:
    seq:
      - id: layout
        type: u1
        enum: layout
        valid:
          max: layout::left
      - id: extents
        type: value
      - id: value
        type: value
    enums:
      layout:
        0:
          id: right
          doc: The last extent varies fastest, as in C.
        1:
          id: left
          doc: The first extent varies fastest, as in Fortran.
  complex:
    seq:
      - id: header
        type: u1
        valid:
          expr: (_ & 7) < 3 and (_ & 0x18) != 0x18 and _ < 0xa0
      - id: single
        type: pair(header & 0xf8)
        if: header & 7 == 0
      - id: num_elements
        type: size
        if: header & 7 == 1
      - id: elements
        type: pair(header & 0xf8)
        repeat: expr
        repeat-expr: num_elements.value
        if: header & 7 == 1
      - id: aligned
        type: value
        if: header & 7 == 2
  pair:
    params:
      - id: form
        type: u1
    seq:
      - id: re
        type: numeric(form)
      - id: im
        type: numeric(form)
  time:
    doc: An instant of the extended profile, or one or more of the draft, in nanoseconds since 1970.
    seq:
      - id: flags
        type: u1
        valid:
          max: 7
      - id: draft
        type: u8
        if: flags == 0
      - id: num_drafts
        type: size
        if: flags == 1
      - id: drafts
        type: u8
        repeat: expr
        repeat-expr: num_drafts.value
        if: flags == 1
      - id: seconds
        type: s8
        if: flags > 1
      - id: fraction
        type:
          switch-on: flags >> 1
          cases:
            1: u2 # milliseconds
            2: u4 # microseconds
            3: u4 # nanoseconds
        if: flags > 1
      - id: zone
        type: s2
        if: flags > 1 and flags & 1 == 1
        doc: Minutes east of UTC.
  duration:
    seq:
      - id: flags
        type: u1
        valid:
          any-of: [6, 7]
      - id: seconds
        type: u8
      - id: nanoseconds
        type: u4
    instances:
      is_negative:
        value: flags & 1 == 1
  interval:
    seq:
      - id: start
        type: value
      - id: end
        type: value
  uuid:
    seq:
      - id: version
        type: u1
        valid:
          max: 15
      - id: bytes
        size: 16
  regexp:
    seq:
      - id: flags
        type: u1
        doc: From bit 0 on i, m, s, unicode, global.
        valid:
          max: 31
      - id: pattern
        type: text
