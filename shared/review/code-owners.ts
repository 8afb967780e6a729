import { type PathPattern, parsePathPattern } from "../attributes.ts";

/** Paths at which services look for the file, in their order; the first one that is there counts. */
export const codeOwnersPaths = ["CODEOWNERS", "docs/CODEOWNERS", ".gitlab/CODEOWNERS"] as const;

/** Owner of code as it is written: a user or group, all members of a role, or an address. */
export interface CodeOwner {
  readonly kind: "name" | "role" | "email";
  /** Without its `@`. */
  readonly text: string;
}

interface OwnersEntry {
  readonly pattern: string;
  readonly matches: PathPattern;
  readonly owners: readonly CodeOwner[];
  /** Whether it takes its paths out of the section, whatever else matches there. */
  readonly isExclusion: boolean;
}

interface OwnersSection {
  readonly name: string;
  readonly isOptional: boolean;
  /** Approvals of each rule; 0 in an optional section. */
  readonly required: number;
  readonly entries: readonly OwnersEntry[];
}

/** The sections of a `CODEOWNERS`, in order; the first one has no name. */
export type CodeOwners = readonly OwnersSection[];

/** Owners of a file in one section: those of the last entry that matches. */
export interface OwnersOfFile {
  readonly section: string;
  readonly isOptional: boolean;
  readonly required: number;
  readonly pattern: string;
  readonly owners: readonly CodeOwner[];
}

/** Characters of a line above which it is ignored. */
const maxLineLength = 4_096;

const header = /^(\^?)\[([^\]]+)\](?:\[(\d{1,3})\])?(?:\s+(.*))?$/;

interface OpenSection {
  readonly name: string;
  isOptional: boolean;
  required: number;
  defaults: readonly CodeOwner[];
  readonly entries: OwnersEntry[];
}

/** Parses a `CODEOWNERS` as GitLab does. Lines that have no meaning are left out. */
export function parseCodeOwners(text: string): CodeOwners {
  const sections = new Map<string, OpenSection>();
  const open = (name: string): OpenSection => {
    const key = name.toLowerCase();
    const found = sections.get(key) ?? { name, isOptional: false, required: 1, defaults: [], entries: [] };
    sections.set(key, found);
    return found;
  };
  let section = open("");
  for (const raw of text.replace(/^\ufeff/, "").split(/\r?\n/)) {
    const line = raw.trim();
    if (line === "" || line.startsWith("#") || line.length > maxLineLength) continue;
    const [, optional, name, count, defaults] = header.exec(line) ?? [];
    if (name !== undefined) {
      const isKnown = sections.has(name.trim().toLowerCase());
      section = open(name.trim());
      // A section that is continued keeps how it was begun.
      if (!isKnown) section.isOptional = optional === "^";
      if (!isKnown) section.required = optional === "^" ? 0 : Math.max(1, Number(count ?? 1));
      section.defaults = readOwners(defaults ?? "");
      continue;
    }
    const entry = readEntry(line, section.defaults);
    if (entry) section.entries.push(entry);
  }
  return [...sections.values()].filter(({ entries }) => entries.length > 0);
}

function readEntry(line: string, defaults: readonly CodeOwner[]): OwnersEntry | null {
  const isExclusion = line.startsWith("!");
  const rest = isExclusion ? line.slice(1) : line;
  const pattern = /^(?:\\.|[^\s\\])+/.exec(rest)?.[0];
  if (pattern === undefined) return null;
  const matches = matcherOf(pattern);
  const own = readOwners(rest.slice(pattern.length));
  return matches && { pattern, matches, owners: own.length > 0 ? own : defaults, isExclusion };
}

function matcherOf(pattern: string): PathPattern | null {
  if (pattern === "*") return () => true;
  const rooted = pattern.startsWith("/") ? pattern.slice(1) : `**/${pattern}`;
  return parsePathPattern(rooted.endsWith("/") ? `${rooted}**` : rooted);
}

function readOwners(text: string): CodeOwner[] {
  const end = text.search(/(^|\s)#/);
  const owners = (end === -1 ? text : text.slice(0, end)).split(/\s+/).flatMap(readOwner);
  return [...new Map(owners.map((owner) => [`${owner.kind} ${owner.text.toLowerCase()}`, owner])).values()];
}

function readOwner(word: string): CodeOwner[] {
  if (/^@@[a-z]+$/i.test(word))
    return [{ kind: "role", text: word.slice(2).toLowerCase().replace(/s$/, "") }];
  if (/^@[\w.-][\w./-]*$/.test(word)) return [{ kind: "name", text: word.slice(1) }];
  return /^[^@\s]+@[^@\s]+$/.test(word) ? [{ kind: "email", text: word }] : [];
}

/** Returns the owners of a file, one entry for each section that has some. */
export const ownersOfFile = (codeOwners: CodeOwners, path: string): OwnersOfFile[] =>
  codeOwners.flatMap(({ name, isOptional, required, entries }) => {
    const found = entries.filter(({ matches }) => matches(path));
    const last = found.at(-1);
    if (!last || found.some(({ isExclusion }) => isExclusion) || last.owners.length === 0) return [];
    return [{ section: name, isOptional, required, pattern: last.pattern, owners: last.owners }];
  });

/** Returns an owner as people read it, such as `@ada` or `every maintainer`. */
export const ownerText = ({ kind, text }: CodeOwner): string =>
  kind === "email" ? text : kind === "role" ? `every ${text}` : `@${text}`;

/** Returns whether an owner is a user by name. Members of groups are known to the service alone. */
export const isOwnedBy = ({ kind, text }: CodeOwner, username: string): boolean =>
  kind === "name" && text.toLowerCase() === username.toLowerCase();

/** A rule of owners for the files of a change. */
export interface OwnersRule extends OwnersOfFile {
  readonly paths: readonly string[];
}

/** Returns the rules that the changed files of a merge request have by their owners, in the order of the file's sections. */
export function ownersRules(codeOwners: CodeOwners, paths: readonly string[]): OwnersRule[] {
  const rules = new Map<string, OwnersOfFile & { readonly paths: string[] }>();
  for (const path of paths) {
    for (const found of ownersOfFile(codeOwners, path)) {
      const key = `${found.section.toLowerCase()}\0${found.pattern}`;
      const rule = rules.get(key);
      if (rule) rule.paths.push(path);
      else rules.set(key, { ...found, paths: [path] });
    }
  }
  const order = new Map(codeOwners.map(({ name }, index) => [name.toLowerCase(), index]));
  const place = ({ section }: OwnersOfFile) => order.get(section.toLowerCase()) ?? 0;
  return [...rules.values()].toSorted((one, other) => place(one) - place(other));
}
