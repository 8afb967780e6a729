import { useMemo } from "react";
import { nameOf } from "../../../../shared/text/paths.ts";
import { branchOf } from "../../../../shared/text/ref-name.ts";
import { toProblem } from "../../../api/host.ts";
import { discardChange, putChange, sessionOf } from "../../../state/edits.ts";
import { createFile, deleteFile, moveFile, reviseChange } from "../../../state/file-edits.ts";
import { changeAt, type Origin } from "../../../state/pending-changes.ts";
import { toast } from "../../../ui/toast-store.ts";
import { discardWithUndo } from "../../pending-edits/discard-with-undo.ts";
import { readOrigin } from "../../pending-edits/read-origin.ts";
import { writeFile } from "../../pending-edits/write-file.ts";
import { joinPath } from "../paths.ts";
import type { Repository } from "../use-repository.ts";

/** Edits that become pending changes of the branch; nothing is sent before the commit. */
export interface FileEdits {
  create(path: string): void;
  upload(folder: string, files: readonly File[]): Promise<void>;
  /** Sets the content of a file to that of another one. */
  replace(path: string, file: File): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
  /** Discards the pending change at a path, with an undo. */
  discard(path: string): void;
}

/** Edits of the shown branch; null where it may not be edited. */
export function useFileEdits(repository: Repository): FileEdits | null {
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
      create: (path) => void createFile(scope, head, path, { kind: "text", text: "" }),
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
        const renamed = () => toast.success(`${nameOf(from)} will be renamed with the next commit`);
        const pending = changeOf(from);
        if (!pending)
          return withOrigin(from, (origin) => {
            moveFile(scope, head, origin, to);
            renamed();
          });
        reviseChange(scope, pending.id, { path: to });
        renamed();
      },
      remove: (path) =>
        withOrigin(path, (origin) => {
          const before = changeOf(path);
          const change = deleteFile(scope, head, origin);
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
      discard: (path) => {
        const pending = changeOf(path);
        if (pending) discardWithUndo(scope, pending.id);
      },
    };
  }, [account, project, ref, editable, head]);
}
