import { Tooltip } from "radix-ui";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { DiffFile } from "../../../shared/diff/diff-file.ts";
import type { DiffSummary } from "../../../shared/diff/diff-types.ts";
import { DiffFileHeader } from "./diff-file-block.tsx";
import { bodyNote } from "./diff-model.ts";
import { LineCounts } from "./line-counts.tsx";

const file: DiffFile = {
  ...{ old_path: "logo.png", new_path: "logo.png" },
  ...{ new_file: true, renamed_file: false, deleted_file: false },
  diff: "Binary files /dev/null and b/logo.png differ\n",
};
const summary: DiffSummary = {
  ...{ unifiedRows: 0, splitRows: 0, added: 0, removed: 0, longest: 0 },
  ...{ unifiedChanges: [], splitChanges: [], fingerprint: "f", hiddenLines: 0 },
};

it("labels a new binary as new, without lines or changed bytes", () => {
  const head = renderToStaticMarkup(
    <Tooltip.Provider>
      <DiffFileHeader file={file} summary={summary} open onToggle={() => {}} />
    </Tooltip.Provider>,
  );
  expect(head).toContain(">New<");
  expect(head).not.toMatch(/\+0|−0|lines added/);
  expect(bodyNote(file, summary)).toBe("New binary file.");
});

it("counts lines on both sides where there are any", () => {
  expect(renderToStaticMarkup(<LineCounts added={0} removed={0} />)).toBe("");
  const text = renderToStaticMarkup(<LineCounts added={12} removed={0} />);
  expect(text).toContain("+12");
  expect(text).toContain("−0");
});
