import { X } from "lucide-react";
import { useState } from "react";
import { getRawFile } from "../../../../shared/api/resources/files.ts";
import { folderOf, nameOf } from "../../../../shared/text/paths.ts";
import { describeProblem } from "../../../api/describe-problem.ts";
import { AppLink } from "../../../features/addresses/app-link.tsx";
import { documentKind } from "../../../features/file-preview/document-kind.ts";
import { downloadWithNotice } from "../../../features/file-preview/download-with-notice.ts";
import { FilePreview } from "../../../features/file-preview/file-preview.tsx";
import { filesHref } from "../../../features/repository/repository-hrefs.ts";
import { RepositoryMarkdown } from "../../../features/repository/repository-markdown.tsx";
import { type RepositoryAtRef, useFolder } from "../../../features/repository/use-repository.ts";
import { IconButton } from "../../../ui/buttons/button.tsx";
import { FileIcon } from "../../../ui/marks/file-icon.tsx";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import { Skeleton } from "../../../ui/states/skeleton.tsx";
import flow from "../../../ui/theme/flow.module.css";
import layout from "../../../ui/theme/layout.module.css";
import styles from "../repository.module.css";
import { useBlob } from "./use-blob.ts";

interface BesideFileProps {
  readonly repository: RepositoryAtRef;
  readonly path: string;
  readonly onClose: () => void;
}

/** A file to read beside the open one. */
export function BesideFile({ repository, path, onClose }: BesideFileProps) {
  const [attempt, setAttempt] = useState(0);
  const folder = useFolder(repository, folderOf(path));
  const entry = folder.data?.find((one) => one.path === path && one.type === "blob");
  const file = useBlob(repository, path, entry?.id ?? null, undefined, attempt);
  const { account, project, commit, ref } = repository;
  const input = { id: project, file_path: path, ref: commit.id };
  const name = nameOf(path);
  return (
    <section className={layout.page} aria-label={`${name}, to the side`}>
      <div className={styles.besideHead}>
        <FileIcon name={name} />
        <AppLink href={filesHref(repository, ref, path)} className={layout.ellipsis} title={path}>
          <bdi>{path}</bdi>
        </AppLink>
        <span className={flow.grow} />
        <IconButton size="s" label="Close split" icon={X} onClick={onClose} />
      </div>
      <div className={flow.viewport}>
        {folder.isPending ? (
          <Skeleton lines={10} label="Loading the file" />
        ) : entry ? (
          <FilePreview
            path={path}
            file={file}
            preview={documentKind(path)}
            markdown={(text) => <RepositoryMarkdown repository={repository} path={path} text={text} />}
            onRetry={() => setAttempt(attempt + 1)}
            onDownload={() => void downloadWithNotice(account, getRawFile, input, name)}
          />
        ) : folder.error ? (
          <ErrorState {...describeProblem(folder.error)} onRetry={() => void folder.refetch()} />
        ) : (
          <ErrorState
            kind="missing"
            title="File not found"
            message={`${path} is not on this branch or tag.`}
          />
        )}
      </div>
    </section>
  );
}
