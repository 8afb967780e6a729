import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import {
  cpSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { gitFiles, gitFolders, worktreeFiles } from "../../../git/plain-names.ts";

const everyKind = [
  "link to file",
  "link to folder",
  "dangling link",
  "pipe",
  "socket",
  "pointer",
  "device",
] as const;
export type TrapKind = (typeof everyKind)[number];

/** Things that are put in the place of a name; the administrator alone makes devices. */
export const trapKinds: readonly TrapKind[] = everyKind.filter(
  (kind) => kind !== "device" || process.getuid?.() === 0,
);

/** Object folders and files, with one loose object of each test repository in place of `LOOSE`. */
const objectNames = [
  ...["objects", "objects/info", "objects/pack", "objects/LOOSE", "objects/00"],
  ...["alternates", "http-alternates", "packs", "commit-graph", "commit-graphs"].map(
    (name) => `objects/info/${name}`,
  ),
  "objects/info/commit-graphs/commit-graph-chain",
  ...["multi-pack-index", "pack-0123.pack", "pack-0123.idx", "pack-0123.keep"].map(
    (name) => `objects/pack/${name}`,
  ),
];
/** Refs that the operations move, their folders, locks and logs. */
const refNames = [
  ...["heads/main", "heads/made", "heads/topic", "heads/topic/new", "heads/old", "tags/v1", "helve/keep"],
  "heads/planted",
].flatMap((name) => [`refs/${name}`, `refs/${name}.lock`, `logs/refs/${name}`]);
/** Names that git writes while something is unfinished, and others of its own. */
const otherNames = [
  ...[
    "index.lock",
    "index.helve",
    "packed-refs.lock",
    "packed-refs.new",
    "HEAD.lock",
    "config.lock",
    "shallow.lock",
  ],
  ...[
    "MERGE_HEAD",
    "CHERRY_PICK_HEAD",
    "REVERT_HEAD",
    "ORIG_HEAD",
    "FETCH_HEAD",
    "BISECT_LOG",
    "BISECT_START",
  ],
  ...[
    "rebase-merge",
    "rebase-merge/head-name",
    "rebase-merge/update-refs",
    "rebase-apply",
    "rebase-apply/head-name",
  ],
  ...["rebase-apply/applying", "sequencer", "sequencer/todo", "sharedindex.0123", "logs/HEAD"],
  ...["hooks", "lfs", "lfs/objects", "modules", "info/exclude", "info/grafts", "info/sparse-checkout"],
  ...["HEAD", "index", "gitdir", "commondir", "index.lock", "index.helve"].map(
    (name) => `worktrees/side/${name}`,
  ),
  "worktrees/side",
];

/** Every name below an opened folder that git or Helve reads or writes. */
export const trapNames: readonly string[] = [
  ".git",
  ...[...gitFolders, ...gitFiles, ...worktreeFiles, ...objectNames, ...refNames, ...otherNames].map(
    (name) => `.git/${name}`,
  ),
  ...[".gitattributes", ".gitignore", ".gitmodules", "src.txt", "sub", "sub/inner.txt", "new.txt", "up"],
].filter((name, index, all) => all.indexOf(name) === index);

/** Folders of the user that no repository may write to, with one trap in an opened repository. */
export class ForeignTrap {
  readonly #repository: string;
  readonly #name: string;
  readonly #kind: TrapKind;
  /** Folder that belongs to the user: nothing below it may change. */
  readonly outside: string;
  readonly #before: string;
  readonly #servers: Server[] = [];

  constructor(repository: string, outside: string, name: string, kind: TrapKind, loose: string) {
    this.#repository = repository;
    this.#name = name.replace("LOOSE", loose);
    this.#kind = kind;
    this.outside = outside;
    mkdirSync(join(outside, "folder"), { recursive: true });
    writeFileSync(join(outside, "profile"), "# a shell profile of the user\n");
    // What would work as well elsewhere, so that a link to it is followed to the end.
    const path = this.#path;
    const there = kindAt(path);
    if (there === "file") cpSync(path, join(outside, "profile"));
    if (there === "folder") cpSync(path, join(outside, "folder"), { recursive: true });
    writeFileSync(join(outside, "folder", "kept"), "the user's\n");
    this.#before = contentOf(outside);
  }

  get #path(): string {
    return join(this.#repository, this.#name);
  }

  /** Puts the trap in its place, where it is not there any more. */
  async arm(): Promise<void> {
    const path = this.#path;
    const there = kindAt(path);
    const isArmed =
      (this.#kind.includes("link") && there === "link") ||
      (["pipe", "socket", "device"].includes(this.#kind) && there === "other") ||
      (this.#kind === "pointer" && there === "file" && readFileSync(path, "utf8") === this.#pointer());
    if (isArmed) return;
    mkdirSync(dirname(path), { recursive: true });
    rmSync(path, { recursive: true, force: true });
    if (this.#kind === "link to file") symlinkSync(join(this.outside, "profile"), path);
    else if (this.#kind === "link to folder") symlinkSync(join(this.outside, "folder"), path);
    else if (this.#kind === "dangling link") symlinkSync(join(this.outside, "made-by-helve"), path);
    else if (this.#kind === "pipe") execFileSync("mkfifo", [path]);
    else if (this.#kind === "socket") await this.#listen(path);
    // The zeros of /dev/zero, which never end.
    else if (this.#kind === "device") execFileSync("mknod", [path, "c", "1", "5"]);
    else writeFileSync(path, this.#pointer());
  }

  /** Returns a text that leads out wherever git or Helve follow what is in the file. */
  #pointer(): string {
    const { outside } = this;
    const name = this.#name;
    if (name === ".git") return `gitdir: ${outside}/folder\n`;
    if (name.endsWith("/config") || name.endsWith("config.worktree"))
      return `[core]\n\tbare = false\n\tworktree = ${outside}/folder\n[include]\n\tpath = ${outside}/profile\n[extensions]\n\tworktreeConfig = true\n`;
    if (/HEAD$|refs\//.test(name) && !name.endsWith("packed-refs"))
      return `ref: refs/heads/../../../../${outside}/profile\n`;
    if (name.endsWith("/alternates")) return `${outside}/folder\n`;
    if (name.endsWith("/gitdir")) return `${outside}/folder/.git\n`;
    return `${outside}/folder\n`;
  }

  /** Returns whether everything of the user's is as it was. */
  isUntouched(): boolean {
    return contentOf(this.outside) === this.#before;
  }

  async close(): Promise<void> {
    for (const server of this.#servers) server.close();
  }

  async #listen(path: string): Promise<void> {
    // Names of sockets are short: it is made elsewhere.
    const made = join(tmpdir(), `s${randomUUID().slice(0, 8)}`);
    const server = createServer();
    this.#servers.push(server);
    await new Promise<void>((resolve) => server.listen(made, resolve));
    server.unref();
    renameSync(made, path);
  }
}

function kindAt(path: string): "file" | "folder" | "link" | "other" | null {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found) return null;
  return found.isFile() ? "file" : found.isDirectory() ? "folder" : found.isSymbolicLink() ? "link" : "other";
}

/** Returns a text of all names and contents below a folder. */
function contentOf(folder: string): string {
  const parts: string[] = [];
  const visit = (path: string) => {
    for (const name of readdirSync(path).sort()) {
      const inner = join(path, name);
      const kind = kindAt(inner);
      const content =
        kind === "file" ? readFileSync(inner, "base64") : kind === "link" ? readlinkSync(inner) : kind;
      parts.push(`${inner} ${lstatSync(inner).mode} ${content}`);
      if (kind === "folder") visit(inner);
    }
  };
  visit(folder);
  return parts.join("\n");
}
