import { expect, it } from "vitest";
import { z } from "zod";
import { gitTextIn } from "../../electron/service/git/testing/test-repository.ts";
import { serviceForTests } from "../../electron/service/routes/testing/service-for-tests.ts";
import { getCommit, listCommits } from "../../shared/api/resources/commits.ts";
import { getRawFile } from "../../shared/api/resources/files.ts";
import { compareRefs, listTree } from "../../shared/api/resources/repository.ts";
import { readInputs } from "./read-inputs.ts";

const service = serviceForTests();

/** Refs by the subject of their commit, which also is the text of its one file. */
const refs: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [
      ...["1.1", "release/2026", "HEAD", "-x", "refs/heads/1.1", "refs/heads/only", "heads/1.1", "tags/1.1"],
      ...["c0ffee1", "Release-Notes", "release-notes", "100%", "a%2Fb", "fix#12", "c++", "v1.lockfile"],
      ...["data.json", "a&b=c"],
    ].map((name) => [`branch ${name}`, `refs/heads/${name}`]),
  ),
  ...Object.fromEntries(
    ["1.1", "release/2026", "v0.9", "-x", "refs/tags/1.1"].map((name) => [
      `tag ${name}`,
      `refs/tags/${name}`,
    ]),
  ),
  "branch composed": "refs/heads/caf\u00e9",
  "branch decomposed": "refs/heads/cafe\u0301",
  "branch ship": "refs/heads/\u{1f6a2}/ship",
  detached: "refs/tags/detached",
  hidden: "refs/merge-requests/9/head",
};

/** Makes a project whose refs have every kind of name; returns its id and the commits by their subjects. */
async function makeRefs() {
  const project = await service.project();
  const subjects = ["main~1", "main", ...Object.keys(refs), "branch hash"];
  const made = await service.history(
    project,
    subjects.map((subject, index) => ({
      branch: index < 2 ? "main" : `making/${index}`,
      ...(index < 2 ? {} : { from: "refs/heads/main" }),
      message: `${subject}\n`,
      files: { "where.txt": subject },
    })),
  );
  const ids = new Map(subjects.map((subject, index) => [subject, made[index] ?? ""]));
  const idOf = (subject: string) => ids.get(subject) ?? "";
  const git = (input: string, ...args: string[]) =>
    gitTextIn(project.repositoryPath, args, { input }).then((text) => text.trim());
  const tagObject = (name: string, type: string, object: string, end = "") =>
    git(
      `object ${object}\ntype ${type}\ntag ${name}\ntagger Ada <ada@example.test> 1700000000 +0000\n\nNotes\n${end}`,
      "mktag",
    );
  const signature = "-----BEGIN PGP SIGNATURE-----\n\niQ==\n-----END PGP SIGNATURE-----\n";
  const inner = await tagObject("inner", "commit", idOf("tag v0.9"));
  const [tree, blob] = (
    await git("", "rev-parse", `${idOf("main")}^{tree}`, `${idOf("main")}:where.txt`)
  ).split("\n");
  const more: Readonly<Record<string, string>> = {
    [`refs/heads/${idOf("tag 1.1")}`]: idOf("branch hash"),
    "refs/tags/nested": await tagObject("nested", "tag", inner),
    "refs/tags/signed": await tagObject("signed", "commit", idOf("main"), signature),
    "refs/tags/tree-tag": tree ?? "",
    "refs/tags/blob-tag": blob ?? "",
  };
  const created = [
    ...Object.entries(refs).map(([subject, ref]) => `create ${ref} ${idOf(subject)}\n`),
    ...Object.entries(more).map(([ref, id]) => `create ${ref} ${id}\n`),
    ...subjects.flatMap((_, index) => (index < 2 ? [] : [`delete refs/heads/making/${index}\n`])),
  ];
  await git(created.join(""), "update-ref", "--stdin");
  return { id: project.id, ids };
}

const titled = z.object({ title: z.string() });
const titleOf = (body: unknown): string | null => titled.safeParse(body).data?.title ?? null;

it("finds what each name of a ref means, in every operation alike", async () => {
  const { id, ids } = await makeRefs();
  const found: Record<string, unknown> = {};
  const right: Record<string, unknown> = {};
  for (const { name, text, right: subject } of readInputs("./ref-names.txt", z.string().nullable())) {
    const rev = text.replace(/\{(tag [^}]+)\}/, (_, of: string) => ids.get(of) ?? "");
    const [one, list, file, tree, compared] = await Promise.all([
      service.operate(getCommit, { id, sha: rev }),
      service.operate(listCommits, { id, ref_name: rev, per_page: 1 }),
      service.operate(getRawFile, { id, file_path: "where.txt", ref: rev }),
      service.operate(listTree, { id, ref: rev }),
      service.operate(compareRefs, { id, from: ids.get("main~1") ?? "", to: rev, straight: true }),
    ]);
    found[name] = [
      titleOf(one.body),
      titleOf(Array.isArray(list.body) ? list.body[0] : null),
      file.status === 200 ? file.bytes.toString() : null,
      tree.status,
      compared.status,
    ];
    const status = subject === null ? 404 : 200;
    right[name] = [subject, subject, subject, name === "tag-of-a-tree.txt" ? 200 : status, status];
  }
  expect(found).toEqual(right);
}, 60_000);
