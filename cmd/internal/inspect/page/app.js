// The page as a whole: what is chosen or pointed at in one part is shown in the others.
'use strict';

const part = (id) => document.getElementById(id);

/** Says something above the parts: what is wrong, or what is good. */
function say(text, good = false, ...buttons) {
  const box = part('message');
  box.hidden = !text;
  box.className = good ? 'good' : '';
  box.replaceChildren(text, ...buttons);
}

/** Runs what was asked for and says what went wrong. */
const trying = (action) => async (...args) => {
  try {
    return await action(...args);
  } catch (error) {
    say(error.message);
  }
};

let chosen = null;

const bytes = new BytesView(part('rows'), part('place'), {
  onHover: (piece, at, byte) => pointAtByte(piece, at, byte),
  onChoose: trying(goToByte),
});
const tree = new Tree(part('tree'), {
  onChoose: trying(choose),
  onHover: (node) => {
    bytes.mark('hovered', node ? beginOf(node) : 0, node?.id ? node.end : 0);
    tell(node);
  },
});

/** Shows a node that is chosen. */
async function choose(node) {
  chosen = node.id;
  await bytes.choose(node);
  await describe(node);
}

/** Goes to the node with an ID. */
const goTo = trying(async (id) => {
  const steps = id.split('.');
  const ids = ['', ...steps.map((_, i) => steps.slice(0, i + 1).join('.'))];
  await tree.reveal(await Promise.all(ids.map(async (id) => (await ask('detail', { id })).node)));
});

async function goToByte(off) {
  const { way } = await ask('at', { off });
  await tree.reveal(way);
}

/** Tells in the last line what is under the pointer. */
function tell(node, extra = '') {
  const line = part('hover');
  if (!node) return line.replaceChildren('\u00a0');
  const extent = node.id === '' ? '' : `  ${node.off}–${node.end}, ${counted(node.end - node.off, 'byte')}`;
  line.replaceChildren(make('b', { textContent: placeOf(node) }), `  ${node.what}${extent}${node.text ? '  ' + onOneLine(node.text) : ''}${extra}`);
}

const roles = { header: 'header', size: 'size or count', key: 'name', value: 'contents', malformed: 'malformed' };
const details = new Map(); // of the nodes of the bytes that were pointed at

async function pointAtByte(piece, at, byte) {
  tree.hover(piece?.id);
  if (!piece) return at === undefined ? tell(null) : part('hover').replaceChildren(make('b', { textContent: at }), `  0x${byte.toString(16).padStart(2, '0')}  between values`);
  if (!details.has(piece.id)) {
    if (details.size > 500) details.clear();
    details.set(piece.id, ask('detail', { id: piece.id }));
  }
  pointAtByte.at = at;
  const { node, bits } = await details.get(piece.id);
  if (pointAtByte.at !== at) return;
  const meaning = piece.role === 'header' && bits ? ': ' + bits.map((b) => `${b.bits} ${b.name ? b.name + ' ' : ''}${b.means}`).join(' · ') : '';
  tell(node, `  |  byte ${at} = 0x${byte.toString(16).padStart(2, '0')}, ${roles[piece.role]}${meaning}`);
}

/** Describes a node at length. */
async function describe(node) {
  const { bits, text, cut } = await ask('detail', { id: node.id });
  const box = make('div', { className: 'facts' });
  const pictures = make('div', { className: 'pictures' });
  const entry = (name, value) => (value === '' || value === undefined ? [] : [make('dt', { textContent: name }), make('dd', { textContent: value })]);
  const list = make('dl', {}, ...entry('what', node.what), ...(node.kind === 'string' ? [] : entry('value', node.text)),
    ...entry('offset', `${grouped(node.off)} to ${grouped(node.end)}, ${counted(node.end - node.off, 'byte')}`),
    ...entry('name', node.keyEnd > node.key ? `at ${grouped(node.key)}, ${counted(node.keyEnd - node.key, 'byte')}` : ''),
    ...entry('contents', node.head > node.off && node.head < node.end ? `from ${grouped(node.head)} on` : ''),
    ...entry('children', node.count > 0 ? grouped(node.count) : ''));
  box.append(make('h2', { textContent: placeOf(node) }), list);
  if (node.error) {
    const jump = make('button', { textContent: `byte ${node.errorAt}`, onclick: () => bytes.show(node.errorAt - 32).then(() => bytes.mark('chosen', node.errorAt, node.errorAt + 1)) });
    box.append(make('h3', { textContent: 'Malformed' }), make('p', { className: 'error', textContent: node.error + ' ' }, jump));
  }
  if (bits) {
    const row = (key) => make('tr', {}, ...bits.map((b) => make('td', { textContent: b[key] })));
    box.append(make('h3', { textContent: `Header, byte ${node.off}` }), make('table', { className: 'bits' }, row('bits'), row('name'), row('means')));
  }
  if (text) box.append(make('h3', { textContent: cut ? 'The beginning of the text' : 'Text' }), make('pre', { textContent: text }));
  part('detail').replaceChildren(box, pictures);
  if (node.error) return;
  for (const [wanted, draw] of [[node.plot, plotOf], [node.matrix, matrixOf], [node.grid, gridOf]]) {
    if (!wanted || chosen !== node.id) continue;
    const picture = await draw(node, goTo, pictures.clientWidth);
    if (chosen === node.id) pictures.append(picture);
  }
}

part('find').addEventListener('submit', trying(async (event) => {
  event.preventDefault();
  const { way, missing, names } = await ask('find', { path: part('path').value.trim() });
  await tree.reveal(way);
  const base = part('path').value.split('/').slice(0, way.length - 1).join('/');
  say(missing ?? '', false, ...(names ?? []).map((name) => make('button', {
    textContent: name,
    onclick: () => {
      part('path').value = `${base}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      part('find').requestSubmit();
    },
  })));
}));

const check = trying(async () => {
  part('check').disabled = true;
  say(`reading all ${sized(bytes.size)} …`, true);
  const result = await ask('check').finally(() => (part('check').disabled = false));
  if (!result.error) return say(`✓ well-formed: ${counted(result.values, 'value')}`, true);
  const path = result.path ? ` at ${result.path}` : '';
  say(`✗ malformed: value ${result.values}${path}, byte ${grouped(result.errorAt)}: ${result.error}`, false,
    make('button', { textContent: 'show', onclick: trying(() => goToByte(Math.max(Math.min(result.errorAt, bytes.size - 1), 0))) }));
});
part('check').addEventListener('click', check);

/** Files up to this size are checked at once. */
const smallFile = 64 * 1024 * 1024;

/** Begins with the file that the reader has. */
const begin = trying(async () => {
  const file = await ask('file');
  details.clear();
  part('name').textContent = file.name;
  document.title = `${file.name} – BEVE inspector`;
  part('about').textContent = `${file.format}, ${sized(file.size)}${file.note ? ` (${file.note})` : ''}`;
  document.querySelector('main').hidden = false;
  say('');
  await Promise.all([tree.start(file.root), bytes.start(file.size)]);
  tree.choose(tree.items.has('0') ? '0' : '');
  if (file.size <= smallFile) await check();
  if (part('message').className === 'good') part('about').append(' ✓'), say('');
});

if (!document.querySelector('#drop')) begin();
