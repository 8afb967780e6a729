import { mkdirSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startShellServer } from "../../../electron/browser/server.ts";
import { createPageFiles } from "../../../electron/host/page/page-files.ts";
import { hostInFolder } from "../../../electron/host/testing/host-in-folder.ts";
import { rounds, seed } from "../../../shared/testing/rounds.ts";
import { sendRequests } from "./send-requests.ts";

test("malformed requests are refused, and the shell serves on", async () => {
  await using host = hostInFolder();
  const page = join(host.folder, "page");
  mkdirSync(page);
  writeFileSync(join(page, "index.html"), "<title>Helve</title>");
  const server = await startShellServer({
    page: createPageFiles(page, () => host.host.startData()),
    handle: (incoming) => host.host.handle(incoming),
    port: 0,
  });
  const { link } = server.mintLinks();
  const { host: name, port, pathname, search } = new URL(link);
  const send = (path: string, headers: Record<string, string>) =>
    new Promise<{ status: number; cookie: string }>((resolve, reject) =>
      request(
        { host: "127.0.0.1", port, path, headers: { host: name, ...headers }, agent: false },
        (response) =>
          resolve({
            status: response.resume().statusCode ?? 0,
            cookie: response.headers["set-cookie"]?.[0]?.split(";")[0] ?? "",
          }),
      )
        .on("error", reject)
        .end(),
    );
  try {
    const { cookie } = await send(pathname + search, {});
    const outcome = await sendRequests({
      port: Number(port),
      entrance: { host: name, cookie },
      count: rounds(3_000, 1_000),
      seed: seed(),
      parallel: 32,
    });
    expect(outcome.wrong).toEqual([]);
    for (const status of ["200", "400", "401", "403", "404", "405", "421", "431"]) {
      expect(outcome.statuses.get(status), status).toBeGreaterThan(0);
    }
    expect((await send("/-/accounts", { cookie })).status).toBe(200);
  } finally {
    await server.close();
  }
});
