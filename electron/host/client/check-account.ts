import { z } from "zod";
import type { AccountCheck } from "../../../shared/host/accounts.ts";
import { collect } from "./body.ts";
import { discardBody } from "./discard-body.ts";
import { readErrorResponse } from "./error-response.ts";
import { networkError } from "./network-error.ts";
import type { ServiceClient } from "./service-client.ts";
import { ServiceRequestError } from "./service-request-error.ts";

const maxBytes = 1024 * 1024;
const deadlineMs = 60_000;

/** The fields that an account needs; services of every version have them. */
const me = z.looseObject({
  id: z.int(),
  name: z.string().catch(""),
  username: z.string(),
  avatar_url: z.string().nullable().catch(null),
  web_url: z.string().nullable().catch(null),
  is_admin: z.boolean().catch(false),
});
const versionBody = z.looseObject({ version: z.string() });
const tokenBody = z.looseObject({
  scopes: z.array(z.string()).nullable().catch(null),
  expires_at: z.string().nullable().catch(null),
});

/**
 * Reads the token's user, the service's version and the token's scopes from a service. Only the user is required: old
 * services lack the others, and narrow tokens may not read them. Throws ProblemError.
 */
export async function checkAccount(client: ServiceClient, signal: AbortSignal): Promise<AccountCheck> {
  const user = me.safeParse(await readJson(client, "/user", signal));
  if (!user.success) throw notService(client);
  const [version, token] = await Promise.all([readVersion(client, signal), readToken(client, signal)]);
  const { id, name, username, avatar_url, web_url, is_admin } = user.data;
  return {
    version,
    user: { id, name: name || username, username, avatar_url, web_url, is_admin },
    scopes: token?.scopes ?? null,
    expires_at: token?.expires_at ?? null,
    checked_at: new Date().toISOString(),
  };
}

async function readVersion(client: ServiceClient, signal: AbortSignal): Promise<string | null> {
  for (const path of ["/metadata", "/version"]) {
    const body = versionBody.safeParse(await readJson(client, path, signal).catch(() => undefined));
    if (body.success) return body.data.version;
  }
  return null;
}

async function readToken(client: ServiceClient, signal: AbortSignal) {
  const body = await readJson(client, "/personal_access_tokens/self", signal).catch(() => undefined);
  return tokenBody.safeParse(body).data;
}

async function readJson(client: ServiceClient, path: string, signal: AbortSignal): Promise<unknown> {
  const incoming = await client.send({ method: "GET", path, operation: `GET ${path}` }, signal);
  if (incoming.status === 404 && path === "/user") {
    discardBody(incoming.body);
    throw notService(client);
  }
  if (incoming.status >= 300) throw await readErrorResponse(incoming, `GET ${path}`, true);
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
