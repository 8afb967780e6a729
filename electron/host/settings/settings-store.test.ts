import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { settings } from "../../../shared/host/settings.ts";
import { type Confirmation, confirmationHeader, type Question } from "../../../shared/host/shell.ts";
import { problem } from "../../../shared/problem.ts";
import { hostInFolder, plainShell } from "../testing/host-in-folder.ts";

/** A host whose shell confirms with `decide`, and the confirmations that were requested. */
function setUp(decide: (code: string | null) => Confirmation) {
  const confirmations: { change: Question; code: string | null }[] = [];
  const shell = {
    ...plainShell(tmpdir()),
    chooseFolder: async () => "/chosen/by the user",
    confirm: async (change: Question, code: string | null) => {
      confirmations.push({ change, code });
      return decide(code);
    },
  };
  const host = hostInFolder({ shell });
  const patch = (body: unknown, headers: Record<string, string> = {}) =>
    host.request("/settings", { method: "PATCH", body: JSON.stringify(body), headers });
  const read = async () => settings.parse(await (await host.request("/settings")).json());
  return { host, confirmations, patch, read };
}

function certificate(): string {
  const folder = mkdtempSync(join(tmpdir(), "helve-certificate-"));
  const at = (name: string) => join(folder, name);
  const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", at("key")];
  execFileSync("openssl", ["req", "-x509", ...key, "-subj", "/CN=Evil Root", "-out", at("pem")], {
    stdio: "pipe",
  });
  const pem = readFileSync(at("pem"), "utf8");
  rmSync(folder, { recursive: true });
  return pem;
}

describe("changes that move trust or write outside", () => {
  const moves: readonly [string, unknown, string][] = [
    [
      "a proxy",
      { network: { proxy: "manual", proxyUrl: "http://evil.example:1" } },
      "proxy http://evil.example:1",
    ],
    ["no proxy", { network: { proxy: "none" } }, "without a proxy"],
    ["hosts beside the proxy", { network: { bypass: ["bank.example"] } }, "system's proxy"],
    ["certificates", { network: { certificates: certificate() } }, "CN=Evil Root"],
    ["the downloads folder", { storage: { downloads: "/etc" } }, "Write downloads to /etc"],
  ];
  it.each(moves)("%s: declined by the user, nothing changes", async (_name, body, detail) => {
    const { host, confirmations, patch, read } = setUp(() => "declined");
    await using _end = host;
    const response = await patch(body);
    expect(response.status).toBe(428);
    expect(problem.parse(await response.json())).toMatchObject({ code: "unconfirmed", changed: "no" });
    expect(confirmations).toEqual([{ change: { details: [expect.stringContaining(detail)] }, code: null }]);
    expect(await read()).toEqual(settings.parse({}));
    expect(existsSync(join(host.folder, "settings.json"))).toBe(false);
  });

  it("a code that the shell requires is forwarded, and a confirmed change is made", async () => {
    const { confirmations, patch, read, host } = setUp((code) => (code === "RIGHT" ? "confirmed" : "asked"));
    await using _end = host;
    const body = { storage: { downloads: "/srv/files", cacheLimit: 7 } };
    const first = problem.parse(await (await patch(body)).json());
    expect(first).toMatchObject({
      code: "unconfirmed",
      fields: { confirmation: ["Write downloads to /srv/files"] },
    });
    expect((await patch(body, { [confirmationHeader]: "WRONG" })).status).toBe(428);
    expect((await patch(body, { [confirmationHeader]: "RIGHT" })).status).toBe(200);
    expect(confirmations.map(({ code }) => code)).toEqual([null, "WRONG", "RIGHT"]);
    expect((await read()).storage).toEqual({
      cacheLimit: 7,
      traceLimit: 2000,
      downloads: "/srv/files",
    });
  });

  it("a confirmed change cannot be replaced by another one meanwhile", async () => {
    let swap: () => Promise<unknown> = async () => undefined;
    const shell = {
      ...plainShell(tmpdir()),
      confirm: async (): Promise<Confirmation> => {
        await swap();
        return "confirmed";
      },
    };
    await using host = hostInFolder({ shell });
    const patch = (network: unknown) => host.requestJson("/settings", "PATCH", { network });
    await patch({ proxyUrl: "http://good.example:1" });
    // Without a manual proxy its address routes nothing, so that it changes unasked.
    swap = () => patch({ proxyUrl: "http://evil.example:1" });
    expect((await patch({ proxy: "manual" })).status).toBe(428);
    expect(settings.parse(await (await host.request("/settings")).json()).network.proxy).toBe("system");
  });

  it("a folder that was chosen in the system's dialog is confirmed by that", async () => {
    const { confirmations, patch, read, host } = setUp(() => "declined");
    await using _end = host;
    await host.request("/shell/choose-folder", { method: "POST" });
    expect((await patch({ storage: { downloads: "/chosen/by the user" } })).status).toBe(200);
    expect((await read()).storage.downloads).toBe("/chosen/by the user");
    expect((await patch({ storage: { downloads: "" } })).status).toBe(200);
    expect(confirmations).toEqual([]);
    expect((await patch({ storage: { downloads: "relative" } })).status).toBe(400);
  });

  it("other settings change without a confirmation", async () => {
    const { confirmations, patch, host } = setUp(() => "declined");
    await using _end = host;
    expect((await patch({ network: { timeout: 30, concurrency: 4 } })).status).toBe(200);
    expect((await patch({ storage: { cacheLimit: 10 } })).status).toBe(200);
    expect(confirmations).toEqual([]);
  });
});
