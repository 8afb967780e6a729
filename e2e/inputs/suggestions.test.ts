import { expect, it } from "vitest";
import { z } from "zod";
import { sentContent } from "../../renderer/api/file-content.ts";
import { editableText } from "../../renderer/features/pending-edits/editable-text.ts";
import { applySuggestion, mayHaveSuggestion } from "../../renderer/views/review/discussion/suggestion.ts";
import { splitComment } from "../../renderer/workers/markdown/split-comment.ts";
import { readInputs } from "./read-inputs.ts";

/** The commented line of the file, the comment, and the bytes that each of its suggestions makes. */
const right = z.strictObject({ line: z.int(), comment: z.string(), right: z.array(z.string()) });

it.each(readInputs("suggestions", right))("$name", ({ name, bytes, right: value }) => {
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
