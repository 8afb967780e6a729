import { FileX, GitCommitHorizontal, Save, Undo2 } from "lucide-react";
import { useMemo, useRef, useState } from "react";
import { z } from "zod";
import { getProject } from "../../../shared/api/resources/projects.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { useOperation } from "../../api/use-operation.ts";
import { AppLink } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { useAddressSearch } from "../../features/addresses/use-address-search.ts";
import { useGo } from "../../features/addresses/use-go.ts";
import { useProjectRoute } from "../../features/addresses/use-route.ts";
import { CheckedOutNote } from "../../features/local-repositories/checked-out-note.tsx";
import { checkedOut, useOriginal } from "../../features/local-repositories/use-original.ts";
import { announce } from "../../state/announce.ts";
import { useRegisterCommands } from "../../state/commands.ts";
import {
  discardChange,
  type EditScope,
  flushEdits,
  restoreChange,
  useEditSession,
  useEdits,
} from "../../state/edits.ts";
import { chmodFile, createFile, editFile, moveFile, reviseChange } from "../../state/file-edits.ts";
import { changeAt } from "../../state/pending-changes.ts";
import { usePreferences } from "../../state/preferences.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { CodeEditor } from "../../ui/code/code-editor.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import layout from "../../ui/layout.module.css";
import { Skeleton } from "../../ui/skeleton.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { toast } from "../../ui/toast.tsx";
import styles from "./edit.module.css";
import { type EditBase, useEditBase } from "./use-edit-base.ts";

const editSearch = z.object({ ref: z.string().optional(), path: z.string().optional() });

/** One file of a branch in an editor. Every keystroke is stored as a draft; nothing is sent before the commit. */
export function EditView() {
  const { account, project } = useProjectRoute();
  const [{ ref, path = "" }] = useAddressSearch(editSearch);
  const details = useOperation(getProject, { id: project });
  const loaded = useEdits((state) => state.loaded);
  const branch = ref ?? details.data?.default_branch ?? null;
  const scope = useMemo(
    () => (branch === null || !loaded ? null : { account, project, branch }),
    [account, project, branch, loaded],
  );
  const base = useEditBase(scope, path);
  if (path === "" || (branch === null && details.data)) {
    return (
      <EmptyState
        icon={FileX}
        title="No file to edit"
        description="Choose a file of a branch, then Edit."
        actions={
          <Button asChild>
            <AppLink href={hrefs.project(account, project, "files")}>Browse files</AppLink>
          </Button>
        }
      />
    );
  }
  if (base.error) return <ErrorState {...describeProblem(base.error)} onRetry={() => void base.refetch()} />;
  if (!scope || !base.data) {
    return (
      <div className={styles.padded}>
        <Skeleton lines={10} label="Loading the file" />
      </div>
    );
  }
  if (base.data.text === null) {
    return (
      <EmptyState
        icon={FileX}
        title="This file cannot be edited as text"
        description="It is too large, binary, or not UTF-8; saving it from here would change more than you typed. Upload a new version instead."
        actions={
          <Button asChild>
            <AppLink href={hrefs.project(account, project, "files", { ref: scope.branch, path })}>
              Back to the file
            </AppLink>
          </Button>
        }
      />
    );
  }
  return <Editor key={path} scope={scope} path={path} base={base.data} text={base.data.text} />;
}

interface EditorProps {
  readonly scope: EditScope;
  readonly path: string;
  readonly base: EditBase;
  /** Content on the branch. */
  readonly text: string;
}

function Editor({ scope, path, base, text }: EditorProps) {
  const go = useGo();
  const session = useEditSession(scope);
  const preferences = usePreferences();
  const unsaved = useEdits((state) => state.unsaved);
  const failure = useEdits((state) => state.failure);
  const change = changeAt(session?.changes ?? [], path);
  const current = change?.content?.kind === "text" ? change.content.text : text;
  const params = { account: scope.account, project: scope.project };
  const where = checkedOut(useOriginal(scope.account, scope.project), scope.branch);

  const write = (value: string) => {
    const content = { kind: "text" as const, text: value };
    if (change && value === text && change.origin) reviseChange(scope, change.id, { content: null });
    else if (change) reviseChange(scope, change.id, { content });
    else if (base.origin) {
      if (value !== text) editFile(scope, base.head, base.origin, content);
    } else createFile(scope, base.head, path, content);
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
    const gone = change && discardChange(scope, change.id);
    if (gone) {
      toast.info(`Discarded changes to ${gone.path}`, {
        action: { label: "Undo", onSelect: () => restoreChange(scope, base.head, gone) },
      });
    }
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
        <PathField path={path} onPath={rename} />
        <Checkbox
          label="Executable"
          checked={change?.executable ?? base.origin?.executable ?? false}
          onChange={chmod}
        />
        <Button variant="ghost" icon={Undo2} disabled={!change} onClick={discard}>
          Discard
        </Button>
        <span className={styles.spring} />
        <span className={layout.muted} role="status">
          {failure
            ? `Not saved: ${failure}`
            : unsaved > 0
              ? "Saving the draft…"
              : change
                ? "Draft saved"
                : "No changes"}
        </span>
        <Button asChild variant="primary">
          <AppLink href={review}>Review and commit</AppLink>
        </Button>
      </div>
      {where ? <CheckedOutNote checkout={where} strip /> : null}
      <div className={styles.editor}>
        <CodeEditor
          path={path}
          value={current}
          onChange={write}
          label={`Content of ${path}`}
          fontSize={preferences.codeSize}
          wordWrap={preferences.wordWrap}
          minimap={preferences.minimap}
          whitespace={preferences.showWhitespace}
          autoFocus
        />
      </div>
    </div>
  );
}

/** Keys of the editor: the draft is stored as it is typed, so saving only makes sure of it. */
function useEditorCommands(onCommit: () => void): void {
  const latest = useRef(onCommit);
  latest.current = onCommit;
  const commands = useMemo(
    () => [
      {
        id: "edit.save",
        title: "Save the draft",
        section: "Editor",
        icon: Save,
        run: () => void flushEdits().then(() => announce("Draft saved")),
      },
      {
        id: "edit.commit",
        title: "Review and commit",
        section: "Editor",
        icon: GitCommitHorizontal,
        run: () => latest.current(),
      },
    ],
    [],
  );
  useRegisterCommands(commands);
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
