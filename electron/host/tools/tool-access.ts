import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { z } from "zod";
import { ProblemError } from "../../../shared/errors.ts";
import { type ToolAccess, type ToolCall, toolCall, type toolWrites } from "../../../shared/host/tools.ts";
import type { Confirmations } from "../confirmation/confirmations.ts";
import { readJsonFile, writeJsonFile } from "../storage/private-file.ts";

/** Calls that are remembered. */
const maxCalls = 100;
/** Characters of a text of another program that are remembered. */
const maxTextLength = 200;

const stored = z.object({
  // Lists may name writes of newer versions.
  access: z.record(z.string(), z.object({ reads: z.boolean(), writes: z.array(z.string()) })).default({}),
  calls: z.array(toolCall).default([]),
});

type WriteKind = (typeof toolWrites)[number];
const closed: ToolAccess = { reads: false, writes: [] };
const names: Readonly<Record<WriteKind, string>> = {
  comment: "comment",
  resolve: "resolve threads",
  approve: "approve merge requests",
};
const isKind = (text: string): text is WriteKind => Object.hasOwn(names, text);

/** Rights of tools on each account, none unless the user gave them, and their last calls: `tools.json` of the host. */
export class ToolAccessStore {
  readonly #path: string;
  #value: z.output<typeof stored>;

  constructor(folder: string) {
    this.#path = join(folder, "tools.json");
    this.#value = readJsonFile(this.#path, stored) ?? stored.parse({});
  }

  /** Access to an account. */
  of(account: string): ToolAccess {
    const found = this.#value.access[account];
    return found ? { reads: found.reads, writes: found.writes.filter(isKind) } : closed;
  }

  /** The access of all accounts that are open. */
  get all(): Readonly<Record<string, ToolAccess>> {
    return Object.fromEntries(Object.keys(this.#value.access).map((account) => [account, this.of(account)]));
  }

  /** Newest first. */
  get calls(): readonly ToolCall[] {
    return this.#value.calls;
  }

  /** Throws ProblemError `forbidden` where tools may not read an account, or not ask for a kind of write. */
  require(account: string, kind?: WriteKind): void {
    const { reads, writes } = this.of(account);
    const where = "in Helve's settings, under Tools";
    if (!reads)
      throw new ProblemError({
        code: "forbidden",
        message: `This account is closed to tools. Its user can open it ${where}.`,
      });
    if (kind !== undefined && !writes.includes(kind))
      throw new ProblemError({
        code: "forbidden",
        message: `Tools may not ${names[kind]} here. The user can allow it ${where}.`,
      });
  }

  /** Changes access. The user confirms what opens more than before. Throws ProblemError `unconfirmed`. */
  async change(
    account: { readonly id: string; readonly name: string },
    next: ToolAccess,
    confirmations: Confirmations,
    code: string | null,
  ): Promise<void> {
    const before = this.of(account.id);
    const added = next.writes.filter((kind) => !before.writes.includes(kind));
    const details = [
      ...(next.reads && !before.reads
        ? [`Let other programs of yours read all that ${account.name} may read, with its token`]
        : []),
      ...added.map((kind) => `Let them ask to ${names[kind]} as ${account.name}`),
    ];
    if (details.length > 0) await confirmations.require({ details }, code);
    const access = { ...this.#value.access, [account.id]: next };
    if (!next.reads) delete access[account.id];
    this.#write({ ...this.#value, access });
  }

  /** Removes what is known of an account. */
  forget(account: string): void {
    const { [account]: _, ...access } = this.#value.access;
    this.#remember({ access, calls: this.#value.calls.filter((call) => call.account !== account) });
  }

  /** Adds a call to the list. */
  record(call: Omit<ToolCall, "id" | "at">): void {
    const cut = (text: string) => text.slice(0, maxTextLength);
    const entry: ToolCall = {
      ...call,
      program: cut(call.program),
      tool: cut(call.tool),
      subject: cut(call.subject),
      id: randomUUID(),
      at: new Date().toISOString(),
    };
    this.#remember({ ...this.#value, calls: [entry, ...this.#value.calls].slice(0, maxCalls) });
  }

  /** Writes a value that holds for this run on a full disk, too. */
  #remember(value: z.output<typeof stored>): void {
    try {
      this.#write(value);
    } catch {
      this.#value = value;
    }
  }

  #write(value: z.output<typeof stored>): void {
    writeJsonFile(this.#path, value);
    this.#value = value;
  }
}
