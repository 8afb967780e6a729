import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { hrefs } from "../../../renderer/features/addresses/hrefs.ts";
import { commitAsAnotherClient } from "../../../renderer/testing/page/commit-as-another-client.ts";
import { sampleCallsOf } from "../../fixtures/call-project.ts";
import { arrive } from "../../fixtures/go-to.ts";
import { makePdf, makeWav } from "../../fixtures/small-files.ts";
import type { SweptView } from "../../fixtures/swept-view.ts";
import { handbook, lantern, local, partsOf, toolbox } from "../sample-addresses.ts";
import { click, goToHref, pressKeys, type Step, shows, steps } from "./steps.ts";

const inLantern = partsOf(lantern);
const inToolbox = partsOf(toolbox);
const inHandbook = partsOf(handbook);
const font = createRequire(import.meta.url).resolve("katex/dist/fonts/KaTeX_Main-Regular.woff2");
const crew = { ref: "main", path: "src/features/crew.ts" };

/** Commits a file of the sample's manual and opens it in a page that knows no earlier commit. */
const openNew =
  (path: string, content: string | Buffer): Step =>
  async (page) => {
    await commitAsAnotherClient(sampleCallsOf(page), handbook, { [path]: content });
    await page.goto(inHandbook("files", { ref: "main", path }));
    await arrive(page);
  };

const typeInReadme: Step = async (page) => {
  await page.getByRole("textbox", { name: "Content of README.md" }).focus();
  await page.keyboard.type("**typed** ");
  await page.getByText("Draft saved").waitFor();
};
const discardAll: Step = async (page) => {
  await goToHref(inHandbook("changes", { ref: "main" }))(page);
  await page.getByRole("button", { name: "Discard all" }).click();
  await page.getByText("No pending changes").waitFor();
};

/** Files, their viewers and the editor as their users leave them. */
export const fileStates: readonly SweptView[] = [
  {
    name: "files-filtered",
    href: inLantern("files"),
    open: steps(
      (page) => page.getByRole("searchbox", { name: "Filter files" }).fill("compts"),
      (page) => page.getByRole("option", { name: /compare\.ts/ }).click(),
    ),
    close: (page) => page.getByRole("searchbox", { name: "Filter files" }).fill(""),
  },
  {
    name: "submodule-update",
    href: inToolbox("files", { ref: "main", path: "vendor/handbook" }),
    open: steps(click("button", "Update submodule…"), async (page) => {
      const commit = page.getByRole("textbox", { name: "Commit", exact: true });
      await commit.fill("123");
      await page.getByText("Not a whole hash").waitFor();
      await commit.fill("a".repeat(40));
    }),
  },
  {
    name: "image-compared",
    href: partsOf("atlas/tides")("files", { path: "figures/level.png" }),
    open: steps(
      (page) => page.getByRole("button", { name: "Compare", exact: true }).click(),
      (page) => page.getByRole("listbox", { name: "Previous versions" }).getByRole("option").first().click(),
      (page) => page.getByRole("region", { name: "Compared" }).getByRole("radio", { name: "Swipe" }).click(),
    ),
  },
  {
    name: "blame-line",
    href: `${inLantern("files", { path: crew.path, blame: "1" })}#L3`,
    open: shows(/^Line 3, /),
  },
  {
    name: "symbols",
    href: inLantern("files", crew),
    open: steps(
      (page) => page.getByRole("button", { name: "Symbols" }).waitFor(),
      pressKeys("ControlOrMeta+Shift+o"),
      (page) => page.getByRole("dialog", { name: "Go to symbol" }).getByRole("option").first().waitFor(),
    ),
  },
  {
    name: "file-line-comment",
    href: `${inLantern("files", crew)}#L3`,
    open: steps(
      (page) => page.getByRole("button", { name: "Symbols" }).waitFor(),
      pressKeys("c"),
      (page) => page.getByRole("dialog", { name: "Comment on line 3" }).waitFor(),
    ),
  },
  { name: "file-lines", href: `${inLantern("files", { ref: "main", path: "src/main.tsx" })}#L2-3` },
  { name: "ref-missing", href: inLantern("files", { ref: "nothing-of-the-kind" }) },
  {
    name: "file-too-large",
    href: hrefs.home,
    open: steps(
      (page) =>
        page
          .route(/\/repository\/blobs\/[^/]+\/raw$/, async (route) => {
            const response = await route.fetch({ maxRetries: 1 });
            return route.fulfill({
              response,
              headers: { ...response.headers(), "content-length": "200000000" },
            });
          })
          .then(() => undefined),
      goToHref(inLantern("files", { path: "docs/architecture.md", plain: "1" })),
      shows("Too large to show"),
    ),
  },
  {
    name: "file-bytes",
    href: hrefs.home,
    open: steps(
      openNew("swept/raw.bin", Buffer.from(Array.from({ length: 4_000 }, (_, i) => i & 255))),
      shows("00000010"),
      (page) => page.getByRole("textbox", { name: "Go to offset" }).fill("f00"),
    ),
  },
  {
    name: "file-audio",
    href: hrefs.home,
    open: steps(openNew("swept/silence.wav", makeWav()), (page) => page.locator("audio").waitFor()),
  },
  {
    name: "document-searched",
    href: hrefs.home,
    open: steps(
      openNew("swept/report.pdf", makePdf()),
      shows("First page"),
      pressKeys("ControlOrMeta+f"),
      async (page) => page.keyboard.type("PAGE"),
      shows(/^1 of 2$/),
    ),
  },
  {
    name: "file-font",
    href: hrefs.home,
    open: steps(openNew("swept/letters.woff2", readFileSync(font)), (page) =>
      page.getByRole("region", { name: "Specimen of letters.woff2" }).waitFor(),
    ),
  },
  {
    name: "file-table",
    href: hrefs.home,
    open: steps(
      openNew(
        "swept/boats.tsv",
        `name\tlength\n${Array.from({ length: 3_000 }, (_, i) => `boat ${i}\t${(i * 7919) % 3_000}`).join("\n")}\n`,
      ),
      click("button", "Sort by length"),
      (page) => page.getByRole("searchbox", { name: "Filter rows" }).fill("boat 1234"),
      shows("1 match"),
    ),
  },
  {
    name: "file-diagrams",
    href: hrefs.home,
    open: steps(
      openNew(
        "swept/tide.md",
        "# Tide\n\nThe height is $h = a \\cos(\\omega t)$.\n\n```math\n\\int_0^1 x\\,dx\n```\n\n```mermaid\ngraph LR\n  Low --> High\n```\n\n```mermaid\nnonsense !!\n```\n",
      ),
      shows("The diagram could not be rendered"),
      click("button", "Show the source"),
      shows("Low --> High"),
    ),
  },
  {
    name: "file-remote-images",
    href: hrefs.home,
    open: steps(openNew("swept/remote.md", "# Remote\n\n![badge](http://badges.test/a.svg)\n"), (page) =>
      page.getByRole("button", { name: "Load remote images" }).waitFor(),
    ),
  },
  {
    name: "file-draft",
    href: inHandbook("edit", { ref: "main", path: "README.md" }),
    open: steps(typeInReadme, goToHref(inHandbook("files", { ref: "main", path: "README.md" })), (page) =>
      page.getByRole("note", { name: "Draft" }).waitFor(),
    ),
    close: discardAll,
  },
  {
    name: "edit-preview",
    href: inHandbook("edit", { ref: "main", path: "README.md" }),
    open: steps(typeInReadme, click("button", "Preview beside the editor"), (page) =>
      page.getByRole("region", { name: "Preview of README.md" }).getByText("typed").waitFor(),
    ),
    close: discardAll,
  },
  {
    name: "edit-changes",
    href: inHandbook("edit", { ref: "main", path: "README.md" }),
    open: steps(typeInReadme, click("button", "Changes beside the editor"), (page) =>
      page.getByRole("region", { name: "Changes of this file" }).getByText("**typed**").waitFor(),
    ),
    close: discardAll,
  },
  {
    name: "edit-beside-another",
    href: inHandbook("edit", { ref: "main", path: "README.md" }),
    open: steps(typeInReadme, async (page) => {
      const tree = page.getByRole("tree", { name: "Files" });
      await tree.getByRole("treeitem", { name: "guide" }).click();
      await tree.getByRole("treeitem", { name: /\.md$/ }).first().click({ button: "right" });
      await page.getByRole("menuitem", { name: "Open to the side" }).click();
      await page
        .getByRole("textbox", { name: /^Content of / })
        .nth(1)
        .waitFor({ state: "attached" });
    }),
    close: discardAll,
  },
  {
    name: "file-misleading",
    href: hrefs.home,
    open: steps(
      openNew(
        "swept/code.ts",
        "const isAdmin = false;\n/*\u202e } \u2066if (isAdmin)\u2069 \u2066 begin admins only */\nlet user\u200bName;\n",
      ),
      (page) => page.getByRole("note", { name: "Hidden characters" }).waitFor(),
    ),
  },
  {
    name: "folder-misleading",
    href: hrefs.home,
    open: steps(
      openNew("swept/misleading/invoice\u202egpj.exe", "no picture\n"),
      goToHref(inHandbook("files", { ref: "main", path: "swept/misleading" })),
      (page) =>
        page
          .getByRole("img", { name: /right-to-left override/i })
          .first()
          .waitFor(),
    ),
  },
  {
    name: "commit-misleading",
    href: hrefs.home,
    open: steps(
      openNew("swept/trojan.ts", "let user\u200bName; /*\u202e } */\n"),
      goToHref(hrefs.commit(local, handbook, "main")),
      (page) => page.getByText("Hidden characters", { exact: true }).first().waitFor(),
    ),
  },
  {
    name: "notebook-long",
    href: hrefs.home,
    open: steps(
      openNew("swept/long.ipynb", longNotebook()),
      (page) => page.getByRole("list", { name: "Cells of long.ipynb" }).press("End"),
      shows("level(399)"),
    ),
  },
  {
    name: "file-replaced",
    href: inHandbook("files", { ref: "main", path: "images/lantern.svg" }),
    open: click("button", "Actions for this file"),
  },
  {
    name: "download-menu",
    href: inHandbook("files"),
    open: (page) => page.getByRole("button", { name: "Download", exact: true }).click(),
  },
];

/** Returns a notebook that is too long for the editor. */
function longNotebook(): string {
  const cells = Array.from({ length: 400 }, (_, at) => ({
    ...{ cell_type: "code", execution_count: at, metadata: {}, source: `level(${at})` },
    outputs: [
      {
        ...{ output_type: "execute_result", execution_count: at, metadata: {} },
        data: {
          "text/html": [`<table><tr><th>tide</th></tr>\n\n<tr><td>${at}</td></tr></table>`],
          "text/plain": ["x".repeat(6_000)],
        },
      },
    ],
  }));
  return JSON.stringify({ nbformat: 4, nbformat_minor: 5, metadata: {}, cells });
}
