// BEVE over HTTP: a helper for fetch and an interceptor for axios.

import { checkOptions } from './check.js';
import { decode } from './extensions.js';
import { define } from './errors.js';
import { encode } from './instances.js';
import { decodeOptions, encodeOptions, type DecodeOptions, type EncodeOptions } from './options.js';
import { bytesOf, type Bytes } from './reader.js';

/** The media type of BEVE. */
export const mediaType = 'application/beve';

const accepted = `${mediaType}, application/json;q=0.9`;

/** Choices for bodies that are encoded and decoded. */
export interface BodyOptions {
  encode?: EncodeOptions;
  decode?: DecodeOptions;
}

const bodyOptions = [
  ...encodeOptions.map((name) => `encode.${name}`),
  ...decodeOptions.map((name) => `decode.${name}`),
];

/** What fetchBeve takes besides what fetch takes. */
export interface FetchOptions extends RequestInit, BodyOptions {
  /** The value to send, encoded. Without a method the request is a POST then. */
  data?: unknown;
}

/** An answer other than success. data is its decoded body, undefined if that is neither BEVE nor JSON. */
export class ResponseError extends Error {
  declare readonly name: 'ResponseError';

  constructor(
    readonly response: Response,
    readonly data: unknown,
  ) {
    super(`${response.status} ${response.statusText} from ${response.url}`);
    define(this, 'name', 'ResponseError');
  }
}

/** Decodes a body by its media type; read is false for those that are neither BEVE nor JSON. */
function decodeBody(type: string, body: Bytes, options?: DecodeOptions): { read: boolean; data?: unknown } {
  if (/^application\/([^;]+\+)?beve\b/i.test(type)) return { read: true, data: decode(body, options) };
  if (/[/+]json\b/i.test(type)) return { read: true, data: JSON.parse(new TextDecoder().decode(bytesOf(body))) };
  return { read: false };
}

/**
 * Fetches, asking for BEVE, and decodes the answer by its content type, BEVE or
 * JSON; an empty answer is undefined. Throws a ResponseError for a status that is
 * no success, a BeveError for a body that is malformed, a TypeError for one that
 * is of another type.
 */
export async function fetchBeve<T = unknown>(input: string | URL | Request, options: FetchOptions = {}): Promise<T> {
  checkOptions(options, ['data', ...bodyOptions], true);
  const { data, encode: encoding, decode: decoding, ...init } = options;
  const headers = new Headers(init.headers ?? (input instanceof Request ? input.headers : undefined));
  if (!headers.has('accept')) headers.set('accept', accepted);
  if (data !== undefined) {
    headers.set('content-type', mediaType);
    init.method ??= 'POST';
    init.body = encode(data, encoding);
  }
  const response = await fetch(input, { ...init, headers });
  const body = await response.arrayBuffer();
  const type = response.headers.get('content-type') ?? '';
  const answer = body.byteLength ? decodeBody(type, body, decoding) : { read: true };
  if (!response.ok) throw new ResponseError(response, answer.data);
  if (!answer.read) throw new TypeError(`beve: an answer of type "${type}", which is neither BEVE nor JSON`);
  return answer.data as T;
}

/** What the interceptor needs of an axios instance. */
export interface AxiosLike {
  interceptors: {
    request: { use(before: (config: any) => any): unknown };
    response: { use(after: (response: any) => any, failed: (error: any) => any): unknown };
  };
}

/**
 * Makes an axios instance speak BEVE, and returns it. Plain objects and Arrays are
 * sent as BEVE, as is everything whose Content-Type is set to it; answers are asked
 * for and decoded as BEVE, or as JSON or text where they are that. Requests that ask
 * for a responseType of their own get it.
 */
export function useBeve<A extends AxiosLike>(axios: A, options: BodyOptions = {}): A {
  checkOptions(options, bodyOptions);
  const ours = new WeakSet<object>();
  axios.interceptors.request.use((config) => {
    const { data, headers } = config;
    const plain = Array.isArray(data) || Object.prototype.toString.call(data) === '[object Object]';
    if (data !== undefined && (plain || String(headers['Content-Type']).startsWith(mediaType))) {
      headers['Content-Type'] = mediaType;
      config.data = encode(data, options.encode).buffer; // axios would send the whole buffer of a view
    }
    headers['Accept'] = `${accepted}, */*;q=0.8`;
    if (!config.responseType || config.responseType === 'json') {
      config.responseType = 'arraybuffer';
      ours.add(config);
    }
    return config;
  });
  const read = (response: any): any => {
    const { data, headers } = response;
    if (!ours.has(response.config) || !data) return response;
    const answer = data.byteLength ? decodeBody(String(headers['content-type']), data, options.decode) : { read: true };
    response.data = answer.read ? answer.data : new TextDecoder().decode(data);
    return response;
  };
  axios.interceptors.response.use(read, (error) => {
    if (error.response) read(error.response);
    throw error;
  });
  return axios;
}
