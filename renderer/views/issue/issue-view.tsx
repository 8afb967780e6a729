import { useParams } from "@tanstack/react-router";
import { type ReactNode, type RefObject, useMemo, useRef } from "react";
import type { Discussion } from "../../../shared/api/resources/discussions.ts";
import type { IssueDetail } from "../../../shared/api/resources/issue-shapes.ts";
import { getIssue, updateIssue } from "../../../shared/api/resources/issues.ts";
import { getCurrentUser } from "../../../shared/api/resources/users.ts";
import { toProblem } from "../../api/fetch-host.ts";
import { fetchOperation } from "../../api/fetch-operation.ts";
import { useOperation } from "../../api/use-operation.ts";
import { useWrite } from "../../api/use-write.ts";
import { EntryError } from "../../features/addresses/entry-error.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { useRouteName } from "../../features/addresses/use-route.ts";
import { PersonAvatar } from "../../features/avatars/person-avatar.tsx";
import { type Mentionable, useReferenceSources } from "../../features/markdown/reference-sources.ts";
import { PersonLink } from "../../features/people/person-link.tsx";
import { ReactionBar } from "../../features/reactions/reaction-bar.tsx";
import { useIssueReactions } from "../../features/reactions/use-reactions.ts";
import { DescriptionCard } from "../../features/work-page/description-card.tsx";
import type { Described, Words } from "../../features/work-page/use-description-draft.ts";
import page from "../../features/work-page/work-page.module.css";
import { useRecentWork } from "../../state/recent-work.ts";
import { Skeleton } from "../../ui/states/skeleton.tsx";
import { cx } from "../../ui/theme/class-names.ts";
import flow from "../../ui/theme/flow.module.css";
import layout from "../../ui/theme/layout.module.css";
import { RelativeTime } from "../../ui/values/time.tsx";
import { IssueContext, issueKey, useIssue } from "./issue-context.ts";
import { IssueDiscussion } from "./issue-discussion.tsx";
import { IssueHead } from "./issue-head.tsx";
import { IssueSidebar } from "./issue-sidebar.tsx";
import { useIssueCommands } from "./use-issue-commands.ts";
import { type IssueDiscussions, useIssueDiscussions } from "./use-issue-discussions.ts";

/** The page of one issue. */
export function IssueView() {
  const { account, project, iid: number } = useParams({ from: "/a/$account/p/$project/issues/$iid" });
  const iid = Number(number);
  const loaded = useOperation(getIssue, { id: project, issue_iid: iid });
  const { data } = loaded;
  useRouteName(data?.title);
  useRecentWork(
    data
      ? { kind: "issue", account, project, href: hrefs.issue(account, project, iid), name: data.title }
      : null,
  );
  const discussions = useIssueDiscussions(project, iid);
  if (loaded.isPending) {
    return (
      <div className={flow.roomy}>
        <Skeleton lines={10} height={22} label="Loading the issue" />
      </div>
    );
  }
  // One that was deleted may still be cached.
  const isGone = loaded.error !== null && toProblem(loaded.error).code === "not_found";
  if (!data || isGone) {
    return (
      <EntryError
        error={loaded.error}
        entry={`Issue #${iid}`}
        list={{ label: "Issues", href: hrefs.project(account, project, "issues") }}
        onRetry={() => void loaded.refetch()}
      />
    );
  }
  const draftKey = issueKey(account, project, iid);
  return <IssuePage key={draftKey} {...{ account, project, iid, draftKey, discussions }} issue={data} />;
}

interface IssuePageProps {
  readonly account: string;
  readonly project: string;
  readonly iid: number;
  readonly draftKey: string;
  readonly issue: IssueDetail;
  readonly discussions: IssueDiscussions;
}

function IssuePage({ account, project, iid, draftKey, issue, discussions }: IssuePageProps) {
  const me = useOperation(getCurrentUser, {}, { staleTime: Number.POSITIVE_INFINITY }).data;
  const reactions = useIssueReactions({ account, project, iid, note: null }, me, true);
  const people = useParticipants(issue, discussions.threads);
  const sources = useReferenceSources(project, people);
  const side = useRef<HTMLElement>(null);
  const form = useRef<HTMLDivElement>(null);
  const scope = {
    ...{ account, project, iid, issue, me, draftKey, sources },
    threaded: discussions.threaded,
    reactable: reactions.available,
  };
  return (
    <IssueContext value={scope}>
      <div className={layout.page}>
        <IssueHead />
        <section className={cx(flow.scroll, page.scroll)} aria-label={`Issue #${iid}`} {...focusable}>
          <div className={page.page}>
            <div className={page.main}>
              <Byline />
              <Description>
                {reactions.available ? (
                  <ReactionBar
                    label="Reactions"
                    reactions={reactions.list}
                    onAdd={reactions.add}
                    onRemove={reactions.remove}
                  />
                ) : null}
              </Description>
              <IssueDiscussion discussions={discussions} form={form} />
            </div>
            <IssueSidebar side={side} />
          </div>
        </section>
      </div>
      <Commands side={side} form={form} />
    </IssueContext>
  );
}

const focusable = { tabIndex: 0 };

interface CommandsProps {
  readonly side: RefObject<HTMLElement | null>;
  readonly form: RefObject<HTMLElement | null>;
}

/** Registers the commands of the page, inside of its context. */
function Commands(parts: CommandsProps) {
  useIssueCommands(parts);
  return null;
}

/** Who opened the issue and when, and who closed it. */
function Byline() {
  const { account, issue } = useIssue();
  const { author, created_at: opened, state, closed_at: closed, closed_by: closer } = issue;
  return (
    <div className={cx(flow.clusterTight, layout.muted, page.byline)}>
      <PersonAvatar person={author ?? { name: "?" }} size={18} />
      <PersonLink account={account} person={author ?? { name: "Deleted user" }} />
      <span>
        opened <RelativeTime time={opened ?? ""} />
      </span>
      {state === "closed" && closed ? (
        <span>
          · closed{closer ? ` by ${closer.name}` : ""} <RelativeTime time={closed} />
        </span>
      ) : null}
    </div>
  );
}

const wordsOf = ({ title, description }: IssueDetail): Words => ({ title, description: description ?? "" });

/** The description of the issue, with what is below it. */
function Description({ children }: { readonly children: ReactNode }) {
  const { account, project, iid, issue, draftKey, sources } = useIssue();
  const update = useWrite(updateIssue);
  const target = { id: project, issue_iid: iid };
  const described: Described = {
    draftKey,
    words: wordsOf(issue),
    read: async () => wordsOf(await fetchOperation(account, getIssue, target)),
    write: (changed) => update({ ...target, ...changed }),
  };
  return (
    <DescriptionCard described={described} editable sources={sources}>
      {children}
    </DescriptionCard>
  );
}

/** Returns the participants of an issue: the latest commenters first, then author and assignees. */
function useParticipants(issue: IssueDetail, threads: readonly Discussion[]): readonly Mentionable[] {
  return useMemo(() => {
    const speakers = threads
      .flatMap(({ notes }) => notes)
      .toSorted((a, b) => (b.created_at ?? "").localeCompare(a.created_at ?? ""))
      .map(({ author }) => author);
    const all = [...speakers, issue.author, ...issue.assignees].flatMap((person) => person ?? []);
    return [...new Map(all.map(({ username, name }) => [username, { username, name }])).values()];
  }, [issue.author, issue.assignees, threads]);
}
