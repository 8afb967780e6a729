import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { problem } from "../../../shared/problem.ts";
import { hostInFolder } from "../testing/host-in-folder.ts";
import { mockService, testToken } from "../testing/mock-service.ts";
import { SystemKeychain } from "./keychain.ts";

const has = (command: string) => spawnSync("sh", ["-c", `command -v ${command}`]).status === 0;
const secretService = process.platform === "linux" && has("gnome-keyring-daemon") && has("dbus-run-session");
const script = new URL("../testing/keychain-roundtrip.ts", import.meta.url).pathname;

describe("the keychain", () => {
  if (!secretService) {
    it.skip(
      "keeps tokens in a real Secret Service (skipped: no gnome-keyring-daemon or dbus-run-session here)",
    );
  } else {
    it("stores tokens in a real Secret Service, where they outlive the process", () => {
      const home = mkdtempSync(join(tmpdir(), "helve-keyring-"));
      try {
        const unlock = "echo -n pw | gnome-keyring-daemon --unlock --components=secrets >/dev/null";
        const run = (step: string) => `"${process.execPath}" "${script}" ${step} || exit 1`;
        const result = spawnSync(
          "dbus-run-session",
          ["--", "bash", "-c", [unlock, "daemon=$!", run("write"), run("read")].join("\n")],
          {
            encoding: "utf8",
            timeout: 60_000,
            env: { ...process.env, HOME: home, XDG_DATA_HOME: join(home, "data"), XDG_RUNTIME_DIR: home },
          },
        );
        expect(result.stderr.replace(/^.*(gnome-keyring|dbus|Warning|node --trace).*$/gm, "").trim()).toBe(
          "",
        );
        expect(result.stdout.trim().split("\n")).toEqual([
          "available true",
          "account keychain",
          "token on disk false",
          "available true",
          "project call 200 with the token",
          "removed null",
        ]);
      } finally {
        rmSync(home, { recursive: true, force: true });
      }
    });
  }

  it.runIf(process.platform === "linux")("says so where there is none, and keeps nothing", async () => {
    const before = process.env.DBUS_SESSION_BUS_ADDRESS;
    process.env.DBUS_SESSION_BUS_ADDRESS = "unix:path=/nonexistent/bus";
    try {
      expect(await new SystemKeychain().available()).toBe(false);
      await using service = await mockService(() => {});
      await using host = hostInFolder();
      const response = await host.requestJson("/accounts", "POST", { url: service.url, token: testToken });
      expect(problem.parse(await response.json())).toMatchObject({ code: "keychain" });
      expect(await (await host.request("/accounts")).json()).toEqual([]);
      const added = await host.addAccount(service.url);
      expect(added.token).toBe("memory");
      expect(await (await host.request("/shell")).json()).toMatchObject({
        keychain: false,
        version: "1.2.3",
      });
    } finally {
      if (before === undefined) delete process.env.DBUS_SESSION_BUS_ADDRESS;
      else process.env.DBUS_SESSION_BUS_ADDRESS = before;
    }
  });
});
