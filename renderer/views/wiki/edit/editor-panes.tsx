import { type ClipboardEvent, type DragEvent, type KeyboardEvent, useMemo, useRef, useState } from "react";
import { LineKeeper, toTyped } from "../../../../shared/text/line-ends.ts";
import { type WriteMode, writeModes } from "../../../features/comments/markdown-field.tsx";
import type { WikiDraft } from "../../../state/wiki-drafts.ts";
import { cx } from "../../../ui/class-names.ts";
import layout from "../../../ui/layout.module.css";
import { SegmentedControl } from "../../../ui/segmented-control.tsx";
import { TextArea } from "../../../ui/text-completion/text-area.tsx";
import { formatOfKey } from "../../../ui/text-format/format-keys.ts";
import { formatText, type TextFormat } from "../../../ui/text-format/format-text.ts";
import { replaceText } from "../../../ui/text-format/replace-text.ts";
import { useSettled } from "../../../ui/use-settled.ts";
import { useWidth } from "../../../ui/use-width.ts";
import { slugOfTitle } from "../model/page-names.ts";
import { PageDocument } from "../read/page-document.tsx";
import styles from "./edit.module.css";
import { EditorTools } from "./editor-tools.tsx";
import { UploadList } from "./upload-list.tsx";
import { usePageCompletions } from "./use-page-completions.ts";
import { useScrollTogether } from "./use-scroll-together.ts";
import { useSteadyCaret } from "./use-steady-caret.ts";
import type { Uploads } from "./use-uploads.ts";

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
            {...{ isMarkdown, narrow }}
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
