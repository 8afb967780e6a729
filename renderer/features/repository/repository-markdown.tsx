import { getRawFile } from "../../../shared/api/resources/files.ts";
import { folderOf } from "../../../shared/text/paths.ts";
import { operationUrl } from "../../api/fetch-operation.ts";
import { ServiceMarkdown } from "../markdown/service-markdown.tsx";
import { filesHref } from "./repository-hrefs.ts";
import type { RepositoryAtRef } from "./use-repository.ts";

interface RepositoryMarkdownProps {
  readonly repository: RepositoryAtRef;
  /** The document's own path, the base of its links. */
  readonly path: string;
  readonly text: string;
  /** Path of the page that shows it, whose address names its headings; absent for a preview. */
  readonly page?: string;
  /** Id of the heading that the address names. */
  readonly hash?: string;
  /** Changes a task by its line; absent where the document cannot be changed. */
  readonly onTask?: ((line: number, isDone: boolean) => void) | undefined;
}

/** A rendered document of the repository, with its links and images at the same ref. */
export function RepositoryMarkdown(props: RepositoryMarkdownProps) {
  const { repository, path, text, page, hash, onTask } = props;
  const { account, project, commit, ref } = repository;
  return (
    <ServiceMarkdown
      text={text}
      scope={repository}
      folder={folderOf(path)}
      linkTo={(target, hash) => filesHref(repository, ref, target, hash)}
      imageUrl={(target) =>
        operationUrl(account, getRawFile, { id: project, file_path: target || path, ref: commit.id })
      }
      headingHref={page === undefined ? undefined : (id) => filesHref(repository, ref, page, id)}
      hash={hash}
      onTask={onTask}
    />
  );
}
