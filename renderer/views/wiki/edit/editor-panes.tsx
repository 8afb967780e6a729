import { ImagePlus, Table, Workflow } from "lucide-react";
import {
  type ClipboardEvent,
  type DragEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { LineKeeper, toTyped } from "../../../../shared/text/line-ends.ts";
import { type WriteMode, writeModes } from "../../../features/comments/comment-text.tsx";
import { changeShownTask } from "../../../features/markdown/change-task.ts";
import { useReferenceSources } from "../../../features/markdown/reference-sources.ts";
import type { WikiDraft } from "../../../state/wiki-drafts.ts";
import { IconButton } from "../../../ui/buttons/button.tsx";
import { emojiSource } from "../../../ui/emoji/emoji-source.ts";
import { SegmentedControl } from "../../../ui/forms/segmented-control.tsx";
import { FoldingRow } from "../../../ui/lists/folding-row.tsx";
import { useWidth } from "../../../ui/panes/observe-element.ts";
import { useSettled } from "../../../ui/panes/use-settled.ts";
import { TextArea } from "../../../ui/text-completion/text-area.tsx";
import type { CompletionSource } from "../../../ui/text-completion/use-completion.ts";
import {
  FormatToolbar,
  formatOfKey,
  formatText,
  type TextFormat,
} from "../../../ui/text-format/format-text.tsx";
import { replaceText } from "../../../ui/text-format/replace-text.ts";
import { cx } from "../../../ui/theme/class-names.ts";
import layout from "../../../ui/theme/layout.module.css";
import { filterPages } from "../model/page-tree.ts";
import { useWiki } from "../model/use-wiki.ts";
import { fullTitle, slugOfTitle } from "../model/wiki-page.ts";
import { PageDocument } from "../read/page-document.tsx";
import { UploadList, type Uploads } from "./uploads.tsx";
import { useScrollTogether } from "./use-scroll-together.ts";
import styles from "./wiki-edit.module.css";

interface EditorPanesProps {
  readonly draft: WikiDraft;
  readonly uploads: Uploads;
  readonly onContent: (content: string) => void;
}

/** Pixels below which either the text or the preview is shown. */
const narrowBelow = 620;

/** The text beside its preview, or one of them in a narrow window. They scroll together. */
export function EditorPanes({ draft, uploads, onContent }: EditorPanesProps) {
  const { text, base, id } = draft;
  const [frame, width] = useWidth();
  const narrow = width !== null && width < narrowBelow;
  const [mode, setMode] = useState<WriteMode>("write");
  const [dropping, setDropping] = useState(false);
  const area = useRef<HTMLTextAreaElement>(null);
  const preview = useRef<HTMLElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const completions = usePageCompletions();
  const typed = toTyped(text.content);
  const content = base?.content ?? "";
  const keeper = useMemo(() => new LineKeeper(content), [content]);
  useSteadyCaret(area, typed);
  // A long page takes longer to render, so it is rendered less often.
  const shown = useSettled(typed, Math.min(1_500, 120 + typed.length / 400));
  useScrollTogether(area, preview, typed);
  const isMarkdown = text.format === "markdown";

  const insert = (block: string) => {
    const box = area.current;
    if (box) replaceText(box, { from: box.selectionStart, to: box.selectionEnd, text: block });
  };
  const attach = (files: readonly File[]) => {
    for (const file of files) insert(`${uploads.start(file)}\n`);
  };
  const changeTaskOf = (line: number, isDone: boolean) => {
    // What was typed since the preview was drawn may have moved the line.
    const changed = changeShownTask(typed, shown, line, isDone);
    if (changed !== null) onContent(keeper.retype(text.content, changed));
  };
  const apply = (format: TextFormat) => {
    const box = area.current;
    if (box) replaceText(box, formatText(format, box.value, box.selectionStart, box.selectionEnd));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const format = isMarkdown ? formatOfKey(event) : null;
    if (!format) return;
    event.preventDefault();
    event.stopPropagation();
    apply(format);
  };
  const onPaste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files];
    if (files.length === 0) return;
    event.preventDefault();
    attach(files);
  };
  const onDrop = (event: DragEvent) => {
    setDropping(false);
    const files = [...event.dataTransfer.files];
    if (files.length === 0) return;
    event.preventDefault();
    attach(files);
  };
  return (
    <>
      <div className={styles.tools}>
        {narrow ? (
          <div className={styles.view}>
            <SegmentedControl label="View" value={mode} onChange={setMode} options={writeModes} />
          </div>
        ) : null}
        {narrow && mode === "preview" ? null : (
          <EditorTools
            isMarkdown={isMarkdown}
            narrow={narrow}
            onFormat={apply}
            onInsert={insert}
            onAttach={() => picker.current?.click()}
          />
        )}
        <input
          ref={picker}
          type="file"
          multiple
          hidden
          onChange={(event) => {
            attach([...(event.currentTarget.files ?? [])]);
            event.currentTarget.value = "";
          }}
        />
      </div>
      <div ref={frame} className={styles.panes}>
        <div className={cx(styles.pane, dropping && styles.dropping)} hidden={narrow && mode === "preview"}>
          <TextArea
            ref={area}
            bare
            mono
            label="Text of the page"
            hideLabel
            className={styles.source ?? ""}
            value={typed}
            onChange={(value, caret) => onContent(keeper.retype(text.content, value, { caret }))}
            onKeyDown={onKeyDown}
            onPaste={onPaste}
            onDragOver={(event) => {
              if (!event.dataTransfer.types.includes("Files")) return;
              event.preventDefault();
              setDropping(true);
            }}
            onDragLeave={() => setDropping(false)}
            onDrop={onDrop}
            completions={isMarkdown ? completions : undefined}
            placeholder={placeholders[text.format] ?? ""}
            dir="auto"
            autoFocus={base !== null}
          />
          <UploadList uploads={uploads} />
        </div>
        <section
          ref={preview}
          className={cx(styles.pane, styles.preview)}
          aria-label="Preview"
          hidden={narrow && mode === "write"}
          {...focusable}
        >
          {shown.trim() === "" ? (
            <p className={layout.muted}>Nothing to preview yet.</p>
          ) : (
            <PageDocument
              slug={base === null ? slugOfTitle(text.title) : id}
              text={shown}
              format={text.format}
              preview
              onTask={changeTaskOf}
            />
          )}
        </section>
      </div>
    </>
  );
}

const focusable = { tabIndex: 0 };

const placeholders: Readonly<Record<string, string>> = {
  markdown: "Markdown. [[Page]] links to another page; paste or drop files to attach them.",
  asciidoc: "AsciiDoc. link:page[text] links to another page; paste or drop files to attach them.",
  rdoc: "RDoc. {text}[link:page] links to another page; paste or drop files to attach them.",
};

/** Completions in a page's text: pages after `[[`, people, merge requests and emoji. */
function usePageCompletions(): readonly CompletionSource[] {
  const { project, pages } = useWiki();
  const references = useReferenceSources(project);
  return useMemo(() => {
    const source: CompletionSource = {
      trigger: "[[",
      label: "pages",
      pattern: /^[^[\]\n|]*$/,
      search: async (query) =>
        filterPages(pages, query)
          .slice(0, 8)
          .map((page) => ({
            id: page.slug,
            label: page.title,
            hint: page.slug,
            insert: `[[${fullTitle(page)}]]`,
          })),
    };
    return [source, ...references, emojiSource];
  }, [pages, references]);
}

/** Restores the caret when the text changes without typing, such as after an upload. */
function useSteadyCaret(area: RefObject<HTMLTextAreaElement | null>, text: string): void {
  const last = useRef({ text, from: 0, to: 0 });
  useEffect(() => {
    const note = () => {
      const box = area.current;
      if (box && document.activeElement === box) {
        last.current = { text: box.value, from: box.selectionStart, to: box.selectionEnd };
      }
    };
    const events = ["selectionchange", "input"] as const;
    // Before the page's own listeners, which render the typed text.
    for (const name of events) document.addEventListener(name, note, { capture: true });
    return () => {
      for (const name of events) document.removeEventListener(name, note, { capture: true });
    };
  }, [area]);
  useLayoutEffect(() => {
    const { text: before, from, to } = last.current;
    const box = area.current;
    // The typed text is known already.
    if (!box || before === text || document.activeElement !== box) return;
    box.setSelectionRange(caretAfter(before, text, from), caretAfter(before, text, to));
    last.current = { text, from: box.selectionStart, to: box.selectionEnd };
  }, [area, text]);
}

/** Returns the caret's position after a change at one position of the text. */
export function caretAfter(before: string, after: string, caret: number): number {
  const shorter = Math.min(before.length, after.length);
  let same = 0;
  while (same < shorter && before[same] === after[same]) same++;
  if (caret <= same) return caret;
  return Math.max(same, caret + after.length - before.length);
}

interface EditorToolsProps {
  readonly isMarkdown: boolean;
  /** Whether there may be room for some of the formats only. */
  readonly narrow: boolean;
  readonly onFormat: (format: TextFormat) => void;
  readonly onInsert: (block: string) => void;
  readonly onAttach: () => void;
}

/** Groups of formats, the most used first. */
const groups: readonly { readonly label: string; readonly formats: readonly TextFormat[] }[] = [
  { label: "Emphasis", formats: ["bold", "italic"] },
  { label: "Blocks and links", formats: ["quote", "code", "link"] },
  { label: "Lists", formats: ["bullets", "numbers", "tasks"] },
];

/** An empty table of Markdown. */
const tableBlock = "\n| Column | Column |\n| --- | --- |\n|  |  |\n";

/** A sample diagram. */
const diagramBlock = "\n```mermaid\nflowchart LR\n  A[Start] --> B[End]\n```\n";

/** Tools of the text of a page, in one line. */
function EditorTools({ isMarkdown, narrow, onFormat, onInsert, onAttach }: EditorToolsProps) {
  return (
    <FoldingRow label="More tools">
      {isMarkdown && !narrow ? <FormatToolbar label="Format" onFormat={onFormat} /> : null}
      {isMarkdown && narrow
        ? groups.map((group) => <FormatToolbar key={group.label} {...group} onFormat={onFormat} />)
        : null}
      {isMarkdown ? (
        <IconButton size="s" icon={Table} label="Insert table" onClick={() => onInsert(tableBlock)} />
      ) : null}
      {isMarkdown ? (
        <IconButton size="s" icon={Workflow} label="Insert diagram" onClick={() => onInsert(diagramBlock)} />
      ) : null}
      <IconButton size="s" icon={ImagePlus} label="Attach files" onClick={onAttach} />
    </FoldingRow>
  );
}
