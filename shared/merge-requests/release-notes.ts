/** A commit since the last release. */
export interface ReleasedCommit {
  readonly id: string;
  readonly short_id: string;
  readonly title: string;
  readonly message: string;
  readonly parent_ids: readonly string[];
}

/** A merged merge request. */
export interface ReleasedMergeRequest {
  readonly iid: number;
  readonly title: string;
  readonly labels: readonly string[];
  /** Username; null where the author is deleted. */
  readonly author: string | null;
  /** Hashes by which it is found among the commits: of its merge, of its squashed commit, of its last commit. */
  readonly hashes: readonly string[];
}

/** Way in which the entries of release notes are put into sections. */
export type NotesGrouping = "conventional" | "label" | "none";

interface Released {
  readonly commits: readonly ReleasedCommit[];
  readonly mergeRequests: readonly ReleasedMergeRequest[];
}

/** A change in the notes: a merge request, or a commit that belongs to none. */
interface Entry {
  readonly title: string;
  /** Its title, or where that follows no convention those of its commits that do. */
  readonly titles: readonly string[];
  readonly messages: readonly string[];
  readonly labels: readonly string[];
  /** Reference and author, as Markdown. */
  readonly source: string;
}

/** Returns the merge requests that brought commits, in the order of these. */
export function releasedMergeRequests({ commits, mergeRequests }: Released): ReleasedMergeRequest[] {
  const places = new Map(commits.map(({ id }, place) => [id, place]));
  const placeOf = ({ hashes }: ReleasedMergeRequest) =>
    Math.min(...hashes.map((hash) => places.get(hash) ?? Number.POSITIVE_INFINITY));
  return mergeRequests
    .filter((each) => Number.isFinite(placeOf(each)))
    .toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** Returns the commits that a merge brought: those that its first parent does not have. */
function broughtBy(merge: ReleasedCommit, byId: ReadonlyMap<string, ReleasedCommit>): ReleasedCommit[] {
  const reach = (from: readonly string[], without: ReadonlySet<string>) => {
    const found = new Set<string>();
    const rest = [...from];
    for (let id = rest.pop(); id !== undefined; id = rest.pop()) {
      const commit = byId.get(id);
      if (!commit || found.has(id) || without.has(id)) continue;
      found.add(id);
      rest.push(...commit.parent_ids);
    }
    return found;
  };
  const [first, ...others] = merge.parent_ids;
  const before = reach(first === undefined ? [] : [first], new Set());
  return [...reach(others, before)].flatMap((id) => byId.get(id) ?? []);
}

/** Returns the changes: merge requests, and the commits that none of them brought; merges by themselves are none. */
function entriesOf(released: Released): Entry[] {
  const byId = new Map(released.commits.map((commit) => [commit.id, commit]));
  const covered = new Set<string>();
  const places = new Map(released.commits.map(({ id }, place) => [id, place]));
  const entries: { place: number; entry: Entry }[] = [];
  for (const request of releasedMergeRequests(released)) {
    const own = request.hashes.flatMap((hash) => byId.get(hash) ?? []);
    const brought = [
      ...own.filter(({ parent_ids }) => parent_ids.length < 2),
      ...own.flatMap((commit) => (commit.parent_ids.length > 1 ? broughtBy(commit, byId) : [])),
    ];
    for (const { id } of [...own, ...brought]) covered.add(id);
    const author = request.author === null ? "" : ` by @${request.author}`;
    entries.push({
      place: Math.min(...own.map(({ id }) => places.get(id) ?? 0)),
      entry: {
        title: request.title,
        titles: titlesOf(request.title, brought),
        messages: brought.map(({ message }) => message),
        labels: request.labels,
        source: `!${request.iid}${author}`,
      },
    });
  }
  for (const [place, { id, short_id, title, message, parent_ids }] of released.commits.entries()) {
    if (covered.has(id) || parent_ids.length > 1) continue;
    entries.push({
      place,
      entry: { title, titles: [title], messages: [message], labels: [], source: short_id },
    });
  }
  return entries.toSorted((a, b) => a.place - b.place).map(({ entry }) => entry);
}

/** Returns the title of a merge request, or those of its commits where they alone follow the convention. */
function titlesOf(title: string, commits: readonly ReleasedCommit[]): readonly string[] {
  if (conventional.test(title)) return [title];
  const named = commits.filter((commit) => conventional.test(commit.title)).map((commit) => commit.title);
  return named.length > 0 ? [...new Set(named)].toReversed() : [title];
}

/** `type(scope)!: subject`, as conventionalcommits.org 1.0.0 has it. */
const conventional = /^(?<type>[a-z]+)(?:\((?<scope>[^()\r\n]+)\))?(?<breaking>!)?: +(?<subject>\S.*)$/i;
const breakingFooter = /^BREAKING[ -]CHANGE: /m;

const sections: Readonly<Record<string, string>> = {
  feat: "Features",
  feature: "Features",
  fix: "Fixes",
  perf: "Performance",
  refactor: "Refactoring",
  docs: "Documentation",
  test: "Tests",
  build: "Build",
  ci: "Build",
  chore: "Maintenance",
  style: "Maintenance",
  revert: "Reverts",
};
const breaking = "Breaking changes";
const others = "Other changes";
const order = [breaking, ...new Set(Object.values(sections)), others];

/** Returns the notes of a release as a list in Markdown, with a heading for each section; empty without a change. */
export function releaseNotes(released: Released, grouping: NotesGrouping): string {
  const lines = new Map<string, string[]>();
  const add = (section: string, text: string, source: string) => {
    const known = lines.get(section) ?? [];
    lines.set(section, [...known, `- ${oneLine(text)} (${source})`]);
  };
  for (const { title, titles, messages, labels, source } of entriesOf(released)) {
    if (grouping === "none") add("", title, source);
    else if (grouping === "label") add(labels[0] ?? others, title, source);
    else {
      const isBreaking = titles.length === 1 && messages.some((message) => breakingFooter.test(message));
      for (const each of titles) {
        const { type, scope, subject, breaking: mark } = conventional.exec(each)?.groups ?? {};
        const section = mark || isBreaking ? breaking : (sections[type?.toLowerCase() ?? ""] ?? others);
        add(section, subject ? `${scope ? `**${scope}:** ` : ""}${subject}` : each, source);
      }
    }
  }
  const names = [...lines.keys()].toSorted((a, b) =>
    grouping === "label" ? Number(a === others) - Number(b === others) : order.indexOf(a) - order.indexOf(b),
  );
  return names
    .map((name) => `${name === "" ? "" : `## ${oneLine(name)}\n\n`}${lines.get(name)?.join("\n")}\n`)
    .join("\n");
}

const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();
