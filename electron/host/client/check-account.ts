import { operationKey } from "../../../shared/api/contract/call-facts.ts";
import type { AnyOperation, OutputOf } from "../../../shared/api/contract/operation.ts";
import { readResponse } from "../../../shared/api/contract/read-response.ts";
import { getMetadata } from "../../../shared/api/resources/metadata.ts";
import { getTokenSelf } from "../../../shared/api/resources/personal-access-tokens.ts";
import { getCurrentUser } from "../../../shared/api/resources/users.ts";
import { getVersion } from "../../../shared/api/resources/version.ts";
import type { AccountCheck } from "../../../shared/host/accounts.ts";
import { collect, discardBody } from "./body.ts";
import { readErrorResponse } from "./error-response.ts";
import { networkError, ServiceRequestError } from "./network-error.ts";
import type { ServiceClient } from "./service-client.ts";

const maxBytes = 1024 * 1024;
const deadlineMs = 60_000;

/** The fields that tell an account's user from any other response; services of every version have them. */
const identified = getCurrentUser.response.schema.pick({ id: true, username: true });

/**
 * Reads the token's user, the service's version and the token's scopes from a service. Only the user is required: old
 * services lack the others, and narrow tokens may not read them. Throws ProblemError.
 */
export async function checkAccount(client: ServiceClient, signal: AbortSignal): Promise<AccountCheck> {
  const body = await readJson(client, getCurrentUser, signal);
  if (!identified.safeParse(body).success) throw notService(client);
  const { id, name, username, avatar_url, web_url, is_admin } = readResponse(getCurrentUser, body).value;
  const [version, token] = await Promise.all([
    readVersion(client, signal),
    readOptional(client, getTokenSelf, signal),
  ]);
  return {
    version,
    user: {
      id,
      name: name || username,
      username,
      avatar_url,
      web_url: web_url || null,
      is_admin: is_admin ?? false,
    },
    scopes: token?.scopes ?? null,
    expires_at: token?.expires_at ?? null,
    checked_at: new Date().toISOString(),
  };
}

async function readVersion(client: ServiceClient, signal: AbortSignal): Promise<string | null> {
  for (const operation of [getMetadata, getVersion]) {
    const body = await readOptional(client, operation, signal);
    if (body?.version) return body.version;
  }
  return null;
}

/** Returns an operation's response; undefined where the service does not send one. */
async function readOptional<O extends AnyOperation>(
  client: ServiceClient,
  operation: O,
  signal: AbortSignal,
): Promise<OutputOf<O> | undefined> {
  const body = await readJson(client, operation, signal).catch(() => undefined);
  return body === undefined ? undefined : readResponse(operation, body).value;
}

async function readJson(
  client: ServiceClient,
  operation: AnyOperation,
  signal: AbortSignal,
): Promise<unknown> {
  const { method, path } = operation;
  const key = operationKey(operation);
  const incoming = await client.send({ method, path, operation: key }, signal);
  if (incoming.status === 404 && operation === getCurrentUser) {
    discardBody(incoming.body);
    throw notService(client);
  }
  if (incoming.status >= 300) throw await readErrorResponse(incoming, key, true);
  try {
    const { chunks, rest } = await collect(incoming.body, { limit: maxBytes, timeoutMs: deadlineMs });
    if (rest) discardBody(incoming.body);
    return rest ? undefined : JSON.parse(Buffer.concat(chunks).toString("utf8"));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw networkError(error, client.endpoint.base.host);
  }
}

function notService(client: ServiceClient): ServiceRequestError {
  const { base } = client.endpoint;
  return new ServiceRequestError({
    code: "bad_response",
    message: `There is no service with the /api/v4 interface at ${base.href.replace(/\/$/, "")}. Check the URL: it is the address under which you open the service in a browser, without a project's path.`,
  });
}
