/** Writes that the programs have confirmed, and with that promised to keep through any kill. */
export interface Confirmed {
  /** Content of a file by its branch. */
  readonly commits: Map<string, { readonly path: string; readonly content: string; readonly id: string }>;
  /** Commit by branch. */
  readonly pushes: Map<string, string>;
  /** Content by slug. */
  readonly pages: Map<string, string>;
  /** Content by path in the wiki. */
  readonly attachments: Map<string, string>;
  /** Titles by id. */
  readonly snippets: Map<number, string>;
  /** Iids of merged merge requests. */
  readonly merges: Set<number>;
  readonly tags: Set<string>;
  /** Ids of groups whose deletion was accepted. */
  readonly deletedGroups: Set<number>;
  /** Ids of projects below those groups. */
  readonly deletedProjects: Set<number>;
  /** Commits on branches whose jobs run. */
  readonly withJobs: Set<string>;
  /** Drafts of the host by key. */
  readonly drafts: Map<string, string>;
  /** Events that a hook is owed: ref and object. */
  readonly events: Set<string>;
}

export const nothingConfirmed = (): Confirmed => ({
  commits: new Map(),
  pushes: new Map(),
  pages: new Map(),
  attachments: new Map(),
  snippets: new Map(),
  merges: new Set(),
  tags: new Set(),
  deletedGroups: new Set(),
  deletedProjects: new Set(),
  withJobs: new Set(),
  drafts: new Map(),
  events: new Set(),
});

/** Returns how many writes were confirmed. */
export const countConfirmed = (confirmed: Confirmed): Record<string, number> =>
  Object.fromEntries(Object.entries(confirmed).map(([name, { size }]) => [name, size]));
