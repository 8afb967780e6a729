import { expect, it } from "vitest";
import { traceUpdate } from "../../../shared/host/traces.ts";
import { hostInFolder } from "../testing/host-in-folder.ts";
import { hostTrace, quickPolling, traceText as text } from "../testing/host-traces.ts";
import { endedJob, traceService } from "../testing/trace-service.ts";

/** Longer than a test may take. */
const never = 600_000;

/** Reads what a follower gets. */
function updatesOf({ body }: Response) {
  const lines = body?.pipeThrough(new TextDecoderStream()).getReader();
  const read = { text: "" };
  const next = async () => {
    while (!read.text.includes("\n")) read.text += (await lines?.read())?.value ?? "";
    const [line = "", ...rest] = read.text.split("\n");
    read.text = rest.join("\n");
    return traceUpdate.parse(JSON.parse(line));
  };
  return { next, leave: () => lines?.cancel() };
}

it("analyses a trace once its first lines are drawn", async () => {
  await using service = await traceService();
  service.jobs.set(5, endedJob);
  service.traces.set(5, Buffer.from("src/a.ts(12,5): error TS1: x\n"));
  await using host = hostInFolder({ polling: { ...quickPolling, draw: never } });
  const { id } = await host.addAccount(service.url);
  const trace = hostTrace(host, id, 5);
  const { next, leave } = updatesOf(await host.request(`${trace.path}/follow`));
  let update = await next();
  while (!update.summary.complete) update = await next();
  expect(update).toMatchObject({ summary: { lines: 1, analysed: 0, errors: 0 }, tail: [{ number: 0 }] });
  await host.request(`${trace.path}/rest`, { method: "POST" });
  while (update.summary.analysed === 0) update = await next();
  expect(update.summary.errors).toBe(1);
  await leave();
});

it.each(["?ahead=true", ""])(
  "reads a long trace on once its first lines are drawn: follow%s",
  async (query) => {
    await using service = await traceService();
    service.jobs.set(5, endedJob);
    service.traces.set(5, text(500_000));
    await using host = hostInFolder({ polling: { ...quickPolling, draw: never, ahead: never } });
    const { id } = await host.addAccount(service.url);
    const trace = hostTrace(host, id, 5);
    const abort = new AbortController();
    const followed = await host.request(`${trace.path}/follow${query}`, { signal: abort.signal });
    expect(followed.status).toBe(200);
    await expect.poll(async () => (await trace.state()).size, { timeout: 20_000 }).toBeGreaterThan(1_000_000);
    const { generation, size, complete } = await trace.state();
    expect([size < text(500_000).length, complete]).toEqual([true, false]);
    expect((await host.request(`${trace.path}/rest`, { method: "POST" })).status).toBe(204);
    expect((await trace.follow(generation)).length).toBe(text(500_000).length);
    abort.abort();
  },
);

it.each([
  ["?ahead=true", { ahead: 1, draw: never }],
  ["", { ahead: never, draw: 1 }],
])(
  "reads a long trace on by itself where nothing says that lines are drawn: follow%s",
  async (query, holds) => {
    await using service = await traceService();
    service.jobs.set(5, endedJob);
    service.traces.set(5, text(500_000));
    await using host = hostInFolder({ polling: { ...quickPolling, ...holds } });
    const { id } = await host.addAccount(service.url);
    const trace = hostTrace(host, id, 5);
    const { next, leave } = updatesOf(await host.request(`${trace.path}/follow${query}`));
    while (!(await next()).summary.complete);
    await leave();
  },
);
