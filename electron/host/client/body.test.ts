import { setTimeout as delay } from "node:timers/promises";
import { expect, it } from "vitest";
import { download } from "../../../shared/host/downloads.ts";
import { hostInFolder } from "../testing/host-in-folder.ts";
import { httpResponse, onePacket } from "../testing/one-packet.ts";

const user = JSON.stringify({ id: 7, name: "Ada", username: "ada", avatar_url: null, web_url: null });
const html = { "content-type": "text/html" };
const json = { "content-type": "application/json" };

/** Requests a path of a service whose responses each come in one packet; returns the uncaught errors. */
async function strayErrorsOf(path: string, response: string, asDownload = false): Promise<unknown[]> {
  await using service = await onePacket((request) =>
    / \/api\/v4\/(user|version|metadata) /.test(request) ? httpResponse(200, json, user) : response,
  );
  await using host = hostInFolder({ retry: { retries: 0 } });
  const { id } = await host.addAccount(service.url);
  const stray: unknown[] = [];
  const record = (error: unknown) => void stray.push(error);
  process.on("uncaughtException", record);
  process.on("unhandledRejection", record);
  try {
    if (asDownload) {
      const started = await host.requestJson("/downloads", "POST", { accountId: id, path, name: "file" });
      const entry = download.parse(await started.json());
      for (let tries = 0; tries < 200; tries++) {
        const [now] = download.array().parse(await (await host.request("/downloads")).json());
        if (now?.id === entry.id && now.state === "failed") break;
        await delay(5);
      }
    } else
      expect((await host.request(`/accounts/${id}/operations${path}`)).status).toBeGreaterThanOrEqual(400);
    // The error of a dropped body is emitted in a later turn of the event loop.
    await delay(20);
    return stray;
  } finally {
    process.off("uncaughtException", record);
    process.off("unhandledRejection", record);
  }
}

it.each([
  ["a web page instead of data", httpResponse(200, html, "<html>Log in</html>")],
  ["a page longer than what is drained", httpResponse(200, html, "<html>".padEnd(300_000, "x"))],
  ["a proxy's 407", httpResponse(407, html, "<html>Proxy</html>")],
  ["a redirect", httpResponse(302, { ...html, location: "/login" }, "<html>Log in</html>")],
  ["a 416", httpResponse(416, html, "no")],
  ["a 304 that nothing asked for", "HTTP/1.1 304 Not Modified\r\n\r\n"],
])("catches what a dropped body emits: %s", async (_, response) => {
  expect(await strayErrorsOf("/projects", response)).toEqual([]);
  expect(await strayErrorsOf("/projects/1/repository/archive.zip", response, true)).toEqual([]);
});

it("catches what a dropped body emits: a 206 in a download", async () => {
  const response = httpResponse(206, { "content-range": "bytes 5-9/10" }, "hello");
  expect(await strayErrorsOf("/projects/1/repository/archive.zip", response, true)).toEqual([]);
});

it("releases the slot of a response that broke in the packet of its head", async () => {
  const chunked = { ...json, "transfer-encoding": "chunked" };
  const head = Object.entries(chunked).map(([name, value]) => `${name}: ${value}\r\n`);
  const broken = `HTTP/1.1 200 OK\r\n${head.join("")}\r\nnot a size of a chunk\r\n`;
  await using service = await onePacket((request) =>
    / \/api\/v4\/(user|version|metadata) /.test(request) ? httpResponse(200, json, user) : broken,
  );
  await using host = hostInFolder({ retry: { retries: 0 } });
  const { id } = await host.addAccount(service.url);
  // More than an account has at once: the later ones would wait for ever.
  const statuses = await Promise.all(
    Array.from({ length: 60 }, async (_, page) => {
      const response = await host.request(`/accounts/${id}/operations/projects?page=${page + 1}`);
      await response.arrayBuffer();
      return response.ok;
    }),
  );
  expect(statuses).toEqual(Array(60).fill(false));
});
