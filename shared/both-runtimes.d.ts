/**
 * The globals that a page, a worker and Node all have, as `shared` uses them. `shared/tsconfig.json` gives this folder nothing
 * else, so that neither a `window` nor a `process` compiles here.
 */

interface AbortSignal {
  readonly aborted: boolean;
  addEventListener(type: "abort", listener: () => void, options?: { readonly once?: boolean }): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

declare class AbortController {
  readonly signal: AbortSignal;
  abort(reason?: unknown): void;
}

declare class DOMException extends Error {
  constructor(message?: string, name?: string);
}

interface SharedTimer {
  readonly sharedTimer: never;
}
declare function setTimeout(callback: (value?: never) => void, delay?: number): SharedTimer;
declare function clearTimeout(timer: SharedTimer | undefined): void;

declare function atob(base64: string): string;
declare function btoa(bytes: string): string;
declare const crypto: {
  readonly subtle: { digest(algorithm: string, bytes: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer> };
};

declare class TextEncoder {
  encode(text: string): Uint8Array<ArrayBuffer>;
}
declare class TextDecoder {
  constructor(label?: string, options?: { readonly fatal?: boolean; readonly ignoreBOM?: boolean });
  readonly encoding: string;
  decode(bytes?: ArrayBufferView | ArrayBuffer, options?: { readonly stream?: boolean }): string;
}

declare class URLSearchParams {
  constructor(init?: string | readonly (readonly [string, string])[]);
  readonly size: number;
  append(name: string, value: string): void;
  delete(name: string): void;
  get(name: string): string | null;
  has(name: string): boolean;
  set(name: string, value: string): void;
  entries(): IterableIterator<[string, string]>;
  [Symbol.iterator](): IterableIterator<[string, string]>;
}
declare class URL {
  constructor(url: string | URL, base?: string);
  static canParse(url: string, base?: string): boolean;
  readonly hash: string;
  readonly host: string;
  readonly hostname: string;
  readonly href: string;
  readonly origin: string;
  readonly password: string;
  readonly port: string;
  pathname: string;
  readonly protocol: string;
  readonly search: string;
  readonly searchParams: URLSearchParams;
  readonly username: string;
}

declare class Blob {
  readonly size: number;
  readonly type: string;
}
declare class File extends Blob {
  readonly name: string;
}
declare class FormData {
  append(name: string, value: string | Blob, fileName?: string): void;
  entries(): IterableIterator<[string, string | File]>;
}
declare class Headers {
  append(name: string, value: string): void;
  delete(name: string): void;
  forEach(callback: (value: string, name: string) => void): void;
  get(name: string): string | null;
  has(name: string): boolean;
  set(name: string, value: string): void;
}
