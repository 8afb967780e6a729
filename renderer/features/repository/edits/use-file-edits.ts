import { useMemo } from "react";
import { toProblem } from "../../../api/host.ts";
import { discardChange } from "../../../state/edits.ts";
import { createFile, deleteFile, editFile, moveFile } from "../../../state/file-edits.ts";
import type { Content, Origin } from "../../../state/pending-changes.ts";
import { toast } from "../../../ui/toast-store.ts";
import { detectEncoding } from "../../../workers/text/detect-text.ts";
import { readOrigin } from "../../pending-edits/read-origin.ts";
import { joinPath, nameOf } from "../paths.ts";
import type { Repository } from "../use-repository.ts";

/** Edits that become pending changes of the branch; nothing is sent before the commit. */
export interface FileEdits {
  create(path: string): void;
  upload(folder: string, files: readonly File[]): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
}

/** Edits of the shown branch; null where it may not be edited. */
export function useFileEdits(repository: Repository): FileEdits | null {
  const { account, project, ref, editable, commit } = repository;
  const head = commit.id;
  return useMemo(() => {
    if (!editable) return null;
    const scope = { account, project, branch: ref };
    const withOrigin = async (path: string, step: (origin: Origin) => void): Promise<void> => {
      try {
        const origin = await readOrigin(scope, path, head);
        if (origin) step(origin);
        else toast.error(`${nameOf(path)} is no longer there`);
      } catch (error) {
        toast.problem(`${nameOf(path)} was not changed`, toProblem(error));
      }
    };
    return {
      create: (path) => void createFile(scope, head, path, { kind: "text", text: "" }),
      upload: async (folder, files) => {
        for (const file of files) {
          const path = joinPath(folder, file.name);
          const [origin, content] = await Promise.all([readOrigin(scope, path, head), contentOf(file)]);
          if (origin) editFile(scope, head, origin, content);
          else createFile(scope, head, path, content);
        }
        toast.success(
          files.length === 1 ? `${files[0]?.name} is pending` : `${files.length} files are pending`,
          {
            description: "Commit them when you are ready.",
          },
        );
      },
      rename: (from, to) =>
        withOrigin(from, (origin) => {
          moveFile(scope, head, origin, to);
          toast.success(`${nameOf(from)} moves with the next commit`);
        }),
      remove: (path) =>
        withOrigin(path, (origin) => {
          const change = deleteFile(scope, head, origin);
          toast.info(`${nameOf(path)} goes with the next commit`, {
            action: { label: "Undo", onSelect: () => void discardChange(scope, change.id) },
          });
        }),
    };
  }, [account, project, ref, editable, head]);
}

/** The content of a dropped file: text where it is UTF-8, else bytes. */
async function contentOf(file: File): Promise<Content> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (detectEncoding(bytes) === "utf-8")
    return { kind: "text", text: new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes) };
  return { kind: "bytes", base64: await base64Of(file), size: bytes.length };
}

const base64Of = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ""));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
