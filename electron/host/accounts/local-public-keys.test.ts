import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { localPublicKeys } from "../../../shared/host/ssh-keys.ts";
import { hostInFolder } from "../testing/host-in-folder.ts";

const line = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIPq+RYGJZbvrLD7JkT3fn644x/uVimV6G69V6Edi5aqP ada@laptop";
const secret =
  "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEA\n-----END OPENSSH PRIVATE KEY-----\n";

let home = "";
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "helve-home-"));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

async function list() {
  await using running = hostInFolder({ home });
  const response = await running.requestJson("/ssh-keys", "POST", {});
  expect(response.status).toBe(200);
  const text = await response.text();
  expect(text).not.toMatch(/PRIVATE|b3BlbnNza/);
  return localPublicKeys.parse(JSON.parse(text));
}

it("lists public keys by the names of their files", async () => {
  mkdirSync(join(home, ".ssh"));
  writeFileSync(join(home, ".ssh", "work.pub"), `${line}\n`);
  writeFileSync(join(home, ".ssh", "id_ed25519.pub"), line);
  const { keys, folder } = await list();
  expect(folder).toMatch(/\.ssh$/);
  expect(keys).toEqual([
    { name: "id_ed25519.pub", line },
    { name: "work.pub", line },
  ]);
});

it("lists nothing where there is no such folder", async () => expect((await list()).keys).toEqual([]));

it("shows neither private keys nor other files, whatever they are called", async () => {
  const folder = join(home, ".ssh");
  mkdirSync(folder);
  writeFileSync(join(folder, "id_ed25519"), secret);
  writeFileSync(join(folder, "config"), "Host *");
  writeFileSync(join(folder, "renamed.pub"), secret);
  writeFileSync(join(folder, "both.pub"), `${line}\n${secret}`);
  writeFileSync(join(folder, "prose.pub"), "Closing time is at eleven.");
  writeFileSync(join(folder, "long.pub"), `${line} ${"x".repeat(20_000)}`);
  writeFileSync(join(folder, "sealed.pub"), line);
  chmodSync(join(folder, "sealed.pub"), 0o000);
  mkdirSync(join(folder, "folder.pub"));
  const { keys } = await list();
  expect(keys.filter(({ name }) => name !== "sealed.pub")).toEqual([]);
});

it.skipIf(process.platform === "win32")("follows no links and waits for no pipe", async () => {
  const folder = join(home, ".ssh");
  mkdirSync(folder);
  writeFileSync(join(home, "elsewhere"), line);
  symlinkSync(join(home, "elsewhere"), join(folder, "link.pub"));
  execFileSync("mkfifo", [join(folder, "pipe.pub")]);
  expect((await list()).keys).toEqual([]);
});

it("takes no path from the page", async () => {
  await using running = hostInFolder({ home });
  mkdirSync(join(home, ".ssh"));
  for (const path of ["/ssh-keys/id_ed25519.pub", "/ssh-keys/..%2Felsewhere", "/ssh-keys?folder=/etc"]) {
    expect((await running.request(path)).status, path).toBe(404);
  }
});
