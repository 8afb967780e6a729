import { useQuery } from "@tanstack/react-query";
import { Eye, FileDiff, GitCommitHorizontal, Save, Undo2, Workflow } from "lucide-react";
import { type ReactNode, useEffectEvent, useMemo, useState } from "react";
import type { Optional } from "../../../shared/optional.ts";
import { AppLink, useGo } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { useFileLanguage } from "../../features/attributes/use-file-attributes.ts";
import { isMarkdown } from "../../features/file-preview/document-kind.ts";
import { CheckedOutNote } from "../../features/local-repositories/checked-out-note.tsx";
import { checkedOut, useOriginal } from "../../features/local-repositories/use-original.ts";
import { readBaseText } from "../../features/pending-edits/edit-bases.ts";
import type { EditableText } from "../../features/pending-edits/editable-text.ts";
import { discardWithUndo } from "../../features/pending-edits/pending-files.tsx";
import { readEditableText } from "../../features/pending-edits/read-editable-text.ts";
import { readBytesAt, readEditHead, readOrigin } from "../../features/pending-edits/read-origin.ts";
import { announce } from "../../state/announce.ts";
import { useRegisterCommands } from "../../state/commands/commands.ts";
import {
  changeAt,
  type EditScope,
  editScopeKey,
  flushEdits,
  type Origin,
  type PendingContent,
  useEditSession,
  useEdits,
} from "../../state/edits.ts";
import { chmodFile, createFileEdit, editFile, moveFile, reviseChange } from "../../state/file-edits.ts";
import { useCodePreferences } from "../../state/preferences.ts";
import { Button, IconButton } from "../../ui/buttons/button.tsx";
import { CodeEditor } from "../../ui/code/code-editor.tsx";
import { Checkbox } from "../../ui/forms/checkbox.tsx";
import { TextField } from "../../ui/forms/text-field.tsx";
import { FoldingRow } from "../../ui/lists/folding-row.tsx";
import { VisuallyHidden } from "../../ui/marks/visually-hidden.tsx";
import { useWidth } from "../../ui/panes/observe-element.ts";
import { PageHeader } from "../../ui/panes/page-header.tsx";
import { SplitPane } from "../../ui/panes/split-pane.tsx";
import flow from "../../ui/theme/flow.module.css";
import layout from "../../ui/theme/layout.module.css";
import { ciAssist } from "../../workers/ci/ci-engine.ts";
import { isCiFile } from "./ci/ci-file.ts";
import styles from "./edit.module.css";

/** Pixels below which the second pane is under the first one. */
const narrowWidth = 640;

interface EditorProps
  extends Optional<{
    /** Content beside the editor. */
    beside: SidePaneContent | "file";
    /** A line to go to. */
    target: { readonly line: number };
  }> {
  readonly scope: EditScope;
  readonly path: string;
  readonly base: FileBase;
  /** Content on the branch, and the encoding that it is in. */
  readonly text: string;
  readonly encoding: string;
  /** At the start of the head. */
  readonly toggle: ReactNode;
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
  target,
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
  const language = useFileLanguage(scope.project, base.head, path);
  const params = { account: scope.account, project: scope.project };
  const where = checkedOut(useOriginal(scope.account, scope.project), scope.branch);

  const write = (value: string) => {
    const content = { kind: "text" as const, text: value, encoding: written };
    if (change && value === text && written === encoding && (change.origin || base.replaced))
      reviseChange(scope, change.id, { content: base.replaced });
    else if (change) reviseChange(scope, change.id, { content });
    else if (base.origin) {
      if (value !== text) editFile(scope, base.head, base.origin, content);
    } else createFileEdit(scope, base.head, path, content);
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
    else createFileEdit(scope, base.head, next, { kind: "text", text: "" });
    go(hrefs.project(params.account, params.project, "edit", { ref: scope.branch, path: next }), {
      replace: true,
    });
  };
  const chmod = (executable: boolean) => {
    if (change) reviseChange(scope, change.id, { executable });
    else if (base.origin) chmodFile(scope, base.head, base.origin, executable);
    else createFileEdit(scope, base.head, path, { kind: "text", text: "" }, executable);
  };
  const discard = () => {
    if (change) discardWithUndo(scope, change.id);
    go(
      hrefs.project(params.account, params.project, "files", {
        ref: scope.branch,
        path: base.origin?.path,
      }),
    );
  };

  const review = hrefs.project(params.account, params.project, "changes", { ref: scope.branch });
  useEditorCommands(() => go(review));

  const tools = (
    <>
      <IconButton label="Discard" icon={Undo2} disabled={!change} onClick={discard} />
      <PathField path={path} onPath={rename} />
      <div className={styles.tools}>
        <FoldingRow label="More tools">
          {onBeside && isMarkdown(path) ? <SidePaneButton of="preview" {...{ beside, onBeside }} /> : null}
          {onBeside && isCiFile(path) ? <SidePaneButton of="validate" {...{ beside, onBeside }} /> : null}
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
    </>
  );
  return (
    <div className={layout.page}>
      {end ? (
        <div className={styles.toolbar} role="toolbar" aria-label="Editing">
          {tools}
          {end}
        </div>
      ) : (
        <PageHeader
          mark={toggle}
          // The field of the path says where the file is.
          place=""
          title={<VisuallyHidden>{`Editing ${path}`}</VisuallyHidden>}
          tools={
            <div className={styles.headTools} role="toolbar" aria-label="Editing">
              {tools}
              <Button asChild variant={session?.changes.length ? "primary" : "default"}>
                <AppLink href={review}>Review and commit</AppLink>
              </Button>
            </div>
          }
        />
      )}
      {where ? <CheckedOutNote checkout={where} strip /> : null}
      <div ref={container} className={flow.fill}>
        <SplitPane
          label="editor"
          fixed="second"
          direction={isNarrow ? "vertical" : "horizontal"}
          size={size ?? undefined}
          onSize={setSize}
          defaultSize={isNarrow ? 240 : Math.round((width ?? 800) / 2)}
          min={120}
          max={2_000}
          collapsed={!besidePane}
          first={
            <CodeEditor
              path={path}
              language={language}
              value={current}
              base={text}
              onChange={write}
              label={`Content of ${path}`}
              {...preferences}
              autoFocus={!end}
              assist={isCiFile(path) ? ciAssist : undefined}
              target={target}
            />
          }
          second={besidePane}
        />
      </div>
    </div>
  );
}

/** Commands of the editor. The draft is stored while it is typed; Save stores the latest keystrokes at once. */
function useEditorCommands(onCommit: () => void): void {
  const commit = useEffectEvent(onCommit);
  const commands = useMemo(
    () => [
      {
        id: "edit.save",
        title: "Save draft",
        section: "Editor",
        icon: Save,
        run: () => void flushEdits().then(() => announce("Draft saved")),
      },
      {
        id: "edit.commit",
        title: "Review and commit",
        section: "Editor",
        icon: GitCommitHorizontal,
        run: () => commit(),
      },
    ],
    [],
  );
  useRegisterCommands(commands);
}

/** Content of its own file that an editor can show beside it. */
export type SidePaneContent = "preview" | "changes" | CiPart;

/** Parts of the check of a file of jobs. */
type CiPart = "validate" | "merged" | "pipeline";

/** Returns whether what is beside an editor is a part of a check. */
export const isCiPart = (beside: string | undefined): beside is CiPart =>
  beside === "validate" || beside === "merged" || beside === "pipeline";

const besideButtons = {
  validate: { label: "Check beside the editor", icon: Workflow },
  preview: { label: "Preview beside the editor", icon: Eye },
  changes: { label: "Changes beside the editor", icon: FileDiff },
} as const;

interface BesideButtonProps {
  readonly of: keyof typeof besideButtons;
  readonly beside: SidePaneContent | "file" | undefined;
  readonly onBeside: (beside: SidePaneContent | undefined) => void;
}

/** Shows something beside the editor, or closes it. */
function SidePaneButton({ of, beside, onBeside }: BesideButtonProps) {
  const { label, icon } = besideButtons[of];
  const isOpen = beside === of || (of === "validate" && isCiPart(beside));
  return (
    <IconButton
      label={label}
      icon={icon}
      pressed={isOpen}
      onClick={() => onBeside(isOpen ? undefined : of)}
    />
  );
}

/** The file's path; Enter or blur moves the file. */
function PathField({ path, onPath }: { readonly path: string; readonly onPath: (path: string) => void }) {
  const [typed, setTyped] = useState(path);
  return (
    <TextField
      label="Path"
      hideLabel
      mono
      className={styles.path ?? ""}
      value={typed}
      onChange={setTyped}
      onBlur={() => onPath(typed.trim())}
      onKeyDown={(event) => {
        if (event.key === "Enter") onPath(typed.trim());
      }}
    />
  );
}

/** Commit and file that an edit starts from. */
interface FileBase {
  /** Commit that the edit starts from. */
  readonly head: string;
  /** Null for a file that the branch does not have. */
  readonly origin: Origin | null;
  /** A file of this computer that replaces it, or is a new one: the text is that file's. */
  readonly replaced: PendingContent | null;
}

/** {@link FileBase} with the content on the branch. */
type EditBase = FileBase & EditableText;

/** Characters above which a file cannot be edited here. */
const maxEditedLength = 5 * 1024 * 1024;

/** Reads the file at a path of a branch, or the origin of its pending change. */
export function useEditBase(scope: EditScope | null, path: string) {
  return useQuery({
    queryKey: ["edit-base", scope ? editScopeKey(scope) : null, path],
    queryFn: ({ signal }) => readBase(scope as EditScope, path, signal),
    enabled: scope !== null && path !== "",
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    meta: { reads: [] },
  });
}

async function readBase(scope: EditScope, path: string, signal: AbortSignal): Promise<EditBase> {
  const session = useEdits.getState().sessions[editScopeKey(scope)];
  const pending = changeAt(session?.changes ?? [], path);
  const head = session && pending ? session.head : await readEditHead(scope, signal);
  const origin = pending ? pending.origin : await readOrigin(scope, path, head, signal);
  const content = pending?.content;
  if (content?.kind === "bytes") {
    return { head, origin, replaced: content, ...limited(await contentOf(content)) };
  }
  if (!origin) return { head, origin, replaced: null, text: "", encoding: "utf-8" };
  const base = origin.blobId
    ? await readBaseText(scope, origin, signal)
    : await readEditableText(await readBytesAt(scope, origin.path, origin.lastCommitId, signal));
  return { head, origin, replaced: null, ...limited(base) };
}

const contentOf = async (content: Extract<PendingContent, { kind: "bytes" }>): Promise<EditableText> =>
  (await import("../../features/pending-edits/editable-text.ts")).editableContent(content);

const limited = (base: EditableText): EditableText =>
  base.text !== null && base.text.length > maxEditedLength
    ? { text: null, reason: "It is larger than 5 MB." }
    : base;
