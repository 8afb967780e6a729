import { type BodyCheck, BodyDefect } from "../checks/body-check.ts";
import { isHtml } from "../checks/expectation.ts";
import { JsonCheck } from "../checks/json-check.ts";
import { kindCheck } from "../checks/kind-check.ts";
import { type ShallowObject, ShallowObjects } from "../checks/shallow-objects.ts";
import { collect, discardBody } from "../client/body.ts";
import type { ServiceResponse } from "../client/service-client.ts";
import type { OperationCall } from "./operation-call.ts";
import { type OperationResponse, safeHeaders } from "./response-headers.ts";

const responseLimit = 64 * 1024 * 1024;
const responseTimeoutMs = 120_000;
const contentStatuses: ReadonlySet<number> = new Set([200, 201, 202, 203]);

/** A response that confirms a write, or why it does not. */
type WriteConfirmation = Pick<OperationResponse, "status" | "headers" | "body"> | { readonly doubt: string };

/**
 * Reads the response of a write with a status of success. It confirms the write only where it is of the operation's
 * kind and about what was written, or nothing where nothing is due. Services differ in which success they choose.
 */
export async function confirmWrite(
  call: OperationCall,
  incoming: ServiceResponse,
): Promise<WriteConfirmation> {
  const { status } = incoming;
  const headers = safeHeaders(incoming.headers, false);
  try {
    const { chunks, rest } = await collect(incoming.body, {
      limit: responseLimit,
      timeoutMs: responseTimeoutMs,
    });
    if (rest) throw new BodyDefect("is too long");
    const body = Buffer.concat(chunks);
    checkKind(call, status, incoming.headers.get("content-type"), body);
    return { status, headers, body };
  } catch (error) {
    discardBody(incoming.body);
    const why = error instanceof BodyDefect ? error.message : "broke off";
    return { doubt: `HTTP ${status} with a response that ${why}` };
  }
}

/** Throws {@link BodyDefect} for a success that is not the operation's. */
function checkKind(call: OperationCall, status: number, type: string | null, body: Uint8Array): void {
  const { operation } = call;
  if (isHtml(type)) throw new BodyDefect("is a web page", true);
  if (operation.response.kind === "json") {
    if (!contentStatuses.has(status)) throw new BodyDefect("is empty");
    if (type !== null && !/json/i.test(type)) throw new BodyDefect("is of another type than data", true);
    checkAll(body, kindCheck(call, { isRead: false, isRedirected: false }));
    return;
  }
  if (status === 204) return;
  if (!contentStatuses.has(status)) throw new BodyDefect("does not match the operation");
  if (body.byteLength === 0) {
    if (status !== operation.status) throw new BodyDefect("is empty");
  } else if (/json/i.test(type ?? ""))
    checkAll(body, new JsonCheck("object or null"), new ShallowObjects(refuseOther));
  else if (status !== operation.status) throw new BodyDefect("is of another type than data", true);
}

/**
 * Throws {@link BodyDefect} for JSON where nothing is due, unless it is a message of success, as "202 Accepted": anything
 * else may belong to another request.
 */
function refuseOther(object: ShallowObject): void {
  const { message, ...others } = object ?? {};
  if (Object.keys(others).length > 0 || (message !== undefined && !/^20\d\b/.test(String(message))))
    throw new BodyDefect("is of something else");
}

function checkAll(body: Uint8Array, ...checks: readonly BodyCheck[]): void {
  for (const check of checks) {
    check.chunk(body);
    check.end();
  }
}
