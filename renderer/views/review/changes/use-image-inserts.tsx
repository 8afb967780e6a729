import { useMemo } from "react";
import { type DiffFile, pathOf } from "../../../../shared/diff/diff-file.ts";
import { imageType } from "../../../../shared/file-types.ts";
import type { DiffInsert } from "../../../ui/diff/diff-model.ts";
import type { ShownCommits } from "../discussion/place-threads.ts";
import { ImageChange } from "./image-change.tsx";

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
