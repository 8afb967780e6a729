import { checkParameterCount, decodeInput, type RawCall } from "../../../../shared/api/contract/decode.ts";
import { InvalidInput } from "../../../../shared/api/contract/encode-values.ts";
import type { AnyOperation } from "../../../../shared/api/contract/operation.ts";
import { badParameterError, HttpError, httpError } from "../http-error.ts";

/** Invalid parameters that a refusal names. */
const maxNamed = 20;

/** Returns the input of an operation, read leniently. Throws 400 that names each missing or invalid parameter. */
export function decodeCall(operation: AnyOperation, call: RawCall): Record<string, unknown> {
  try {
    return decodeInput(operation, call, "lenient");
  } catch (error) {
    throw toHttpError(error);
  }
}

/** Returns the value of a JSON body, or the parameters of a form; undefined where it is empty. Throws 400. */
export function parseBody(bytes: Uint8Array, type: string): unknown {
  if (bytes.length === 0) return undefined;
  if (!type.includes("json")) return parseForm(decodeUtf8(bytes));
  const odd = findOddShape(bytes);
  if (odd !== null) throw badParameterError(odd);
  return parseJson(decodeUtf8(bytes));
}

const notUtf8 = "the body is not valid UTF-8";

/** Decodes a body; bytes that are no characters would be written as others. */
function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw badParameterError(notUtf8);
  }
}

function parseJson(text: string): unknown {
  let isWellFormed = true;
  // Half a character pair can be written in JSON, and in no file.
  const check = (_: string, value: unknown): unknown => {
    if (typeof value === "string" && !value.isWellFormed()) isWellFormed = false;
    return value;
  };
  const parsed = parse(text, /\\u[dD][89a-fA-F]/.test(text) ? check : undefined);
  if (!isWellFormed) throw badParameterError(notUtf8);
  return parsed;
}

function parse(text: string, reviver: ((key: string, value: unknown) => unknown) | undefined): unknown {
  try {
    return JSON.parse(text, reviver);
  } catch {
    throw badParameterError("the body is not valid JSON");
  }
}

function parseForm(text: string): URLSearchParams {
  requireFewParameters(text);
  for (const [escapes] of text.matchAll(/(?:%[0-9a-f]{2})+/gi)) {
    if (!isUri(escapes)) throw badParameterError(notUtf8);
  }
  return new URLSearchParams(text);
}

function isUri(escapes: string): boolean {
  try {
    decodeURIComponent(escapes);
    return true;
  } catch {
    return false;
  }
}

/** Throws 400 for a query or form of more parameters than any operation has, before it is parsed. */
export function requireFewParameters(text: string): void {
  try {
    checkParameterCount(text);
  } catch (error) {
    throw toHttpError(error);
  }
}

function toHttpError(error: unknown): unknown {
  if (!(error instanceof InvalidInput)) return error;
  const broken = error.issues.find(({ kind }) => kind === "rule");
  if (broken) return httpError(400, broken.message);
  const texts = error.issues
    .slice(0, maxNamed)
    .map(({ field, kind }) =>
      kind === "missing" ? `${toRackName(field)} is missing` : `${toRackName(field)} is invalid`,
    );
  return badParameterError([...new Set(texts)].join(", "));
}

/** Returns `actions.0.file_path` as services write it: `actions[0][file_path]`. */
const toRackName = (field: string): string => {
  const [first = "", ...rest] = field.split(".");
  return first + rest.map((part) => `[${part}]`).join("");
};

/** Input of an operation, or its refusal, as they cross from a thread. */
export type DecodedCall =
  | { readonly input: Record<string, unknown> }
  | { readonly status: number; readonly body: HttpError["body"] };

/** Returns what a function of this module returns or throws as a value. */
export function toDecodedCall(decode: () => Record<string, unknown>): DecodedCall {
  try {
    return { input: decode() };
  } catch (error) {
    if (error instanceof HttpError) return { status: error.status, body: error.body };
    throw error;
  }
}

/** Returns the bytes of a file's content as it was sent. Throws 400 where it is said to be base64, and is not. */
export function decodeContent(content: string, encoding: "text" | "base64" | undefined): Uint8Array {
  if (encoding !== "base64") return Buffer.from(content);
  // Node leaves out what is no base64, and the file would be another one.
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(content.replaceAll(/\s/g, "")))
    throw badParameterError("content is not valid base64");
  return Buffer.from(content, "base64");
}

/** Values of a JSON text, keys of objects among them, and levels of it: far more than any body has. */
const maxValues = 1_000_000;
const maxDepth = 100;

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Returns what is wrong with the shape of a JSON text, null for nothing. V8 stops for no limit of memory while it parses,
 * and a value takes several times the memory of its two or three characters.
 */
export function findOddShape(text: Uint8Array): string | null {
  let [values, depth] = [1, 0];
  for (let at = 0; at < text.length; at++) {
    const byte = text[at];
    if (byte === quote) at = endOfString(text, at);
    else if (byte === comma || byte === colon) values++;
    else if (byte === openList || byte === openObject) {
      values++;
      if (++depth > maxDepth) return `the body has more than ${maxDepth} levels`;
    } else if (byte === closeList || byte === closeObject) depth--;
    if (values > maxValues) return `the body has more than ${maxValues} values`;
  }
  return null;
}

/** Returns the index of the quote that ends a string; the end of a text that is cut off. */
function endOfString(text: Uint8Array, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const byte = text[at];
    if (byte === backslash) at++;
    else if (byte === quote) return at;
  }
  return text.length;
}
