// Instants, spans of time and intervals.

const nanosPerSecond = 1_000_000_000;

/** Appends a fraction of a second without trailing zeros, nothing for none. */
function fraction(nanoseconds: number): string {
  return nanoseconds ? '.' + String(nanoseconds).padStart(9, '0').replace(/0+$/, '') : '';
}

const twoDigits = (n: number): string => String(n).padStart(2, '0');

/** A Date that keeps the nanoseconds and the zone that BEVE carries. */
export class Timestamp extends Date {
  constructor(
    /** Milliseconds since 1970, as for a Date. */
    milliseconds: number,
    /** Nanoseconds beyond the millisecond, 0 to 999,999. */
    readonly submillis = 0,
    /** Minutes that local time is ahead of UTC, -1439 to 1439. */
    readonly offset = 0,
  ) {
    super(milliseconds);
  }

  /** Returns the instant that lies nanoseconds, 0 to 999,999,999, after a whole second since 1970. */
  static of(seconds: number, nanoseconds: number, offset = 0): Timestamp {
    const millis = Math.floor(nanoseconds / 1e6);
    return new Timestamp(seconds * 1000 + millis, nanoseconds - millis * 1e6, offset);
  }

  /** The fraction of the second, 0 to 999,999,999. */
  get nanoseconds(): number {
    return (((this.getTime() % 1000) + 1000) % 1000) * 1e6 + this.submillis;
  }

  /** RFC 3339 in the time of its zone, with as many digits as the nanoseconds need; toJSON gives the same. */
  override toISOString(): string {
    const local = new Date(this.getTime() + this.offset * 60_000).toISOString();
    const minutes = Math.abs(this.offset);
    const zone = minutes ? (this.offset < 0 ? '-' : '+') + twoDigits(Math.floor(minutes / 60)) + ':' + twoDigits(minutes % 60) : 'Z';
    return local.slice(0, -5) + fraction(this.nanoseconds) + zone;
  }
}

/** A span of time. */
export class Duration {
  constructor(
    /** The whole span, negative for one into the past. */
    readonly nanoseconds: bigint,
  ) {}

  /** ISO 8601 in hours, minutes and seconds: PT1H30M, -PT1.5S, PT0S. */
  toString(): string {
    const size = this.nanoseconds < 0n ? -this.nanoseconds : this.nanoseconds;
    const seconds = size / BigInt(nanosPerSecond);
    const part = (n: bigint, unit: string): string => (n ? n + unit : '');
    const rest = (seconds % 60n) + fraction(Number(size % BigInt(nanosPerSecond)));
    const text = part(seconds / 3600n, 'H') + part((seconds / 60n) % 60n, 'M') + (rest === '0' ? '' : rest + 'S');
    return (this.nanoseconds < 0n ? '-PT' : 'PT') + (text || '0S');
  }

  toJSON(): string {
    return this.toString();
  }
}

/** The time from start, included, to end, excluded. */
export class Interval {
  constructor(
    readonly start: Date,
    readonly end: Date,
  ) {}
}
