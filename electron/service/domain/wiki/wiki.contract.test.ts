import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  createWikiPage,
  deleteWikiPage,
  getWikiPage,
  listWikiPages,
  updateWikiPage,
  uploadWikiAttachment,
} from "../../../../shared/api/resources/wikis.ts";
import { rounds } from "../../../../shared/testing/rounds.ts";
import { gitIn, gitTextIn } from "../../git/testing/test-repository.ts";
import { serviceForTests } from "../../routes/testing/service-for-tests.ts";
import type { TestCaller } from "../../routes/testing/test-service.ts";
import type { Project } from "../../store/projects/projects.ts";
import { findUserByName } from "../../store/users/users.ts";
import { findWiki, wikiFolder } from "./wiki-repository.ts";
import { attachFile } from "./write-pages.ts";

const service = serviceForTests();
let project: Project;
let folder: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "helve-wiki-"));
  project = await service.project({ visibility: "private" });
});
afterEach(async () => {
  rmSync(folder, { recursive: true, force: true });
  await checkWiki();
});

/** Throws where an object of the wiki is broken. */
async function checkWiki(): Promise<void> {
  const wiki = findWiki(service.store, project);
  wiki?.objects.close();
  if (wiki) await gitIn(wiki.folder, ["fsck", "--full", "--strict", "--no-dangling"]);
}

const execute = promisify(execFile);
/** Runs the git of the machine, as somebody with a clone does. */
const cli = async (...args: string[]) => {
  const identity = ["-c", "user.name=Clone", "-c", "user.email=clone@example.test"];
  const env = { ...process.env, GIT_TERMINAL_PROMPT: "0", GIT_CONFIG_NOSYSTEM: "1", LC_ALL: "C" };
  return (await execute("git", [...identity, ...args], { cwd: folder, env })).stdout;
};
const urlAs = (as: TestCaller, path = `${project.fullPath}.wiki.git`) =>
  `${service.url.replace("://", `://any:${service.tokens.get(as)}@`)}/${path}`;

type Page = { slug: string; title: string; format: string; content: string };
const listed = async (): Promise<Page[]> =>
  (await service.operate(listWikiPages, { id: project.id, with_content: true })).body as Page[];
const create = (title: string, content: string, as: TestCaller = "developer") =>
  service.operate(createWikiPage, { id: project.id, title, content }, { as });

async function commitFile(path: string, content: string): Promise<void> {
  await mkdir(dirname(join(folder, "copy", path)), { recursive: true });
  await writeFile(join(folder, "copy", path), content);
  await cli("-C", "copy", "add", "--all");
  await cli("-C", "copy", "commit", "--quiet", "--message", `Write ${path}`);
}

describe("a clone", () => {
  it("of a wiki that is empty pushes its first branch, whose pages show at once", async () => {
    await cli("clone", "--quiet", urlAs("developer"), "copy");
    await cli("-C", "copy", "checkout", "--quiet", "-b", "master");
    await commitFile("docs/first page.md", "# First");
    await cli("-C", "copy", "push", "--quiet", "origin", "master");
    expect(await listed()).toMatchObject([
      { slug: "docs/first page", title: "first page", content: "# First" },
    ]);
    await create("home", "text");
    await cli("-C", "copy", "pull", "--quiet", "origin", "master");
    expect(await readFile(join(folder, "copy", "home.md"), "utf8")).toBe("text");
  });

  it("is for those who may read the project, and a push for developers", async () => {
    await create("home", "text");
    const attempts = async (as: TestCaller) => {
      const read = await cli("ls-remote", urlAs(as)).then(String, (error: Error) => error.message);
      const push = await cli("-C", "copy", "push", "--dry-run", urlAs(as), "main:topic").then(
        () => "pushed",
        (error: Error) => error.message,
      );
      return [/refs\/heads\/main/.test(read), push === "pushed"];
    };
    await cli("clone", "--quiet", urlAs("guest"), "copy");
    expect(await attempts("nobody")).toEqual([false, false]);
    expect(await attempts("stranger")).toEqual([false, false]);
    expect(await attempts("guest")).toEqual([true, false]);
    expect(await attempts("reporter")).toEqual([true, false]);
    expect(await attempts("developer")).toEqual([true, true]);
    expect(await attempts("maintainer")).toEqual([true, true]);
    await expect(cli("ls-remote", urlAs("developer", "team/none.wiki.git"))).rejects.toThrow("not found");
  });

  it("takes commits away only for maintainers", async () => {
    await create("home", "one");
    await create("other", "two");
    await cli("clone", "--quiet", urlAs("developer"), "copy");
    const back = ["-C", "copy", "push", "--quiet"];
    await expect(cli(...back, urlAs("developer"), "+main~1:main")).rejects.toThrow("non-fast-forward");
    await expect(cli(...back, urlAs("maintainer"), "main:refs/helve/x")).rejects.toThrow(
      "Only branches, tags and notes can be pushed",
    );
    await cli(...back, urlAs("maintainer"), "+main~1:main");
    expect((await listed()).map(({ slug }) => slug)).toEqual(["home"]);
  });
});

it("refuses attachments above 100 MB", async () => {
  await create("home", "text");
  const user = findUserByName(service.store, "developer");
  if (!user) throw new Error("no developer");
  const file = new File([new Uint8Array(101 * 1024 * 1024)], "big.bin");
  await expect(attachFile({ store: service.store, project, user }, file, undefined)).rejects.toMatchObject({
    kind: "tooLarge",
  });
});

const names = fc.constantFrom(
  "home",
  "a b",
  "A-B",
  "docs/a b",
  "docs",
  "docs/x/y",
  "ünï ☃",
  "-x",
  "a.md",
  "#%?",
);
const action = fc.oneof(
  fc.record({ kind: fc.constant("create" as const), title: names }),
  fc.record({ kind: fc.constant("edit" as const), at: fc.nat(9) }),
  fc.record({ kind: fc.constant("rename" as const), at: fc.nat(9), title: names }),
  fc.record({ kind: fc.constant("delete" as const), at: fc.nat(9) }),
);

/** The slug that a title gets, and what makes two of them the same page. */
const slugOf = (title: string) => title.replaceAll(" ", "-");
const sameAs = (a: string) => (b: string) => slugOf(a).toLowerCase() === slugOf(b).toLowerCase();
const inOrder = (a: string, b: string) =>
  Number(b === "home") - Number(a === "home") || (a < b ? -1 : Number(a > b));

it("lists the same pages as a model, after any writes, moves and deletions", async () => {
  let count = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 4, maxLength: 10 }), async (actions) => {
      project = await service.project();
      const model = new Map<string, string>();
      for (const step of actions) {
        const content = `text ${++count}\n`;
        const slugs = [...model.keys()];
        if (step.kind === "create") {
          const taken = slugs.some(sameAs(step.title));
          expect((await create(step.title, content)).status).toBe(taken ? 400 : 201);
          if (!taken) model.set(slugOf(step.title), content);
          continue;
        }
        const slug = slugs[step.at % Math.max(1, slugs.length)] ?? "nothing";
        const there = model.has(slug);
        const one = { id: project.id, slug };
        if (step.kind === "edit") {
          expect((await service.operate(updateWikiPage, { ...one, content })).status).toBe(there ? 200 : 404);
          if (there) model.set(slug, content);
        } else if (step.kind === "delete") {
          const { status } = await service.operate(deleteWikiPage, one, { as: "maintainer" });
          expect(status).toBe(there ? 204 : 404);
          model.delete(slug);
        } else {
          const { status } = await service.operate(updateWikiPage, { ...one, title: `/${step.title}` });
          const taken = slugs.some((other) => other !== slug && sameAs(step.title)(other));
          expect([step, status]).toEqual([step, there ? (taken ? 400 : 200) : 404]);
          if (!there || taken) continue;
          const content = model.get(slug) ?? "";
          model.delete(slug);
          model.set(slugOf(step.title), content);
        }
        const [first] = [...model.keys()];
        if (first) {
          const read = await service.operate(getWikiPage, { id: project.id, slug: first });
          expect(read.body).toMatchObject({ slug: first, content: model.get(first) });
        }
      }
      const expected = [...model].toSorted(([a], [b]) => inOrder(a, b));
      expect((await listed()).map(({ slug, content }) => [slug, content])).toEqual(expected);
      await checkWiki();
    }),
    { numRuns: rounds(5, 2) },
  );
});

it("loses no text where two clients and a clone write at once", async () => {
  await create("home", "start\n");
  await create("shared", "start\n");
  await cli("clone", "--quiet", urlAs("developer"), "copy");
  await cli("-C", "copy", "remote", "set-url", "origin", urlAs("developer"));
  const accepted: string[] = [];
  const rounds = [0, 1, 2, 3];
  const client = async (as: TestCaller) => {
    for (const round of rounds) {
      const text = `${as} ${round}\n`;
      const made = await create(`by ${as}/${round}`, `page of ${text}`, as);
      expect(made.status).toBe(201);
      accepted.push(`page of ${text}`);
      const edit = { id: project.id, slug: "shared", content: `shared by ${text}` };
      expect((await service.operate(updateWikiPage, edit, { as })).status).toBe(200);
      accepted.push(edit.content);
      const file = new File([`file of ${text}`], "note.txt");
      expect((await service.operate(uploadWikiAttachment, { id: project.id, file }, { as })).status).toBe(
        201,
      );
      accepted.push(`file of ${text}`);
    }
  };
  const clone = async () => {
    for (const round of rounds) {
      await commitFile(`by clone/${round}.md`, `page of clone ${round}\n`);
      for (let isPushed = false; !isPushed; ) {
        await cli("-C", "copy", "pull", "--quiet", "--rebase", "origin", "main");
        isPushed = await cli("-C", "copy", "push", "--quiet", "origin", "HEAD:main").then(
          () => true,
          (error: Error) => {
            // The other clients came first, or are writing at this moment.
            expect(error.message).toMatch(
              /fetch first|non-fast-forward|failed to update ref|cannot lock ref/,
            );
            return false;
          },
        );
      }
      accepted.push(`page of clone ${round}\n`);
    }
  };
  await Promise.all([client("developer"), client("maintainer"), clone()]);

  const wiki = wikiFolder(project);
  const objects = await gitTextIn(wiki, ["rev-list", "--objects", "--no-object-names", "HEAD"]);
  const contents = await gitTextIn(wiki, ["cat-file", "--batch"], { input: objects });
  expect(accepted.filter((text) => !contents.includes(text))).toEqual([]);
  const pages = await listed();
  expect(pages.map(({ slug }) => slug).toSorted()).toEqual(
    ["developer", "maintainer", "clone"]
      .flatMap((who) => rounds.map((round) => `${who === "clone" ? "by clone" : `by-${who}`}/${round}`))
      .concat("home", "shared")
      .toSorted(),
  );
  const files = (await gitTextIn(wiki, ["ls-tree", "-r", "--name-only", "HEAD"])).trim().split("\n");
  expect(pages.map(({ slug }) => `${slug}.md`).toSorted()).toEqual(
    files.filter((path) => path.endsWith(".md")).toSorted(),
  );
  expect(files.filter((path) => path.startsWith("uploads/"))).toHaveLength(8);
});
