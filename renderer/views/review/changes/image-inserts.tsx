import { useContext, useMemo } from "react";
import { getRawFile } from "../../../../shared/api/resources/files.ts";
import { type DiffFile, pathOf } from "../../../../shared/diff/diff-file.ts";
import { imageType } from "../../../../shared/file-types.ts";
import { useAccountId } from "../../../api/account-context.ts";
import { operationUrl } from "../../../api/fetch-operation.ts";
import page from "../../../features/work-page/work-page.module.css";
import type { DiffInsert } from "../../../ui/diff/diff-model.ts";
import { ImageCompare } from "../../../ui/images/image-compare.tsx";
import type { ShownCommits } from "../discussion/place-threads.ts";
import { ReviewContext } from "../merge-request/review-context.ts";
import styles from "./changes.module.css";

/** Returns the changed images, as inserts at the start of their files. */
export function useImageInserts(files: readonly DiffFile[], shown: ShownCommits): readonly DiffInsert[] {
  return useMemo(
    () =>
      files.flatMap((changed, file): DiffInsert[] =>
        imageType(pathOf(changed)) && !/^@@/m.test(changed.diff)
          ? [
              {
                key: `image ${file}`,
                file,
                side: "new",
                line: 0,
                label: `Image ${pathOf(changed)}`,
                content: <ImageChange file={changed} shown={shown} />,
              },
            ]
          : [],
      ),
    [files, shown],
  );
}

interface ImageChangeProps {
  readonly file: DiffFile;
  readonly shown: ShownCommits;
}

/** An image before and after its change; only one side if it is new or deleted. */
function ImageChange({ file, shown }: ImageChangeProps) {
  const { project } = useContext(ReviewContext);
  const account = useAccountId();
  const url = (ref: string, file_path: string) =>
    operationUrl(account, getRawFile, { id: project, file_path, ref });
  const before = { url: url(shown.base, file.old_path), name: "Before" };
  const after = { url: url(shown.head, file.new_path), name: "After" };
  if (file.new_file || file.deleted_file) {
    const only = file.new_file ? after : before;
    return (
      <div className={page.thread}>
        <img className={styles.picture} src={only.url} alt={file.new_file ? "New image" : "Deleted image"} />
      </div>
    );
  }
  return <ImageCompare before={before} after={after} />;
}
