import { describe, growModule, type Language, type Module } from "./code-base.ts";
import { createCalendar } from "./seed/calendar.ts";
import { type FileChange, History } from "./seed/history.ts";
import { type Person, people } from "./seed/people.ts";
import type { Random } from "./seed/random.ts";

export interface Growth {
  readonly random: Random;
  readonly language: Language;
  /** Time of the first commit, or soon before it. */
  readonly start: Date;
  readonly commits: number;
  readonly nouns: readonly string[];
  readonly pathOf: (noun: string) => string;
  /** Files of the first commit. */
  readonly first: Readonly<Record<string, FileChange>>;
  /** The change log's file, which grows with every release. */
  readonly changelog: string;
}

export interface Grown {
  readonly history: History;
  readonly nextDate: () => Date;
  readonly author: () => Person;
}

/** A code base that several people grow over months: features, fixes, tests, topic branches merged, releases tagged. */
export function grow(growth: Growth): Grown {
  const { random, language, nouns, pathOf } = growth;
  const history = new History();
  const nextDate = createCalendar(random, growth.start);
  const author = () => random.pick(people);
  history.commit({
    branch: "main",
    author: people[0],
    date: nextDate(),
    message: "Start the project\n",
    files: growth.first,
  });
  const modules: Module[] = [];
  const notes: string[] = [];
  let release = 0;
  let topic = 0;
  for (let count = 1; count < growth.commits; count++) {
    const fresh = nouns[modules.length];
    const adding = fresh !== undefined && (modules.length === 0 || random.chance(0.09));
    const module: Module = adding ? { path: pathOf(fresh), noun: fresh, routines: [] } : random.pick(modules);
    if (adding) modules.push(module);
    const step = growModule(random, language, module);
    const message = adding ? `Add ${describe(module.noun)}\n` : step.message;
    notes.unshift(`- ${message.split("\n", 1)[0]}`);
    const files: Record<string, FileChange> = { [module.path]: language.render(module) };
    if (random.chance(0.45)) {
      const test = language.test(module);
      files[test.path] = test.text;
    }
    const branch = random.chance(0.14)
      ? `topic/${describe(module.noun).replaceAll(" ", "-")}-${++topic}`
      : "main";
    history.commit({ branch, from: "main", author: author(), date: nextDate(), message, files });
    if (branch !== "main") {
      history.commit({
        branch: "main",
        merge: branch,
        author: author(),
        date: nextDate(),
        message: `Merge branch '${branch}' into 'main'\n\n${message}`,
        files,
      });
    }
    if (count % 40 === 0) {
      const version = `v0.${++release}.0`;
      const date = nextDate();
      history.commit({
        branch: "main",
        author: people[0],
        date,
        message: `Release ${version}\n`,
        files: { [growth.changelog]: `# Changes\n\n## ${version}\n\n${notes.slice(0, 30).join("\n")}\n` },
      });
      history.tag(
        version,
        "main",
        people[0],
        date,
        `Release ${version}\n\n${notes.slice(0, 5).join("\n")}\n`,
      );
      if (release % 2 === 0)
        history.tag(`nightly-${date.toISOString().slice(0, 10)}`, "main", people[0], date);
    }
  }
  return { history, nextDate, author };
}
