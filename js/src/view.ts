// Lazy access to parts of a message.

import { checkOptions, wrong } from './check.js';
import { finish, open, value } from './decode.js';
import { each, guard, segment, within } from './errors.js';
import { extension, row } from './extensions.js';
import { Header, Type, typeOf } from './header.js';
import { decodeOptions, type DecodeOptions } from './options.js';
import { run } from './parts.js';
import { Cursor, byte, bytesOf, enter, invalid, numberAt, type Bytes } from './reader.js';
import { text } from './text.js';
import { Form, child, close, pass, readKey, step, type Frame } from './scan.js';
import { Interval } from './time.js';
import { isTypeTag } from './typetag.js';
import { Complex, ComplexArray, Matrix, Pattern, patternOf } from './values.js';

/** The kind of value that a View stands for. Arrays of every form are 'array'. */
export type Kind =
  | 'null'
  | 'boolean'
  | 'number'
  | 'string'
  | 'object'
  | 'array'
  | 'matrix'
  | 'complex'
  | 'time'
  | 'duration'
  | 'interval'
  | 'uuid'
  | 'regexp'
  | 'tag';

/** The key of a part: an index, or the key of a member. */
export type PartKey = string | number | bigint;

/** Where a View finds its value. */
type Place =
  | { at: number } // at its header
  | { made: unknown } // a part that has no header, made already
  | { cells: number; names: string[] }; // a row of a table

const typeKinds: Kind[] = ['boolean', 'number', 'string', 'object', 'array', 'array'];

/** The kinds of the extensions by their ids. */
const extensionKinds: (Kind | undefined)[] = [
  'object',
  'array',
  'matrix',
  'complex',
  'time',
  'duration',
  'interval',
  ,
  'uuid',
  'regexp',
];

/** Returns the kind of a part that was made. */
function kindOf(made: unknown): Kind {
  if (made instanceof Complex) return 'complex';
  if (made instanceof Date) return 'time';
  if (typeof made === 'object') return 'array';
  return typeof made === 'bigint' ? 'number' : (typeof made as Kind);
}

/** Returns the parts of a value that was made: those of its form in JSON. */
function partsOf(made: any): Iterable<[PartKey, unknown]> {
  if (made instanceof Complex || made instanceof ComplexArray) made = made.toJSON();
  if (made instanceof RegExp) made = new Pattern(patternOf(made), made.flags);
  if (made instanceof Matrix || made instanceof Interval || made instanceof Pattern) return Object.entries(made);
  return typeof made === 'object' && made && 'length' in made ? made.entries() : [];
}

/**
 * One value inside a message, read in place: nothing is decoded that is not
 * asked for. It aliases the message, which must not change while it is used.
 *
 * The parts of a value are those of its JSON form: elements of arrays of every kind,
 * members of objects, rows of tables; layout, extents and value of a matrix, start
 * and end of an interval, pattern and flags of a regular expression, and the real
 * and the imaginary part of a complex number as its elements 0 and 1.
 *
 * What a method walks over it checks, as decode does and under the same limits; the
 * rest of the message it does not look at. validate checks all of it.
 */
export class View implements Iterable<View> {
  private readonly src: Uint8Array;
  private readonly place: Place;

  /** Returns the View of the value of a message, after a framing header or delimiters. */
  constructor(data: Bytes, options?: DecodeOptions);
  /** @internal */
  constructor(data: Bytes, options: DecodeOptions, path: string, place: Place, level: number);
  constructor(
    data: Bytes,
    private readonly options: DecodeOptions = {},
    /** JSON Pointer of this value in its message; '' is the root. */
    readonly path = '',
    place?: Place,
    private readonly level = 1,
  ) {
    if (!place) checkOptions(options, decodeOptions);
    this.src = bytesOf(data);
    this.place = place ?? { at: guard(() => open(data, options, extension).pos) };
  }

  /** The kind of this value, by its header alone. */
  get kind(): Kind {
    const { place, src } = this;
    if ('made' in place) return kindOf(place.made);
    if ('cells' in place) return 'object';
    return this.read((c) => {
      const h = byte(c);
      const next = src[c.pos]!;
      if (h === Header.Null) return 'null';
      if (h === Header.TypeTag && isTypeTag(c)) return 'tag';
      if ((h === Header.Complex && typeOf(next)) || (h === Header.Time && next === 1)) return 'array';
      return (typeOf(h) === Type.Extension ? extensionKinds[h >> 3] : typeKinds[typeOf(h)]) ?? invalid(c, h);
    });
  }

  /** The number of parts: elements or members; 0 for what has none. */
  get length(): number {
    return this.read((c) => {
      const numbers = this.numbers(c);
      if (numbers) return numbers.n;
      const frame = this.frame(c);
      if (frame) return frame.names ? frame.n / frame.names.size : frame.form === Form.Tag ? 2 : frame.n;
      const made: any = this.value();
      return Array.isArray(made) ? made.length : [...partsOf(made)].length;
    });
  }

  /** Decodes this value. Throws a BeveError with offset and path. */
  value<T = unknown>(): T {
    const { place } = this;
    return (
      'made' in place
        ? place.made
        : this.read((c) => ('at' in place ? value(c) : (enter(c, place.names.length), row(c, place.names))), false)
    ) as T;
  }

  /** Returns the part that a JSON Pointer leads to, undefined if there is none. */
  at(pointer: string): View | undefined {
    if (typeof pointer !== 'string' || !/^(\/|$)/.test(pointer)) wrong(pointer, 'pointer', 'a JSON Pointer');
    const [, ...keys] = pointer.split('/');
    return keys.reduce<View | undefined>((view, key) => view?.get(key.replace(/~1/g, '/').replace(/~0/g, '~')), this);
  }

  /**
   * Returns one part, undefined if there is none; of members with the same key the
   * last. Numbers of numeric arrays and members of indexed objects are found at
   * once, other elements by walking over those before, other members by walking
   * over the object.
   */
  get(key: PartKey): View | undefined {
    const wanted = String(key);
    const place = this.read((c): Place | undefined => {
      const numbers = this.numbers(c);
      if (numbers) {
        const { h, at, n, w } = numbers;
        return /^(0|[1-9]\d*)$/.test(wanted) && Number(key) < n
          ? { made: numberAt(c, h, at + Number(key) * w) }
          : undefined;
      }
      const frame = this.frame(c);
      if (frame?.entries) {
        const entry = frame.entries.find(({ name }) => name === wanted);
        return entry && { at: frame.data! + entry.offset };
      }
      let found: Place | undefined;
      for (const [key, place] of this.walk(c, frame)) {
        if (String(key) !== wanted) continue;
        found = place;
        if (!frame || frame.form < Form.Members) break;
      }
      return found;
    });
    return place && this.part(key, place);
  }

  /** Loops over the parts with their keys: indices of arrays, names or integers of objects. */
  *entries(): Generator<[PartKey, View]> {
    const c = this.cursor();
    const parts = this.walk(
      c,
      guard(() => this.frame(c), this.path),
    );
    for (;;) {
      const { done, value } = guard(() => parts.next(), this.path);
      if (done) return;
      yield [value[0], this.part(...value)];
    }
  }

  /** Loops over the parts. */
  *[Symbol.iterator](): Generator<View> {
    for (const [, view] of this.entries()) yield view;
  }

  /** Checks this value whole, and of the root also that nothing follows it. Throws a BeveError. */
  validate(): void {
    this.read((c) => {
      passOver(c, this.place);
      if (this.level === 1) finish(c);
    });
  }

  private cursor(skim = true): Cursor {
    const { place } = this;
    const c = new Cursor(this.src, this.options, extension, this.level, skim);
    c.pos = 'at' in place ? place.at : 'cells' in place ? place.cells : c.pos;
    return c;
  }

  /** Runs what reads here, and gives its failure the path of this value. */
  private read<T>(read: (c: Cursor) => T, skim = true): T {
    return guard(() => read(this.cursor(skim)), this.path);
  }

  private part(key: PartKey, place: Place): View {
    return viewOf(this.src, this.options, this.path + segment(key), place, this.level + 1);
  }

  /** Returns where the numbers of a numeric array lie, if this is one. */
  private numbers(c: Cursor): ReturnType<typeof run> | undefined {
    const h = 'at' in this.place ? this.src[c.pos]! : 0;
    if (typeOf(h) !== Type.Typed || h === Header.Bools || h === Header.Strings) return undefined;
    c.pos++;
    return run(c, h);
  }

  /** Opens this value if it is a container with values in it. */
  private frame(c: Cursor): Frame | undefined {
    const { place } = this;
    if ('cells' in place) {
      enter(c, place.names.length);
      return { form: Form.Cells, n: place.names.length, done: 0, h: 0 };
    }
    const frame = 'at' in place ? child(c) : undefined;
    while (frame?.form === Form.Names || frame?.form === Form.Entries) {
      if (frame.done++ < frame.n) step(c, frame);
      else if (close(c, frame)) return undefined;
    }
    return frame;
  }

  /** Loops over the parts with where they are, and passes over each; frame is this one, open. */
  private *walk(c: Cursor, frame: Frame | undefined): Generator<[PartKey, Place], undefined> {
    if (!frame) {
      for (const [key, made] of partsOf(this.value())) yield [key, { made }];
      return;
    }
    const { form, h } = frame;
    const names = [...(frame.names ?? [])];
    const keys = 'cells' in this.place ? this.place.names : undefined;
    if (form === Form.Tag) yield ['index', { made: h }];
    for (let i = 0, n = frame.n / (names.length || 1); i < n; i++) {
      let key: PartKey = keys?.[i] ?? (form === Form.Tag ? 'value' : i);
      try {
        if (form >= Form.Members) {
          readKey(c, frame);
          key = frame.key as PartKey;
        }
        const place = form === Form.Texts ? { made: text(c) } : names.length ? { cells: c.pos, names } : { at: c.pos };
        yield [key, place];
        passOver(c, place);
        frame.done++;
      } catch (failure) {
        throw within(failure, key);
      }
    }
    close(c, frame);
  }
}

/** Returns the View of a part. */
const viewOf = (...part: [Bytes, DecodeOptions, string, Place, number]): View => new View(...part);

/** Passes over a part. */
function passOver(c: Cursor, place: Place): void {
  if ('at' in place) pass(c);
  if ('cells' in place) each(place.names, () => pass(c));
}
