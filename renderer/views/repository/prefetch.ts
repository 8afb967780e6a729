import type { QueryClient } from "@tanstack/react-query";
import { prefetch } from "../../api/use-operation.ts";
import { prefetchBlob } from "../../features/repository/read-blob.ts";
import { prepareReadEditor } from "../../ui/code/load-monaco.ts";
import { readFiles } from "./first-reads.ts";

/** Prefetches the first data of the files view, and the file that is opened. */
export function prefetchFiles(
  client: QueryClient,
  { account, project }: { readonly account: string; readonly project: string },
  search: { readonly [name: string]: string | undefined },
): void {
  void prefetch(client, account, (read) =>
    readFiles(read, project, search, async (entry) => {
      if (entry.type !== "blob") return;
      prefetchBlob({ account, project }, entry.id);
      await prepareReadEditor();
    }),
  );
}
