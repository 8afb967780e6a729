import type { z } from "zod";
import { encodeCall } from "../../../../shared/api/contract/encode.ts";
import type { AnyOperation, Role } from "../../../../shared/api/contract/operation.ts";
import { definitionOf, isOptional, unwrap } from "../../../../shared/api/contract/schema-walk.ts";
import { issueToken } from "../../store/users/tokens.ts";
import type { ContractService, WireCall } from "./contract-service.ts";
import type { TestCaller } from "./test-service.ts";

/** A call that must be refused, and the expected response. */
interface Refusal {
  readonly why: string;
  readonly call: WireCall;
  readonly status: number;
  /** Undefined where the text is not fixed. */
  readonly body?: unknown;
}

const noToken = { status: 401, body: { message: "401 Unauthorized" } };
const notPermitted = { status: 403, body: { message: "403 Forbidden" } };

/** The caller with the next lower role. */
const below: Readonly<Record<Role, TestCaller>> = {
  guest: "stranger",
  reporter: "guest",
  developer: "reporter",
  maintainer: "developer",
  owner: "maintainer",
};

interface Setting {
  /** The parent in the operation's path; null for none. */
  readonly under?: "Project" | "Group" | null;
  /** Whether guests may call it. */
  readonly guests?: boolean;
  /** Caller that is permitted, where a developer is not. */
  readonly permitted?: Pick<WireCall, "as" | "headers">;
}

/**
 * Returns the calls that an operation on a private project's code refuses, by its declaration: who may not call it,
 * who may not see the project, what is missing and what is of a wrong type. `input` is valid.
 */
export function refusalsOf(
  service: ContractService,
  operation: AnyOperation,
  input: Readonly<Record<string, unknown>>,
  { under = "Project", guests = false, permitted = {} }: Setting = {},
): Refusal[] {
  const right = encodeCall(operation, input);
  const notVisible = { status: 404, body: { message: `404 ${under} Not Found` } };
  const scoped = issueToken(service.store, 1, { name: "narrow", scopes: ["read_user"] });
  const ended = issueToken(service.store, 1, { name: "ended", scopes: ["api"], expiresAt: "2020-01-01" });
  const who: Refusal[] = [
    {
      why: "nobody",
      call: { ...right, as: "nobody" },
      ...(operation.auth === "optional" ? notVisible : noToken),
    },
    ...(under
      ? [
          { why: "a stranger", call: { ...right, as: "stranger" } as const, ...notVisible },
          { why: "no such parent", call: encodeCall(operation, { ...input, id: 987_654 }), ...notVisible },
        ]
      : []),
    ...(guests ? [] : [{ why: "a guest", call: { ...right, as: "guest" } as const, ...notPermitted }]),
    ...(operation.role
      ? [{ why: "a role below", call: { ...right, as: below[operation.role] }, ...notPermitted }]
      : []),
    {
      why: "a wrong token",
      call: { ...right, as: "nobody", headers: { "private-token": "wrong" } },
      ...noToken,
    },
    {
      why: "a token that has ended",
      call: { ...right, as: "nobody", headers: { authorization: `Bearer ${ended}` } },
      status: 401,
      body: {
        error: "invalid_token",
        error_description: "Token is expired or revoked. Please use another one.",
      },
    },
    {
      why: "a token of another scope",
      call: { ...right, as: "nobody", headers: { "private-token": scoped } },
      status: 403,
    },
  ];
  const call = { ...right, ...permitted };
  const wrong = [...wrongQueries(operation, call), ...wrongBodies(operation, call)];
  return [...who, ...wrong].map((refusal) =>
    operation.method === "HEAD" ? { ...refusal, body: "" } : refusal,
  );
}

/** Sends the calls and returns their responses, for one comparison of all. */
export async function responsesTo(service: ContractService, refusals: readonly Refusal[]) {
  const responses = [];
  for (const refusal of refusals) {
    const { status, body } = await service.send(refusal.call);
    responses.push({ why: refusal.why, status, ...("body" in refusal ? { body } : {}) });
  }
  return responses;
}

/** Returns refusals in the form of {@link responsesTo}. */
export const expectedOf = (refusals: readonly Refusal[]) =>
  refusals.map(({ why, status, ...rest }) => ({
    why,
    status,
    ...("body" in rest ? { body: rest.body } : {}),
  }));

const bad = (why: string, call: WireCall, name: string): Refusal => ({
  why: `${name} ${why}`,
  call,
  status: 400,
  body: { error: `${name} is ${why}` },
});

function wrongQueries(operation: AnyOperation, right: WireCall): Refusal[] {
  const change = (work: (search: URLSearchParams) => void): WireCall => {
    const [path = "", query = ""] = right.path.split("?");
    const search = new URLSearchParams(query);
    work(search);
    return { ...right, path: `${path}?${search}` };
  };
  return Object.entries(operation.query).flatMap(([name, schema]) => {
    const inner = schema as z.ZodType;
    const { type, format } = definitionOf(unwrap(inner));
    const missing = change((search) => {
      search.delete(name);
      search.delete(`${name}[]`);
    });
    const typed = type !== "string" || format === "datetime";
    return [
      ...(isOptional(inner) ? [] : [bad("missing", missing, name)]),
      ...(typed && type !== "array"
        ? [
            bad(
              "invalid",
              change((search) => search.set(name, "?!")),
              name,
            ),
          ]
        : []),
    ];
  });
}

function wrongBodies(operation: AnyOperation, right: WireCall): Refusal[] {
  const change = (name: string, value: unknown): WireCall => {
    const body: Record<string, unknown> = { ...JSON.parse(String(right.body)), [name]: value };
    return { ...right, body: JSON.stringify(body) };
  };
  return Object.entries(operation.body).flatMap(([name, schema]) => {
    const inner = schema as z.ZodType;
    const { type } = definitionOf(unwrap(inner));
    const wrong = type === "object" || type === "array" ? 7 : { wrong: true };
    return [
      ...(isOptional(inner) ? [] : [bad("missing", change(name, undefined), name)]),
      bad("invalid", change(name, wrong), name),
    ];
  });
}
