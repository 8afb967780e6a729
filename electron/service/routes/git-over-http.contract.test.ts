import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Project } from "../store/projects/projects.ts";
import { insertProtectedBranch } from "../store/projects/protected-branches.ts";
import { insertProtectedTag } from "../store/projects/protected-tags.ts";
import { type ContractService, contractService } from "./testing/contract-service.ts";
import { capabilities, pktLine, pushRaw, sendPush } from "./testing/push-raw.ts";

let service: ContractService;
let project: Project;
let first: string;
let second: string;
let folder: string;

beforeAll(async () => {
  service = await contractService();
});
afterAll(() => service.remove(), 60_000);
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "helve-git-http-"));
  project = await service.project({ visibility: "public" });
  first = await service.commit(project, { files: { a: "1", "big.bin": "x".repeat(200_000) } });
  second = await service.commit(project, { files: { a: "2" } });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const run = promisify(execFile);
const git = async (...args: string[]) => {
  const identity = ["-c", "user.name=A", "-c", "user.email=a@example.test"];
  const env = { ...process.env, GIT_TERMINAL_PROMPT: "0", GIT_CONFIG_NOSYSTEM: "1", LC_ALL: "C" };
  return run("git", [...identity, ...args], { cwd: folder, env, maxBuffer: 1 << 26 });
};
const urlAs = (role: "developer" | "maintainer") =>
  `${service.url.replace("://", `://any:${service.tokens.get(role)}@`)}/${project.fullPath}.git`;
const tip = (ref = "refs/heads/main") => service.run(project, "for-each-ref", "--format=%(objectname)", ref);
const zero = "0".repeat(40);

describe("a protected tag", () => {
  it("is created by those of its level, deleted by the maintainers among them, and moved by nobody", async () => {
    insertProtectedTag(service.store, project.id, { name: "v*", createAccessLevel: 40 });
    await git("clone", "--quiet", "--bare", urlAs("maintainer"), "copy");
    const push = (role: "developer" | "maintainer", refspec: string) =>
      git("--git-dir", join(folder, "copy"), "push", "--quiet", urlAs(role), refspec);
    const refusal = "not allowed to push into the protected tag v1";
    await expect(push("developer", "main:refs/tags/v1")).rejects.toThrow(refusal);
    await push("developer", "main:refs/tags/nightly");
    await push("maintainer", "main~1:refs/tags/v1");
    await expect(push("maintainer", "+main:refs/tags/v1")).rejects.toThrow(refusal);
    await expect(push("developer", ":refs/tags/v1")).rejects.toThrow(refusal);
    expect(await tip("refs/tags/v1")).toBe(first);
    await push("maintainer", ":refs/tags/v1");
    expect(await tip("refs/tags/v1")).toBe("");
  });
});

describe("a protected branch", () => {
  beforeEach(() =>
    insertProtectedBranch(service.store, project.id, {
      name: "main",
      pushAccessLevel: 40,
      mergeAccessLevel: 40,
    }),
  );
  const flush = Buffer.from("0000");
  const line = (text: string) => pktLine(text + capabilities);

  it.each([
    ["plainly", () => [line(`${second} ${first} refs/heads/main`), flush]],
    [
      "with hashes in capitals",
      () => [line(`${second.toUpperCase()} ${first.toUpperCase()} refs/heads/main`), flush],
    ],
    ["with one hash in capitals", () => [line(`${second} ${first.toUpperCase()} refs/heads/main`), flush]],
    [
      "by several commands in one line",
      () => [line(`${zero} ${first} refs/heads/new\n${second} ${first} refs/heads/main`), flush],
    ],
    [
      "behind another command",
      () => [line(`${zero} ${first} refs/heads/new`), pktLine(`${second} ${first} refs/heads/main\n`), flush],
    ],
    [
      "in a signed push",
      () => [
        pktLine(`push-cert${capabilities}\n`),
        pktLine("certificate version 0.1\n"),
        pktLine("pusher A <a@example.test> 1600000000 +0000\n"),
        pktLine("nonce 1\n"),
        pktLine("\n"),
        pktLine(`${second} ${first} refs/heads/main\n`),
        pktLine("-----BEGIN PGP SIGNATURE-----\n"),
        pktLine("push-cert-end\n"),
        flush,
      ],
    ],
    ["by a deletion", () => [line(`${second} ${zero} refs/heads/main`), flush]],
    ["by a deletion of an unknown hash", () => [line(`${zero} ${zero} refs/heads/main`), flush]],
  ])("is not moved %s", async (_, lines) => {
    const empty = Buffer.from(
      "PACK\0\0\0\x02\0\0\0\0\x02\x9d\x08\x82\x3b\xd8\xa8\xea\xb5\x10\xadj\xc7\\\x82<\xfd>\xd3\x1e",
      "latin1",
    );
    const pushed = await sendPush(service, project, "developer", Buffer.concat([...lines(), empty]));
    if (pushed.status === 200) expect(pushed.report).toContain("protected branch main");
    else expect([400, 403]).toContain(pushed.status);
    expect(await tip()).toBe(second);
    expect(await tip("refs/heads/new")).toBe("");
  });

  it("keeps its commits, also from those who may push to it", async () => {
    await git("clone", "--quiet", "--bare", urlAs("maintainer"), "copy");
    const copy = ["--git-dir", join(folder, "copy")];
    await expect(git(...copy, "push", urlAs("maintainer"), "+main~1:main")).rejects.toThrow(
      "non-fast-forward",
    );
    expect(await tip()).toBe(second);
    await git(...copy, "push", "--quiet", urlAs("maintainer"), "main~1:refs/heads/topic");
    await git(...copy, "push", "--quiet", urlAs("developer"), "main:topic");
    await git(...copy, "push", "--quiet", urlAs("developer"), "+main~1:topic");
    expect(await tip("refs/heads/topic")).toBe(first);
  });

  it("loses commits where a rule of it allows a force push, to those who may push", async () => {
    service.store.run("UPDATE protected_branches SET allow_force_push = 1 WHERE project_id = ?", project.id);
    await git("clone", "--quiet", "--bare", urlAs("maintainer"), "copy");
    const copy = ["--git-dir", join(folder, "copy")];
    await expect(git(...copy, "push", urlAs("developer"), "+main~1:main")).rejects.toThrow(
      "not allowed to push into the protected branch main",
    );
    expect(await tip()).toBe(second);
    await git(...copy, "push", "--quiet", urlAs("maintainer"), "+main~1:main");
    expect(await tip()).toBe(first);
  });

  it("refuses pushes to internal refs", async () => {
    for (const ref of [
      "refs/keep-around/x",
      "refs/merge-requests/1/head",
      "refs/HEADS/main",
      "refs/helve/x",
    ]) {
      const { report } = await pushRaw(service, project, "maintainer", `${zero} ${first} ${ref}`);
      expect(report).toContain(`ng ${ref} Only branches, tags and notes can be pushed`);
    }
  });
});

describe("a request that is broken", () => {
  const post = (tool: string, body: Buffer, headers: Record<string, string> = {}) =>
    fetch(`${service.url}/${project.fullPath}.git/${tool}`, {
      method: "POST",
      body: new Uint8Array(body),
      headers: { authorization: `Bearer ${service.tokens.get("developer")}`, ...headers },
    });
  const isAlive = async () =>
    (await fetch(`${service.url}/${project.fullPath}.git/info/refs?service=git-upload-pack`)).status;

  it.each(["git-upload-pack", "git-receive-pack"])("%s: is refused, and ends nothing", async (tool) => {
    const gzip = { "content-encoding": "gzip" };
    for (let n = 0; n < 6; n++)
      expect((await post(tool, Buffer.from(`garbage ${n}`), gzip)).status).toBe(400);
    const cut = gzipSync(pktLine(`want ${second}\n`).toString().repeat(50));
    expect((await post(tool, cut.subarray(0, cut.length / 2), gzip)).status).toBe(400);
    expect((await post(tool, Buffer.from("zzzz"))).status).toBe(400);
    expect((await post(tool, Buffer.from("x"), { "content-encoding": "br" })).status).toBe(415);
    expect(await isAlive()).toBe(200);
  });

  it.each(["git-upload-pack", "git-receive-pack"])("%s: may break off anywhere", async (tool) => {
    const body = Buffer.concat([
      pktLine(`${zero} ${first} refs/heads/cut${capabilities}`),
      Buffer.from("0000PACK"),
    ]);
    const port = Number(new URL(service.url).port);
    for (const end of [0, 3, 20, 200, body.length]) {
      await new Promise((resolve) => {
        const socket = connect(port, "127.0.0.1", () => {
          const head = `POST /${project.fullPath}.git/${tool} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${service.tokens.get("developer")}\r\nContent-Length: 100000\r\n\r\n`;
          socket.write(head);
          socket.write(body.subarray(0, end), () => setTimeout(() => socket.destroy(), 20));
        });
        socket.on("error", () => undefined).on("close", resolve);
      });
    }
    expect(await isAlive()).toBe(200);
    expect(await tip("refs/heads/cut")).toBe("");
  });

  it("is not unpacked without end", async () => {
    const bomb = gzipSync(pktLine(`want ${second}\n`).toString().repeat(800_000));
    expect(bomb.length).toBeLessThan(200_000);
    expect((await post("git-upload-pack", bomb, { "content-encoding": "gzip" })).status).toBe(413);
  });
});

describe("a transfer", () => {
  it("sends what a partial clone requests, and the rest later", async () => {
    await git("clone", "--quiet", "--bare", "--filter=blob:none", urlAs("developer"), "partial");
    const partial = ["--git-dir", join(folder, "partial")];
    const blob = (await git(...partial, "rev-parse", "main:big.bin")).stdout.trim();
    const { stdout } = await git(...partial, "rev-list", "--objects", "--missing=print", "main");
    expect(stdout).toContain(`?${blob}`);
    expect((await git(...partial, "cat-file", "-s", blob)).stdout.trim()).toBe("200000");
  });

  it.each(["0", "1", "2"])("is shallow where asked for, in protocol %s", async (version) => {
    const flags = ["-c", `protocol.version=${version}`];
    await git(...flags, "clone", "--quiet", "--bare", "--depth=1", urlAs("developer"), "shallow");
    const shallow = ["--git-dir", join(folder, "shallow")];
    expect((await git(...shallow, "rev-list", "--count", "main")).stdout.trim()).toBe("1");
    await git(...shallow, ...flags, "fetch", "--quiet", "--unshallow", urlAs("developer"), "main");
    expect((await git(...shallow, "rev-list", "--count", "main")).stdout.trim()).toBe("2");
  });

  it("supports protocol 2", async () => {
    const url = `${service.url}/${project.fullPath}.git/info/refs?service=git-upload-pack`;
    const response = await fetch(url, { headers: { "git-protocol": "version=2" } });
    const text = await response.text();
    expect(text).toContain("version 2");
    expect(text).toMatch(/fetch=.*filter/);
  });

  it("pushes from a shallow clone", async () => {
    await git("clone", "--quiet", "--bare", "--depth=1", urlAs("developer"), "shallow");
    const shallow = ["--git-dir", join(folder, "shallow")];
    const tree = (await git(...shallow, "rev-parse", "main^{tree}")).stdout.trim();
    const made = (await git(...shallow, "commit-tree", tree, "-p", "main", "-m", "Above")).stdout.trim();
    await git(...shallow, "push", "--quiet", urlAs("developer"), `${made}:refs/heads/above`);
    expect(await tip("refs/heads/above")).toBe(made);
  });

  it("reports its progress, and moves many refs", async () => {
    await git("clone", "--quiet", "--bare", urlAs("developer"), "copy");
    const copy = ["--git-dir", join(folder, "copy")];
    for (let n = 0; n < 60; n++) {
      const tree = (await git(...copy, "rev-parse", "main^{tree}")).stdout.trim();
      const made = (await git(...copy, "commit-tree", tree, "-p", "main", "-m", `Number ${n}`)).stdout.trim();
      await git(...copy, "update-ref", `refs/heads/many/${n}`, made);
      await git(...copy, "update-ref", "refs/heads/main", made);
    }
    const settings = ["-c", "pack.depth=10", "-c", "transfer.unpackLimit=1"];
    const { stderr } = await git(
      ...copy,
      ...settings,
      "push",
      "--progress",
      urlAs("developer"),
      "refs/heads/*:refs/heads/*",
    );
    expect(stderr).toMatch(
      /remote: (?:Resolving deltas|Checking connectivity|Unpacking objects)|Writing objects: 100%/,
    );
    const refs = await service.run(project, "for-each-ref", "refs/heads/many");
    expect(refs.split("\n")).toHaveLength(60);
  });
});
