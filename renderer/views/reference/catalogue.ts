import type { AnyOperation } from "../../../shared/api/contract/operation.ts";
import { operations } from "../../../shared/api/index.ts";

/** An operation of the reference. */
interface Entry {
  readonly name: string;
  readonly operation: AnyOperation;
  /** Heading of its group. */
  readonly group: string;
}

/** Groups by segments of a path, the most specific first. */
const groups: readonly (readonly [RegExp, string])[] = [
  [/\/search$/, "Search"],
  [/\/(notes|discussions)\b/, "Notes and threads"],
  [/\/merge_requests\b/, "Merge requests"],
  [/\/issues\b/, "Issues"],
  [/\/wikis?\b/, "Wikis"],
  [/\/snippets\b/, "Snippets"],
  [/\/runners?\b/, "Runners"],
  [/\/jobs|\/pipelines|\/artifacts/, "Jobs"],
  [/\/environments\b/, "Environments"],
  [/\/deployments\b/, "Deployments"],
  [/\/releases?\b|\/release$/, "Releases"],
  [/\/tags\b/, "Tags"],
  [/branches\b/, "Branches"],
  [/\/commits\b|\/statuses\b/, "Commits"],
  [/\/files\b/, "Files"],
  [/\/submodules\b/, "Submodules"],
  [/\/repository\b/, "Repository"],
  [/\/keys\b/, "SSH keys"],
  [/\/hooks\b/, "System hooks"],
  [/notification_settings/, "Notification settings"],
  [/^\/users?\b|personal_access_tokens/, "Users"],
  [/^\/groups\b/, "Groups"],
  [/^\/projects\b/, "Projects"],
];

/** Every operation of the contract, by group and path. */
export const catalogue: readonly Entry[] = Object.entries(operations)
  .map(([name, operation]) => ({
    name,
    operation,
    group: groups.find(([pattern]) => pattern.test(operation.path))?.[1] ?? "Service",
  }))
  .sort(
    (a, b) =>
      a.group.localeCompare(b.group) ||
      a.operation.path.localeCompare(b.operation.path) ||
      a.operation.method.localeCompare(b.operation.method),
  );

/** A row of the list: a group's heading with its number of operations, or one of them. */
type CatalogueRow =
  | { readonly kind: "group"; readonly key: string; readonly title: string; readonly count: number }
  | { readonly kind: "entry"; readonly key: string; readonly entry: Entry };

/** The operations that have every word of a search in their name, method, path, summary or parameters. */
export function searchCatalogue(entries: readonly Entry[], text: string): Entry[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return entries.filter(({ name, operation }) => {
    const { method, path, summary, input } = operation;
    const hay = `${name} ${method} ${path} ${summary} ${Object.keys(input.shape).join(" ")}`.toLowerCase();
    return words.every((word) => hay.includes(word));
  });
}

/** Entries under the headings of their groups. */
export function catalogueRows(entries: readonly Entry[]): CatalogueRow[] {
  const counts = new Map<string, number>();
  for (const { group } of entries) counts.set(group, (counts.get(group) ?? 0) + 1);
  return entries.flatMap((entry, i): CatalogueRow[] => {
    const row: CatalogueRow = { kind: "entry", key: entry.name, entry };
    if (entries[i - 1]?.group === entry.group) return [row];
    const { group } = entry;
    return [{ kind: "group", key: `group ${group}`, title: group, count: counts.get(group) ?? 0 }, row];
  });
}
