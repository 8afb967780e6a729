import { useEffect, useRef, useState } from "react";
import { uploadProjectFile } from "../../../shared/api/resources/uploads.ts";
import { useOptionalAccountId } from "../../api/account-context.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { sendWithProgress } from "../../api/send-with-progress.ts";
import { callWrite } from "../../api/send-write.ts";
import { useAccount } from "../../state/host-state.ts";
import { uploadedAddress } from "./uploaded-address.ts";

/** A file that was uploaded to a project. */
export interface UploadedFile {
  readonly file: File;
  /** Whole address on the service. */
  readonly address: string;
  /** Markdown that shows it, or links to it. */
  readonly markdown: string;
}

/** A file that is being uploaded, or failed to be. */
interface FileUpload {
  readonly id: string;
  readonly file: File;
  /** 0 to 1. */
  readonly progress: number;
  /** Reason of the failure; null while it is being sent. */
  readonly failure: string | null;
}

/** Uploads of a form. */
export interface FileUploads {
  readonly uploads: readonly FileUpload[];
  readonly add: (files: readonly File[]) => void;
  readonly retry: (id: string) => void;
  /** Cancels an upload, or takes a failed one from the list. */
  readonly remove: (id: string) => void;
}

/**
 * Returns the uploads of a form to a project. Each file is sent at once; `onUploaded` gets it with its address, and where
 * that throws, the failure is the upload's. They are canceled with the form: a file that was not uploaded is nowhere else.
 */
export function useFileUploads(
  project: string,
  onUploaded: (uploaded: UploadedFile) => Promise<void> | void,
): FileUploads {
  const account = useOptionalAccountId() ?? "";
  const service = useAccount(account)?.url ?? "";
  const [uploads, setUploads] = useState<readonly FileUpload[]>([]);
  const senders = useRef(new Map<string, AbortController>());
  const finish = useRef(onUploaded);
  useEffect(() => {
    finish.current = onUploaded;
  });
  useEffect(() => {
    const sent = senders.current;
    return () => {
      for (const controller of sent.values()) controller.abort();
    };
  }, []);

  const patch = (id: string, change: Partial<FileUpload>) =>
    setUploads((now) => now.map((upload) => (upload.id === id ? { ...upload, ...change } : upload)));
  const forget = (id: string) => setUploads((now) => now.filter((upload) => upload.id !== id));
  const send = async (id: string, file: File) => {
    const controller = new AbortController();
    senders.current.set(id, controller);
    const { signal } = controller;
    try {
      const made = await callWrite(
        account,
        uploadProjectFile,
        { id: project, file },
        { signal, send: sendWithProgress((progress) => patch(id, { progress })) },
      );
      if (signal.aborted) return;
      const address = uploadedAddress(service, project, made);
      await finish.current({ file, address, markdown: made.markdown });
      forget(id);
    } catch (error) {
      if (!signal.aborted) patch(id, { failure: describeProblem(error).message });
    } finally {
      senders.current.delete(id);
    }
  };
  return {
    uploads,
    add(files) {
      const added = files.map((file) => ({ id: crypto.randomUUID(), file, progress: 0, failure: null }));
      setUploads((now) => [...now, ...added]);
      for (const { id, file } of added) void send(id, file);
    },
    retry(id) {
      const upload = uploads.find((each) => each.id === id);
      if (!upload) return;
      patch(id, { progress: 0, failure: null });
      void send(id, upload.file);
    },
    remove(id) {
      senders.current.get(id)?.abort();
      forget(id);
    },
  };
}
