import type { Hono } from "hono";
import type { z } from "zod";
import { ProblemError } from "../../../shared/errors.ts";
import type { HostRoute, RouteInput } from "../../../shared/host/host-route.ts";
import { checkInput, parseJsonBody } from "../checks/input.ts";

/** Result of a handler: the JSON of the route's `response`, or a response where it has another body. Else it is ignored. */
type Handled<R extends HostRoute> = R extends { readonly response: infer Z extends z.ZodType }
  ? Response | Listed<z.output<Z>>
  : R extends { readonly raw: string } | { readonly lines: z.ZodType }
    ? Response
    : unknown;
type Listed<T> = T extends readonly (infer Item)[] ? readonly Item[] : T;

/**
 * Serves a route of the host: `respond` receives the parameters of path and query and the `body`, all checked by the
 * route's schemas.
 */
export function handle<R extends HostRoute>(
  app: Hono,
  route: R,
  respond: (input: RouteInput<R>, request: Request) => Handled<R> | Promise<Handled<R>>,
): void {
  const [method = "", path = ""] = route.key.split(" ");
  app.on(method, path, async ({ req }) => {
    const { params, query, body, maxBodyBytes, response, status = 200 } = route as HostRoute;
    const input = {
      ...(params ? checkInput(params, req.param()) : req.param()),
      ...(query && checkInput(query, req.query())),
      ...(body && { body: await readJson(req.raw, body, maxBodyBytes) }),
    } as RouteInput<R>;
    const handled: unknown = await respond(input, req.raw);
    if (handled instanceof Response) return handled;
    return response ? Response.json(handled, { status }) : new Response(null, { status: 204 });
  });
}

const mebibyte = 1024 * 1024;

/** Returns a request's body of at most `limit` bytes. Throws ProblemError `too_large`. */
export async function readRequestBody(
  request: Request,
  limit = 512 * mebibyte,
): Promise<Uint8Array<ArrayBuffer>> {
  const tooLarge = () =>
    new ProblemError({
      code: "too_large",
      message: `That is more than the ${Math.floor(limit / 1_000_000)} MB that can be sent at once.`,
    });
  if (Number(request.headers.get("content-length") ?? 0) > limit) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > limit) throw tooLarge();
    chunks.push(chunk);
  }
  const whole = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return whole;
}

/** Reads and checks a JSON body. Throws ProblemError. */
async function readJson<S extends z.ZodType>(
  request: Request,
  schema: S,
  limit = mebibyte,
): Promise<z.output<S>> {
  return checkInput(schema, parseJsonBody(await readRequestBody(request, limit)));
}
