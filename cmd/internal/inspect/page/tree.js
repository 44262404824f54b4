// The tree of values. Children are asked for when a node is opened, some at a time.
'use strict';

const batch = 200;

class Tree {
  /** onChoose is told of a node that is clicked, onHover of one under the pointer, or of null. */
  constructor(element, { onChoose, onHover }) {
    Object.assign(this, { element, onChoose, onHover, items: new Map(), chosen: null });
    element.addEventListener('click', (event) => this.clicked(event));
    element.addEventListener('pointerover', (event) => this.onHover(this.itemOf(event.target)?.node ?? null));
    element.addEventListener('pointerleave', () => this.onHover(null));
    element.addEventListener('keydown', (event) => this.key(event));
  }

  async start(root) {
    this.element.replaceChildren();
    this.items.clear();
    const item = this.item(root, 0);
    this.element.append(item.line, item.inside);
    await this.unfold(item);
    if (item.shown === 1) await this.unfold(this.items.get('0'));
  }

  itemOf(target) {
    const line = target.closest?.('.node');
    return line ? this.items.get(line.dataset.id) : null;
  }

  /** The line of a node, and the place of its children. */
  item(node, depth) {
    const holds = node.count !== 0 && node.kind !== 'malformed';
    const fold = make('span', { className: 'fold', textContent: holds ? '▸' : '' });
    const name = node.kind === 'file' ? '' : make('span', { className: node.member ? 'name' : 'index', textContent: node.member ? JSON.stringify(node.name) : node.name });
    const line = make('div', { className: 'node', role: 'treeitem', title: node.error ?? '', data: { id: node.id } }, fold, name, name && make('span', { textContent: ':\u00a0' }), this.value(node));
    line.style.paddingLeft = `${depth * 1.1 + 0.3}em`;
    line.setAttribute('aria-level', depth + 1);
    if (holds) line.setAttribute('aria-expanded', 'false');
    const inside = make('div', { role: 'group', hidden: true });
    const item = { node, depth, line, inside, fold, holds, shown: 0, count: node.count, open: false };
    this.items.set(node.id, item);
    return item;
  }

  value(node) {
    if (node.error) return make('span', { className: 'error text', textContent: `${node.kind === 'malformed' ? '' : node.what + ' '}✗ ${node.error}` });
    if (node.kind === 'file') return make('span', { className: 'what', textContent: node.what });
    const container = node.kind === 'object' || node.kind === 'array';
    if (!container) return make('span', { className: `${node.kind} text`, textContent: onOneLine(node.text ?? '') || node.what });
    const told = node.what.includes(' of ') || node.what.endsWith('matrix');
    const count = node.count < 0 || told ? '' : ` of ${grouped(node.count)}`;
    return make('span', { className: 'what text', textContent: `${node.what}${count}${node.text ? ' ' + node.text : ''}` });
  }

  async unfold(item) {
    if (!item?.holds || item.open) return;
    item.open = true;
    item.inside.hidden = false;
    item.fold.textContent = '▾';
    item.line.setAttribute('aria-expanded', 'true');
    if (!item.inside.firstChild) await this.load(item, 0);
  }

  fold(item) {
    item.open = false;
    item.inside.hidden = true;
    item.fold.textContent = item.holds ? '▸' : '';
    item.line.setAttribute('aria-expanded', 'false');
  }

  /** Shows children from one on; those that were shown stay if the new ones follow them. */
  async load(item, from) {
    const answer = await ask('children', { id: item.node.id, from, n: batch });
    if (from !== item.to) item.inside.replaceChildren();
    item.more?.remove();
    for (const node of answer.nodes) {
      const child = this.item(node, item.depth + 1);
      item.inside.append(child.line, child.inside);
    }
    if (from === 0) item.shown = 0;
    item.shown += answer.nodes.length;
    item.to = from + answer.nodes.length;
    item.count = answer.count;
    if (answer.nodes.length === batch && answer.count !== item.to) item.inside.append((item.more = this.moreOf(item)));
  }

  /** What follows the children that are shown where there are more. */
  moreOf(item) {
    const next = make('button', { textContent: 'show more', onclick: () => this.load(item, item.to) });
    const number = make('input', { type: 'number', min: 0, placeholder: 'number', title: 'Number of the child to go to' });
    number.addEventListener('change', async () => {
      const i = Number(number.value);
      if (!(i >= 0)) return;
      await this.load(item, Math.floor(i / batch) * batch);
      this.choose(`${item.node.id === '' ? '' : item.node.id + '.'}${i}`);
    });
    const rest = item.count < 0 ? '' : ` ${grouped(item.to)} of ${grouped(item.count)}`;
    const line = make('div', { className: 'more' }, next, make('span', { className: 'what', textContent: `${rest} ` }), number);
    line.style.paddingLeft = `${(item.depth + 1) * 1.1 + 1.6}em`;
    return line;
  }

  /** Opens what a way of nodes leads through and chooses its end. */
  async reveal(way) {
    for (const [i, node] of way.slice(0, -1).entries()) {
      const item = this.items.get(node.id);
      await this.unfold(item);
      const next = way[i + 1];
      if (!this.items.get(next.id)?.line.isConnected) await this.load(item, Math.floor(Number(next.id.split('.').at(-1)) / batch) * batch);
    }
    this.choose(way.at(-1).id);
  }

  choose(id) {
    const item = this.items.get(id);
    if (!item) return;
    this.chosen?.line.classList.remove('chosen');
    this.chosen = item;
    item.line.classList.add('chosen');
    item.line.scrollIntoView({ block: 'nearest' });
    this.onChoose(item.node);
  }

  hover(id) {
    this.hovered?.classList.remove('hovered');
    this.hovered = this.items.get(id)?.line;
    this.hovered?.classList.add('hovered');
  }

  async clicked(event) {
    const item = this.itemOf(event.target);
    if (!item) return;
    if (event.target === item.fold) return item.open ? this.fold(item) : this.unfold(item);
    this.choose(item.node.id);
    if (event.detail === 2) item.open ? this.fold(item) : await this.unfold(item);
  }

  key(event) {
    const item = this.chosen;
    if (!item || event.target !== this.element) return;
    const lines = [...this.element.querySelectorAll('.node')].filter((line) => line.offsetParent);
    const at = lines.indexOf(item.line);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: lines.length - 1 }[event.key];
    if (to !== undefined) this.choose(lines[Math.max(0, Math.min(to, lines.length - 1))].dataset.id);
    else if (event.key === 'ArrowRight') this.unfold(item);
    else if (event.key === 'ArrowLeft' && item.open) this.fold(item);
    else if (event.key === 'ArrowLeft' && item.node.id !== '') this.choose(item.node.id.split('.').slice(0, -1).join('.'));
    else return;
    event.preventDefault();
  }
}
