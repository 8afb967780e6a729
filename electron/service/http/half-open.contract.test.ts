import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { boundConnections } from "../../system/bound-connections.ts";
import { openHalf } from "../../system/testing/half-open.ts";
import { listen } from "./listen.ts";

it("serves a real client while 600 connections are half open", async () => {
  const listening = await listen(async () => new Response("here"), 0);
  const close = await openHalf(Number(new URL(listening.url).port), 600);
  try {
    const texts = await Promise.all(
      Array.from({ length: 5 }, async () => (await fetch(listening.url)).text()),
    );
    expect(texts).toEqual(["here", "here", "here", "here", "here"]);
  } finally {
    close();
    await listening.close();
  }
});

it("closes no connection with a request for a new one", async () => {
  const waiting: (() => void)[] = [];
  const server = createServer((_request, response) => void waiting.push(() => response.end("done")));
  boundConnections(server, 3);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const get = () => fetch(url, { headers: { connection: "close" } }).then((response) => response.text());
  const first = [get(), get(), get()];
  await expect.poll(() => waiting.length).toBe(3);
  await expect(get()).rejects.toThrow();
  for (const end of waiting) end();
  expect(await Promise.all(first)).toEqual(["done", "done", "done"]);
  server.close();
});
