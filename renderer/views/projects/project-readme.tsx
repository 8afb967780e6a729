import { useQuery } from "@tanstack/react-query";
import { BookOpen } from "lucide-react";
import { getRawFile } from "../../../shared/api/resources/files.ts";
import type { Project } from "../../../shared/api/resources/projects.ts";
import { listTree } from "../../../shared/api/resources/repository.ts";
import { folderOf } from "../../../shared/text/paths.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { callOperation, operationUrl } from "../../api/fetch-operation.ts";
import { useOperation } from "../../api/use-operation.ts";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { isMarkdown } from "../../features/file-preview/document-kind.ts";
import { ServiceMarkdown } from "../../features/markdown/service-markdown.tsx";
import { findReadme } from "../../features/repository/find-readme.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { decodeInWorker } from "../../workers/text/text-engine.ts";
import styles from "./projects.module.css";

interface ProjectReadmeProps {
  readonly account: string;
  readonly project: Project;
  readonly branch: string;
}

/** The README at the root of the default branch, rendered where it is Markdown. */
export function ProjectReadme({ account, project, branch }: ProjectReadmeProps) {
  const id = project.path_with_namespace;
  const tree = useOperation(listTree, { id, ref: branch, per_page: 100 });
  const path = findReadme(tree.data ?? [])?.path;
  const text = useQuery({
    queryKey: ["readme", account, id, branch, path],
    queryFn: async ({ signal }) => {
      const input = { id, file_path: path ?? "", ref: branch };
      const response = await callOperation(account, getRawFile, input, { signal });
      return (await decodeInWorker(new Uint8Array(await response.arrayBuffer()), signal)) ?? "";
    },
    enabled: path !== undefined,
    meta: { reads: ["blobs"] },
  });
  if (tree.isPending || (path !== undefined && text.isPending)) {
    return <Skeleton lines={8} label="Loading the README" />;
  }
  const error = tree.error ?? text.error;
  if (error) return <ErrorState compact {...describeProblem(error)} onRetry={() => void tree.refetch()} />;
  if (path === undefined) {
    return (
      <EmptyState
        compact
        icon={BookOpen}
        title="No README"
        description="A README.md at the root of the repository is shown here."
      />
    );
  }
  if (!isMarkdown(path)) return <pre className={styles.readme}>{text.data}</pre>;
  return (
    <ServiceMarkdown
      text={text.data ?? ""}
      scope={{ account, project: id }}
      folder={folderOf(path)}
      linkTo={(target, hash) => hrefs.project(account, id, "files", { ref: branch, path: target }, hash)}
      imageUrl={(target) => operationUrl(account, getRawFile, { id, file_path: target || path, ref: branch })}
      headingHref={(heading) => hrefs.project(account, id, "files", { ref: branch, path }, heading)}
    />
  );
}
