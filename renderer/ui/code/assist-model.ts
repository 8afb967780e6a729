import {
  editor,
  type IDisposable,
  type IMarkdownString,
  type IPosition,
  type IRange,
  languages,
  MarkerSeverity,
} from "monaco-editor/editor";
import type {
  Documentation,
  TextAssist,
  TextCompletion,
  TextPosition,
  TextRange,
} from "../../../shared/text/text-assist.ts";

/** Milliseconds without a change after which a text is examined. */
const quietMs = 400;

/** Characters of a message of an error. */
const maxMessageLength = 500;

/** Shows completions, hovers and errors in a model until it is disposed of. */
export function assistModel(model: editor.ITextModel, assist: TextAssist): IDisposable {
  // Providers are of a language: what they know is of this model alone.
  const language = model.getLanguageId();
  const isOther = (asked: editor.ITextModel) => asked !== model;
  const registered = [
    languages.registerCompletionItemProvider(language, {
      triggerCharacters: [" ", "!"],
      provideCompletionItems: async (asked, at) => {
        if (isOther(asked)) return { suggestions: [] };
        const found = await assist.complete(model.getValue(), toText(at)).catch(() => []);
        if (model.isDisposed()) return { suggestions: [] };
        const { startColumn, endColumn } = model.getWordUntilPosition(at);
        const { lineNumber } = at;
        const word = { startLineNumber: lineNumber, endLineNumber: lineNumber, startColumn, endColumn };
        return { suggestions: found.map((entry) => toSuggestion(entry, word)) };
      },
    }),
    languages.registerHoverProvider(language, {
      provideHover: async (asked, at) => {
        if (isOther(asked)) return null;
        const found = await assist.hover(model.getValue(), toText(at)).catch(() => null);
        if (!found) return null;
        const contents = [found.contents].flat().map(toMarkdown);
        if (contents.every(({ value }) => value.trim() === "")) return null;
        return { contents, ...(found.range && { range: toRange(found.range) }) };
      },
    }),
    examine(model, assist),
  ];
  return {
    dispose: () => {
      for (const each of registered) each.dispose();
    },
  };
}

/** Marks the errors of a model, now and once it has not changed for a while. */
function examine(model: editor.ITextModel, assist: TextAssist): IDisposable {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running = new AbortController();
  const show = (markers: editor.IMarkerData[]) => editor.setModelMarkers(model, "assist", markers);
  const look = async () => {
    running.abort();
    running = new AbortController();
    const { signal } = running;
    try {
      const found = await assist.diagnose(model.getValue(), signal);
      if (signal.aborted || model.isDisposed()) return;
      show(
        found.map(({ range, message, severity }) => ({
          ...toRange(range),
          message: message.slice(0, maxMessageLength),
          severity: severity === 1 ? MarkerSeverity.Error : MarkerSeverity.Warning,
        })),
      );
    } catch {
      // What cannot be examined has no marks that may be out of date.
      if (!signal.aborted && !model.isDisposed()) show([]);
    }
  };
  const listener = model.onDidChangeContent(() => {
    clearTimeout(timer);
    timer = setTimeout(() => void look(), quietMs);
  });
  void look();
  return {
    dispose: () => {
      clearTimeout(timer);
      running.abort();
      listener.dispose();
      if (!model.isDisposed()) show([]);
    },
  };
}

const toText = ({ lineNumber, column }: IPosition): TextPosition => ({
  line: lineNumber - 1,
  character: column - 1,
});

const toRange = ({ start, end }: TextRange): IRange => ({
  startLineNumber: start.line + 1,
  startColumn: start.character + 1,
  endLineNumber: end.line + 1,
  endColumn: end.character + 1,
});

/** Markdown of a language server: no commands, no HTML. */
const toMarkdown = (written: Documentation): IMarkdownString => ({
  value: typeof written === "string" ? written : written.value,
});

function toSuggestion(
  { label, kind, detail, documentation, insertText, textEdit, ...entry }: TextCompletion,
  word: IRange,
): languages.CompletionItem {
  const { Property, Value } = languages.CompletionItemKind;
  return {
    label,
    // A keyword, or a value of one.
    kind: kind === propertyKind ? Property : Value,
    insertText: textEdit?.newText ?? insertText ?? label,
    range: textEdit?.range ? toRange(textEdit.range) : word,
    ...(entry.insertTextFormat === snippetFormat && {
      insertTextRules: languages.CompletionItemInsertTextRule.InsertAsSnippet,
    }),
    ...(detail !== undefined && { detail }),
    ...(documentation !== undefined && { documentation: toMarkdown(documentation) }),
    ...(entry.sortText !== undefined && { sortText: entry.sortText }),
    ...(entry.filterText !== undefined && { filterText: entry.filterText }),
  };
}

/** Numbers of the protocol of language servers. */
const propertyKind = 10;
const snippetFormat = 2;
