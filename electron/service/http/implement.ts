import type { z } from "zod";
import type { AnyOperation, OutputOf } from "../../../shared/api/contract/operation.ts";
import type { Context } from "./context.ts";
import type { Paged } from "./paging.ts";
import type { Streamed } from "./stream-json.ts";

/** Return value of a handler: JSON, a {@link Paged} for a paged list, or a Response. */
export type HandlerResult<O extends AnyOperation> =
  | InputOfOutput<O>
  | Response
  | (InputOfOutput<O> extends object ? Streamed<InputOfOutput<O>> : never)
  | (InputOfOutput<O> extends readonly (infer T)[] ? Paged<T> : never)
  | (OutputOf<O> extends never ? undefined : never);

/** Result of a handler: the response schema's input, whose defaulted fields may be left out. */
type InputOfOutput<O extends AnyOperation> = O["response"] extends { schema: infer S extends z.ZodType }
  ? z.input<S>
  : undefined;

export type Handler<O extends AnyOperation> = (
  input: z.output<O["input"]>,
  context: Context,
) => HandlerResult<O> | Promise<HandlerResult<O>>;

/** An operation with its handler; `service.ts` mounts the lists that the files of `routes/` export. */
export interface Implementation {
  readonly operation: AnyOperation;
  readonly handle: (input: never, context: Context) => unknown;
}

/** Returns an operation with its handler; input and result are typed by the contract. */
export const implement = <O extends AnyOperation>(operation: O, handle: Handler<O>): Implementation => ({
  operation,
  handle,
});
