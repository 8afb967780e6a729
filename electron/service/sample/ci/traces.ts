import type { Random } from "../seed/random.ts";
import { unitFailure } from "./unit-failure.ts";

const green = "\u001b[32m";
const red = "\u001b[31;1m";
const yellow = "\u001b[33m";
const plain = "\u001b[0m";

const section = (
  name: string,
  title: string,
  from: number,
  to: number,
  lines: readonly string[],
): string[] => [
  `section_start:${from}:${name}\r\u001b[0K\u001b[36;1m${title}${plain}`,
  ...lines,
  `section_end:${to}:${name}\r\u001b[0K`,
];

/** Returns lines with a timestamp before each, as newer runners print them. */
const stamped = (lines: readonly string[], { startedAt, seconds }: PrintedJob): string[] =>
  lines.map((line, index) => {
    const at = new Date(startedAt.getTime() + (index / lines.length) * seconds * 1000).toISOString();
    return `${at.replace("Z", "000Z")} 00O ${line}`;
  });

/** Returns what a deployment prints: one long line, and a link as terminals show it. */
const delivered = ({ sha }: PrintedJob): string[] => {
  const files = Array.from({ length: 24 }, (_, index) => `lamp/plate-${index + 1}.txt`);
  const notes = `https://beacon.example/releases/${sha.slice(0, 8)}`;
  return [
    `Uploaded ${files.join(", ")}`,
    `Deployed. See the \u001b]8;;${notes}\u001b\\release notes\u001b]8;;\u001b\\ of this version.`,
  ];
};

/** Finished job of the sample, for its trace. */
export interface PrintedJob {
  readonly name: string;
  readonly sha: string;
  readonly failed: boolean;
  readonly startedAt: Date;
  readonly seconds: number;
}

const failureOf = ({ name }: PrintedJob, lumen: number): string =>
  name === "unit" ? unitFailure : `expected 9000 lumen, got ${lumen}`;

/** Returns the trace of a job: colours, sections, a progress bar and, where it failed, an error with its position. */
export function sampleTrace(job: PrintedJob, random: Random): string {
  const from = Math.floor(job.startedAt.getTime() / 1000);
  const to = from + job.seconds;
  const bar = Array.from({ length: 10 }, (_, tenth) => `Fetching ${(tenth + 1) * 10} %`).join("\r");
  const steps = Array.from({ length: random.int(20, 90) }, (_, index) => {
    const ms = random.int(2, 900);
    return random.chance(0.05)
      ? `${yellow}warning${plain} lamp.txt:${random.int(1, 2)}: beam ${index} took ${ms} ms`
      : `${green}  ok${plain} beam ${index} turns (${ms} ms)`;
  });
  const end = job.failed
    ? [
        `${red}  not ok${plain} beam ${random.int(3, 30)} dims at dawn`,
        `${red}Error: ${failureOf(job, random.int(100, 8999))}${plain}`,
        `    at check (ci/${job.name}.sh:${random.int(2, 9)}:5)`,
      ]
    : [`${random.int(20, 90)} passed`, `Lines: ${(85 + random.next() * 10).toFixed(1)}%`];
  const isDelivery = job.name === "deploy";
  const lines = [
    "Running with helve-shell on pier-1",
    ...section("get_sources", "Getting source from Git repository", from, from + 2, [
      bar,
      `Checking out ${job.sha.slice(0, 8)} as detached HEAD (ref is main)...`,
    ]),
    ...section("step_script", "Executing the script", from + 2, to, [
      `\u001b[32;1m$ sh ci/${job.name}.sh${plain}`,
      ...steps,
      ...end,
      ...(isDelivery ? delivered(job) : []),
    ]),
    job.failed ? `${red}ERROR: Job failed: exit code 1${plain}` : "\u001b[32;1mJob succeeded\u001b[0m",
  ];
  // As runners print it: the output after a section is on the line that ends it.
  const printed = lines.join("\n").replaceAll(/(section_end:[^\n]*)\n/g, "$1");
  return `${isDelivery ? stamped(printed.split("\n"), job).join("\n") : printed}\n`;
}
