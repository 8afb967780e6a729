import { useQuery } from "@tanstack/react-query";
import { readFileHeaders } from "../../../../shared/api/contract/file-headers.ts";
import { headFile } from "../../../../shared/api/resources/files.ts";
import { nameOf } from "../../../../shared/text/paths.ts";
import { describeProblem } from "../../../api/describe-problem.ts";
import { callOperation } from "../../../api/fetch-operation.ts";
import { Button } from "../../../ui/button.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import type { Repository } from "../use-repository.ts";
import styles from "./file-details.module.css";

interface FileDetailsProps {
  readonly repository: Repository;
  readonly path: string;
  readonly onClose: () => void;
}

/** Ids and checksum of a file, to compare with copies elsewhere. */
export function FileDetails({ repository, path, onClose }: FileDetailsProps) {
  const { account, project, commit } = repository;
  const input = { id: project, file_path: path, ref: commit.id };
  const details = useQuery({
    queryKey: [account, "file details", input],
    queryFn: async ({ signal }) =>
      readFileHeaders((await callOperation(account, headFile, input, { signal })).headers),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const rows = [
    ["Last commit", details.data?.lastCommitId],
    ["Read at commit", details.data?.commitId],
    ["Blob", details.data?.blobId],
    ["SHA-256", details.data?.contentSha256],
  ] as const;
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={`Details of ${nameOf(path)}`}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      {details.error ? (
        <ErrorState compact {...describeProblem(details.error)} onRetry={() => void details.refetch()} />
      ) : details.data ? (
        <dl className={styles.details}>
          {rows.map(([name, value]) =>
            value ? (
              <div key={name}>
                <dt>{name}</dt>
                <dd>
                  <code>{value}</code>
                  <CopyButton text={value} label={`Copy ${name}`} />
                </dd>
              </div>
            ) : null,
          )}
        </dl>
      ) : (
        <Skeleton lines={4} label="Loading the details" />
      )}
    </Dialog>
  );
}
