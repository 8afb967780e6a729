import type { AnyOperation } from "../../../shared/api/contract/operation.ts";
import { definitionOf, unwrap } from "../../../shared/api/contract/schema-walk.ts";
import {
  type Exchange,
  type ForeignFinder,
  foreignFinder,
  identifyingFields,
} from "../../../shared/api/identity/identity.ts";
import { operationIdentity } from "../../../shared/api/identity/kinds.ts";
import { type BodyCheck, BodyDefect } from "./body-check.ts";
import { JsonCheck, type JsonKind } from "./json-check.ts";
import { type ShallowObject, ShallowObjects } from "./shallow-objects.ts";
import { WholeJsonCheck } from "./whole-json.ts";

/** The kind of JSON that an operation responds with. */
export function jsonKindOf({ response }: AnyOperation): JsonKind {
  if (response.kind !== "json") return "any";
  const { type } = definitionOf(unwrap(response.schema));
  if (type === "array") return "array";
  if (type !== "object" && type !== "record") return "any";
  return response.schema.safeParse(null).success ? "object or null" : "object";
}

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
  return bytewiseCheck(jsonKindOf(operation), identityCheck({ operation, input }, exchange));
}

/** {@link kindCheck} of a body that is read to its end before any of it is used. */
export function wholeKindCheck({ operation, input }: JsonCall, exchange: Exchange): WholeJsonCheck {
  const kind = jsonKindOf(operation);
  const identity = identityCheck({ operation, input }, exchange);
  const isRequested = (object: ShallowObject) =>
    !identity || (object === null && kind === "object or null") || identity.findForeign(object) === null;
  const conditions = { isOfKind: (value: unknown) => isOfKind(kind, value), isRequested };
  return new WholeJsonCheck(conditions, bytewiseCheck(kind, identity));
}

function isOfKind(kind: JsonKind, value: unknown): boolean {
  if (kind === "any") return true;
  if (kind === "array") return Array.isArray(value);
  if (value === null) return kind === "object or null";
  return typeof value === "object" && !Array.isArray(value);
}

function bytewiseCheck(kind: JsonKind, identity: IdentityCheck | null): BodyCheck {
  const json = new JsonCheck(kind);
  if (!identity) return json;
  const objects = new ShallowObjects((object: ShallowObject) => {
    if (object === null && kind === "object or null") return;
    const why = identity.findForeign(object);
    if (why !== null) throw new BodyDefect(why);
  }, identity.fields);
  return {
    chunk(bytes) {
      json.chunk(bytes);
      objects.chunk(bytes);
    },
    end: () => json.end(),
  };
}

interface IdentityCheck {
  readonly findForeign: ForeignFinder;
  /** Names of the fields that it reads. */
  readonly fields: ReadonlySet<string>;
}

/** Returns what tells the objects of a response from others; null where nothing does. */
function identityCheck({ operation, input }: JsonCall, exchange: Exchange): IdentityCheck | null {
  const identity = operationIdentity(operation);
  if (!identity) return null;
  return {
    findForeign: foreignFinder(operation, identity, input, exchange),
    fields: identifyingFields(identity),
  };
}
