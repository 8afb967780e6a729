import { describe, expect, it } from "vitest";
import { z } from "zod";
import { sentContent } from "../../renderer/api/file-content.ts";
import { editableText } from "../../renderer/features/pending-edits/editable-text.ts";
import { mergeRegions, resolve } from "../../renderer/features/three-way-merge/three-way.ts";
import { applySuggestion, mayHaveSuggestion } from "../../renderer/views/review/discussion/suggestion.ts";
import { splitComment } from "../../renderer/workers/markdown/split-comment.ts";
import { type LineChange, LineKeeper, toTyped } from "../../shared/text/line-ends.ts";
import { readInputs } from "./read-inputs.ts";

describe("edited lines", () => {
  const edit = z.strictObject({ at: z.int(), remove: z.int(), insert: z.array(z.string()) });
  /** Bytes are characters up to U+00FF. */
  const right = z.union([
    z.strictObject({ edits: z.array(edit), right: z.string() }),
    z.strictObject({ edits: z.array(edit), refused: z.string() }),
    z.strictObject({ edits: z.array(edit), unreadable: z.string() }),
  ]);
  type Edit = z.output<typeof edit>;

  /** Edits lines as an editor has them; `edits` are from above. Returns what was typed, and where. */
  function type(text: string, edits: readonly Edit[]) {
    const lines = toTyped(text).split("\n");
    const changes: LineChange[] = [];
    for (const { at, remove, insert } of edits.toReversed()) {
      lines.splice(at, remove, ...insert);
      changes.push({ from: at, to: at + remove - 1, count: insert.length });
    }
    const [only] = edits;
    const above = only ? lines.slice(0, only.at + only.insert.length).join("\n").length : 0;
    const caret = edits.length === 1 ? above + (only?.insert.length === 0 ? 1 : 0) : undefined;
    return { typed: lines.join("\n"), changes, caret };
  }

  const send = (name: string, text: string, encoding: string, bytes: Uint8Array): string => {
    // As a draft that was stored and loaded again.
    const stored: unknown = JSON.parse(JSON.stringify(text));
    const sent = sentContent(name, String(stored), encoding, bytes);
    return Buffer.from(sent.content, sent.encoding === "base64" ? "base64" : "utf8").toString("latin1");
  };

  describe.each(readInputs("./edited-lines.txt", right))("$name", ({ name, bytes, right: value }) => {
    const file = editableText(bytes);
    if ("unreadable" in value) {
      it("is not edited", () => {
        expect(file.text === null && file.reason).toContain(value.unreadable);
      });
      return;
    }
    if (file.text === null) throw new Error(`${name}: ${file.reason}`);
    const { text, encoding } = file;
    const { typed, changes, caret } = type(text, value.edits);
    if ("refused" in value) {
      it("is refused before anything is sent", () => {
        const edited = new LineKeeper(text).retype(text, typed, { changes });
        expect(() => send(name, edited, encoding, bytes)).toThrow(value.refused);
      });
      return;
    }
    it("changes the edited lines, in an editor and in a text area", () => {
      for (const at of [{ changes }, { caret }]) {
        const edited = new LineKeeper(text).retype(text, typed, at);
        expect(send(name, edited, encoding, bytes)).toBe(value.right);
      }
    });
    it("is the same file when nothing was edited, or all of it undone", () => {
      expect(send(name, text, encoding, bytes)).toBe(bytes.toString("latin1"));
      const keeper = new LineKeeper(text);
      const edited = keeper.retype(text, typed, { changes });
      expect(keeper.retype(edited, toTyped(text))).toBe(text);
    });
  });
});

describe("merged lines", () => {
  /** Both sides of the file that is the base, the choices for its conflicts, and the merged bytes. */
  const right = z.strictObject({
    mine: z.string(),
    theirs: z.string(),
    choices: z.array(z.enum(["mine", "theirs", "both", "base"])),
    right: z.string(),
  });

  it.each(readInputs("./merged-lines.txt", right))("$name", ({ name, bytes, right: value }) => {
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
});

/** The commented line of the file, the comment, and the bytes that each of its suggestions makes. */
const right = z.strictObject({ line: z.int(), comment: z.string(), right: z.array(z.string()) });

it.each(readInputs("./suggestions.txt", right))("$name", ({ name, bytes, right: value }) => {
  const file = editableText(bytes);
  if (file.text === null) throw new Error(file.reason);
  const { text, encoding } = file;
  const suggestions = splitComment(value.comment).flatMap((part) =>
    part.kind === "suggestion" ? [part.suggestion] : [],
  );
  const made = suggestions.map((suggestion) => {
    const next = applySuggestion(text, value.line, suggestion);
    const sent = sentContent(name, next ?? "", encoding, bytes);
    return Buffer.from(sent.content, sent.encoding === "base64" ? "base64" : "utf8").toString("latin1");
  });
  expect(made).toEqual(value.right);
  if (made.length > 0) expect(mayHaveSuggestion(value.comment)).toBe(true);
});
