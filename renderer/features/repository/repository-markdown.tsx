import { getRawFile } from "../../../shared/api/resources/files.ts";
import { folderOf } from "../../../shared/text/paths.ts";
import { operationUrl } from "../../api/fetch-operation.ts";
import { Markdown } from "../../ui/markdown/markdown.tsx";
import { renderInWorker } from "../../workers/markdown/markdown-engine.ts";
import { useGo } from "../addresses/use-go.ts";
import { filesHref } from "./repository-hrefs.ts";
import type { Repository } from "./use-repository.ts";

interface RepositoryMarkdownProps {
  readonly repository: Repository;
  /** The document's own path, the base of its links. */
  readonly path: string;
  readonly text: string;
}

/** A rendered document of the repository, with its links and images at the same ref. */
export function RepositoryMarkdown({ repository, path, text }: RepositoryMarkdownProps) {
  const go = useGo();
  const { account, project, commit, ref } = repository;
  return (
    <Markdown
      text={text}
      render={renderInWorker}
      folder={folderOf(path)}
      linkTo={(target, hash) => filesHref(repository, ref, target, hash)}
      imageUrl={(target) =>
        operationUrl(account, getRawFile, { id: project, file_path: target || path, ref: commit.id })
      }
      onNavigate={go}
    />
  );
}
