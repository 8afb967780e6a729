import { editor } from "monaco-editor/editor";
import EditorWorker from "monaco-editor/editor/editor.worker?worker";
import "monaco-editor/features/register.all";
import "monaco-editor/languages/definitions/go/register";
import "monaco-editor/languages/definitions/typescript/register";
import { oneByOne } from "./one-by-one.js";
import { filesOf } from "./texts.js";

globalThis.MonacoEnvironment = { getWorker: () => new EditorWorker() };

/** One editor a file, as high as its text, so that the page scrolls over all of them. */
export async function draw(root, response) {
  const compared = [];
  await oneByOne(filesOf(await response.text()), ({ path, before, after }) => {
    const language = path.endsWith(".go") ? "go" : "typescript";
    const place = root.appendChild(document.createElement("div"));
    const diff = editor.createDiffEditor(place, {
      readOnly: true,
      scrollBeyondLastLine: false,
      minimap: { enabled: false },
      scrollbar: { alwaysConsumeMouseWheel: false },
    });
    const modified = diff.getModifiedEditor();
    const resize = () => {
      place.style.height = `${modified.getContentHeight()}px`;
      diff.layout();
    };
    modified.onDidContentSizeChange(resize);
    compared.push(new Promise((resolve) => diff.onDidUpdateDiff(resolve)));
    diff.setModel({
      original: editor.createModel(before, language),
      modified: editor.createModel(after, language),
    });
    resize();
  });
  await Promise.all(compared);
}
