// Instants, spans of time and intervals.

import { check, wrong } from './check.js';

/** Appends a fraction of a second without trailing zeros, nothing for none. */
function fraction(nanoseconds: number): string {
  return nanoseconds ? '.' + String(nanoseconds).padStart(9, '0').replace(/0+$/, '') : '';
}

/**
 * A Date that keeps the nanoseconds and the zone that BEVE carries. What is out of range
 * is a RangeError; so is an instant that a Date does not hold in UTC and in the zone.
 */
export class Timestamp extends Date {
  constructor(
    /** Milliseconds since 1970, as for a Date. */
    milliseconds: number,
    /** Nanoseconds beyond the millisecond, 0 to 999,999. */
    readonly submillis = 0,
    /** Minutes that local time is ahead of UTC, -1439 to 1439. */
    readonly offset = 0,
  ) {
    check(milliseconds, 'milliseconds', 8.64e15);
    super(milliseconds);
    check(submillis, 'submillis', 999_999, 0);
    check(offset, 'offset', 1439);
    check(this.getTime() + this.offset * 60_000, 'offset added to the time', 8.64e15); // what a Date holds
  }

  /** Returns the instant that is nanoseconds, 0 to 999,999,999, after a whole second since 1970. */
  static of(seconds: number, nanoseconds: number, offset = 0): Timestamp {
    check(seconds, 'seconds', 8.64e12);
    check(nanoseconds, 'nanoseconds', seconds < 8.64e12 ? 999_999_999 : 999_999, 0);
    const millis = Math.floor(nanoseconds / 1e6);
    return timestamp(seconds * 1000 + millis, nanoseconds - millis * 1e6, offset);
  }

  /** The fraction of the second, 0 to 999,999,999. */
  get nanoseconds(): number {
    return (((this.getTime() % 1000) + 1000) % 1000) * 1e6 + this.submillis;
  }

  /** RFC 3339 in the time of its zone, with as many digits as the nanoseconds need; toJSON gives the same. */
  override toISOString(): string {
    const local = new Date(this.getTime() + this.offset * 60_000).toISOString();
    const minutes = new Date(Math.abs(this.offset) * 60_000).toISOString().slice(11, 16);
    const zone = this.offset ? (this.offset < 0 ? '-' : '+') + minutes : 'Z';
    return local.slice(0, -5) + fraction(this.nanoseconds) + zone;
  }
}

// A class that a bundle's code names within itself gets another name there: of and part of View stay outside.
const timestamp = (...parts: ConstructorParameters<typeof Timestamp>): Timestamp => new Timestamp(...parts);

/** A span of time. */
export class Duration {
  constructor(
    /** The whole span, negative for one into the past: less than 2^64 seconds. */
    readonly nanoseconds: bigint,
  ) {
    if (typeof nanoseconds !== 'bigint') wrong(nanoseconds, 'nanoseconds', 'a bigint');
    if (nanoseconds / 1_000_000_000n / 2n ** 64n)
      throw new RangeError('beve: nanoseconds must be less than 2^64 seconds');
  }

  /** ISO 8601 in hours, minutes and seconds: PT1H30M, -PT1.5S, PT0S. */
  toString(): string {
    const size = this.nanoseconds < 0n ? -this.nanoseconds : this.nanoseconds;
    const second = 1_000_000_000n;
    const minute = 60n * second;
    const part = (n: bigint, unit: string): string => (n ? n + unit : '');
    const seconds = (size % minute) / second + fraction(Number(size % second));
    const text =
      part(size / minute / 60n, 'H') + part((size / minute) % 60n, 'M') + (seconds === '0' ? '' : seconds + 'S');
    return (this.nanoseconds < 0n ? '-PT' : 'PT') + (text || '0S');
  }

  toJSON(): string {
    return this.toString();
  }
}

/** The time from start, included, to end, excluded, which is not before it. */
export class Interval {
  constructor(
    readonly start: Date,
    readonly end: Date,
  ) {
    for (const [name, at] of Object.entries({ start, end })) if (!(at instanceof Date)) wrong(at, name, 'a Date');
    const below = (at: Date): number => (at as Timestamp).submillis ?? 0;
    if (!(end >= start) || (start >= end && below(end) < below(start)))
      throw new RangeError('beve: end must be a Date that is not before start');
  }
}
