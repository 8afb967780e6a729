/** A person that a filter can name. */
interface Person {
  readonly username: string;
  readonly name: string;
}

/**
 * Returns people from several lists, each once, those of the first list first. Of `listed`, which no service searched,
 * only those whose name contains the query.
 */
export function mergePeople(
  query: string,
  listed: readonly Person[],
  ...found: readonly (readonly Person[])[]
): Person[] {
  const search = query.trim().replace(/^@/, "").toLowerCase();
  const own = listed.filter(({ name, username }) =>
    [name, username].some((text) => text.toLowerCase().includes(search)),
  );
  const byName = new Map<string, Person>();
  for (const person of [own, ...found].flat())
    if (!byName.has(person.username)) byName.set(person.username, person);
  return [...byName.values()];
}
