import type { InputOf } from "../../../../shared/api/contract/operation.ts";
import type { listUsers } from "../../../../shared/api/resources/users.ts";
import { parseQuery, type Query, termOf } from "../../../features/query-text/query-text.ts";

/** Names that a query of users may carry before its colon. */
export const userKeys = [
  "state",
  "external",
  "two-factor",
  "username",
  "provider",
  "uid",
  "created-after",
  "created-before",
] as const;
type UserKey = (typeof userKeys)[number];
type UserQuery = Query<UserKey>;
type ListInput = InputOf<typeof listUsers>;

export const parseUserQuery = (text: string): UserQuery => parseQuery(text, userKeys);

/** The service's filters of a query, and messages for its invalid parts. */
interface ReadQuery {
  readonly input: ListInput;
  readonly problems: readonly string[];
}

/** Parses a query for the service, which does all the filtering. */
export function readUserQuery(query: UserQuery): ReadQuery {
  const problems: string[] = [];
  const input: { -readonly [K in keyof ListInput]: ListInput[K] } = {};
  if (query.words) input.search = query.words.replaceAll('"', "");
  const take = (key: UserKey, read: (value: string) => boolean, expected: string) => {
    const value = termOf(query, key);
    if (value !== undefined && !read(value)) problems.push(`${key}:${value} is not valid. Use ${expected}.`);
  };
  take(
    "state",
    (value) => {
      if (value === "active") input.active = true;
      else if (value === "blocked") input.blocked = true;
      else return false;
      return true;
    },
    "state:active or state:blocked",
  );
  take(
    "external",
    (value) => {
      if (value === "yes") input.external = true;
      return value === "yes";
    },
    "external:yes",
  );
  take(
    "two-factor",
    (value) => {
      if (value !== "enabled" && value !== "disabled") return false;
      input.two_factor = value;
      return true;
    },
    "two-factor:enabled or two-factor:disabled",
  );
  const username = termOf(query, "username");
  if (username !== undefined) input.username = username;
  readIdentity(query, input, problems);
  for (const [key, field] of [
    ["created-after", "created_after"],
    ["created-before", "created_before"],
  ] as const) {
    take(
      key,
      (value) => {
        const time = new Date(value).getTime();
        if (Number.isNaN(time)) return false;
        input[field] = new Date(time).toISOString();
        return true;
      },
      "a date such as 2026-03-31",
    );
  }
  return { input, problems };
}

function readIdentity(
  query: UserQuery,
  input: Pick<InputOf<typeof listUsers>, "provider" | "extern_uid">,
  problems: string[],
): void {
  const provider = termOf(query, "provider");
  const uid = termOf(query, "uid");
  if (provider !== undefined && uid !== undefined) {
    input.provider = provider;
    input.extern_uid = uid;
  } else if (provider !== undefined || uid !== undefined) {
    problems.push("provider: and uid: work only together.");
  }
}

/** Columns that the service sorts by. */
const userOrders = ["name", "username", "created_at", "updated_at", "id"] as const;
type Order = (typeof userOrders)[number];

/** Parses a sort such as `name-asc`; null where it is invalid. */
export function parseUserSort(
  text: string | undefined,
): { readonly key: Order; readonly direction: "asc" | "desc" } | null {
  const [name, direction] = text?.split("-") ?? [];
  const key = userOrders.find((order) => order === name);
  return key && (direction === "asc" || direction === "desc") ? { key, direction } : null;
}
