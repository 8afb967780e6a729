import { glob, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { registerViews } from "../../app/compose-views.ts";
import { allFixedKeys, keymap } from "./keymap.ts";

registerViews();

const lists = "Lists and trees";

/** Groups in which the keys of each file that handles some itself are listed. */
const groupOf: Readonly<Record<string, string>> = {
  "app/shell/open-tab.tsx": "Window",
  "features/bulk/selectable-row.tsx": lists,
  "features/stage-graph/stage-graph.tsx": "Pipelines",
  "features/file-tree/tree-rows.ts": lists,
  "ui/charts/bar-chart.tsx": lists,
  "ui/code/code-editor.tsx": "Editor",
  "ui/code/large-text-view.tsx": "File",
  "ui/code/line-column.tsx": "File",
  "ui/emoji/emoji-grid.tsx": lists,
  "ui/forms/segmented-control.tsx": lists,
  "ui/forms/select.tsx": lists,
  "ui/lists/filter-list.tsx": lists,
  "ui/lists/list-keys.ts": lists,
  "ui/panes/split-pane.tsx": "Window",
  "ui/scroller/listen-to-scroll.ts": "Log",
  "ui/text-completion/use-completion.ts": "Comments",
  "ui/overlays/toaster.tsx": "Window",
  "ui/lists/use-table-keys.ts": lists,
  "ui/viewers/pdf-pages.tsx": "File",
  "views/issues/board/board-column.tsx": "Board",
  "views/issues/use-issue-selection.ts": "Issues",
  "views/me/notifications/notifications-tab.tsx": lists,
  "views/merge-queue/index.tsx": "Merge queue",
  "views/repository/file/image-view.tsx": "Images",
  "views/runners/filter/query-field.tsx": lists,
  "views/settings/accounts/account-row.tsx": "Settings",
  "views/wiki/wiki-search.tsx": lists,
};

/** A comparison with a key. Those that mean the same everywhere need no list: Enter, Escape, Tab, Space and Backspace. */
const key =
  /(?<!(?:title|group): )"(Arrow\w+|Home|End|Page(?:Up|Down)|Delete|F\d+)"|\bkey(?:\.toLowerCase\(\))? [!=]== "(.)"|case "(.)"/g;

it("lists the keys of every file that handles some itself", async () => {
  const root = fileURLToPath(new URL("../../", import.meta.url));
  const handled = new Map<string, Set<string>>();
  for await (const file of glob("**/*.{ts,tsx}", { cwd: root })) {
    if (file.includes(".test.") || file.startsWith("workers/")) continue;
    const text = await readFile(root + file, "utf8");
    if (!/Keyboard|\bkey: string\b|event\b.*\.key\b|browserEvent/.test(text)) continue;
    const keys = [...text.matchAll(key)].map(([, ...found]) => found.find(Boolean) ?? "");
    const named = keys.map((name) => name.toLowerCase().replace("arrow", "")).filter((name) => name !== " ");
    if (named.length > 0) handled.set(file.replaceAll("\\", "/"), new Set(named));
  }
  expect([...handled.keys()].sort()).toEqual(Object.keys(groupOf).sort());
  const entries = [...allFixedKeys(), ...Object.values(keymap())];
  for (const [file, keys] of handled) {
    const listed = entries.filter(({ group }) => group === groupOf[file]).flatMap((entry) => entry.keys);
    const unlisted = [...keys].filter((name) => !listed.some((each) => each.endsWith(name)));
    expect({ file, unlisted }).toEqual({ file, unlisted: [] });
  }
});
