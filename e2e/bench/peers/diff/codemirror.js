import { MergeView } from "@codemirror/merge";
import { EditorState } from "@codemirror/state";
import { EditorView, lineNumbers } from "@codemirror/view";
import { oneByOne } from "./one-by-one.js";
import { filesOf } from "./texts.js";

const extensions = [lineNumbers(), EditorState.readOnly.of(true), EditorView.editable.of(false)];

export const draw = async (root, response) =>
  oneByOne(
    filesOf(await response.text()),
    ({ before, after }) =>
      new MergeView({ a: { doc: before, extensions }, b: { doc: after, extensions }, parent: root }),
  );
