/** One person's emoji. */
export interface GivenReaction {
  readonly id: number;
  /** Emoji without colons. */
  readonly name: string;
  /** The person's name. */
  readonly person: string;
  readonly mine: boolean;
}

/** Everybody's emoji of one name. */
interface ReactionGroup {
  readonly name: string;
  readonly count: number;
  readonly people: readonly string[];
  /** Id of the reader's own; null where there is none. */
  readonly mine: number | null;
}

/** Reactions by emoji, the one that was given first in front. */
export function groupReactions(reactions: readonly GivenReaction[]): readonly ReactionGroup[] {
  const groups = new Map<string, GivenReaction[]>();
  for (const reaction of reactions)
    groups.set(reaction.name, [...(groups.get(reaction.name) ?? []), reaction]);
  return [...groups].map(([name, given]) => ({
    name,
    count: given.length,
    people: given.map(({ person, mine }) => (mine ? "you" : person)),
    mine: given.find(({ mine }) => mine)?.id ?? null,
  }));
}

const maxNames = 12;

/** Returns the names of those who reacted: the reader last, a long list shortened. */
export function formatNames(people: readonly string[]): string {
  const sorted = [
    ...people.filter((person) => person !== "you"),
    ...people.filter((person) => person === "you"),
  ];
  const [first = "", ...rest] = sorted;
  if (rest.length === 0) return first;
  if (sorted.length > maxNames)
    return `${sorted.slice(0, maxNames).join(", ")} and ${sorted.length - maxNames} others`;
  return `${sorted.slice(0, -1).join(", ")} and ${sorted.at(-1)}`;
}
