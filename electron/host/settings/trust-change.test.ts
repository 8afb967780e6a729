import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { problem } from "../../../shared/errors.ts";
import { settings } from "../../../shared/host/settings.ts";
import { type Confirmation, confirmationHeader, type TrustChange } from "../../../shared/host/shell.ts";
import { hostInFolder, plainShell } from "../testing/host-in-folder.ts";

/** A host whose shell confirms with `decide`, and the confirmations that were requested. */
function setUp(decide: (code: string | null) => Confirmation) {
  const asked: { change: TrustChange; code: string | null }[] = [];
  const shell = {
    ...plainShell(tmpdir()),
    chooseFolder: async () => "/chosen/by the user",
    confirm: async (change: TrustChange, code: string | null) => {
      asked.push({ change, code });
      return decide(code);
    },
  };
  const the = hostInFolder({ shell });
  const patch = (body: unknown, headers: Record<string, string> = {}) =>
    the.ask("/settings", { method: "PATCH", body: JSON.stringify(body), headers });
  const read = async () => settings.parse(await (await the.ask("/settings")).json());
  return { the, asked, patch, read };
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
    const { the, asked, patch, read } = setUp(() => "declined");
    await using _end = the;
    const response = await patch(body);
    expect(response.status).toBe(428);
    expect(problem.parse(await response.json())).toMatchObject({ code: "unconfirmed", changed: "no" });
    expect(asked).toEqual([{ change: { details: [expect.stringContaining(detail)] }, code: null }]);
    expect(await read()).toEqual(settings.parse({}));
    expect(existsSync(join(the.folder, "settings.json"))).toBe(false);
  });

  it("a code that the shell requires is forwarded, and a confirmed change is made", async () => {
    const { asked, patch, read, the } = setUp((code) => (code === "RIGHT" ? "confirmed" : "asked"));
    await using _end = the;
    const body = { storage: { downloads: "/srv/files", cacheLimit: 7 } };
    const first = problem.parse(await (await patch(body)).json());
    expect(first).toMatchObject({
      code: "unconfirmed",
      fields: { confirmation: ["Write downloads to /srv/files"] },
    });
    expect((await patch(body, { [confirmationHeader]: "WRONG" })).status).toBe(428);
    expect((await patch(body, { [confirmationHeader]: "RIGHT" })).status).toBe(200);
    expect(asked.map(({ code }) => code)).toEqual([null, "WRONG", "RIGHT"]);
    expect((await read()).storage).toEqual({
      cacheLimit: 7,
      traceLimit: 2000,
      downloads: "/srv/files",
    });
  });

  it("what was confirmed is not swapped for something else meanwhile", async () => {
    let swap: () => Promise<unknown> = async () => undefined;
    const shell = {
      ...plainShell(tmpdir()),
      confirm: async (): Promise<Confirmation> => {
        await swap();
        return "confirmed";
      },
    };
    await using the = hostInFolder({ shell });
    const patch = (network: unknown) => the.askJson("/settings", "PATCH", { network });
    await patch({ proxyUrl: "http://good.example:1" });
    // Without a manual proxy its address routes nothing, so that it changes unasked.
    swap = () => patch({ proxyUrl: "http://evil.example:1" });
    expect((await patch({ proxy: "manual" })).status).toBe(428);
    expect(settings.parse(await (await the.ask("/settings")).json()).network.proxy).toBe("system");
  });

  it("a folder that was chosen in the system's dialog is confirmed by that", async () => {
    const { asked, patch, read, the } = setUp(() => "declined");
    await using _end = the;
    await the.ask("/shell/choose-folder", { method: "POST" });
    expect((await patch({ storage: { downloads: "/chosen/by the user" } })).status).toBe(200);
    expect((await read()).storage.downloads).toBe("/chosen/by the user");
    expect((await patch({ storage: { downloads: "" } })).status).toBe(200);
    expect(asked).toEqual([]);
    expect((await patch({ storage: { downloads: "relative" } })).status).toBe(400);
  });

  it("what moves no trust changes without a question", async () => {
    const { asked, patch, the } = setUp(() => "declined");
    await using _end = the;
    expect((await patch({ network: { timeout: 30, concurrency: 4 } })).status).toBe(200);
    expect((await patch({ storage: { cacheLimit: 10 } })).status).toBe(200);
    expect(asked).toEqual([]);
  });
});
