// How Chromium is started by what needs it.

/** Arguments that keep it quiet: no sandbox, which containers do not have, and nothing on the network. */
export const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
