import { decodeInput, type RawCall } from "../../../../shared/api/contract/decode.ts";
import { InvalidInput } from "../../../../shared/api/contract/encode.ts";
import { checkParameterCount } from "../../../../shared/api/contract/nest.ts";
import type { AnyOperation } from "../../../../shared/api/contract/operation.ts";
import { badParameter, HttpError, httpError } from "../http-error.ts";
import { findOddShape } from "./json-shape.ts";

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
  const text = () => new TextDecoder().decode(bytes);
  if (!type.includes("json")) return parseForm(text());
  const odd = findOddShape(bytes);
  if (odd !== null) throw badParameter(odd);
  try {
    return JSON.parse(text());
  } catch {
    throw badParameter("the body is not valid JSON");
  }
}

function parseForm(text: string): URLSearchParams {
  requireFewParameters(text);
  return new URLSearchParams(text);
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
  return badParameter([...new Set(texts)].join(", "));
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
export function settle(decode: () => Record<string, unknown>): DecodedCall {
  try {
    return { input: decode() };
  } catch (error) {
    if (error instanceof HttpError) return { status: error.status, body: error.body };
    throw error;
  }
}
