import { getHeader, replaceResponse, setHeader } from "./exchange.ts";
import type { Fault } from "./faults.ts";

const json = "application/json";
const instead = (
  name: string,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): Fault => ({
  name,
  forwards: "sometimes",
  apply: (reply) => replaceResponse(reply, status, json, JSON.stringify(body), headers),
});
const skewedDate = (name: string, byMs: number): Fault => ({
  name,
  forwards: true,
  apply: (reply) => setHeader(reply, "date", new Date(Date.now() + byMs).toUTCString()),
});

/** Responses that are valid and not those to the request, and clocks that are wrong; writes among them have happened. */
export const foreignFaults: readonly Fault[] = [
  instead("error as a success", 200, { error: "x" }),
  instead("message as a creation", 201, { message: "x" }),
  instead("list of errors", 200, [{ error: "x" }]),
  instead("something else", 200, { id: 999, path_with_namespace: "some/thing", title: "x" }),
  instead("redirect after the write", 307, {}, { location: "/api/v4/projects/1" }),
  instead("see other after the write", 303, {}, { location: "/api/v4/user" }),
  instead("status 600", 600, { message: "x" }),
  instead("status 999", 999, { message: "x" }),
  {
    name: "page of a gateway as a refusal",
    forwards: "sometimes",
    apply: (reply) => replaceResponse(reply, 403, "text/html", "<html>Blocked</html>"),
  },
  {
    name: "empty list with a total",
    forwards: true,
    apply(reply, { path }) {
      // The list of comments and commits, in which writes are looked for.
      if (!/\/(notes|commits)(\?|$)/.test(path) || reply.body[0] !== 0x5b) return;
      const total = getHeader(reply, "x-total") ?? "3";
      reply.body = Buffer.from("[]");
      setHeader(reply, "x-total", total);
    },
  },
  skewedDate("clock ahead", 3000),
  skewedDate("clock behind", -3000),
];
