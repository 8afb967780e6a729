import { onTestFinished } from "vitest";

/** Returns the response to a request of the page instead of the host; `send` sends it to the host. */
type Respond = (send: () => Promise<Response>, url: URL) => Response | Promise<Response>;

/**
 * Responds to those requests of the page whose method and address match, such as `GET /-/accounts/…?page=2`. Returns a
 * function that ends it; it ends with the test, too.
 */
export function interceptRequests(pattern: RegExp, respond: Respond): () => void {
  const next = globalThis.fetch;
  const state = { isActive: true };
  const fetchOrRespond: typeof fetch = async (input, init) => {
    const send = () => next(input, init);
    const isWanted =
      state.isActive && typeof input === "string" && pattern.test(`${init?.method ?? "GET"} ${input}`);
    return isWanted ? respond(send, new URL(input, location.origin)) : send();
  };
  globalThis.fetch = fetchOrRespond;
  onTestFinished(() => {
    globalThis.fetch = next;
  });
  return () => {
    state.isActive = false;
  };
}

/** Returns the addresses of those requests of the page that match, from now on until the test ends. */
export function recordRequests(pattern: RegExp): readonly URL[] {
  const urls: URL[] = [];
  interceptRequests(pattern, (send, url) => {
    urls.push(url);
    return send();
  });
  return urls;
}

/** Returns a response with another JSON. */
export const withJson = ({ status, headers }: Response, json: unknown): Response =>
  Response.json(json, { status, headers });

/** Returns the response to an operation that a service refuses. */
export const refused = (status: number, code: string, message: string): Response =>
  Response.json({ code, message, detail: `HTTP ${status}`, status }, { status });
