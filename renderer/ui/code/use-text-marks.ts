import type { editor } from "monaco-editor/editor";
import { useEffect } from "react";
import { findHidden } from "../../../shared/text/hidden-characters.ts";
import { longName, shortName } from "../../../shared/text/hidden-names.ts";
import { findLookAlikes } from "../../../shared/text/look-alikes.ts";

/** Characters of a line that are scanned, as many as the editor draws. */
const maxScannedLength = 10_000;

/** Marks hidden characters and look-alikes in the visible lines of an editor, without changing its text. */
export function useTextMarks(view: editor.IStandaloneCodeEditor | null): void {
  useEffect(() => {
    if (!view) return;
    const marks = view.createDecorationsCollection();
    const update = () => {
      const model = view.getModel();
      const found = model ? view.getVisibleRanges().flatMap((range) => marksWithin(model, range)) : [];
      if (found.length > 0 || marks.length > 0) marks.set(found);
    };
    const listeners = [
      view.onDidChangeModel(update),
      view.onDidChangeModelContent(update),
      view.onDidScrollChange(update),
      view.onDidLayoutChange(update),
    ];
    update();
    return () => {
      for (const listener of listeners) listener.dispose();
      marks.clear();
    };
  }, [view]);
}

function marksWithin(
  model: editor.ITextModel,
  { startLineNumber, endLineNumber }: { startLineNumber: number; endLineNumber: number },
): editor.IModelDeltaDecoration[] {
  const found: editor.IModelDeltaDecoration[] = [];
  for (let line = startLineNumber; line <= Math.min(endLineNumber, model.getLineCount()); line++) {
    const text = model.getLineContent(line).slice(0, maxScannedLength);
    for (const { start, end, codePoint } of findHidden(text)) {
      if (isDrawnByEditor(codePoint)) continue;
      found.push({
        range: rangeOf(line, start, end),
        options: {
          before: { content: shortName(codePoint), inlineClassName: "hidden-character-mark" },
          hoverMessage: { value: longName(codePoint) },
        },
      });
    }
    for (const { start, end, script, like } of findLookAlikes(text)) {
      found.push({
        range: rangeOf(line, start, end),
        options: {
          inlineClassName: "look-alike",
          hoverMessage: { value: `${script} letter that looks like “${like}”` },
        },
      });
    }
  }
  return found;
}

const rangeOf = (line: number, start: number, end: number) => ({
  startLineNumber: line,
  startColumn: start + 1,
  endLineNumber: line,
  endColumn: end + 1,
});

/** The editor draws these as marks of its own (`renderControlCharacters`), so that they change no order. */
const isDrawnByEditor = (code: number): boolean =>
  code < 0x20 ||
  code === 0x7f ||
  code === 0x61c ||
  code === 0x200e ||
  code === 0x200f ||
  (code >= 0x202a && code <= 0x202e) ||
  (code >= 0x2066 && code <= 0x206f) ||
  (code >= 0xfff9 && code <= 0xfffb);
