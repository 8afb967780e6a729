import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { createElement, useMemo } from "react";
import type { InputOf } from "../../../shared/api/contract/operation.ts";
import { listProjectIssues } from "../../../shared/api/resources/issues.ts";
import { listProjectMembers } from "../../../shared/api/resources/members.ts";
import { listProjectMergeRequests } from "../../../shared/api/resources/merge-requests.ts";
import { useOptionalAccountId } from "../../api/account-context.ts";
import type { JsonOperation } from "../../api/fetch-operation.ts";
import { operationQuery } from "../../api/use-operation.ts";
import { PersonAvatar } from "../avatars/person-avatar.tsx";

/** A person as a mention names them. */
export interface Mentionable {
  readonly username: string;
  readonly name: string;
}

interface Suggested {
  readonly id: string;
  readonly label: string;
  readonly hint: string;
  readonly insert: string;
  readonly person?: string;
  readonly sign?: string;
}

/** Sources of references in a text, by trigger character, for the suggestions of a text area. */
export interface ReferenceSource {
  readonly trigger: string;
  readonly label: string;
  readonly pattern: RegExp;
  readonly wait: number;
  readonly search: (query: string) => Promise<readonly Suggested[]>;
}

const debounceMs = 120;
/** A title or member list of a minute ago is good enough to choose from. */
const staleTime = 60_000;
const nobody: readonly Mentionable[] = [];

/** People (`@`), merge requests (`!`) and issues (`#`) of a project; `people` are the participants, who are listed first. */
export function useReferenceSources(
  project: string,
  people: readonly Mentionable[] = nobody,
): readonly ReferenceSource[] {
  const client = useQueryClient();
  const account = useOptionalAccountId();
  return useMemo(() => {
    if (account === null || project === "") return [];
    const fetchList = listFetcher(client, account);
    return [
      {
        trigger: "@",
        label: "people",
        pattern: /^[\p{L}\p{N}_.-]*$/u,
        wait: debounceMs,
        search: async (query) => {
          const near = people.filter((person) => fits(person, query));
          const members = await fetchList(listProjectMembers, {
            id: project,
            per_page: 20,
            query: query || undefined,
          }).catch((error: unknown) => {
            // Where the service has no such list, participants are suggested.
            if (near.length > 0) return [];
            throw error;
          });
          const known = new Map([...near, ...members].map((person) => [person.username, person]));
          return [...known.values()].map((person) => ({
            id: person.username,
            label: person.name,
            hint: `@${person.username}`,
            insert: `@${person.username}`,
            mark: createElement(PersonAvatar, { person, size: 18 }),
          }));
        },
      },
      {
        trigger: "!",
        label: "merge requests",
        pattern: numberOrWords,
        wait: debounceMs,
        search: async (query) => {
          const list = { id: project, scope: "all", order_by: "updated_at", per_page: 20 } as const;
          const isNumber = /^\d+$/.test(query);
          const found = await Promise.all([
            isNumber ? fetchList(listProjectMergeRequests, { ...list, iids: [Number(query)] }) : [],
            fetchList(
              listProjectMergeRequests,
              query ? { ...list, search: query } : { ...list, state: "opened" },
            ),
            isNumber ? fetchList(listProjectMergeRequests, list) : [],
          ]);
          return suggested("!", found.flat(), query);
        },
      },
      {
        trigger: "#",
        label: "issues",
        pattern: numberOrWords,
        wait: debounceMs,
        search: async (query) => {
          const list = { id: project, scope: "all", order_by: "updated_at", per_page: 20 } as const;
          const isNumber = /^\d+$/.test(query);
          const found = await Promise.all([
            isNumber ? fetchList(listProjectIssues, { ...list, iids: [Number(query)] }) : [],
            fetchList(listProjectIssues, query ? { ...list, search: query } : { ...list, state: "opened" }),
            isNumber ? fetchList(listProjectIssues, list) : [],
          ]);
          return suggested("#", found.flat(), query);
        },
      },
    ];
  }, [client, account, project, people]);
}

const numberOrWords = /^[\p{L}\p{N}_-]*$/u;

interface Numbered {
  readonly iid: number;
  readonly title: string;
  readonly state: string;
}

/** Returns suggestions of numbered entries, each once: those whose number begins with the query, or with its words. */
function suggested(sign: string, found: readonly Numbered[], query: string): readonly Suggested[] {
  const isNumber = /^\d+$/.test(query);
  return [...new Map(found.map((each) => [each.iid, each])).values()]
    .filter(({ iid, title }) => !isNumber || `${iid}`.startsWith(query) || title.includes(query))
    .map(({ iid, title, state }) => ({
      id: String(iid),
      label: title,
      hint: state === "opened" ? "" : state,
      insert: `${sign}${iid}`,
      sign: `${sign}${iid}`,
    }));
}

const listFetcher =
  (client: QueryClient, account: string) =>
  async <O extends JsonOperation>(operation: O, input: InputOf<O>) =>
    (await client.fetchQuery({ ...operationQuery(account, operation, input), staleTime })).data;

function fits({ username, name }: Mentionable, query: string): boolean {
  const wanted = query.toLowerCase();
  return username.toLowerCase().includes(wanted) || name.toLowerCase().includes(wanted);
}
