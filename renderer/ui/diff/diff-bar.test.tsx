import { Tooltip } from "radix-ui";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { DiffFile } from "../../../shared/diff/diff-file.ts";
import type { DiffSummary } from "../../../shared/diff/diff-types.ts";
import { DiffBar } from "./diff-bar.tsx";

const file = (more: Partial<DiffFile> = {}): DiffFile => ({
  ...{ old_path: "a", new_path: "a", diff: "" },
  ...{ new_file: false, renamed_file: false, deleted_file: false },
  ...more,
});
const counted: DiffSummary = {
  ...{ unifiedRows: 3, splitRows: 2, added: 2, removed: 1, longest: 9 },
  ...{ unifiedChanges: [0], splitChanges: [0], fingerprint: "f", hiddenLines: 0 },
};
const empty = { ...counted, unifiedRows: 0, splitRows: 0, added: 0, removed: 0 };

const textOf = (files: readonly DiffFile[], summaries: readonly (DiffSummary | undefined)[]): string =>
  renderToStaticMarkup(
    <Tooltip.Provider>
      <DiffBar
        {...{ files, summaries, allClosed: false, mode: "unified", onMode: undefined }}
        onToggleAll={() => {}}
      />
    </Tooltip.Provider>,
  )
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ");

it("says of how many files the lines are missing in the sum", () => {
  expect(textOf([file(), file()], [counted, counted])).not.toContain("without");
  const one = textOf([file(), file({ too_large: true })], [counted, undefined]);
  expect(one).toContain("2 files");
  expect(one).toContain("without 1 file that is too large");
  const two = textOf([file({ too_large: true }), file(), file({ collapsed: true })], [empty, counted, empty]);
  expect(two).toContain("without 2 files that are too large");
});

it("counts a large file whose lines the service sent after all", () => {
  expect(textOf([file({ collapsed: true })], [counted])).not.toContain("without");
});
