import { Tooltip } from "radix-ui";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { DiffFile } from "../../../shared/diff/diff-file.ts";
import type { DiffSummary } from "../../../shared/diff/diff-types.ts";
import { changedFile } from "../../../shared/testing/changed-file.ts";
import { DiffBar } from "./diff-bar.tsx";

const counted: DiffSummary = {
  ...{ unifiedRows: 3, splitRows: 2, added: 2, removed: 1, longest: 9 },
  ...{ unifiedChanges: [0], splitChanges: [0], fingerprint: "f", hiddenLines: 0 },
};
const empty = { ...counted, unifiedRows: 0, splitRows: 0, added: 0, removed: 0 };

const textOf = (files: readonly DiffFile[], summaries: readonly (DiffSummary | undefined)[]): string =>
  renderToStaticMarkup(
    <Tooltip.Provider>
      <DiffBar
        {...{ files, summaries, allClosed: false, isNarrow: false, mode: "unified", wrap: false }}
        onToggleAll={() => {}}
        onMode={() => {}}
        onWrap={() => {}}
      />
    </Tooltip.Provider>,
  )
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ");

it("names the number of files whose lines the sum lacks", () => {
  expect(textOf([changedFile("a"), changedFile("a")], [counted, counted])).not.toContain("without");
  const one = textOf([changedFile("a"), changedFile("a", { too_large: true })], [counted, undefined]);
  expect(one).toContain("2 files");
  expect(one).toContain("without 1 file that is too large");
  const two = textOf(
    [changedFile("a", { too_large: true }), changedFile("a"), changedFile("a", { collapsed: true })],
    [empty, counted, empty],
  );
  expect(two).toContain("without 2 files that are too large");
});

it("counts a large file whose lines the service sent after all", () => {
  expect(textOf([changedFile("a", { collapsed: true })], [counted])).not.toContain("without");
});
