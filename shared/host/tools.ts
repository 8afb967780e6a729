import { z } from "zod";
import { hostRoute } from "./host-route.ts";

/*
 * What other programs of the user do with accounts through `helve mcp`, the assistants of editors among them: which
 * accounts they may read, which writes they may ask for, and what they did.
 */

/** Writes that a tool may ask for, where the user allowed them; each is confirmed when it is asked for. */
export const toolWrites = ["comment", "resolve", "approve"] as const;

/** Rights of tools on an account. */
const toolAccess = z.strictObject({
  reads: z.boolean(),
  writes: z.array(z.enum(toolWrites)).max(toolWrites.length),
});
export type ToolAccess = z.output<typeof toolAccess>;

/** A call of a tool, as the list of the last ones has it. It has no content of the service. */
export const toolCall = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  /** Name that the program gave itself; empty where it gave none. */
  program: z.string(),
  tool: z.string(),
  /** Empty where it concerned no account. */
  account: z.string(),
  /** Such as `fjord/lantern !7`. */
  subject: z.string(),
  outcome: z.enum(["read", "sent", "declined", "refused", "failed"]),
});
export type ToolCall = z.output<typeof toolCall>;

/** A write that a tool asks for, until the user has decided. */
export const waitingWrite = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  program: z.string(),
  account: z.string(),
  /** Such as "Comment on !7 of fjord/lantern". */
  title: z.string(),
  /** Whole text that will be sent; empty where all is in the title. */
  text: z.string(),
});
export type WaitingWrite = z.output<typeof waitingWrite>;

const toolState = z.object({
  /** By account; one that is left out is closed to tools. */
  access: z.record(z.string(), toolAccess),
  /** Newest first, 100 at most. */
  calls: z.array(toolCall),
  /** Program and arguments that start `helve mcp` for the Helve that runs. */
  command: z.array(z.string()),
});
export type ToolState = z.output<typeof toolState>;

export const toolRoutes = {
  get: hostRoute("GET /tools", { response: toolState }),
  /** Opens an account to tools, or closes it. The shell confirms what opens more. */
  change: hostRoute("PUT /tools/accounts/:account", { body: toolAccess, response: toolState }),
  /** Sends a write that a tool asked for; the shell confirms it. */
  send: hostRoute("POST /tools/writes/:id"),
  /** Declines it. */
  decline: hostRoute("DELETE /tools/writes/:id"),
};
