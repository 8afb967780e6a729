import { operationKey } from "../../../../shared/api/contract/call-facts.ts";
import type { AnyOperation } from "../../../../shared/api/contract/operation.ts";
import { operations } from "../../../../shared/api/index.ts";
import { defineWorker } from "../../../../shared/workers/define-worker.ts";
import { threadEndpoint } from "../../../system/threads.ts";
import { type DecodedCall, decodeCall, parseBody, toDecodedCall } from "./decode-call.ts";

/** A call with the body as it arrived. */
export interface ReceivedCall {
  /** `METHOD /path/:template`. */
  readonly key: string;
  readonly params: Readonly<Record<string, string>>;
  /** The query, without its question mark. */
  readonly search: string;
  readonly bytes: Uint8Array;
  readonly type: string;
}

const byKey: ReadonlyMap<string, AnyOperation> = new Map(
  Object.values(operations).map((operation) => [operationKey(operation), operation]),
);

const methods = {
  decode: ({ key, params, search, bytes, type }: ReceivedCall): DecodedCall => {
    const operation = byKey.get(key);
    if (!operation) throw new Error(`There is no operation ${key}`);
    return toDecodedCall(() =>
      decodeCall(operation, { params, search: new URLSearchParams(search), body: parseBody(bytes, type) }),
    );
  },
};

export type InputThreadMethods = typeof methods;
defineWorker(methods, { endpoint: threadEndpoint() });
