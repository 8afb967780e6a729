import { InvalidInput } from "../../../shared/api/contract/encode-values.ts";
import type { AnyOperation, InputOf, OutputOf } from "../../../shared/api/contract/operation.ts";
import { servicePageSize } from "../../../shared/api/contract/operation.ts";
import { readPaging } from "../../../shared/api/contract/paging.ts";
import { readResponse } from "../../../shared/api/contract/read-response.ts";
import { ProblemError } from "../../../shared/errors.ts";
import { encodeOperationCall } from "../operations/operation-call.ts";
import { readOperation } from "../operations/read-operation.ts";
import { type OperationParts, readContextOf, runOperation } from "../operations/run-operation.ts";

/** Pages of one list that are read at most. */
const maxPages = 5000;
/** Characters of a text file that is read whole, such as one of a snippet. */
const maxTextLength = 50 * 1024 * 1024;

/** Reads and writes of one account's service. All of them throw ProblemError. */
export interface ServiceSide {
  readonly accountId: string;
  /** From the service alone: what is cached may be older. */
  read<O extends AnyOperation>(operation: O, input: InputOf<O>): Promise<OutputOf<O>>;
  /** The same, null where the service says that there is no such thing. */
  find<O extends AnyOperation>(operation: O, input: InputOf<O>): Promise<OutputOf<O> | null>;
  /** Yields the entries of a list, one page of which is in memory. */
  entries<O extends AnyOperation>(operation: O, input: InputOf<O>): AsyncGenerator<EntryOf<O>>;
  readText(operation: AnyOperation, input: Record<string, unknown>): Promise<string>;
  write<O extends AnyOperation>(operation: O, input: InputOf<O>): Promise<OutputOf<O>>;
}

type EntryOf<O extends AnyOperation> = OutputOf<O> extends readonly (infer Entry)[] ? Entry : never;

export function createServiceSide(
  parts: OperationParts,
  accountId: string,
  signal: AbortSignal,
): ServiceSide {
  /** Throws ProblemError where what a service sent fits no call, such as a name that is too long. */
  const encode = async (operation: AnyOperation, input: Record<string, unknown>) => {
    try {
      return await encodeOperationCall(operation, input);
    } catch (error) {
      if (!(error instanceof InvalidInput)) throw error;
      throw new ProblemError({ code: "invalid_input", message: error.message });
    }
  };
  const fetchPage = async (operation: AnyOperation, input: Record<string, unknown>) => {
    const call = await encode(operation, input);
    return readOperation(readContextOf(parts, accountId), call, { signal, fresh: true, priority: "bulk" });
  };
  const side: ServiceSide = {
    accountId,
    async read(operation, input) {
      const { body } = await fetchPage(operation, input);
      return readResponse(operation, await new Response(body).json()).value;
    },
    async find(operation, input) {
      try {
        return await side.read(operation, input);
      } catch (error) {
        if (error instanceof ProblemError && error.problem.code === "not_found") return null;
        throw error;
      }
    },
    async *entries<O extends AnyOperation>(operation: O, input: InputOf<O>) {
      for (let page = 1; page <= maxPages; page++) {
        const paged: Record<string, unknown> = { ...input, page, per_page: servicePageSize };
        const { body, headers } = await fetchPage(operation, paged);
        const list: unknown = readResponse(operation, await new Response(body).json()).value;
        if (!Array.isArray(list)) return;
        for (const entry of list as EntryOf<O>[]) yield entry;
        const { nextPage, nextUrl } = readPaging(headers);
        if (list.length === 0 || (nextPage === null && nextUrl === null)) return;
      }
    },
    async readText(operation, input) {
      const { body } = await fetchPage(operation, input);
      const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
      let text = "";
      for await (const chunk of new Response(body).body ?? []) {
        text += decoder.decode(chunk, { stream: true });
        if (text.length > maxTextLength) {
          throw new ProblemError({ code: "too_large", message: "The file is too long to be moved." });
        }
      }
      return text + decoder.decode();
    },
    async write(operation, input) {
      const call = await encode(operation, input);
      const options = { signal, allPages: false, cacheOnly: false, pinAs: null };
      const { body } = await runOperation(parts, accountId, call, options);
      if (operation.response.kind !== "json") {
        if (body instanceof ReadableStream) await body.cancel();
        return undefined as OutputOf<typeof operation>;
      }
      return readResponse(operation, await new Response(body).json()).value;
    },
  };
  return side;
}

/** Codes of problems that pass by themselves. */
const passing: ReadonlySet<string> = new Set([
  "offline",
  "timeout",
  "unavailable",
  "rate_limited",
  "bad_response",
]);

/** Returns whether a problem passes, so that the same may be tried again later. */
export const isPassing = (error: unknown): boolean =>
  error instanceof ProblemError &&
  (passing.has(error.problem.code) || error.problem.code === "uncertain_write");

/** Codes with which a service refuses one thing, and may do others. */
const refusing: ReadonlySet<string> = new Set([
  "forbidden",
  "not_found",
  "conflict",
  "invalid_input",
  "refused",
  "too_large",
  "not_implemented",
]);

/** Returns whether a service refused this thing, provably without a change. */
export const isRefusal = (error: unknown): error is ProblemError =>
  error instanceof ProblemError && refusing.has(error.problem.code) && error.problem.changed === "no";
