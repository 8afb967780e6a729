import { BodyDefect } from "../checks/body-defect.ts";
import { isHtml, jsonKindOf } from "../checks/expectation.ts";
import { JsonCheck } from "../checks/json-check.ts";
import { collect } from "../client/body.ts";
import { discardBody } from "../client/discard-body.ts";
import type { ServiceResponse } from "../client/service-client.ts";
import type { OperationCall } from "./operation-call.ts";
import type { OperationResponse } from "./operation-response.ts";
import { safeHeaders } from "./response-headers.ts";

const responseLimit = 64 * 1024 * 1024;
const responseTimeoutMs = 120_000;
const contentStatuses: ReadonlySet<number> = new Set([200, 201, 202, 203]);

/** A response that confirms a write, or why it does not. */
export type WriteConfirmation =
  | Pick<OperationResponse, "status" | "headers" | "body">
  | { readonly doubt: string };

/**
 * Reads the response of a write with a status of success. It confirms the write only where it is of the operation's
 * kind: JSON of the contract's shape, or nothing where nothing is due. Services differ in which success they choose.
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
function checkKind(
  { operation }: OperationCall,
  status: number,
  type: string | null,
  body: Uint8Array,
): void {
  if (isHtml(type)) throw new BodyDefect("is a web page", true);
  if (operation.response.kind === "json") {
    if (!contentStatuses.has(status)) throw new BodyDefect("is empty");
    if (type !== null && !/json/i.test(type)) throw new BodyDefect("is of another type than data", true);
    checkJson(new JsonCheck(jsonKindOf(operation)), body);
    return;
  }
  if (status === 204) return;
  if (!contentStatuses.has(status)) throw new BodyDefect("does not match the operation");
  if (body.byteLength === 0) {
    if (status !== operation.status) throw new BodyDefect("is empty");
  } else if (/json/i.test(type ?? "")) checkJson(new JsonCheck("any"), body);
  else if (status !== operation.status) throw new BodyDefect("is of another type than data", true);
}

function checkJson(check: JsonCheck, body: Uint8Array): void {
  check.chunk(body);
  check.end();
}
