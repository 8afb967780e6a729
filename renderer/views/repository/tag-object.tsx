import { useQuery } from "@tanstack/react-query";
import { Download, Tag as TagIcon } from "lucide-react";
import { getRawBlob, listTree } from "../../../shared/api/resources/repository.ts";
import { getTag } from "../../../shared/api/resources/tags.ts";
import { shortRef } from "../../../shared/text/ref-name.ts";
import { callOperation } from "../../api/fetch-operation.ts";
import { useOperation, useOperationAll } from "../../api/use-operation.ts";
import { AppLink } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { downloadWithNotice } from "../../features/file-preview/download-with-notice.ts";
import type { RepositoryScope } from "../../features/repository/repository-hrefs.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { EmptyState } from "../../ui/states/empty-state.tsx";
import styles from "./repository.module.css";

/** Characters of a tagged file that are shown; the rest is downloaded. */
const maxShownLength = 20_000;

/** Returns whether a ref is a tag of a tree or a blob: it exists, and has no commit. */
export function useIsTagOfObject(project: string, ref: string, enabled: boolean): boolean {
  const tag = useOperation(getTag, enabled ? { id: project, tag_name: shortRef(ref) } : null);
  return tag.data !== undefined && tag.data.commit === null;
}

/** The object of a tag that names no commit: the text of a file, or the files of a folder. */
export function TagObject({ scope, tag }: { readonly scope: RepositoryScope; readonly tag: string }) {
  const { account, project } = scope;
  const name = shortRef(tag);
  const blob = useQuery({
    queryKey: ["tag-object", account, project, tag],
    queryFn: async ({ signal }) => {
      const response = await callOperation(account, getRawBlob, { id: project, sha: tag }, { signal });
      return response.text();
    },
    retry: false,
    meta: { reads: ["tags", "blobs"] },
  });
  const tree = useOperationAll(listTree, blob.isError ? { id: project, ref: tag, per_page: 100 } : null);
  const text = blob.data?.slice(0, maxShownLength);
  const isText = text !== undefined && !/[\0\ufffd]/.test(text);
  return (
    <div className={styles.padded}>
      <EmptyState
        page
        icon={TagIcon}
        title={name}
        description={`This tag names ${blob.data !== undefined ? "one file" : tree.data ? "one folder" : "an object"}, not a commit. It has no history, and nothing can be compared with it or built from it.`}
        actions={
          <>
            {blob.data !== undefined ? (
              <Button
                icon={Download}
                onClick={() =>
                  void downloadWithNotice(
                    account,
                    getRawBlob,
                    { id: project, sha: tag },
                    name.replaceAll("/", "-"),
                  )
                }
              >
                Download
              </Button>
            ) : null}
            <Button asChild>
              <AppLink href={hrefs.project(account, project, "tags")}>All tags</AppLink>
            </Button>
          </>
        }
      />
      {isText ? <pre>{text}</pre> : null}
      {tree.data ? (
        <ul aria-label={`Files of ${name}`}>
          {tree.data.map((entry) => (
            <li key={entry.path}>
              {entry.type === "blob" ? (
                <Button
                  variant="ghost"
                  icon={Download}
                  onClick={() =>
                    void downloadWithNotice(account, getRawBlob, { id: project, sha: entry.id }, entry.name)
                  }
                >
                  {entry.name}
                </Button>
              ) : (
                entry.name
              )}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
