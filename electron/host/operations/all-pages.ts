import { readPaging } from "../../../shared/api/contract/paging.ts";
import type { ListGap } from "../../../shared/host/accounts.ts";
import { inContractShape, type ReportMismatches } from "./contract-shape.ts";
import { ListPass } from "./list-pass.ts";
import type { OperationCall } from "./operation-call.ts";
import { firstPage } from "./page-paths.ts";
import { type OperationReadOptions, type ReadContext, readOperation } from "./read-operation.ts";
import type { OperationResponse } from "./response-headers.ts";
import { ListEntries, type ListPage, type MissingRest, walkPages } from "./walk-pages.ts";

/** Lists of which services count entries that they leave out of the pages afterwards, such as hidden notes. */
const skipping = /\/(notes|discussions)$/;

/**
 * Returns all pages of a list as one JSON array, in order and each entry once, with its gap where it is incomplete. Pages
 * that contradict each other are read a second time: the list may only have changed meanwhile. With `report`, entries are
 * in the contract's shape. Throws ProblemError where the first page fails.
 */
export async function readAllPages(
  context: ReadContext,
  call: OperationCall,
  options: OperationReadOptions,
  report?: ReportMismatches,
): Promise<OperationResponse> {
  const first = await readPass(context, call, options, report);
  const isSettled = first.rest !== null || !first.pass.isDoubtful;
  // What is cached is the same the second time.
  if (isSettled || options.cacheOnly || first.pass.source === "cache") return responseOf(first, first.gap);
  const second = await readPass(context, call, { ...options, fresh: true }, report).catch(
    (error: unknown) => {
      if (options.signal.aborted) throw error;
      return first;
    },
  );
  if (second.gap === null || second.pass.entries >= first.pass.entries) return responseOf(second, second.gap);
  return responseOf(first, first.gap ?? second.gap);
}

interface PassResult {
  readonly pass: ListPass;
  readonly headers: Headers;
  readonly rest: MissingRest;
  readonly gap: ListGap | null;
}

const responseOf = ({ pass, headers }: PassResult, gap: ListGap | null): OperationResponse => {
  const { source, age } = pass;
  return { status: 200, headers, body: pass.takeBody(), source, age, gap: gap ?? undefined };
};

/** Reads all pages once. */
async function readPass(
  context: ReadContext,
  call: OperationCall,
  options: OperationReadOptions,
  report: ReportMismatches | undefined,
): Promise<PassResult> {
  const stop = new AbortController();
  const signal = AbortSignal.any([options.signal, stop.signal]);
  const bulk = { ...options, signal, priority: "bulk" as const };
  // Its own service is the one that is reached directly.
  const isLocal = context.client.endpoint.direct;
  const path = firstPage(call.path, isLocal ? call.operation.localPageSize : undefined);
  const readPage = async (of: OperationReadOptions) => {
    const response = await readOperation(context, call, of);
    return takePage(report ? await inContractShape(call.operation, response, report) : response);
  };
  const first = await readPage({ ...options, signal, path });
  const headers = listHeaders(first.response.headers);
  const pass = new ListPass(skipping.test(call.operation.path));
  const read = (target: string) => readPage({ ...bulk, path: target });
  const pages = walkPages(path, first, read, { probes: !options.cacheOnly });
  try {
    for (;;) {
      const { done, value } = await pages.next();
      if (done) return { pass, headers, rest: value, gap: pass.gap(value) };
      if (pass.add(value)) continue;
      const rest: MissingRest = {
        reason: "too_large",
        total: readPaging(value.response.headers).total,
        message: "",
      };
      return { pass, headers, rest, gap: pass.gap(rest) };
    }
  } finally {
    // Pages that were requested ahead are not needed.
    stop.abort();
  }
}

function takePage(response: OperationResponse): ListPage {
  const { body } = response;
  if (!(body instanceof Uint8Array)) throw new TypeError("A page of a list is buffered");
  return { response: { ...response, body: null, value: undefined }, entries: new ListEntries(body) };
}

/** Returns the headers of the whole list: the first page's without those of paging. */
function listHeaders(first: Headers): Headers {
  const headers = new Headers(first);
  for (const name of [
    "link",
    "x-next-page",
    "x-prev-page",
    "x-page",
    "x-per-page",
    "etag",
    "last-modified",
  ]) {
    headers.delete(name);
  }
  return headers;
}
