import { editor } from "monaco-editor/editor";
import EditorWorker from "monaco-editor/editor/editor.worker?worker";
import "monaco-editor/features/register.all";
import "monaco-editor/languages/definitions/go/register";
import "monaco-editor/languages/definitions/typescript/register";
import { oneByOne } from "./one-by-one.js";
import { filesOf } from "./texts.js";

globalThis.MonacoEnvironment = { getWorker: () => new EditorWorker() };

const lineHeight = 20;

/** One editor a file, as high as its text, so that the page scrolls over all of them. */
export async function draw(root, response) {
  const compared = [];
  await oneByOne(filesOf(await response.text()), ({ path, before, after }) => {
    const language = path.endsWith(".go") ? "go" : "typescript";
    const container = root.appendChild(document.createElement("div"));
    container.style.height = `${lineHeight * before.split("\n").length}px`;
    const diff = editor.createDiffEditor(container, {
      readOnly: true,
      lineHeight,
      scrollBeyondLastLine: false,
      minimap: { enabled: false },
      scrollbar: { alwaysConsumeMouseWheel: false },
    });
    diff.getModifiedEditor().onDidContentSizeChange(({ contentHeight }) => {
      const height = `${Math.max(lineHeight, contentHeight)}px`;
      if (height === container.style.height) return;
      container.style.height = height;
      diff.layout();
    });
    compared.push(new Promise((resolve) => diff.onDidUpdateDiff(resolve)));
    diff.setModel({
      original: editor.createModel(before, language),
      modified: editor.createModel(after, language),
    });
  });
  await Promise.all(compared);
}
