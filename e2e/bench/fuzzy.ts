import fuzzysort from "fuzzysort";
import { FileIndex } from "../../renderer/workers/files/file-index.ts";
import { middle } from "./measuring/measure.ts";
import { installPeers } from "./measuring/serve-peers.ts";

/** Results that a search shows. */
const limit = 100;
const runs = 3;
/** Queries as a user types them, letter by letter. */
const typed = ["ctrl", "srcview", "index", "handlertest", "utf8dec"];

/** Returns the paths that fit, best first. */
type Search = (query: string) => readonly string[];

interface Finder {
  readonly name: string;
  /** Makes whatever a tree needs once. */
  prepare(paths: readonly string[]): Search;
}

installPeers();
const fzf = await import("./peers/fuzzy/fzf.js");

const finders: readonly Finder[] = [
  {
    name: "Helve (`file-index.ts`)",
    prepare(paths) {
      const index = new FileIndex(paths);
      return (query) => index.match(query, limit).matches.map(({ path }) => path);
    },
  },
  {
    name: "fuzzysort",
    prepare(paths) {
      const prepared = paths.map((path) => fuzzysort.prepare(path));
      return (query) => fuzzysort.go(query, prepared, { limit }).map(({ target }) => target);
    },
  },
  {
    name: "fzf",
    prepare: (paths) => fzf.prepare(paths, limit),
  },
];

/** Paths as a large repository has them, from a fixed seed. */
function makePaths(count: number): string[] {
  let state = 1;
  const next = (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % below;
  };
  const words =
    "src app lib core view controller model handler test index utf8 decoder config service client server user project branch commit diff tree blob merge request review table list item menu button dialog form state store query cache worker".split(
      " ",
    );
  const endings = ["ts", "tsx", "go", "rs", "py", "md", "json", "css"];
  const word = () => words[next(words.length)] ?? "";
  return Array.from({ length: count }, (_, i) => {
    const folders = Array.from({ length: 2 + next(5) }, word);
    return `${folders.join("/")}/${word()}_${word()}${i % 97}.${endings[next(endings.length)]}`;
  });
}

const timed = <T>(work: () => T): readonly [ms: number, result: T] => {
  const from = performance.now();
  const result = work();
  return [performance.now() - from, result];
};

const figure = (ms: number): string => (ms < 10 ? ms.toFixed(1) : ms.toFixed(0));

console.log("| Paths | Finder | prepare ms | key stroke median ms | worst ms | of best median |");
console.log("| --- | --- | --- | --- | --- | --- |");
for (const count of [10_000, 100_000, 300_000]) {
  const paths = makePaths(count);
  const rows = finders.map(({ name, prepare }) => {
    const strokes: number[] = [];
    const preparations: number[] = [];
    for (let run = 0; run < runs; run++) {
      const [preparation, search] = timed(() => prepare(paths));
      preparations.push(preparation);
      for (const query of typed)
        for (let end = 1; end <= query.length; end++)
          strokes.push(timed(() => search(query.slice(0, end)))[0]);
    }
    return { name, prepared: middle(preparations), stroke: middle(strokes), worst: Math.max(...strokes) };
  });
  const best = Math.min(...rows.map(({ stroke }) => stroke));
  for (const { name, prepared, stroke, worst } of rows)
    console.log(
      `| ${count.toLocaleString("en")} | ${name} | ${figure(prepared)} | ${figure(stroke)} | ${figure(worst)} | ${(stroke / best).toFixed(1)}× |`,
    );
}
