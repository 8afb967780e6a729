import { Undo2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { AppLink } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { useGo } from "../../features/addresses/use-go.ts";
import { isMarkdown } from "../../features/file-preview/document-kind.ts";
import { CheckedOutNote } from "../../features/local-repositories/checked-out-note.tsx";
import { checkedOut, useOriginal } from "../../features/local-repositories/use-original.ts";
import { discardWithUndo } from "../../features/pending-edits/discard-with-undo.ts";
import { type EditScope, useEditSession, useEdits } from "../../state/edits.ts";
import { chmodFile, createFile, editFile, moveFile, reviseChange } from "../../state/file-edits.ts";
import { changeAt } from "../../state/pending-changes.ts";
import { useCodePreferences } from "../../state/preferences.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { CodeEditor } from "../../ui/code/code-editor.tsx";
import flow from "../../ui/flow.module.css";
import { FoldingRow } from "../../ui/folding-row.tsx";
import layout from "../../ui/layout.module.css";
import { SplitPane } from "../../ui/split-pane.tsx";
import { useWidth } from "../../ui/use-width.ts";
import styles from "./edit.module.css";
import { PathField, SidePaneButton, type SidePaneContent } from "./editor-tools.tsx";
import type { FileBase } from "./use-edit-base.ts";
import { useEditorCommands } from "./use-editor-commands.ts";

/** Pixels below which the second pane is under the first one. */
const narrowWidth = 640;

interface EditorProps {
  readonly scope: EditScope;
  readonly path: string;
  readonly base: FileBase;
  /** Content on the branch, and the encoding that it is in. */
  readonly text: string;
  readonly encoding: string;
  /** At the start of the tool bar. */
  readonly toggle: ReactNode;
  /** Content beside the editor. */
  readonly beside?: SidePaneContent | "file" | undefined;
  readonly onBeside?: (beside: SidePaneContent | undefined) => void;
  readonly besidePane?: ReactNode;
  /** At the end of the tool bar, instead of the way to the commit. */
  readonly end?: ReactNode;
}

/** A file in an editor; each keystroke is stored as a draft. */
export function Editor({
  scope,
  path,
  base,
  text,
  encoding,
  toggle,
  beside,
  onBeside,
  besidePane,
  end,
}: EditorProps) {
  const go = useGo();
  const [container, width] = useWidth();
  const isNarrow = width !== null && width < narrowWidth;
  const [size, setSize] = useState<number | null>(null);
  const session = useEditSession(scope);
  const preferences = useCodePreferences();
  const unsaved = useEdits((state) => state.unsaved);
  const failure = useEdits((state) => state.failure);
  const change = changeAt(session?.changes ?? [], path);
  const current = change?.content?.kind === "text" ? change.content.text : text;
  const written = (change?.content?.kind === "text" && change.content.encoding) || encoding;
  const params = { account: scope.account, project: scope.project };
  const where = checkedOut(useOriginal(scope.account, scope.project), scope.branch);

  const write = (value: string) => {
    const content = { kind: "text" as const, text: value, encoding: written };
    if (change && value === text && written === encoding && (change.origin || base.replaced))
      reviseChange(scope, change.id, { content: base.replaced });
    else if (change) reviseChange(scope, change.id, { content });
    else if (base.origin) {
      if (value !== text) editFile(scope, base.head, base.origin, content);
    } else createFile(scope, base.head, path, content);
  };
  const convert = () => {
    const content = { kind: "text" as const, text: current, encoding: "utf-8" };
    if (change) reviseChange(scope, change.id, { content });
    else if (base.origin) editFile(scope, base.head, base.origin, content);
  };
  const rename = (next: string) => {
    if (next === "" || next === path) return;
    if (change) reviseChange(scope, change.id, { path: next });
    else if (base.origin) moveFile(scope, base.head, base.origin, next);
    else createFile(scope, base.head, next, { kind: "text", text: "" });
    go(hrefs.project(params.account, params.project, "edit", { ref: scope.branch, path: next }), {
      replace: true,
    });
  };
  const chmod = (executable: boolean) => {
    if (change) reviseChange(scope, change.id, { executable });
    else if (base.origin) chmodFile(scope, base.head, base.origin, executable);
    else createFile(scope, base.head, path, { kind: "text", text: "" }, executable);
  };
  const discard = () => {
    if (change) discardWithUndo(scope, change.id);
    go(
      hrefs.project(params.account, params.project, "files", {
        ref: scope.branch,
        ...(base.origin ? { path: base.origin.path } : {}),
      }),
    );
  };

  const review = hrefs.project(params.account, params.project, "changes", { ref: scope.branch });
  useEditorCommands(() => go(review));

  return (
    <div className={layout.page}>
      <div className={styles.toolbar} role="toolbar" aria-label="Editing">
        {toggle}
        <PathField path={path} onPath={rename} />
        <div className={styles.tools}>
          <FoldingRow label="More tools">
            <Button variant="ghost" icon={Undo2} disabled={!change} onClick={discard}>
              Discard
            </Button>
            {onBeside && isMarkdown(path) ? <SidePaneButton of="preview" {...{ beside, onBeside }} /> : null}
            {onBeside ? <SidePaneButton of="changes" {...{ beside, onBeside }} /> : null}
            {/* Bytes that are no characters would stay what they are. */}
            {written !== "utf-8" && current.isWellFormed() ? (
              <Button variant="ghost" title={`The file is in ${written.toUpperCase()}`} onClick={convert}>
                Convert to UTF-8
              </Button>
            ) : null}
            <Checkbox
              label="Executable"
              checked={change?.executable ?? base.origin?.executable ?? false}
              onChange={chmod}
            />
          </FoldingRow>
        </div>
        <span className={styles.saved} role="status">
          {failure
            ? `Not saved: ${failure}`
            : unsaved > 0
              ? "Saving the draft…"
              : change
                ? "Draft saved"
                : "No changes"}
        </span>
        {end ?? (
          <Button asChild variant={session?.changes.length ? "primary" : "default"}>
            <AppLink href={review}>Review and commit</AppLink>
          </Button>
        )}
      </div>
      {where ? <CheckedOutNote checkout={where} strip /> : null}
      <div ref={container} className={flow.fill}>
        <SplitPane
          label="editor"
          fixed="second"
          direction={isNarrow ? "vertical" : "horizontal"}
          {...(size === null ? {} : { size })}
          onSize={setSize}
          defaultSize={isNarrow ? 240 : Math.round((width ?? 800) / 2)}
          min={120}
          max={2_000}
          collapsed={!besidePane}
          first={
            <CodeEditor
              path={path}
              value={current}
              base={text}
              onChange={write}
              label={`Content of ${path}`}
              {...preferences}
              autoFocus={!end}
            />
          }
          second={besidePane}
        />
      </div>
    </div>
  );
}
