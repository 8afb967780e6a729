import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";
import { folderOf } from "../../../../shared/text/paths.ts";
import { prefetchBlob } from "../read-blob.ts";
import { folderQuery } from "../use-folder.ts";
import type { Repository } from "../use-repository.ts";

/** Milliseconds for which an entry is highlighted before its file is requested. */
const restMs = 40;

/** Prefetches a highlighted file: its folder and its bytes. */
export function usePrepareFile(repository: Repository): (item: { readonly id: string }) => void {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(
    ({ id: path }) => {
      clearTimeout(timer.current);
      timer.current = setTimeout(async () => {
        try {
          const folder = await client.fetchQuery(folderQuery(repository, folderOf(path)));
          const entry = folder.data.find((one) => one.path === path);
          if (entry?.type === "blob") prefetchBlob(repository, entry.id);
        } catch {
          // Opening the file reports the error.
        }
      }, restMs);
    },
    [client, repository],
  );
}
