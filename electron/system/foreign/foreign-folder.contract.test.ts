import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { ForeignFolder } from "./foreign-folder.ts";

const root = realpathSync(mkdtempSync(join(tmpdir(), "helve-foreign-")));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const outside = join(root, "outside");
mkdirSync(join(outside, "folder"), { recursive: true });
writeFileSync(join(outside, "file"), "the user's");
const opened = join(root, "opened");
mkdirSync(join(opened, "plain", "inner"), { recursive: true });
writeFileSync(join(opened, "plain", "file"), "content");
symlinkSync(outside, join(opened, "link"));
symlinkSync(join(outside, "file"), join(opened, "plain", "link"));
symlinkSync(join(outside, "nothing"), join(opened, "plain", "dangling"));
execFileSync("mkfifo", [join(opened, "plain", "pipe")]);
const own = join(root, "own");
writeFileSync(own, "next");

const folder = new ForeignFolder(opened, (path, problem) => new Error(`${problem} ${path}`));

/** Every call that has a path, as something that must not get through a link. */
const calls: Readonly<Record<string, (path: string) => Promise<unknown>>> = {
  stat: (path) => folder.stat(path),
  kind: (path) => folder.kind(path),
  kinds: (path) => folder.kinds(path, ["file"]),
  exists: (path) => folder.exists(path),
  read: (path) => folder.read(path),
  readText: (path) => folder.readText(path),
  readLink: (path) => folder.readLink(path),
  open: (path) => folder.open(path),
  list: (path) => folder.list(path),
  copyTo: (path) => folder.copyTo(path, join(root, "copied")),
  create: (path) => folder.create(path, "x"),
  replace: (path) => folder.replace(path, own, 0o600),
  removeUnfinished: (path) => folder.removeUnfinished(path),
  remove: (path) => folder.remove(path),
  removeFolder: (path) => folder.removeFolder(path),
  makeFolder: (path) => folder.makeFolder(path, 0o700),
  requireFile: (path) => folder.requireFile(path),
  requireFolder: (path) => folder.requireFolder(path),
};
const state = () =>
  readdirSync(outside, { recursive: true }).sort().join() + readFileSync(join(outside, "file"), "utf8");

it("has no call that follows a link above a name, or leaves the folder", async () => {
  const names = Object.getOwnPropertyNames(ForeignFolder.prototype).filter((name) => name !== "constructor");
  expect(Object.keys(calls).sort()).toEqual(names.sort());
  const before = state();
  for (const [name, call] of Object.entries(calls)) {
    for (const path of ["link/file", "link/folder/new", "link/new/newer"])
      await expect(call(path), `${name} ${path}`).rejects.toThrow(`link ${join(opened, "link")}`);
    for (const path of ["../outside/file", "plain/../../outside/file", "a\0b/c"])
      await expect(call(path), `${name} ${path}`).rejects.toThrow("not_below");
    // A pipe in the place of a folder.
    await expect(call("plain/pipe/x/y"), name).rejects.toThrow("not_plain");
  }
  expect(state()).toBe(before);
});

it("opens plain files alone, and waits for no pipe", async () => {
  const socket = join(opened, "plain", "socket");
  const server = createServer().listen(socket);
  await new Promise((resolve) => server.once("listening", resolve));
  for (const name of ["link", "dangling"])
    for (const call of [calls.read, calls.open])
      await expect(call?.(`plain/${name}`)).rejects.toThrow("link");
  for (const name of ["pipe", "inner", "socket"])
    for (const call of [calls.read, calls.open])
      await expect(call?.(`plain/${name}`)).rejects.toThrow("not_plain");
  await expect(folder.read("plain/file", 3)).rejects.toThrow("too_large");
  expect(await folder.readText("plain/file")).toBe("content");
  expect(await folder.read("plain/nothing")).toBeNull();
  expect(await folder.read("plain/file/below")).toBeNull();
  expect((await folder.list("plain")).map(({ name, kind }) => `${name} ${kind}`).sort()).toEqual([
    "dangling link",
    "file file",
    "inner folder",
    "link link",
    "pipe other",
    "socket other",
  ]);
  server.close();
});

it("replaces a link by a file, and leaves what it leads to", async () => {
  const before = state();
  for (const name of ["link", "dangling"]) {
    expect(await folder.create(`plain/${name}`, "x")).toBe(false);
    await folder.replace(`plain/${name}`, own, 0o640);
    expect(readFileSync(join(opened, "plain", name), "utf8")).toBe("next");
    expect(statSync(join(opened, "plain", name)).mode & 0o777).toBe(0o640);
  }
  await expect(folder.replace("plain/inner", own, 0o600)).rejects.toThrow();
  await expect(folder.replace("nothing/new", own, 0o600)).rejects.toThrow("no_folder");
  expect(readdirSync(join(opened, "plain")).filter((name) => name.includes("helve"))).toEqual([]);
  expect(state()).toBe(before);
});

it("removes what a kill left of a replacement, and nothing else", async () => {
  for (const name of ["file.helve-1", "file.helve"]) writeFileSync(join(opened, "plain", name), "");
  symlinkSync(outside, join(opened, "plain", "file.helve-2"));
  await folder.removeUnfinished("plain/file");
  expect(existsSync(join(opened, "plain", "file.helve-1"))).toBe(false);
  expect(existsSync(join(opened, "plain", "file.helve"))).toBe(true);
  expect(existsSync(join(opened, "plain", "file.helve-2"))).toBe(true);
});

it("is reached by no link itself", async () => {
  const linked = new ForeignFolder(join(opened, "link"), (path, problem) => new Error(`${problem} ${path}`));
  await expect(linked.read("file")).rejects.toThrow("link");
});
