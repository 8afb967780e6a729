import { setImmediate } from "node:timers/promises";
import { z } from "zod";
import { type AnyOperation, json } from "../../../shared/api/contract/operation.ts";
import { type Mismatch, readResponse } from "../../../shared/api/contract/read-response.ts";
import { schemaAt } from "../../../shared/api/contract/schema-walk.ts";
import { LongList } from "./long-list.ts";
import type { OperationResponse } from "./response-headers.ts";

/** Receives where a response differs from the contract. */
export type ReportMismatches = (mismatches: readonly Mismatch[]) => void;

/** Bytes of a whole body that are parsed at once; those of a longer one that is streamed otherwise are parsed in turns. */
const atOnce = 1024 * 1024;

/**
 * Returns a response with its JSON in the contract's shape, whatever the service's version (`read-response.ts`): the page
 * takes it as it is. A stream stays one. What differs is reported once the body was read.
 */
export async function inContractShape<R extends Pick<OperationResponse, "body" | "value">>(
  operation: AnyOperation,
  response: R,
  report: ReportMismatches,
): Promise<R> {
  const { body, value } = response;
  if (operation.response.kind !== "json" || body === null) return response;
  if (!(body instanceof Uint8Array)) {
    const shaper = new StreamShaper(operation, report);
    return { ...response, body: body.pipeThrough(new TransformStream(shaper)) };
  }
  if (!operation.response.streamed || body.byteLength <= atOnce)
    return { ...response, body: shapeWhole(operation, body, value, report), value: undefined };
  return { ...response, body: await shapeInTurns(operation, body, report) };
}

function shapeWhole(
  operation: AnyOperation,
  body: Uint8Array<ArrayBuffer>,
  parsed: unknown,
  report: ReportMismatches,
): Uint8Array<ArrayBuffer> {
  const given: unknown = parsed ?? JSON.parse(new TextDecoder().decode(body));
  const { value, mismatches } = readResponse<AnyOperation>(operation, given);
  if (mismatches.length > 0) report(mismatches);
  // Most responses are as they should be, and are passed on as they are.
  return Object.is(value, given) ? body : Buffer.from(JSON.stringify(value));
}

async function shapeInTurns(
  operation: AnyOperation,
  body: Uint8Array<ArrayBuffer>,
  report: ReportMismatches,
): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  const shaper = new StreamShaper(operation, report);
  const target = { enqueue: (piece: Uint8Array) => void pieces.push(piece) };
  for (let from = 0; from < body.byteLength; from += atOnce) {
    shaper.transform(body.subarray(from, from + atOnce), target);
    await setImmediate();
  }
  shaper.flush(target);
  return Buffer.concat(pieces);
}

interface Target {
  enqueue(piece: Uint8Array): void;
}

/** Brings the entries of a response's long list into shape as they arrive, and then its other fields, which follow them. */
class StreamShaper {
  readonly #operation: AnyOperation;
  readonly #report: ReportMismatches;
  readonly #counts = new Map<string, number>();
  readonly #list: LongList;
  readonly #name: string;
  readonly #entries: Pick<AnyOperation, "response">;
  #pieces: Uint8Array[] = [];
  #hasBegun = false;

  constructor(operation: AnyOperation, report: ReportMismatches) {
    this.#operation = operation;
    this.#report = report;
    this.#name = listOf(operation);
    this.#entries = entriesOf(operation);
    this.#list = new LongList(this.#name, (entry) => this.#add(entry));
  }

  transform(chunk: Uint8Array, target: Target): void {
    this.#list.push(chunk);
    this.#emit(target);
  }

  flush(target: Target): void {
    const rest: unknown = JSON.parse(this.#list.rest());
    const { value, mismatches } = readResponse<AnyOperation>(this.#operation, rest);
    this.#count(mismatches);
    const fields: Readonly<Record<string, unknown>> = { ...(value as object) };
    const { [this.#name]: list, ...others } = fields;
    if (!this.#hasBegun) this.#pieces.push(Buffer.from(JSON.stringify({ [this.#name]: list, ...others })));
    else {
      const text = JSON.stringify(others).slice(1);
      this.#pieces.push(Buffer.from(text === "}" ? "]}" : `],${text}`));
    }
    this.#emit(target);
    if (this.#counts.size > 0)
      this.#report([...this.#counts].map(([message, count]) => ({ message, count })));
  }

  #add(entry: Uint8Array): void {
    const given: unknown = JSON.parse(Buffer.from(entry).toString("utf8"));
    const { value, mismatches } = readResponse(this.#entries, { [this.#name]: [given] });
    this.#count(mismatches);
    const [shaped] = (value as Readonly<Record<string, readonly unknown[]>>)[this.#name] ?? [];
    this.#pieces.push(Buffer.from(this.#hasBegun ? "," : `{${JSON.stringify(this.#name)}:[`));
    this.#hasBegun = true;
    this.#pieces.push(shaped === given ? entry : Buffer.from(JSON.stringify(shaped)));
  }

  #count(mismatches: readonly Mismatch[]): void {
    for (const { message, count } of mismatches)
      this.#counts.set(message, (this.#counts.get(message) ?? 0) + count);
  }

  #emit(target: Target): void {
    if (this.#pieces.length > 0) target.enqueue(Buffer.concat(this.#pieces));
    this.#pieces = [];
  }
}

/** The name of the list for which a response is streamed. */
function listOf({ response }: AnyOperation): string {
  if (response.kind !== "json" || !response.streamed) throw new TypeError("This response is not streamed");
  return response.streamed;
}

const entryResponses = new WeakMap<AnyOperation, Pick<AnyOperation, "response">>();

/** A response that has nothing but the list for which an operation's is streamed. */
function entriesOf(operation: AnyOperation): Pick<AnyOperation, "response"> {
  const known = entryResponses.get(operation);
  if (known) return known;
  const name = listOf(operation);
  const list = operation.response.kind === "json" && schemaAt(operation.response.schema, [name]);
  if (!list) throw new TypeError(`${operation.path} has no ${name}`);
  const entries = { response: json(z.object({ [name]: list })) };
  entryResponses.set(operation, entries);
  return entries;
}
