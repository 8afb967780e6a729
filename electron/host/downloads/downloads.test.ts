import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, test } from "vitest";
import { z } from "zod";
import { type Download, download } from "../../../shared/host/downloads.ts";
import type { Notice } from "../../../shared/host/shell.ts";
import { problem } from "../../../shared/problem.ts";
import { EventBus } from "../events/event-bus.ts";
import { numberedName, safeName } from "../operations/response-headers.ts";
import { type HostInFolder, hostInFolder, plainShell } from "../testing/host-in-folder.ts";
import { mockService } from "../testing/mock-service.ts";
import { announceDownloads } from "./downloads.ts";

const bytes = Buffer.from(Array.from({ length: 400_000 }, (_, index) => index % 251));
const path = "/projects/1/repository/archive";

const start = async (host: HostInFolder, accountId: string, name = "a.bin") =>
  download.parse(await (await host.requestJson("/downloads", "POST", { accountId, path, name })).json());

/** Waits until a download is in one of the states. */
async function reach(host: HostInFolder, id: string, ...states: Download["state"][]): Promise<Download> {
  for (;;) {
    const all = z.array(download).parse(await (await host.request("/downloads")).json());
    const found = all.find((entry) => entry.id === id);
    if (found && states.includes(found.state)) return found;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

describe("downloads", () => {
  it("arrive under a free, safe name and are served as an attachment", async () => {
    await using service = await mockService((request, response) => {
      if (request.path.includes("/archive")) response.end(bytes);
    });
    await using host = hostInFolder();
    const { id: accountId } = await host.addAccount(service.url);
    const first = await start(host, accountId, "../../é vil.tar.gz");
    const done = await reach(host, first.id, "done", "failed");
    expect(done).toMatchObject({
      state: "done",
      name: "é vil.tar.gz",
      received: bytes.length,
      total: bytes.length,
    });
    const second = await reach(host, (await start(host, accountId, "é vil.tar.gz")).id, "done", "failed");
    expect(second.name).toBe("é vil (2).tar.gz");
    expect(readdirSync(join(host.folder, "downloads")).sort()).toEqual(["é vil (2).tar.gz", "é vil.tar.gz"]);
    const content = await host.request(`/downloads/${done.id}/content`);
    expect(content.headers.get("content-disposition")).toBe(
      "attachment; filename*=UTF-8''%C3%A9%20vil.tar.gz",
    );
    expect(bytes.equals(Buffer.from(await content.arrayBuffer()))).toBe(true);
  });

  it("continue where the connection broke, if the file is still the same", async () => {
    const ranges: (string | undefined)[] = [];
    await using service = await mockService((request, response, raw) => {
      if (!request.path.includes("/archive")) return;
      ranges.push(request.headers.range);
      const from = Number(/bytes=(\d+)-/.exec(request.headers.range ?? "")?.[1] ?? 0);
      const same = request.headers["if-range"] === '"v1"';
      response.writeHead(from && same ? 206 : 200, {
        "content-length": String(bytes.length - from),
        "accept-ranges": "bytes",
        etag: '"v1"',
        ...(from ? { "content-range": `bytes ${from}-${bytes.length - 1}/${bytes.length}` } : {}),
      });
      if (from) return response.end(bytes.subarray(from));
      response.write(bytes.subarray(0, 100_000));
      setTimeout(() => raw.socket.destroy(), 30);
    });
    await using host = hostInFolder();
    const { id: accountId } = await host.addAccount(service.url);
    const done = await reach(host, (await start(host, accountId)).id, "done", "failed");
    expect(done.state).toBe("done");
    expect(ranges).toEqual([undefined, "bytes=100000-"]);
    expect(bytes.equals(readFileSync(done.path ?? ""))).toBe(true);
  });

  it("pause with the host and are resumed after its restart", async () => {
    let whole = false;
    await using service = await mockService((request, response) => {
      if (!request.path.includes("/archive")) return;
      const from = Number(/bytes=(\d+)-/.exec(request.headers.range ?? "")?.[1] ?? 0);
      response.writeHead(from ? 206 : 200, {
        "content-length": String(bytes.length - from),
        "accept-ranges": "bytes",
        "last-modified": "Wed, 21 Oct 2015 07:28:00 GMT",
        ...(from ? { "content-range": `bytes ${from}-${bytes.length - 1}/${bytes.length}` } : {}),
      });
      if (whole) response.end(bytes.subarray(from));
      else response.write(bytes.subarray(0, 50_000));
    });
    await using local = await mockService(() => {});
    await using host = hostInFolder({ localService: { url: service.url, token: "glpat-local-0123456789" } });
    expect(local.seen).toEqual([]);
    const { id } = await start(host, "local");
    await reach(host, id, "running");
    await host.restart();
    expect(await reach(host, id, "paused")).toMatchObject({ resumable: true, received: 50_000 });
    whole = true;
    await host.request(`/downloads/${id}/resume`, { method: "POST" });
    const done = await reach(host, id, "done", "failed");
    expect(bytes.equals(readFileSync(done.path ?? ""))).toBe(true);
  });

  it("leave nothing behind when canceled, and the socket closes", async () => {
    let closed = () => {};
    const gone = new Promise<void>((resolve) => {
      closed = resolve;
    });
    await using service = await mockService((request, response, raw) => {
      if (!request.path.includes("/archive")) return;
      raw.socket.once("close", closed);
      response.write(bytes);
    });
    await using host = hostInFolder();
    const { id: accountId } = await host.addAccount(service.url);
    const { id } = await start(host, accountId);
    await reach(host, id, "running");
    await host.request(`/downloads/${id}/cancel`, { method: "POST" });
    await gone;
    expect((await reach(host, id, "canceled")).received).toBe(0);
    expect(readdirSync(join(host.folder, "downloads"))).toEqual([]);
    expect((await host.request(`/downloads/${id}`, { method: "DELETE" })).status).toBe(204);
    expect(await (await host.request("/downloads")).json()).toEqual([]);
  });

  it("report what the service refused, and fetch no other URLs", async () => {
    await using service = await mockService((request, response) => {
      if (request.path.includes("/archive"))
        response.writeHead(404, { "content-type": "text/plain" }).end("404 File Not Found");
    });
    await using host = hostInFolder();
    const { id: accountId } = await host.addAccount(service.url);
    const failed = await reach(host, (await start(host, accountId)).id, "failed", "done");
    expect(failed.error).toContain("File not found");
    expect(readdirSync(join(host.folder, "downloads"))).toEqual([]);
    const response = await host.requestJson("/downloads", "POST", {
      accountId,
      path: "/admin/secrets",
      name: "x",
    });
    expect(problem.parse(await response.json()).code).toBe("not_found");
  });
});

describe("safeName", () => {
  it.each([
    ["../../etc/passwd", "passwd"],
    ["C:\\Windows\\x.txt", "x.txt"],
    ["..", "download"],
    ["", "download"],
    ["con.txt", "_con.txt"],
    ["NUL", "_NUL"],
    ["a<b>:c?.txt", "a_b__c_.txt"],
    ["trailing. . ", "trailing"],
    ["evil\u202etxt.exe", "eviltxt.exe"],
    [".gitignore", "_gitignore"],
    [".bashrc", "_bashrc"],
    ["..bashrc", "_bashrc"],
    ["../.ssh/.profile", "_profile"],
    [". .bashrc", "_bashrc"],
    [" .bashrc", "_bashrc"],
    ["\u200b.bashrc", "_bashrc"],
    ["\ufeff.\u202ebashrc", "_bashrc"],
    ["\u0007.bashrc", "_bashrc"],
    ["\ud800.bashrc", "_bashrc"],
    [".\u00a0..", "download"],
    ["a..", "a"],
    ["a.txt. \u00a0.", "a.txt"],
    ["aux", "_aux"],
    ["COM1 .txt", "_COM1 .txt"],
    ["lpt³.log", "_lpt³.log"],
    ["Desktop.ini", "_Desktop.ini"],
    ["autorun.inf", "_autorun.inf"],
    ["report.pdf.lnk", "report.pdf.lnk.download"],
    ["run.desktop", "run.desktop.download"],
    [".directory", "_directory"],
    ["a.{00021401-0000-0000-c000-000000000046}", "a.{00021401-0000-0000-c000-000000000046}.download"],
    ["share.library-ms", "share.library-ms.download"],
    ["console.txt", "console.txt"],
    ["v1.2.3.tar.gz", "v1.2.3.tar.gz"],
    ["👩‍💻 नमस्ते.txt", "👩‍💻 नमस्ते.txt"],
    ["line\nbreak", "linebreak"],
  ])("makes %j into %j", (given, expected) => {
    expect(safeName(given)).toBe(expected);
  });

  it("names no file that a shell or file manager reads by itself, whatever stands before its dots", () => {
    const before = [
      "",
      ".",
      " ",
      "\t",
      "\u200b",
      "\u202e",
      "\ufeff",
      "\u2066",
      "/",
      "\\",
      "..\\",
      "\u0000",
      "\u3000",
    ];
    for (const first of before) {
      for (const second of before) {
        for (const name of [".bashrc", ".profile", ".zshenv", ".ssh", ".git", ".npmrc", "..", "."]) {
          const safe = safeName(first + second + name);
          expect(safe, JSON.stringify(first + second + name)).toMatch(/^[^.\s/\\][^/\\]*$/);
          expect(safeName(safe)).toBe(safe);
        }
      }
    }
  });

  it("keeps the ending of a long name, and of a numbered one", () => {
    const long = safeName(`${"ü".repeat(300)}.tar.gz`);
    expect(Buffer.byteLength(long)).toBeLessThanOrEqual(200);
    expect(long.endsWith(".tar.gz")).toBe(true);
    expect(numberedName("a.tar.gz", 3)).toBe("a (3).tar.gz");
    expect(numberedName(".profile", 2)).toBe(".profile (2)");
  });
});

function watched(notify: boolean) {
  const bus = new EventBus();
  const notices: Notice[] = [];
  const plain = plainShell("/nowhere");
  const shell = {
    ...plain,
    can: { ...plain.can, notify },
    notify: async (notice: Notice) => void notices.push(notice),
  };
  announceDownloads(bus, shell, () => true);
  const emit = (id: string, state: Download["state"], error: string | null = null) =>
    bus.emit({
      type: "download",
      download: {
        id,
        accountId: "a",
        name: `${id}.zip`,
        path: null,
        state,
        received: 0,
        total: null,
        speed: 0,
        resumable: false,
        error,
      },
    });
  return { bus, notices, emit };
}

test("the end of a download is notified once, with its reason where it failed", () => {
  const { notices, emit } = watched(true);
  for (const state of ["queued", "running", "running", "done", "done"] as const) emit("one", state);
  emit("two", "running");
  emit("two", "failed", "The disk is full.");
  emit("three", "running");
  emit("three", "canceled");
  expect(notices).toEqual([
    { title: "Download finished", body: "one.zip", path: "", silent: true },
    { title: "Download failed", body: "two.zip: The disk is full.", path: "", silent: true },
  ]);
});

test("nothing is notified for a removed or earlier download, or where the shell cannot", () => {
  const { bus, notices, emit } = watched(true);
  emit("old", "done");
  emit("gone", "running");
  bus.emit({ type: "download-removed", id: "gone" });
  emit("gone", "done");
  expect(notices).toEqual([]);
  const silent = watched(false);
  silent.emit("one", "running");
  silent.emit("one", "done");
  expect(silent.notices).toEqual([]);
});

test("watching does not consume a deep link that waits for the page", () => {
  const { bus } = watched(true);
  bus.emit({ type: "navigate", path: "/accounts" });
  const seen: unknown[] = [];
  bus.subscribe((event) => seen.push(event));
  expect(seen).toEqual([{ type: "navigate", path: "/accounts" }]);
});
