// Package @beve-org/beve: BEVE for browsers and Node. See README.md.

export { BeveError, type ErrorCode } from './errors.js';
export { decode } from './extensions.js';
export {
  ResponseError,
  fetchBeve,
  mediaType,
  useBeve,
  type AxiosLike,
  type BodyOptions,
  type FetchOptions,
} from './http.js';
export { encode } from './instances.js';
export type { DecodeOptions, EncodeOptions, Limits, OwnBytes } from './options.js';
export type { Bytes } from './reader.js';
export { decodeStream, encodeStream, type ByteSource } from './stream.js';
export { Duration, Interval, Timestamp } from './time.js';
export {
  Complex,
  ComplexArray,
  Matrix,
  Pattern,
  TypeTag,
  UUID,
  type Layout,
  type NumericArray,
  type TypedArray,
} from './values.js';
export { View, type Kind, type PartKey } from './view.js';
