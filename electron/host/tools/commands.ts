import { isAbsolute, relative, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { z } from "zod";
import type { MergeRequest } from "../../../shared/api/resources/merge-request-shapes.ts";
import {
  getMergeRequest,
  listMergeRequests,
  listProjectMergeRequests,
} from "../../../shared/api/resources/merge-requests.ts";
import { ProblemError } from "../../../shared/errors.ts";
import type { Account } from "../../../shared/host/accounts.ts";
import { reviewJson, reviewMarkdown } from "../../../shared/review/review-text.ts";
import type { TraceMirror } from "../traces/trace-mirror.ts";
import { type FoundProject, findAccount, findProject } from "./find-project.ts";
import { logText } from "./log-text.ts";
import { readReview } from "./read-review.ts";
import type { ServiceCalls } from "./service-calls.ts";

const place = {
  account: z.string().max(500).optional(),
  project: z.string().max(1000).optional(),
  remotes: z.array(z.string().max(4000)).max(50).optional(),
  /** Top folder of the clone. */
  folder: z.string().max(4000).optional(),
};
const iid = z.int().positive();
/** Rows of a list. */
const maxRows = 100;

/** A command of the command line, as `scripts/command` sends it. */
export const command = z.discriminatedUnion("name", [
  z.strictObject({
    name: z.literal("mr list"),
    ...place,
    state: z.enum(["opened", "closed", "merged", "all"]),
    search: z.string().max(1000).optional(),
    /** Those of the user in all projects. */
    mine: z.boolean(),
    limit: z.int().min(1).max(maxRows),
    json: z.boolean(),
  }),
  z.strictObject({ name: z.literal("mr show"), ...place, iid, json: z.boolean() }),
  z.strictObject({ name: z.literal("review"), ...place, iid, format: z.enum(["markdown", "json"]) }),
  z.strictObject({
    name: z.literal("log"),
    ...place,
    job: z.int().positive(),
    follow: z.boolean(),
    tail: z.int().min(1).optional(),
    grep: z.string().max(10_000).optional(),
  }),
  z.strictObject({
    name: z.literal("open"),
    ...place,
    target: z.discriminatedUnion("kind", [
      z.strictObject({ kind: z.literal("merge request"), iid }),
      z.strictObject({ kind: z.literal("url"), url: z.url({ protocol: /^(https?|helve)$/ }) }),
      z.strictObject({ kind: z.literal("folder"), path: z.string().max(4000) }),
      z.strictObject({
        kind: z.literal("file"),
        path: z.string().max(4000),
        ref: z.string().max(1000),
      }),
    ]),
  }),
]);
type Command = z.output<typeof command>;

/** Parts of the host that commands use. */
export interface CommandParts {
  readonly accounts: () => readonly Account[];
  readonly calls: ServiceCalls;
  readonly traces: TraceMirror;
  /** Opens a path of the app, a `helve://` link or the `file:` URL of a folder in Helve's window. */
  readonly open: (target: string) => void;
  /** Lets the page open the repository in a folder. */
  readonly openAllowed: (folder: string) => void;
}

/** Yields what a command prints. Throws ProblemError. */
export async function* runCommand(
  parts: CommandParts,
  given: Command,
  signal: AbortSignal,
): AsyncGenerator<string, void> {
  const { calls } = parts;
  const find = () => findProject(parts.accounts(), calls, given, signal);
  switch (given.name) {
    case "mr list":
      yield await listText(parts, given, signal);
      return;
    case "mr show": {
      const { account, project } = await find();
      const input = { id: project, merge_request_iid: given.iid };
      const found = await calls.json(account.id, getMergeRequest, input, { signal });
      yield given.json ? jsonText(found) : showText(found, project);
      return;
    }
    case "review": {
      const { account, project } = await find();
      const review = await readReview(calls, { account: account.id, project, iid: given.iid }, signal);
      yield given.format === "json"
        ? jsonText(review, reviewJson(review))
        : printable(reviewMarkdown(review));
      return;
    }
    case "log": {
      const { account, project } = await find();
      const job = { account: account.id, project, job: given.job };
      for await (const text of logText(parts.traces, job, given, signal)) yield printable(text);
      return;
    }
    case "open":
      yield await openTarget(parts, given, find);
  }
}

async function listText(
  { accounts, calls }: CommandParts,
  given: Extract<Command, { name: "mr list" }>,
  signal: AbortSignal,
): Promise<string> {
  const { state, search, limit, mine } = given;
  const query = { state, per_page: limit, order_by: "updated_at", ...(search ? { search } : {}) } as const;
  if (!mine) {
    const { account, project } = await findProject(accounts(), calls, given, signal);
    const input = { id: project, ...query };
    const found = await calls.json(account.id, listProjectMergeRequests, input, { signal });
    return given.json ? jsonText(found) : found.map((each) => rowOf(each, null)).join("");
  }
  const [first] = accounts();
  const account = given.account === undefined ? first : findAccount(accounts(), given.account);
  if (!account) throw new ProblemError({ code: "not_found", message: "Helve has no account yet." });
  const input = { ...query, scope: "assigned_to_me" } as const;
  const found = await calls.json(account.id, listMergeRequests, input, { signal });
  return given.json ? jsonText(found) : found.map((each) => rowOf(each, projectIn(each))).join("");
}

/** Returns a merge request as a line of columns with tabs between them. */
function rowOf(mergeRequest: MergeRequest, project: string | null): string {
  const { iid, title, state, author, source_branch, target_branch, updated_at = "" } = mergeRequest;
  const columns = [
    `${project ?? ""}!${iid}`,
    state,
    oneLine(title),
    `@${author?.username ?? "someone"}`,
    `${oneLine(source_branch)} → ${oneLine(target_branch)}`,
    updated_at,
  ];
  return `${columns.join("\t")}\n`;
}

const projectIn = ({ references }: MergeRequest): string | null => references?.full?.split("!")[0] ?? null;

function showText(found: MergeRequest, project: string): string {
  const facts = [
    ["Project", project],
    ["State", found.draft ? `${found.state}, draft` : found.state],
    ["Author", `@${found.author?.username ?? "someone"}`],
    ["Branches", `${found.source_branch} → ${found.target_branch}`],
    ["Head", found.sha ?? ""],
    ["Reviewers", (found.reviewers ?? []).map(({ username }) => `@${username}`).join(", ")],
    ["Labels", found.labels.join(", ")],
    ["Updated", found.updated_at ?? ""],
    ["Page", found.web_url],
  ];
  const lines = facts.flatMap(([label, value]) => (value ? [`${label}:\t${oneLine(value)}`] : []));
  const description = found.description ? `\n${printable(found.description).trimEnd()}\n` : "";
  return `!${found.iid}\t${oneLine(found.title)}\n${lines.join("\n")}\n${description}`;
}

/** Returns JSON that steers no terminal. */
const jsonText = (value: unknown, text = `${JSON.stringify(value, null, 2)}\n`): string =>
  text.replace(/[\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g, (char) => {
    return `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });

async function openTarget(
  { open, openAllowed }: CommandParts,
  { target, folder }: Extract<Command, { name: "open" }>,
  find: () => Promise<FoundProject>,
): Promise<string> {
  switch (target.kind) {
    case "url":
      open(target.url.replace(/^https?:/, "helve:"));
      break;
    case "folder":
      openAllowed(target.path);
      open(pathToFileURL(target.path).href);
      break;
    case "merge request":
      open(pageOf(await find(), `merge_requests/${target.iid}`));
      break;
    case "file": {
      const path = folder === undefined ? "" : relative(folder, target.path).split(sep).join("/");
      if (path === "" || path.startsWith("../") || isAbsolute(path))
        throw new ProblemError({ code: "invalid_input", message: "This file is not in a clone." });
      open(
        pageOf(await find(), `files?ref=${encodeURIComponent(target.ref)}&path=${encodeURIComponent(path)}`),
      );
    }
  }
  return "Opened in Helve.\n";
}

const pageOf = ({ account, project }: FoundProject, rest: string): string =>
  `/a/${encodeURIComponent(account.id)}/p/${encodeURIComponent(project)}/${rest}`;

/** Returns text of a service that steers no terminal: control, direction and invisible characters as `\u{…}`. */
const printable = (text: string): string =>
  text.replace(/\r\n/g, "\n").replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}]/gu, (char) => {
    // Those of a text, and what joins the parts of an emoji.
    if (char === "\n" || char === "\t" || char === "\u200d") return char;
    return `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`;
  });

/** Returns text as one line, for a column. */
const oneLine = (text: string): string => printable(text.replace(/\s+/g, " ").trim());
