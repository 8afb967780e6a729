import { useEffect, useRef, useState } from "react";
import { getRawFile } from "../../../shared/api/files.ts";
import { listTree } from "../../../shared/api/repository.ts";
import { answerOperation, callOperation } from "../../api/fetch-operation.ts";
import { globPattern } from "../../workers/search/glob.ts";
import type { FileHits } from "../../workers/search/search.worker.ts";
import { addSearchedFile, openSearch, searchFiles } from "../../workers/search/search-engine.ts";
import type { SearchOptions } from "../../workers/search/search-text.ts";

/** What is looked for, and where. */
export interface SearchQuery extends SearchOptions {
  readonly text: string;
  readonly include: string;
  readonly exclude: string;
}

/** Files that may be read for one search. */
export const firstBudget = 1_000;
/** Bytes beyond which a file is not searched. */
export const largestFile = 1_000_000;
/** Files that are read side by side, and searched together. */
const [atOnce, batch] = [6, 40] as const;

const binary =
  /\.(png|jpe?g|gif|webp|avif|bmp|ico|pdf|zip|gz|bz2|xz|7z|rar|jar|class|woff2?|ttf|otf|eot|mp[34]|m4a|wav|ogg|webm|mov|exe|dll|so|dylib|bin|wasm|sqlite|psd)$/i;

/** How far a search is, and what it found. */
export interface SearchState {
  readonly files: readonly FileHits[];
  /** Files of the tree that the patterns let through. */
  readonly candidates: number;
  readonly searched: number;
  /** Not searched: larger than the limit, no text, or beyond the budget. */
  readonly large: number;
  readonly binary: number;
  readonly beyond: number;
  readonly unreadable: number;
  readonly running: boolean;
  readonly error: unknown;
}

const nothing: SearchState = {
  files: [],
  candidates: 0,
  searched: 0,
  large: 0,
  binary: 0,
  beyond: 0,
  unreadable: 0,
  running: false,
  error: null,
};

/**
 * Searches the files of a tree: reads them in the background within a budget, a few at a time, and finds as they come.
 * Texts that were read are kept, so that the next query begins with them.
 */
export function useSearch(
  account: string,
  project: string,
  commit: string | undefined,
  query: SearchQuery,
  budget: number,
): SearchState & { readonly cancel: () => void } {
  const [state, setState] = useState(nothing);
  const running = useRef<AbortController | null>(null);
  const { text, include, exclude, regex, matchCase, wholeWord } = query;
  useEffect(() => {
    if (!commit || text === "") {
      setState(nothing);
      return;
    }
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    let now: SearchState = { ...nothing, running: true };
    const tell = (patch: Partial<SearchState>) => {
      now = { ...now, ...patch };
      if (!signal.aborted) setState(now);
    };
    tell({});
    run().catch((error: unknown) => tell({ running: false, error }));
    return () => controller.abort();

    async function run(): Promise<void> {
      if (!commit) return;
      const [wanted, unwanted] = [globPattern(include), globPattern(exclude)];
      const input = { id: project, ref: commit, recursive: true, per_page: 100 };
      const { data } = await answerOperation(account, listTree, input, { pages: "all", signal });
      const files = data.filter(
        ({ type, mode, path }) =>
          type === "blob" && mode !== "120000" && (wanted?.test(path) ?? true) && !unwanted?.test(path),
      );
      const readable = files.filter(({ path }) => !binary.test(path));
      const known = new Set(await openSearch(JSON.stringify([account, project, commit])));
      const chosen = readable.slice(0, budget).map(({ path }) => path);
      tell({
        candidates: files.length,
        binary: files.length - readable.length,
        beyond: Math.max(0, readable.length - budget),
      });
      let ready: string[] = [];
      const look = async (paths: readonly string[]) => {
        const found = await searchFiles(paths, text, { regex, matchCase, wholeWord });
        tell({ files: [...now.files, ...found], searched: now.searched + paths.length });
      };
      const here = chosen.filter((path) => known.has(path));
      for (let at = 0; at < here.length && !signal.aborted; at += 400) await look(here.slice(at, at + 400));
      const queue = chosen.filter((path) => !known.has(path));
      const work = async () => {
        for (let path = queue.shift(); path !== undefined && !signal.aborted; path = queue.shift()) {
          const outcome = await read(path);
          if (outcome === "text") ready.push(path);
          else tell({ [outcome]: now[outcome] + 1 });
          if (ready.length < batch) continue;
          const full = ready;
          ready = [];
          await look(full);
        }
      };
      await Promise.all(Array.from({ length: atOnce }, work));
      if (signal.aborted) return;
      await look(ready);
      tell({ running: false });
    }

    async function read(path: string): Promise<"text" | "large" | "binary" | "unreadable"> {
      try {
        const input = { id: project, file_path: path, ref: commit ?? "" };
        const response = await callOperation(account, getRawFile, input, { signal });
        if (Number(response.headers.get("content-length") ?? 0) > largestFile) {
          await response.body?.cancel();
          return "large";
        }
        const bytes = await response.arrayBuffer();
        if (bytes.byteLength > largestFile) return "large";
        return (await addSearchedFile(path, bytes)) ? "text" : "binary";
      } catch (error) {
        if (signal.aborted) throw error;
        return "unreadable";
      }
    }
  }, [account, project, commit, text, include, exclude, regex, matchCase, wholeWord, budget]);
  const cancel = () => {
    running.current?.abort();
    setState((now) => ({ ...now, running: false }));
  };
  return { ...state, cancel };
}
