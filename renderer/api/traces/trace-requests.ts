import type { HostRoute, RouteAddress, RouteLine } from "../../../shared/host/host-route.ts";
import type { TraceSource } from "../../../shared/trace-types.ts";
import { fetchHost } from "../fetch-host.ts";

/** Returns the parameters of the path of a job's trace. */
export const pathOfTrace = ({ accountId, project, jobId }: TraceSource) => ({
  account: accountId,
  project: String(project),
  job: jobId,
});

/** Calls a route that responds with a JSON text on each line, and yields their values. */
export async function* readLines<R extends HostRoute>(
  route: R,
  address: RouteAddress<R>,
  init: RequestInit,
): AsyncGenerator<RouteLine<R>, void> {
  // The host sends what the route declares.
  for await (const line of bodyLines(await fetchHost(route, address, init))) yield JSON.parse(line);
}

/** Yields the lines of a body. */
export async function* bodyLines(response: Response): AsyncGenerator<string, void> {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (;;) {
      const part = await reader?.read();
      if (!part || part.done) return;
      const lines = (rest + decoder.decode(part.value, { stream: true })).split("\n");
      rest = lines.pop() ?? "";
      yield* lines;
    }
  } finally {
    await reader?.cancel().catch(() => undefined);
  }
}
