// The bytes: rows of sixteen, of eight where there is little room, as many as fit. Only those that are seen are asked for.
'use strict';

class BytesView {
  /** onHover is told of a piece under the pointer, or of null, and onChoose of the offset of a byte that is clicked. */
  constructor(rows, place, { onHover, onChoose }) {
    Object.assign(this, { rows, place, onHover, onChoose, size: 0, top: 0, pieces: [], chosen: [0, 0], asked: 0, perRow: 16 });
    rows.addEventListener('wheel', (event) => {
      event.preventDefault();
      this.show(this.top + Math.sign(event.deltaY) * 3 * this.perRow);
    }, { passive: false });
    rows.addEventListener('keydown', (event) => {
      const by = { ArrowDown: 1, ArrowUp: -1, PageDown: this.height(), PageUp: -this.height(), Home: -Infinity, End: Infinity }[event.key];
      if (by === undefined) return;
      event.preventDefault();
      this.show(this.top + by * this.perRow);
    });
    rows.addEventListener('pointerover', (event) => this.pointed(event.target));
    rows.addEventListener('pointerleave', () => this.pointed(null));
    rows.addEventListener('click', (event) => event.target.dataset?.at && this.onChoose(Number(event.target.dataset.at)));
    place.addEventListener('input', () => this.show((Number(place.value) / 1000) * this.last()));
    new ResizeObserver(() => this.size && (this.height() !== this.shown || this.fitting() !== this.perRow) && this.show(this.top)).observe(rows);
  }

  height() {
    return Math.max(Math.floor((this.rows.clientHeight - 8) / 20), 4);
  }

  /** How many bytes a row has: the offset, two places and a space for each, a place for its character. */
  fitting() {
    return this.rows.clientWidth > 460 || matchMedia('(min-width: 761px)').matches ? 16 : 8;
  }

  last() {
    return Math.max(Math.ceil(this.size / this.perRow) - this.height(), 0) * this.perRow;
  }

  start(size) {
    this.size = size;
    this.place.hidden = size <= this.perRow * 8;
    return this.show(0);
  }

  /** Shows the bytes from the row of an offset on. */
  async show(offset) {
    this.perRow = this.fitting();
    this.top = Math.floor(Math.min(Math.max(offset, 0), this.last()) / this.perRow) * this.perRow;
    this.shown = this.height();
    const asked = ++this.asked;
    const answer = await ask('bytes', { off: this.top, n: this.shown * this.perRow });
    if (asked !== this.asked) return; // another place was wanted since
    this.bytes = Uint8Array.from(atob(answer.bytes), (c) => c.charCodeAt(0));
    this.pieces = answer.pieces;
    if (document.activeElement !== this.place) this.place.value = this.last() ? (this.top / this.last()) * 1000 : 0;
    this.draw();
  }

  draw() {
    const owner = new Array(this.bytes.length).fill(-1);
    this.pieces.forEach((piece, i) => owner.fill(i, piece.off - this.top, piece.end - this.top));
    this.owner = owner;
    const digits = Math.max((this.size - 1).toString(16).length, 4);
    const rows = [];
    for (let from = 0; from < this.bytes.length; from += this.perRow) {
      const hex = [];
      const ascii = make('span', { className: 'ascii' });
      for (let i = from; i < Math.min(from + this.perRow, this.bytes.length); i++) {
        const byte = this.bytes[i];
        const role = this.pieces[owner[i]]?.role ?? 'punctuation';
        const data = { at: this.top + i };
        hex.push(make('i', { className: `byte ${role}`, textContent: byte.toString(16).padStart(2, '0'), data }), i % 8 === 7 ? '  ' : ' ');
        const printable = byte > 0x20 && byte < 0x7f;
        ascii.append(make('i', { className: `byte ${printable ? role : 'none'}`, textContent: printable ? String.fromCharCode(byte) : '·', data }));
      }
      const missing = this.perRow - (Math.min(from + this.perRow, this.bytes.length) - from);
      const pad = ' '.repeat(3 * missing + (missing >= 8 ? 2 : missing > 0 ? 1 : 0));
      rows.push(make('div', { className: 'row' }, make('span', { className: 'offset', textContent: (this.top + from).toString(16).padStart(digits, '0') }), ...hex, pad, ascii));
    }
    this.rows.replaceChildren(...rows);
    this.mark('chosen', ...this.chosen);
  }

  /** Marks the bytes from one offset to another. */
  mark(name, from, to) {
    for (const byte of this.rows.querySelectorAll(`.byte.${name}`)) byte.classList.remove(name);
    if (from < to) for (const byte of this.rows.querySelectorAll('.byte')) if (byte.dataset.at >= from && byte.dataset.at < to) byte.classList.add(name);
  }

  /** Marks the bytes of a node, and moves there if they are out of sight. */
  async choose(node) {
    this.chosen = [beginOf(node), node.end];
    const visible = this.chosen[0] >= this.top && this.chosen[0] < this.top + (this.shown - 1) * this.perRow;
    if (visible) this.mark('chosen', ...this.chosen);
    else await this.show(this.chosen[0] - this.perRow * 2);
  }

  pointed(target) {
    const at = target?.dataset?.at;
    if (at === undefined) {
      this.mark('hovered', 0, 0);
      this.onHover(null);
      return;
    }
    const piece = this.pieces[this.owner[at - this.top]] ?? null;
    this.mark('hovered', piece?.off ?? Number(at), piece?.end ?? Number(at) + 1);
    this.onHover(piece, Number(at), this.bytes[at - this.top]);
  }
}

/** Where a node begins, with its name if that stands in front of it. */
const beginOf = (node) => (node.keyEnd > node.key && node.keyEnd <= node.off && node.off - node.keyEnd < 64 ? node.key : node.off);
