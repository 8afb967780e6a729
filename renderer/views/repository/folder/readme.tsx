import { useLocation } from "@tanstack/react-router";
import { BookOpen } from "lucide-react";
import type { TreeEntry } from "../../../../shared/api/resources/repository.ts";
import { folderOf } from "../../../../shared/text/paths.ts";
import { isMarkdown } from "../../../features/file-preview/document-kind.ts";
import { RepositoryMarkdown } from "../../../features/repository/repository-markdown.tsx";
import type { Repository } from "../../../features/repository/use-repository.ts";
import { Icon } from "../../../ui/icon.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { useBlob } from "../file/use-blob.ts";
import styles from "./folder.module.css";

/** A folder's README. */
export function Readme({
  repository,
  entry,
}: {
  readonly repository: Repository;
  readonly entry: TreeEntry;
}) {
  const hash = useLocation({ select: (location) => location.hash });
  const blob = useBlob(repository, entry.path, entry.id, undefined, 0);
  if (blob.state === "failed") return null;
  const content = blob.state === "ready" ? blob.content : null;
  if (content && content.kind !== "text") return null;
  return (
    <section className={styles.readme} aria-labelledby="readme">
      <h2 id="readme" className={styles.readmeHead}>
        <Icon of={BookOpen} /> {entry.name}
      </h2>
      <div className={styles.readmeBody}>
        {content === null ? (
          <Skeleton lines={6} label="Loading the README" />
        ) : isMarkdown(entry.name) ? (
          <RepositoryMarkdown
            {...{ repository, hash }}
            path={entry.path}
            page={folderOf(entry.path)}
            text={content.text}
          />
        ) : (
          <pre className={styles.plain}>{content.text}</pre>
        )}
      </div>
    </section>
  );
}
