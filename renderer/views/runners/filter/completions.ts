import { formatTerm } from "../../../features/query-text/query-text.ts";
import { connectionLabels, connections, kindLabels, runnerKinds } from "../fleet/runner.ts";
import { type RunnerKey, runnerKeys } from "./runner-query.ts";

/** One entry of the list under the query. */
export interface Completion {
  readonly label: string;
  readonly hint: string;
  /** The replacement of the word at the caret; a blank follows unless a value is expected. */
  readonly insert: string;
}

/** Values that loaded runners have, for filters without a fixed list of values. */
export type SeenValues = Readonly<Partial<Record<RunnerKey, readonly string[]>>>;

const hints: Readonly<Record<RunnerKey, string>> = {
  status: "State of the connection",
  type: "Instance, group or project",
  tag: "Has the tag",
  paused: "Takes no new jobs",
  version: "Version of the runner, such as 16.11",
  platform: "Operating system",
  arch: "Architecture",
  ip: "IP address starts with",
  access: "Protected branches only, or all",
  locked: "Locked to its projects",
  untagged: "Runs jobs without tags",
  busy: "Runs a job now",
  project: "Enabled for a project",
  scope: "All runners, or only your own",
};

const yesNo = { yes: "Yes", no: "No" };
const fixed: Readonly<Partial<Record<RunnerKey, Readonly<Record<string, string>>>>> = {
  status: {
    ...Object.fromEntries(connections.map((name) => [name, connectionLabels[name]])),
    paused: "Paused",
  },
  type: Object.fromEntries(runnerKinds.map((name) => [name, kindLabels[name]])),
  paused: yesNo,
  locked: yesNo,
  untagged: yesNo,
  busy: yesNo,
  access: { protected: "Protected branches only", all: "All branches" },
  scope: { all: "Every runner (administrators)", owned: "Runners that you own" },
};
const maxCompletions = 12;

/** The word at the caret, as indices into the text. */
export function wordAt(text: string, caret: number): { readonly from: number; readonly to: number } {
  const from = caret - (/(?:[a-z-]+:"[^"]*|\S*)$/.exec(text.slice(0, caret))?.[0].length ?? 0);
  return { from, to: caret + (/^[^\s"]*"?/.exec(text.slice(caret))?.[0].length ?? 0) };
}

/** Returns what may complete the word at the caret: names, or values of the name before the colon. */
export function completionsAt(text: string, caret: number, seen: SeenValues): readonly Completion[] {
  const { from } = wordAt(text, caret);
  const word = text.slice(from, caret);
  const [, name, typed = ""] = /^([a-z-]+):"?(.*)$/.exec(word) ?? [];
  const key = runnerKeys.find((known) => known === name);
  if (!key) {
    return runnerKeys
      .filter((known) => known.startsWith(word.toLowerCase()))
      .map((known) => ({ label: `${known}:`, hint: hints[known], insert: `${known}:` }));
  }
  // Alternatives before the last comma stay.
  const before = typed.slice(0, typed.lastIndexOf(",") + 1);
  const start = typed.slice(before.length).toLowerCase();
  const words = fixed[key];
  const values = words ? Object.keys(words) : (seen[key] ?? []);
  return values
    .filter((value) => (words ? value.startsWith(start) : value.toLowerCase().includes(start)))
    .toSorted((a, b) => Number(b.toLowerCase().startsWith(start)) - Number(a.toLowerCase().startsWith(start)))
    .slice(0, maxCompletions)
    .map((value) => ({
      label: value,
      hint: words?.[value] ?? "",
      insert: formatTerm({ key, value: before + value }),
    }));
}

/** Returns the text with the word at the caret replaced, and the new position of the caret. */
export function applyCompletion(text: string, caret: number, { insert }: Completion) {
  const { from, to } = wordAt(text, caret);
  const isName = insert.endsWith(":");
  const space = isName || text[to] === " " ? "" : " ";
  return {
    text: text.slice(0, from) + insert + space + text.slice(to),
    caret: from + insert.length + (isName ? 0 : 1),
  };
}
