import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, type RefObject, useContext, useEffect, useRef, useState } from "react";
import type { Issue } from "../../../shared/api/resources/issue-shapes.ts";
import { listProjectIssues } from "../../../shared/api/resources/issues.ts";
import { listLabels } from "../../../shared/api/resources/labels.ts";
import { listProjectMembers } from "../../../shared/api/resources/members.ts";
import type { MergeRequest } from "../../../shared/api/resources/merge-request-shapes.ts";
import { listProjectMergeRequests } from "../../../shared/api/resources/merge-requests.ts";
import { listMilestones } from "../../../shared/api/resources/milestones.ts";
import { listProjectSnippets } from "../../../shared/api/resources/project-snippets.ts";
import { getProject } from "../../../shared/api/resources/projects.ts";
import { operationQuery, useOperation } from "../../api/use-operation.ts";
import { useAccount } from "../../state/host-state.ts";
import type { ReferenceProps } from "../../ui/markdown/markdown-links.ts";
import { AppLink } from "../addresses/app-link.tsx";
import { hrefs } from "../addresses/hrefs.ts";
import { milestoneHref } from "../addresses/milestone-address.ts";
import { serviceUrls } from "../addresses/service-urls.ts";
import { LabelMark } from "../labels/labels.tsx";
import { formatQuery } from "../query-text/query-text.ts";
import { MarkdownScopeContext, projectOfReference, referencePrefix } from "./service-addresses.ts";

/** Milliseconds for which references that come into view wait for others of their project. */
const gatherMs = 40;
/** Numbers of one request. */
const maxNumbers = 50;

/** Thing that a number names. */
interface Numbered {
  readonly iid: number;
}

interface Waiting<T> {
  readonly iid: number;
  readonly resolve: (entry: T | null) => void;
  readonly reject: (error: unknown) => void;
}

/** Reads the entries of a project that have these numbers. Rejects with ProblemError. */
type ReadEntries<T> = (
  client: QueryClient,
  account: string,
  project: string,
  iids: number[],
) => Promise<readonly T[]>;

/**
 * Returns a function that reads what references name, of those of one project together. It resolves to null for a number
 * that the project does not have, and rejects with ProblemError.
 */
function createBatch<T extends Numbered>(read: ReadEntries<T>) {
  const batches = new Map<string, Waiting<T>[]>();
  const readBatch = async (
    client: QueryClient,
    account: string,
    project: string,
    batch: readonly Waiting<T>[],
  ) => {
    try {
      const data = await read(client, account, project, [...new Set(batch.map(({ iid }) => iid))]);
      const found = new Map(data.map((each) => [each.iid, each]));
      for (const { iid, resolve } of batch) resolve(found.get(iid) ?? null);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  };
  return (client: QueryClient, account: string, project: string, iid: number): Promise<T | null> =>
    new Promise((resolve, reject) => {
      const key = JSON.stringify([account, project]);
      const waiting = batches.get(key);
      if (waiting) {
        waiting.push({ iid, resolve, reject });
        return;
      }
      batches.set(key, [{ iid, resolve, reject }]);
      setTimeout(() => {
        const batch = batches.get(key) ?? [];
        batches.delete(key);
        for (let at = 0; at < batch.length; at += maxNumbers) {
          void readBatch(client, account, project, batch.slice(at, at + maxNumbers));
        }
      }, gatherMs);
    });
}

const ofNumbers = { scope: "all", per_page: 100 } as const;

const readMergeRequest = createBatch<MergeRequest>(async (client, account, id, iids) => {
  const query = operationQuery(account, listProjectMergeRequests, { ...ofNumbers, id, iids });
  return (await client.fetchQuery(query)).data;
});

const readIssue = createBatch<Issue>(async (client, account, id, iids) => {
  const query = operationQuery(account, listProjectIssues, { ...ofNumbers, id, iids });
  return (await client.fetchQuery(query)).data;
});

/** Milliseconds for which what a reference names is fresh. */
const freshMs = 300_000;

/** A reference with the projects that it is of and in. */
interface Resolved extends ReferenceProps {
  readonly account: string;
  /** Project of the text. */
  readonly own: string;
  /** Project that the reference is to. */
  readonly target: string;
  /** Whether it has been in view; until then nothing is requested for it. */
  readonly visible: boolean;
}

/** A reference as a link to what it names within the app; the text as it is written where it names nothing that is known. */
export function ReferenceLink(props: ReferenceProps) {
  const { account, project: own } = useContext(MarkdownScopeContext);
  const [ref, visible] = useVisible<HTMLSpanElement>();
  const Kind = kinds[props.type];
  if (account === null || own === null || !Kind) return <span>{props.children}</span>;
  const target = projectOfReference(own, props.project);
  return (
    <span ref={ref}>
      <Kind {...props} account={account} own={own} target={target} visible={visible} />
    </span>
  );
}

/** States that are shown beside a number. */
const shownStates: ReadonlySet<string> = new Set(["merged", "closed"]);

function MergeRequestReference({ account, own, target, visible, name, format, children }: Resolved) {
  const client = useQueryClient();
  const iid = Number(name);
  const { data } = useQuery({
    queryKey: ["merge request reference", account, target, iid],
    queryFn: () => readMergeRequest(client, account, target, iid),
    enabled: visible,
    staleTime: freshMs,
    meta: { reads: listProjectMergeRequests.reads },
  });
  if (data === null || (!data && own !== target)) return children;
  const label = `${referencePrefix(own, target)}!${name}`;
  return (
    <AppLink href={hrefs.mergeRequest(account, target, iid)} title={data?.title}>
      {data ? describe(data, label, format) : label}
    </AppLink>
  );
}

/** Returns the text of a link to a merge request or an issue, with its title and a summary where these are wanted. */
function describe(entry: MergeRequest | Issue, label: string, format: string): string {
  const { title, state, assignees, milestone } = entry;
  if (format === "") return shownStates.has(state) ? `${label} (${state})` : label;
  const short = shownStates.has(state) ? `${label} - ${state}` : label;
  const people = assignees.map((person) => person.name).join(", ");
  const summary = format === "+s" ? [people || "Unassigned", milestone?.title] : [];
  return [`${title} (${short})`, ...summary].filter(Boolean).join(" • ");
}

/** Returns whether a project is the own one, or another one that the account can read. */
function useReadable({ account, own, target, visible }: Resolved): boolean {
  const isOwn = own === target;
  const input = !isOwn && visible ? { id: target } : null;
  const { data } = useOperation(getProject, input, { account, staleTime: freshMs });
  return isOwn || data !== undefined;
}

function IssueReference(props: Resolved) {
  const { account, own, target, visible, name, format, children } = props;
  const client = useQueryClient();
  const iid = Number(name);
  const { data, isError } = useQuery({
    queryKey: ["issue reference", account, target, iid],
    queryFn: () => readIssue(client, account, target, iid),
    enabled: visible,
    staleTime: freshMs,
    meta: { reads: listProjectIssues.reads },
  });
  // A service may list no issues, and have a page for each all the same.
  const isReadable = useReadable({ ...props, visible: visible && isError });
  if (data === null || (!data && !isReadable)) return children;
  const label = `${referencePrefix(own, target)}#${name}`;
  return (
    <AppLink href={hrefs.issue(account, target, name)} title={data?.title ?? `Issue ${name} of ${target}`}>
      {data ? describe(data, label, format) : label}
    </AppLink>
  );
}

/** Epics are of groups, and on the service's own pages alone; Helve's own service has none. */
function EpicReference({ account, own, project, name, children }: Resolved) {
  const service = useAccount(account);
  const group = project || own.slice(0, Math.max(0, own.lastIndexOf("/")));
  if (!service || service.kind === "local" || group === "") return children;
  return (
    <a
      href={serviceUrls.epic(service.url, group, name)}
      title={`Epic ${name} of ${group}, in the browser`}
      target="_blank"
      rel="noopener noreferrer"
    >
      {project ? `${project}&${name}` : `&${name}`}
    </a>
  );
}

function CommitReference(props: Resolved) {
  const { account, own, target, name, children } = props;
  if (!useReadable(props)) return children;
  const [from = "", to] = name.split(/\.{2,3}/);
  const dots = name.includes("...") ? "..." : "..";
  const ids = to === undefined ? from.slice(0, 8) : `${from.slice(0, 8)}${dots}${to.slice(0, 8)}`;
  const href =
    to === undefined
      ? hrefs.commit(account, target, from)
      : hrefs.project(account, target, "compare", { from, to, straight: dots === ".." ? "1" : "" });
  const prefix = referencePrefix(own, target);
  return (
    <AppLink href={href} title={name}>
      <code>{prefix ? `${prefix}@${ids}` : ids}</code>
    </AppLink>
  );
}

function SnippetReference({ account, own, target, visible, name, children }: Resolved) {
  const input = visible ? { id: target, per_page: 100 } : null;
  const { data } = useOperation(listProjectSnippets, input, { account, staleTime: freshMs });
  const snippet = data?.find(({ id }) => String(id) === name);
  if (!snippet) return children;
  return (
    <AppLink href={hrefs.snippet(account, target, name)} title={snippet.title}>
      {`${referencePrefix(own, target)}$${name}`}
    </AppLink>
  );
}

function WikiPageReference(props: Resolved) {
  const { account, target, name, children } = props;
  if (!useReadable(props)) return children;
  return <AppLink href={hrefs.wiki(account, target, { kind: "page", slug: name })}>{name}</AppLink>;
}

function LabelReference({ account, target, visible, name, children }: Resolved) {
  const input = visible ? { id: target, per_page: 100 } : null;
  const { data } = useOperation(listLabels, input, { account, staleTime: freshMs });
  const label = data?.find((each) => each.name === name) ?? data?.find(({ id }) => String(id) === name);
  if (!label) return children;
  const q = formatQuery({ terms: [{ key: "label", value: label.name }], words: "" });
  return (
    <AppLink
      href={hrefs.project(account, target, "merge_requests", { q })}
      title={label.description ?? undefined}
    >
      <LabelMark name={label.name} color={label.color} />
    </AppLink>
  );
}

function MilestoneReference({ account, own, target, visible, name, children }: Resolved) {
  const input = visible ? { id: target, include_ancestors: true, per_page: 100 } : null;
  const { data } = useOperation(listMilestones, input, { account, staleTime: freshMs });
  const found = data?.find(({ title }) => title === name) ?? data?.find(({ iid }) => String(iid) === name);
  if (!found) return children;
  const label = `${referencePrefix(own, target)}%${/\s/.test(found.title) ? `"${found.title}"` : found.title}`;
  const href = milestoneHref(account, target, found);
  const title = found.description ?? undefined;
  if (href === null) return <span title={title}>{label}</span>;
  return (
    <AppLink href={href} title={title}>
      {label}
    </AppLink>
  );
}

function UserReference({ account, own, visible, name, children }: Resolved) {
  const input = visible ? { id: own, per_page: 100 } : null;
  const { data } = useOperation(listProjectMembers, input, { account, staleTime: freshMs });
  if (name === "all") return <AppLink href={hrefs.project(account, own)}>{children}</AppLink>;
  const wanted = name.toLowerCase();
  const user = data?.find(({ username }) => username.toLowerCase() === wanted);
  if (!user) return children;
  return (
    <AppLink href={hrefs.user(account, user.username)} title={user.name}>
      {children}
    </AppLink>
  );
}

/** Components of references by their type. */
const kinds: Readonly<Record<string, (props: Resolved) => ReactNode>> = {
  merge_request: MergeRequestReference,
  issue: IssueReference,
  epic: EpicReference,
  commit: CommitReference,
  commit_range: CommitReference,
  snippet: SnippetReference,
  label: LabelReference,
  milestone: MilestoneReference,
  user: UserReference,
  wiki_page: WikiPageReference,
};

/** Returns whether an element has come into view, or close to it, with the ref for it. */
function useVisible<E extends HTMLElement>(): readonly [RefObject<E | null>, boolean] {
  const ref = useRef<E>(null);
  const [visible, setVisible] = useState(false);
  useEffect(() => {
    const element = ref.current;
    return visible || !element ? undefined : watch(element, () => setVisible(true));
  }, [visible]);
  return [ref, visible];
}

const watch = createWatch();

/** Returns a function that calls back once when an element comes into view: one observer for all, of which there may be thousands. */
function createWatch() {
  const waiting = new Map<Element, () => void>();
  const shared: { observer: IntersectionObserver | null } = { observer: null };
  const end = (element: Element) => {
    waiting.delete(element);
    shared.observer?.unobserve(element);
  };
  const notify = (entries: readonly IntersectionObserverEntry[]) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      const onVisible = waiting.get(target);
      end(target);
      onVisible?.();
    }
  };
  return (element: Element, onVisible: () => void) => {
    shared.observer ??= new IntersectionObserver(notify, { rootMargin: "200px" });
    waiting.set(element, onVisible);
    shared.observer.observe(element);
    return () => end(element);
  };
}
