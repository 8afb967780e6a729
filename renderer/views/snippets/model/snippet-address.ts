import { useParams } from "@tanstack/react-router";
import { useMemo } from "react";
import {
  getProjectSnippet,
  getRawProjectSnippet,
  getRawProjectSnippetFile,
  type Snippet,
} from "../../../../shared/api/resources/project-snippets.ts";
import { getRawSnippet, getRawSnippetFile, getSnippet } from "../../../../shared/api/resources/snippets.ts";
import { callOperation, fetchOperation } from "../../../api/fetch-operation.ts";
import { useOperation } from "../../../api/use-operation.ts";
import { useGo } from "../../../features/addresses/app-link.tsx";
import { hrefs } from "../../../features/addresses/hrefs.ts";
import { useAccountRoute, useRouteProject } from "../../../features/addresses/use-route.ts";

/** Address of a snippet: in a project, or a personal one. */
export interface SnippetAddress {
  readonly account: string;
  /** Full path or id of the project; null for a personal snippet. */
  readonly project: string | null;
  readonly id: number;
}

/** Returns the snippet that the address names; id NaN for `new`. */
export function useSnippetAddress(): SnippetAddress {
  const { account } = useAccountRoute();
  const project = useRouteProject();
  const snippet = useRouteSnippet();
  return useMemo(
    () => ({ account, project: project ?? null, id: snippet === "new" ? Number.NaN : Number(snippet) }),
    [account, project, snippet],
  );
}

/** Returns the last part of the address of a snippet, of a project or personal, shown or edited. */
function useRouteSnippet(): string {
  const personal = useParams({ from: "/a/$account/snippets/$snippet", shouldThrow: false });
  const personalEdit = useParams({ from: "/a/$account/snippets/$snippet/edit", shouldThrow: false });
  const shown = useParams({ from: "/a/$account/p/$project/snippets/$snippet", shouldThrow: false });
  const edited = useParams({ from: "/a/$account/p/$project/snippets/$snippet/edit", shouldThrow: false });
  return (personal ?? personalEdit ?? shown ?? edited)?.snippet ?? "";
}

/** Returns a function that navigates to a snippet, or to its list where `id` is null. */
export function useGoToSnippet() {
  const go = useGo();
  return ({ account, project }: Omit<SnippetAddress, "id">, id: number | null) => {
    if (id !== null) go(hrefs.snippet(account, project, id));
    else if (project === null) go(hrefs.snippets(account));
    else go(hrefs.project(account, project, "snippets"));
  };
}

/** Reads the snippet of an address; nothing for one that is not written yet. */
export function useSnippet({ account, project, id }: SnippetAddress) {
  const known = Number.isInteger(id);
  const ofProject = useOperation(
    getProjectSnippet,
    known && project !== null ? { id: project, snippet_id: id } : null,
    { account },
  );
  const personal = useOperation(getSnippet, known && project === null ? { id } : null, { account });
  return project === null ? personal : ofProject;
}

/** Reads a snippet as it is now. Throws ProblemError. */
export const readSnippet = ({ account, project, id }: SnippetAddress): Promise<Snippet> =>
  project === null
    ? fetchOperation(account, getSnippet, { id })
    : fetchOperation(account, getProjectSnippet, { id: project, snippet_id: id });

/** Returns the names of a snippet's files; services before 13.x have one. */
export const pathsOfSnippet = (snippet: Snippet): readonly string[] =>
  snippet.files && snippet.files.length > 0
    ? snippet.files.map(({ path }) => path)
    : [snippet.file_name ?? "snippet.txt"];

/** Requests the bytes of one file of a snippet. Throws ProblemError. */
export function requestFile(
  address: SnippetAddress,
  snippet: Snippet,
  path: string,
  signal?: AbortSignal,
): Promise<Response> {
  const { account, project, id } = address;
  const options = signal ? { signal } : {};
  if (pathsOfSnippet(snippet).length === 1) {
    return project === null
      ? callOperation(account, getRawSnippet, { id }, options)
      : callOperation(account, getRawProjectSnippet, { id: project, snippet_id: id }, options);
  }
  const file = { ref: snippetBranch(snippet, path), file_path: path };
  return project === null
    ? callOperation(account, getRawSnippetFile, { id, ...file }, options)
    : callOperation(account, getRawProjectSnippetFile, { id: project, snippet_id: id, ...file }, options);
}

/** Returns the branch of the snippet's repository that the address of a file names. */
export function snippetBranch({ files = [] }: Snippet, path: string): string {
  const url = files.find((file) => file.path === path)?.raw_url ?? "";
  return /\/raw\/([^/]+)\//.exec(url)?.[1] ?? "HEAD";
}

/** Returns where a snippet of a list is. One's own list may have snippets of projects. */
export function addressOf(account: string, project: string | null, snippet: Snippet): SnippetAddress {
  const { id, project_id, web_url } = snippet;
  if (project !== null || project_id == null) return { account, project, id };
  const path = URL.canParse(web_url) ? new URL(web_url).pathname : "";
  const full = /^\/(.+?)(?:\/-)?\/snippets\/\d+$/.exec(path)?.[1];
  return { account, project: full ?? String(project_id), id };
}
