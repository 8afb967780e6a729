import { Hono } from "hono";
import { expect, it } from "vitest";
import { z } from "zod";
import { hostEvent } from "../../../shared/host/events.ts";
import { serveEvents } from "../routes/own-data.ts";
import { hostInFolder } from "../testing/host-in-folder.ts";
import { EventBus } from "./event-bus.ts";

const timers = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;

it("opens no stream for a HEAD request", async () => {
  await using host = hostInFolder();
  const before = timers();
  for (let count = 0; count < 50; count++) {
    const response = await host.request("/events", { method: "HEAD" });
    expect(response.status).toBe(200);
    expect(response.body).toBeNull();
  }
  // Each open stream has a timer.
  expect(timers() - before).toBeLessThan(25);
});

it("returns the present state that a stream begins with", async () => {
  await using host = hostInFolder();
  const state = z.array(hostEvent).parse(await (await host.request("/events/state")).json());
  expect(state.map(({ type }) => type)).toEqual(expect.arrayContaining(["accounts", "watches"]));
  const reader = (await host.request("/events")).body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (const event of state) {
    const frame = `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
    while (!text.includes(frame)) text += (await reader?.read())?.value ?? "";
  }
  await reader?.cancel();
});

it.each(["request", "host"])("opens no stream where the %s has ended already", async (which) => {
  const aborted = AbortSignal.abort();
  const open = new AbortController().signal;
  const routes = new Hono();
  serveEvents(routes, new EventBus(), which === "host" ? aborted : open);
  const response = await routes.request("/events", { signal: which === "request" ? aborted : open });
  expect(await response.text()).toBe("retry: 1000\n\n");
});
