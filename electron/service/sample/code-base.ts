import { createCalendar } from "./seed/dates.ts";
import { History, type Person, people, type SeedContent } from "./seed/sample-history.ts";
import type { Random } from "./seed/seeded-random.ts";

/** A function of a module as the sample's generator grows it. */
interface Routine {
  readonly name: string;
  readonly summary: string;
  lines: string[];
}

/** A source file that gains and changes functions over the months. */
interface Module {
  readonly path: string;
  readonly noun: string;
  readonly routines: Routine[];
}

/** Commit message of one step. */
interface Step {
  readonly module: Module;
  readonly message: string;
}

/** Templates of a language's modules. */
interface Language {
  readonly verbs: readonly string[];
  render(module: Module): string;
  test(module: Module): { readonly path: string; readonly text: string };
  body(random: Random, noun: string, verb: string): string[];
}

const reasons = [
  "The old order depended on the clock of the caller.",
  "Reported twice this week; both times the list was empty.",
  "Measured on the staging data: a third less work.",
  "Follows what the handbook says about names.",
  "No change in behaviour.",
  "Needed for the export that comes next.",
];

/** Adds a function to a module, or changes one of its functions. */
function growModule(random: Random, language: Language, module: Module): Step {
  const free = language.verbs.filter((verb) => !module.routines.some(({ name }) => name.startsWith(verb)));
  if (free.length > 0 && (module.routines.length < 2 || random.chance(0.35))) {
    const verb = random.pick(free);
    module.routines.push({
      name: `${verb}${module.noun}`,
      summary: `${verb[0]?.toUpperCase()}${verb.slice(1)}s ${describe(module.noun)} and says what was done.`,
      lines: language.body(random, module.noun, verb),
    });
    return { module, message: withReason(random, `Add ${verb} to ${describe(module.noun)}`) };
  }
  const routine = random.pick(module.routines);
  const at = random.int(0, routine.lines.length - 1);
  const verb = language.verbs.find((word) => routine.name.startsWith(word)) ?? "read";
  const fresh = language.body(random, module.noun, verb);
  // Lines are replaced one by one, so that the function stays valid.
  const end = at + random.int(1, 3);
  routine.lines = [...routine.lines.slice(0, at), ...fresh.slice(at, end), ...routine.lines.slice(end)];
  const what = random.pick(["Fix", "Simplify", "Tighten", "Speed up", "Correct the limits of"]);
  return { module, message: withReason(random, `${what} ${routine.name}`) };
}

const withReason = (random: Random, title: string): string =>
  random.chance(0.4) ? `${title}\n\n${random.pick(reasons)}\n` : `${title}\n`;

/** `OpenInvoice` in words. */
const describe = (noun: string): string =>
  noun.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter}`).toLowerCase();

const kebab = (noun: string): string => describe(noun).replaceAll(" ", "-");

export const typescript: Language = {
  verbs: ["list", "find", "sort", "group", "merge", "count", "archive", "parse"],
  body: (random, noun, verb) => {
    const limit = random.pick([20, 50, 100, 250]);
    const field = random.pick(["createdAt", "name", "total", "priority"]);
    return [
      `const open = items.filter((item) => item.${field} !== undefined);`,
      `if (open.length === 0) return { items: [], note: "no ${describe(noun)} to ${verb}" };`,
      `const sorted = open.toSorted((a, b) => compare(a.${field}, b.${field}));`,
      `const page = sorted.slice(0, options.limit ?? ${limit});`,
      `log.debug("${verb}", { kind: "${kebab(noun)}", found: page.length });`,
      `return { items: page, note: \`\${page.length} of \${open.length}\` };`,
    ];
  },
  render: ({ noun, routines }) =>
    [
      `import { compare } from "../lib/compare";`,
      `import { log } from "../lib/log";`,
      "",
      `/** A ${describe(noun)} as the server sends it. */`,
      `export interface ${noun} {`,
      "  readonly id: string;",
      "  readonly name: string;",
      "  readonly createdAt: string;",
      "  readonly total?: number;",
      "  readonly priority?: number;",
      "}",
      "",
      "interface Options {",
      "  readonly limit?: number;",
      "}",
      ...routines.flatMap(({ name, summary, lines }) => [
        "",
        `/** ${summary} */`,
        `export function ${name}(items: readonly ${noun}[], options: Options = {}) {`,
        ...lines.map((line) => `  ${line}`),
        "}",
      ]),
      "",
    ].join("\n"),
  test: ({ noun, routines }) => ({
    path: `src/features/${kebab(noun)}.test.ts`,
    text: [
      `import { expect, it } from "vitest";`,
      `import { ${routines.map(({ name }) => name).join(", ")} } from "./${kebab(noun)}";`,
      "",
      ...routines.flatMap(({ name }) => [
        `it("${name} says when there is nothing", () => {`,
        `  expect(${name}([]).items).toEqual([]);`,
        "});",
        "",
      ]),
    ].join("\n"),
  }),
};

export const golang: Language = {
  verbs: ["Open", "Close", "Read", "Write", "Watch", "Retry", "Drain"],
  body: (random, noun, verb) => {
    const seconds = random.pick([2, 5, 15, 30]);
    return [
      `ctx, cancel := context.WithTimeout(ctx, ${seconds}*time.Second)`,
      "defer cancel()",
      "if err := s.limiter.Wait(ctx); err != nil {",
      `\treturn fmt.Errorf("${verb.toLowerCase()} ${describe(noun)}: %w", err)`,
      "}",
      `s.metrics.Count("${describe(noun).replaceAll(" ", "_")}.${verb.toLowerCase()}", 1)`,
      "return s.store.Apply(ctx, id)",
    ];
  },
  render: ({ noun, routines }) =>
    [
      `// Package ${noun.toLowerCase()} keeps ${describe(noun)} records.`,
      `package ${noun.toLowerCase()}`,
      "",
      "import (",
      '\t"context"',
      '\t"fmt"',
      '\t"time"',
      ")",
      "",
      `// Service answers for every ${describe(noun)}.`,
      "type Service struct {",
      "\tstore   Store",
      "\tlimiter Limiter",
      "\tmetrics Metrics",
      "}",
      ...routines.flatMap(({ name, summary, lines }) => [
        "",
        `// ${name} ${summary[0]?.toLowerCase()}${summary.slice(1)}`,
        `func (s *Service) ${name}(ctx context.Context, id string) error {`,
        ...lines.map((line) => `\t${line}`),
        "}",
      ]),
      "",
    ].join("\n"),
  test: ({ noun, routines }) => ({
    path: `internal/${noun.toLowerCase()}/${noun.toLowerCase()}_test.go`,
    text: [
      `package ${noun.toLowerCase()}`,
      "",
      'import "testing"',
      "",
      ...routines.flatMap(({ name }) => [
        `func Test${name}(t *testing.T) {`,
        "\ts := newTestService(t)",
        `\tif err := s.${name}(t.Context(), "id-1"); err != nil {`,
        "\t\tt.Fatal(err)",
        "\t}",
        "}",
        "",
      ]),
    ].join("\n"),
  }),
};

interface Growth {
  readonly random: Random;
  readonly language: Language;
  /** Time of the first commit, or soon before it. */
  readonly start: Date;
  readonly commits: number;
  readonly nouns: readonly string[];
  readonly pathOf: (noun: string) => string;
  /** Files of the first commit. */
  readonly first: Readonly<Record<string, SeedContent>>;
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
    const files: Record<string, SeedContent> = { [module.path]: language.render(module) };
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
