import { screen, waitFor, within } from "@testing-library/dom";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type GitRepository, makeRepository } from "../../../e2e/fixtures/git-repository.ts";
import { openFolder } from "../../testing/page/open-folder.ts";
import { appForTests } from "../../testing/page/opened-app.ts";

const app = appForTests();
const rlo = "\u202e";
const name = `invoice${rlo}gpj.exe`;
const mark = /right-to-left override/i;
/** Code that looks like a comment, as in "Trojan Source". */
const code = `const isAdmin = false;\n/*${rlo} } \u2066if (isAdmin)\u2069 \u2066 begin admins only */\nlet user\u200bName;\n`;

let repository: GitRepository;
let project: string;
beforeAll(() => {
  repository = makeRepository("misleading", `Eve${rlo}`);
  repository.commit("readme.md", "# Honest\n\nمرحبا 👩🏽\u200d💻 שלום\n", "Write plainly");
  const files = {
    "large.txt": `${"x".repeat(60_000)}\n${code}`,
    "table.csv": `name,file\nEve,${name}\n`,
    "notebook.ipynb": JSON.stringify({
      nbformat: 4,
      nbformat_minor: 5,
      metadata: {},
      cells: [{ cell_type: "code", source: [code], metadata: {}, execution_count: 1, outputs: [] }],
    }),
    "prose.md": `# Notes\n\n\`\`\`ts\n${code}\`\`\`\n`,
  };
  for (const [path, content] of Object.entries(files)) repository.write(path, content);
  repository.git("add", "--all");
  repository.git("commit", "--quiet", "-m", "Add texts");
  repository.git("branch", "mаin");
  repository.git("branch", `release${rlo}`);
});
afterAll(() => repository.remove());

const findMark = async (of: RegExp | string) => {
  const [first] = await within(screen.getByRole("main")).findAllByRole("img", { name: of });
  return first;
};

it("shows what is hidden in large texts, tables, notebooks, documents and search results", async () => {
  project = await openFolder(app, repository.folder);
  for (const path of ["table.csv", "notebook.ipynb", "prose.md", "large.txt"]) {
    await app.open(`${project}/files?path=${path}`);
    expect(await findMark(mark), path).toBeVisible();
  }
  expect(await screen.findByRole("note", { name: "Hidden characters" })).toHaveTextContent("2 lines");
  await app.open(`${project}/search?q=${encodeURIComponent("isAdmin")}`);
  expect(await findMark(mark)).toBeVisible();
});

it("marks branches whose names pass for others, and no honest text", async () => {
  project ??= await openFolder(app, repository.folder);
  await app.open(`${project}/branches`);
  expect(await findMark("а (Cyrillic)")).toBeVisible();
  expect(await findMark(mark)).toBeVisible();
  await app.open(`${project}/files?path=readme.md`);
  await waitFor(() => expect(screen.getByRole("main")).toHaveTextContent("مرحبا 👩🏽‍💻 שלום"));
  expect(document.querySelector("article .hidden-character")).toBeNull();
});
