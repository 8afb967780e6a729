import { operationKey } from "../../../../../shared/api/contract/call-facts.ts";
import type { AnyOperation } from "../../../../../shared/api/contract/operation.ts";
import { operations } from "../../../../../shared/api/index.ts";

/** Values of parameters of reads, by name; `sha` and its like are a commit, `blob` the hash of a file. */
interface SampleValues {
  readonly commit: string;
  readonly blob: string;
  readonly path: string;
}

/** Returns the address of every read of a project below `/api/v4`, with its key: derived from the contract. */
export function projectReads(project: number, values: SampleValues): { key: string; path: string }[] {
  return Object.values<AnyOperation>(operations)
    .filter(({ method, path }) => (method === "GET" || method === "HEAD") && path.startsWith("/projects/:id"))
    .map((operation) => ({
      key: operationKey(operation),
      path: addressOf(operation, project, values),
    }));
}

function addressOf({ path, query, variant }: AnyOperation, project: number, values: SampleValues): string {
  if (path.endsWith("/merge_base"))
    return `/projects/${project}/repository/merge_base?refs[]=main&refs[]=feature`;
  const filled = path
    .replace("[.format]", "")
    .replace(/[:*](\w+)/g, (_, name: string) =>
      name === "id" ? String(project) : encodeURIComponent(paramOf(name, path, values)),
    );
  const given = Object.keys(query).flatMap((name) =>
    queryOf(name, path, variant).map((value) => `${name}=${encodeURIComponent(value)}`),
  );
  return given.length > 0 ? `${filled}?${given.join("&")}` : filled;
}

function paramOf(name: string, path: string, { commit, blob, path: file }: SampleValues): string {
  if (name === "sha") return path.includes("/blobs/") ? blob : commit;
  if (name === "file_path") return file;
  if (name === "branch") return "main";
  if (name === "tag_name") return "v1";
  if (name === "ref_name") return "main";
  return "1";
}

/** Values of a parameter of the query; none for one that is left out. */
function queryOf(name: string, path: string, variant: string | undefined): string[] {
  if (path.endsWith("/compare") && (name === "from" || name === "to"))
    return [name === "from" ? "main" : "feature"];
  if (variant?.startsWith(`${name}=`)) return [variant.slice(name.length + 1)];
  if (path.endsWith("/search") && name === "search") return ["one"];
  const values: Readonly<Record<string, string>> = {
    ref: "main",
    recursive: "true",
    with_stats: "true",
    with_content: "true",
    per_page: "100",
    job: "build",
  };
  const value = values[name];
  return value === undefined ? [] : [value];
}
