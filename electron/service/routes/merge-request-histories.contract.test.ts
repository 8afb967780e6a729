import { execFile } from "node:child_process";
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createMergeRequest } from "../../../shared/api/resources/merge-request-changes.ts";
import {
  getMergeRequestVersion,
  listMergeRequestVersions,
} from "../../../shared/api/resources/merge-requests.ts";
import { rounds } from "../../../shared/testing/rounds.ts";
import { followBranches } from "../domain/merge-request-versions/follow-branches.ts";
import { serviceForTests } from "./testing/service-for-tests.ts";

const service = serviceForTests();
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "helve-histories-"));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
});

const run = promisify(execFile);
const files = ["one.txt", "two.txt", "three.txt"] as const;
const rows = 24;

/** A clone of a project without refs of merge requests. */
function workingCopy(path: string) {
  const git = async (...args: string[]): Promise<string> => {
    const { stdout } = await run("git", ["-c", "user.name=Ada", "-c", "user.email=ada@x.test", ...args], {
      cwd: path,
    });
    return stdout.trimEnd();
  };
  let count = 0;
  const edit = (file: number, row: number) => {
    const name = join(path, files[file % files.length] ?? "");
    const lines = readFileSync(name, "utf8").split("\n");
    lines[row] = `changed ${++count}`;
    writeFileSync(name, lines.join("\n"));
  };
  /** A command that may meet a conflict, which is then given up. */
  const attempt = (command: "rebase" | "merge", ...args: string[]) =>
    git(command, ...args).catch(() => git(command, "--abort"));
  return { path, git, edit, attempt };
}
type WorkingCopy = ReturnType<typeof workingCopy>;

/** Changes to branches, each made by git itself. */
const steps = {
  "commit on the topic": async ({ git, edit }: WorkingCopy, at: number) => {
    edit(at, at % rows);
    await git("commit", "-qam", `Topic ${at}`);
  },
  "add a file": async ({ git, path }: WorkingCopy, at: number) => {
    appendFileSync(join(path, `added-${at}.txt`), "new\n");
    await git("add", "-A");
    await git("commit", "-qm", `Add ${at}`, "--allow-empty");
  },
  "rename a file": async ({ git, path }: WorkingCopy, at: number) => {
    writeFileSync(join(path, `moved-${at}.txt`), `${"words\n".repeat(9)}${at}\n`);
    await git("add", "-A");
    await git("commit", "-qm", `Before ${at}`, "--allow-empty");
    await git("mv", "-f", `moved-${at}.txt`, `moved-to-${at}.txt`);
    await git("commit", "-qm", `Move ${at}`, "--allow-empty");
  },
  "the target moves": async ({ git, edit }: WorkingCopy, at: number) => {
    await git("checkout", "-q", "main");
    edit(at, (at + 7) % rows);
    await git("commit", "-qam", `Target ${at}`);
    await git("checkout", "-q", "topic");
  },
  rebase: ({ attempt }: WorkingCopy) => attempt("rebase", "main"),
  "merge the target": ({ attempt }: WorkingCopy) => attempt("merge", "--no-edit", "main"),
  amend: async ({ git, edit }: WorkingCopy, at: number) => {
    edit(at, at % rows);
    await git("commit", "-qa", "--amend", "--no-edit");
  },
  "take the last commit back": async ({ git }: WorkingCopy) => {
    const own = await git("rev-list", "--first-parent", "main..topic");
    if (own.split("\n").length > 2) await git("reset", "-q", "--hard", "HEAD~1");
  },
} as const;
type Step = keyof typeof steps;

interface Version {
  readonly id: number;
  readonly head_commit_sha: string;
  readonly base_commit_sha: string;
  readonly start_commit_sha: string;
}
interface Detail {
  readonly commits: readonly { readonly id: string }[];
  readonly diffs: readonly { readonly old_path: string; readonly new_path: string; readonly diff: string }[];
}

it("reports for every version what git does, whatever people do to their branches", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom(...(Object.keys(steps) as Step[])), fc.nat(99)), {
        minLength: 3,
        maxLength: 9,
      }),
      async (script) => {
        const project = await service.project();
        const start = `${Array.from({ length: rows }, (_, i) => `line ${i}`).join("\n")}\n`;
        await service.commit(project, { files: Object.fromEntries(files.map((name) => [name, start])) });
        const path = mkdtempSync(join(folder, "copy-"));
        await run("git", ["clone", "-q", project.repositoryPath, path]);
        const copy = workingCopy(path);
        await copy.git("checkout", "-qb", "topic");
        await steps["commit on the topic"](copy, 0);
        await copy.git("push", "-q", "origin", "topic");
        const of = { id: project.id, merge_request_iid: 1 };
        const made = await service.operate(createMergeRequest, {
          id: project.id,
          source_branch: "topic",
          target_branch: "main",
          title: "Topic",
        });
        expect(made.status).toBe(201);
        const heads = [await copy.git("rev-parse", "topic")];
        for (const [name, at] of script) {
          await steps[name](copy, at);
          await copy.git("push", "-q", "--force", "origin", "main", "topic");
          await followBranches(service.store, project, null, ["main", "topic"]);
          const head = await copy.git("rev-parse", "topic");
          if (head !== heads.at(-1)) heads.push(head);
          const versions = (await service.operate(listMergeRequestVersions, of)).body as Version[];
          expect(versions.map(({ head_commit_sha }) => head_commit_sha)).toEqual(heads.toReversed());
          const [latest] = versions;
          if (!latest || latest.head_commit_sha !== head) throw new Error("no version of the head");
          await compareWithGit(copy, latest, async (version_id) => {
            const { body } = await service.operate(getMergeRequestVersion, { ...of, version_id });
            return body as Detail;
          });
        }
      },
    ),
    { numRuns: rounds(12, 2) },
  );
}, 240_000);

async function compareWithGit(
  { git }: WorkingCopy,
  version: Version,
  detailOf: (id: number) => Promise<Detail>,
): Promise<void> {
  const { base_commit_sha: base, head_commit_sha: head, start_commit_sha: start } = version;
  expect(base).toBe(await git("merge-base", start, head));
  const { commits, diffs } = await detailOf(version.id);
  expect(commits.map(({ id }) => id).toSorted()).toEqual(
    (await git("rev-list", `${start}..${head}`)).split("\n").filter(Boolean).toSorted(),
  );
  const names = (await git("diff", "--name-status", "-M", "-z", base, head)).split("\0").filter(Boolean);
  const changed: string[] = [];
  for (let i = 0; i < names.length; i++) {
    const renamed = names[i]?.startsWith("R");
    const [from, to] = [names[++i], renamed ? names[++i] : names[i]];
    changed.push(`${from} ${to}`);
  }
  expect(diffs.map(({ old_path, new_path }) => `${old_path} ${new_path}`).toSorted()).toEqual(
    changed.toSorted(),
  );
  for (const { old_path, new_path, diff } of diffs) {
    const text = await git("diff", "-M", base, head, "--", old_path, new_path);
    const hunks = text.indexOf("\n@@");
    expect(diff.trimEnd()).toBe(hunks < 0 ? "" : text.slice(hunks + 1));
  }
}
