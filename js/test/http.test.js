// fetchBeve and the interceptor for axios, against a server in Node.

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';
import axios from 'axios';
import { ResponseError, Timestamp, decode, encode, fetchBeve, mediaType, useBeve } from '@beve-org/beve';

let server;
let base;

before(async () => {
  server = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const { method, headers, url } = request;
    const answer = (status, type, content) =>
      response.writeHead(status, type ? { 'content-type': type } : {}).end(content);
    switch (url) {
      case '/echo': {
        const beve = headers['content-type'] === mediaType;
        return answer(
          200,
          mediaType,
          encode(
            {
              method,
              type: headers['content-type'] ?? null,
              accept: headers.accept,
              data: beve ? decode(body) : body.toString(),
            },
            { extended: true },
          ),
        );
      }
      case '/json':
        return answer(200, 'application/json; charset=utf-8', '{"a":[1]}');
      case '/problem':
        return answer(422, 'application/problem+json', '{"why":"json"}');
      case '/refused':
        return answer(400, 'application/beve; v=2', encode({ why: 'beve' }));
      case '/text':
        return answer(200, 'text/plain', 'plain');
      case '/empty':
        return answer(204);
      case '/malformed':
        return answer(200, mediaType, Buffer.of(7));
    }
    return answer(404, 'text/html', '<p>not here');
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${server.address().port}`;
});

after(() => server.close());

const value = { at: Timestamp.of(5, 6), list: new Float64Array([1, 2]) };

test('fetchBeve asks for BEVE, sends it and reads it', async () => {
  assert.deepEqual(await fetchBeve(`${base}/echo`), {
    method: 'GET',
    type: null,
    accept: 'application/beve, application/json;q=0.9',
    data: '',
  });
  assert.deepEqual((await fetchBeve(`${base}/echo`, { data: value, encode: { extended: true } })).data, value);
  const put = await fetchBeve(`${base}/echo`, { method: 'PUT', data: null, headers: { accept: 'application/beve' } });
  assert.deepEqual(put, { method: 'PUT', type: 'application/beve', accept: 'application/beve', data: null });
  const request = new Request(`${base}/echo`, { headers: { accept: 'x/y' } });
  assert.equal((await fetchBeve(request)).accept, 'x/y');
  assert.deepEqual(
    (await fetchBeve(`${base}/echo`, { data: value, decode: { genericArrays: true } })).data.list,
    [1, 2],
  );
});

test('fetchBeve decodes by content type', async () => {
  assert.deepEqual(await fetchBeve(`${base}/json`), { a: [1] });
  assert.equal(await fetchBeve(`${base}/empty`), undefined);
  await assert.rejects(fetchBeve(`${base}/text`), TypeError);
  await assert.rejects(fetchBeve(`${base}/malformed`), { name: 'BeveError', code: 'syntax' });
});

test('a status other than success is a ResponseError with what came', async () => {
  for (const [path, status, data] of [
    ['/refused', 400, { why: 'beve' }],
    ['/problem', 422, { why: 'json' }],
    ['/nowhere', 404, undefined],
  ]) {
    await assert.rejects(fetchBeve(base + path), (error) => {
      assert.ok(error instanceof ResponseError);
      assert.equal(error.response.status, status);
      assert.deepEqual(error.data, data);
      return error.message.includes(String(status));
    });
  }
});

test('axios sends and reads BEVE', async () => {
  const client = useBeve(axios.create({ baseURL: base }), { encode: { extended: true } });
  const { data, headers } = await client.post('/echo', value);
  assert.deepEqual(data, {
    method: 'POST',
    type: 'application/beve',
    accept: 'application/beve, application/json;q=0.9, */*;q=0.8',
    data: value,
  });
  assert.equal(headers['content-type'], mediaType);
  assert.deepEqual((await client.put('/echo', [1, 'a'])).data.data, [1, 'a']);
  assert.equal((await client.get('/echo')).data.type, null);
  assert.deepEqual(
    (await client.post('/echo', new Float64Array([1]), { headers: { 'Content-Type': mediaType } })).data.data,
    new Float64Array([1]),
  );
  const form = await client.post('/echo', new URLSearchParams({ a: '1' }));
  assert.equal(form.data.data, 'a=1');
  assert.match(form.data.type, /^application\/x-www-form-urlencoded/);
});

test('axios gets JSON and text where they come, and what it asks for itself', async () => {
  const client = useBeve(axios.create({ baseURL: base }));
  assert.deepEqual((await client.get('/json')).data, { a: [1] });
  assert.equal((await client.get('/text')).data, 'plain');
  assert.equal((await client.get('/text', { responseType: 'text' })).data, 'plain');
  const raw = (await client.get('/json', { responseType: 'arraybuffer' })).data;
  assert.equal(Buffer.from(raw).toString(), '{"a":[1]}');
  await assert.rejects(client.get('/malformed'), { name: 'BeveError' });
});

test('errors of axios have their bodies decoded', async () => {
  const client = useBeve(axios.create({ baseURL: base }));
  await assert.rejects(
    client.get('/refused'),
    (error) => axios.isAxiosError(error) && error.response.data.why === 'beve',
  );
  await assert.rejects(client.get('/problem'), (error) => error.response.data.why === 'json');
  await assert.rejects(client.get('/nowhere'), (error) => error.response.data === '<p>not here');
});
