import { expect, it } from "vitest";
import { z } from "zod";
import { sentContent } from "../../renderer/api/file-content.ts";
import { editableText } from "../../renderer/features/pending-edits/editable-text.ts";
import { mergeRegions, resolve } from "../../renderer/features/three-way-merge/three-way.ts";
import { readInputs } from "./read-inputs.ts";

/** Both sides of the file that is the base, the choices for its conflicts, and the merged bytes. */
const right = z.strictObject({
  mine: z.string(),
  theirs: z.string(),
  choices: z.array(z.enum(["mine", "theirs", "both", "base"])),
  right: z.string(),
});

it.each(readInputs("merged-lines", right))("$name", ({ name, bytes, right: value }) => {
  const [base, mine, theirs] = [
    bytes,
    Buffer.from(value.mine, "latin1"),
    Buffer.from(value.theirs, "latin1"),
  ].map(editableText);
  if (!base || !mine || !theirs || base.text === null || mine.text === null || theirs.text === null) {
    throw new Error(`${name} is no text`);
  }
  const merged = resolve(mergeRegions(base.text, mine.text, theirs.text), value.choices);
  // As an edit that is rebased onto the branch.
  const sent = sentContent(name, merged ?? "unresolved", theirs.encoding);
  const written = Buffer.from(sent.content, sent.encoding === "base64" ? "base64" : "utf8");
  expect(written.toString("latin1")).toBe(value.right);
});
