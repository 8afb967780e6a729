import { useMemo, useState } from "react";
import { nameOf } from "../../../shared/text/paths.ts";
import { branchOf } from "../../../shared/text/ref-name.ts";
import { toProblem } from "../../api/fetch-host.ts";
import {
  type Change,
  changeAt,
  discardChange,
  type Origin,
  type PendingContent,
  putChange,
  sessionOf,
} from "../../state/edits.ts";
import { createFileEdit, deleteFileEdit, editFile, moveFile, reviseChange } from "../../state/file-edits.ts";
import { instantly } from "../../ui/forms/form.tsx";
import { TextField } from "../../ui/forms/text-field.tsx";
import { FormDialog } from "../../ui/overlays/form-dialog.tsx";
import { toast } from "../../ui/overlays/toast.tsx";
import { useGo } from "../addresses/app-link.tsx";
import { changeShownTask } from "../markdown/change-task.ts";
import { readBaseText } from "../pending-edits/edit-bases.ts";
import { discardWithUndo } from "../pending-edits/pending-files.tsx";
import { readOrigin } from "../pending-edits/read-origin.ts";
import { writeFile } from "../pending-edits/write-file.ts";
import { editHref } from "./repository-hrefs.ts";
import { joinPath, pathProblem } from "./repository-paths.ts";
import type { RepositoryAtRef } from "./use-repository.ts";

/** Edits that become pending changes of the branch; nothing is sent before the commit. */
export interface FileEdits {
  create(path: string): void;
  upload(folder: string, files: readonly File[]): Promise<void>;
  /** Sets the content of a file to that of another one. */
  replace(path: string, file: File): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
  /**
   * Changes a task of a document in its draft, as typing would. `shown` is the text that its line is counted in. Resolves
   * to whether that was done.
   */
  changeTask(path: string, shown: string, line: number, isDone: boolean): Promise<boolean>;
  /** Discards the pending change at a path, with an undo. */
  discard(path: string): void;
}

/** Edits of the shown branch; null where it may not be edited. */
export function useFileEdits(repository: RepositoryAtRef): FileEdits | null {
  const { account, project, ref, editable, commit } = repository;
  const head = commit.id;
  return useMemo(() => {
    if (!editable) return null;
    const scope = { account, project, branch: branchOf(ref) };
    const withOrigin = async (path: string, step: (origin: Origin) => void): Promise<void> => {
      try {
        const origin = await readOrigin(scope, path, head);
        if (origin) step(origin);
        else toast.error(`${nameOf(path)} is no longer there`);
      } catch (error) {
        toast.problem(`${nameOf(path)} was not changed`, toProblem(error));
      }
    };
    const changeOf = (path: string) => changeAt(sessionOf(scope)?.changes ?? [], path);
    return {
      create: (path) => void createFileEdit(scope, head, path, { kind: "text", text: "" }),
      upload: async (folder, files) => {
        try {
          for (const file of files) await writeFile(scope, joinPath(folder, file.name), file);
          const what = files.length === 1 ? files[0]?.name : `${files.length} files`;
          toast.success(`${what} added to pending changes`);
        } catch (error) {
          toast.problem("The upload is incomplete", toProblem(error));
        }
      },
      replace: async (path, file) => {
        try {
          await writeFile(scope, path, file);
          toast.success(`${nameOf(path)} replaced with ${file.name} in pending changes`);
        } catch (error) {
          toast.problem(`${nameOf(path)} was not changed`, toProblem(error));
        }
      },
      rename: async (from, to) => {
        const renamed = (id: string, moved: Change | null) => {
          const undo = () => {
            const now = changeOf(to);
            if (now?.id !== id) return;
            // Edited since, it keeps what was typed, under its old name.
            if (now === moved) discardChange(scope, id);
            else reviseChange(scope, id, { path: from });
          };
          toast.success(`${nameOf(from)} will be renamed with the next commit`, {
            action: { label: "Undo", onSelect: undo },
          });
        };
        const pending = changeOf(from);
        if (!pending)
          return withOrigin(from, (origin) => {
            const moved = moveFile(scope, head, origin, to);
            renamed(moved.id, moved);
          });
        reviseChange(scope, pending.id, { path: to });
        renamed(pending.id, null);
      },
      remove: (path) =>
        withOrigin(path, (origin) => {
          const before = changeOf(path);
          const change = deleteFileEdit(scope, head, origin);
          const undo = () => {
            // Made anew since, it keeps its new content.
            if (!sessionOf(scope)?.changes.includes(change)) return;
            if (before) putChange(scope, head, before);
            else discardChange(scope, change.id);
          };
          toast.info(`${nameOf(path)} will be deleted with the next commit`, {
            action: { label: "Undo", onSelect: undo },
          });
        }),
      changeTask: async (path, shown, line, isDone) => {
        const refuse = (description: string) => {
          toast.error("The task was not changed", { description });
          return false;
        };
        try {
          const pending = changeOf(path);
          const origin = pending ? pending.origin : await readOrigin(scope, path, head);
          const base = origin ? await readBaseText(scope, origin) : null;
          const draft =
            pending?.content ?? (base?.text == null ? null : ({ kind: "text", ...base } as const));
          if (draft?.kind !== "text" || pending?.deleted) return refuse("It cannot be edited as text.");
          const text = changeShownTask(draft.text, shown, line, isDone);
          if (text === null) return refuse("Your draft of this file has another text there.");
          const isBack = text === base?.text && draft.encoding === base.encoding;
          const content: PendingContent | null = isBack ? null : { ...draft, text };
          if (pending) reviseChange(scope, pending.id, { content });
          else if (origin && content) editFile(scope, head, origin, content);
          return true;
        } catch (error) {
          toast.problem("The task was not changed", toProblem(error));
          return false;
        }
      },
      discard: (path) => {
        const pending = changeOf(path);
        if (pending) discardWithUndo(scope, pending.id);
      },
    };
  }, [account, project, ref, editable, head]);
}

/**
 * Returns what changes a task of a shown document: the draft that it makes is not what is shown, so the editor opens, with
 * its preview. Undefined where the branch may not be edited.
 */
export function useTaskEdits(
  repository: RepositoryAtRef,
  edits: FileEdits | null,
  path: string,
): ((shown: string, line: number, isDone: boolean) => void) | undefined {
  const go = useGo();
  if (!edits) return undefined;
  return async (shown, line, isDone) => {
    if (await edits.changeTask(path, shown, line, isDone))
      go(editHref(repository, repository.ref, path, "preview"));
  };
}

interface PathDialogProps {
  readonly title: string;
  /** Initial text of the field. */
  readonly initial: string;
  readonly action: string;
  readonly onDone: (path: string) => void;
  readonly onClose: () => void;
}

/** Returns the range of a file's name in its path, without its ending; the end where the path ends with a folder. */
function nameRange(path: string): [from: number, to: number] {
  const from = path.lastIndexOf("/") + 1;
  const dot = path.lastIndexOf(".");
  return [from, dot > from ? dot : path.length];
}

/** Dialog for a file's path, folders included. */
export function PathDialog({ title, initial, action, onDone, onClose }: PathDialogProps) {
  const [path, setPath] = useState(initial);
  const [tried, setTried] = useState(false);
  const problem = pathProblem(path) ?? (path === initial ? "The path is unchanged." : null);
  const submit = () => {
    setTried(true);
    if (problem) return;
    onClose();
    onDone(path);
  };
  return (
    <FormDialog onClose={onClose} title={title} submitLabel={action} submission={instantly(submit)}>
      <TextField
        label="Path"
        hint="Slashes make folders."
        mono
        autoFocus
        value={path}
        onChange={setPath}
        onFocus={({ currentTarget: field }) => {
          // The name without its ending is what a rename changes.
          if (path === initial) field.setSelectionRange(...nameRange(path));
        }}
        error={tried ? (problem ?? undefined) : undefined}
      />
    </FormDialog>
  );
}
