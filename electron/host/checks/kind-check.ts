import type { AnyOperation } from "../../../shared/api/contract/operation.ts";
import { type Exchange, findForeign } from "../../../shared/api/identity/identity.ts";
import { identityOf } from "../../../shared/api/identity/kinds.ts";
import { type BodyCheck, BodyDefect } from "./body-defect.ts";
import { JsonCheck } from "./json-check.ts";
import { jsonKindOf } from "./json-kind.ts";
import { type ShallowObject, ShallowObjects } from "./shallow-objects.ts";

/** A call, as far as its JSON response depends on it. */
export interface JsonCall {
  readonly operation: AnyOperation;
  /** The checked input. */
  readonly input: Readonly<Record<string, unknown>>;
}

/**
 * Returns the check of a JSON response: valid, of the operation's kind, and about what was requested. It is the one
 * way in which a JSON body is accepted, for reads and writes.
 */
export function kindCheck({ operation, input }: JsonCall, exchange: Exchange): BodyCheck {
  const kind = jsonKindOf(operation);
  const json = new JsonCheck(kind);
  const identity = identityOf(operation);
  if (!identity) return json;
  const objects = new ShallowObjects((object: ShallowObject) => {
    if (object === null && kind === "object or null") return;
    const why = findForeign(operation, identity, input, object, exchange);
    if (why !== null) throw new BodyDefect(why);
  });
  return {
    chunk(bytes) {
      json.chunk(bytes);
      objects.chunk(bytes);
    },
    end: () => json.end(),
  };
}
