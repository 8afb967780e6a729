import { History, MessageSquare, Milestone as MilestoneIcon } from "lucide-react";
import { type ReactNode, use } from "react";
import { getProject } from "../../../../shared/api/resources/projects.ts";
import { useOperation } from "../../../api/use-operation.ts";
import { AppLink } from "../../../features/addresses/app-link.tsx";
import { hrefs } from "../../../features/addresses/hrefs.ts";
import { PersonAvatar } from "../../../features/avatars/person-avatar.tsx";
import { CommitRow, useCommitRowHeight, useIsNarrow } from "../../../features/commits/commit-row.tsx";
import { IssueRow } from "../../../features/issues/issue-row.tsx";
import { projectOfMergeRequest } from "../../../features/merge-requests/merge-request-project.ts";
import { MergeRequestRow } from "../../../features/merge-requests/merge-request-row.tsx";
import { ProjectRow, projectRowHeight } from "../../../features/project-list/project-list.tsx";
import { useWorkRowHeight, WorkListWidth } from "../../../features/work-lists/row-parts.tsx";
import { CodeLine } from "../../../ui/code/code-line.ts";
import { FileIcon } from "../../../ui/marks/file-icon.tsx";
import { Icon, type IconType } from "../../../ui/marks/icon.tsx";
import { cx } from "../../../ui/theme/class-names.ts";
import layout from "../../../ui/theme/layout.module.css";
import { RelativeTime } from "../../../ui/values/time.tsx";
import { nearFirstMatch, roomForCode } from "../lines/near-first-match.ts";
import search from "../search.module.css";
import type { FoundRow } from "./found.ts";
import styles from "./service-search.module.css";

type RowOf<K extends FoundRow["kind"]> = Extract<FoundRow, { readonly kind: K }>;

/** Pixels of the rows of each kind. */
const rowHeights = {
  /** Of those that stack, in a narrow window. */
  stacked: 52,
  project: projectRowHeight,
  milestone: 36,
  user: 36,
  note: 36,
  opened: 36,
  file: 30,
  line: 22,
} as const;

/** Returns the height of a row in pixels at the comfortable density; some depend on the width of the window. */
export function useRowHeight(): (row: FoundRow) => number {
  const work = useWorkRowHeight();
  const commit = useCommitRowHeight();
  const isNarrow = useIsNarrow();
  return ({ kind }) => {
    if (kind === "issue" || kind === "merge_request") return work;
    if (kind === "commit") return commit;
    const stacks = kind === "note" || kind === "milestone" || kind === "opened";
    return isNarrow && stacks ? rowHeights.stacked : rowHeights[kind];
  };
}

interface ResultRowProps {
  readonly account: string;
  readonly row: FoundRow;
}

/** One row of the results, by its kind. */
export function ResultRow({ account, row }: ResultRowProps) {
  switch (row.kind) {
    case "project":
      return <ProjectRow account={account} project={row.project} />;
    case "issue":
      return <IssueRow account={account} issue={row.issue} />;
    case "merge_request":
      return (
        <MergeRequestRow
          account={account}
          project={projectOfMergeRequest(row.mergeRequest, undefined)}
          mergeRequest={row.mergeRequest}
          showProject
          news={[]}
        />
      );
    case "commit":
      return <FoundCommit account={account} {...row} />;
    case "milestone":
      return <MilestoneRow account={account} {...row} />;
    case "user":
      return <UserRow account={account} {...row} />;
    case "note":
      return <NoteRow account={account} {...row} />;
    case "file":
      return <FileRow account={account} {...row} />;
    case "line":
      return <LineRow account={account} {...row} />;
    case "opened":
      return (
        <Row
          mark={<Mark icon={History} words="Opened before" />}
          href={row.work.href}
          title={row.work.name}
          stacks
        >
          <ProjectName path={row.work.project} />
        </Row>
      );
  }
}

interface RowProps {
  readonly mark: ReactNode;
  /** Null where it has no page in Helve. */
  readonly href: string | null;
  readonly title: string;
  /** Whether it has two lines in a narrow window. */
  readonly stacks?: boolean;
  /** Further facts, at the end of the row. */
  readonly children?: ReactNode;
}

/** A row of one line: a mark, the name as a link, and what is known besides at the end. */
const Row = ({ mark, href, title, stacks = false, children }: RowProps) => (
  <div className={styles.row} data-stacks={stacks || undefined}>
    {mark}
    {href === null ? (
      <span className={styles.title}>{title}</span>
    ) : (
      <AppLink className={cx(layout.title, styles.title)} href={href} title={title}>
        {title}
      </AppLink>
    )}
    <span className={styles.facts}>{children}</span>
  </div>
);

/** Returns the full path of a project; null until it was read, where its id alone is known. */
function useProjectPath(account: string, project: string): string | null {
  const isId = /^\d+$/.test(project);
  const found = useOperation(getProject, isId ? { id: project } : null, {
    account,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return isId ? (found.data?.path_with_namespace ?? null) : project;
}

interface ProjectNameProps {
  /** Null while it is not known. */
  readonly path: string | null;
  /** Number of what is in it, with its sign. */
  readonly number?: string;
}

const ProjectName = ({ path, number = "" }: ProjectNameProps) => (
  <bdi className={styles.project} title={`${path ?? ""}${number}`}>
    {path}
    {number}
  </bdi>
);

function FoundCommit({ account, commit, project }: RowOf<"commit"> & { readonly account: string }) {
  const path = useProjectPath(account, project);
  return (
    <CommitRow
      account={account}
      project={path ?? project}
      commit={commit}
      pipeline={undefined}
      refName={undefined}
      place={<bdi title={path ?? undefined}>{path}</bdi>}
    />
  );
}

const Age = ({ time }: { readonly time: string | null | undefined }) => (
  <span className={styles.age}>{time ? <RelativeTime time={time} /> : null}</span>
);

const Mark = ({ icon, words }: { readonly icon: IconType; readonly words: string }) => (
  <span role="img" aria-label={words} title={words} className={styles.mark}>
    <Icon of={icon} />
  </span>
);

function MilestoneRow({ account, milestone }: RowOf<"milestone"> & { readonly account: string }) {
  const id = String(milestone.project_id ?? "");
  const path = useProjectPath(account, id);
  const project = path ?? id;
  return (
    <Row
      mark={<Mark icon={MilestoneIcon} words={milestone.state === "closed" ? "Closed" : "Active"} />}
      href={
        project && milestone.iid !== undefined ? hrefs.milestone(account, { project }, milestone.iid) : null
      }
      title={milestone.title}
      stacks
    >
      {milestone.state === "closed" ? "Closed" : null}
      {milestone.due_date ? <span>Due {milestone.due_date}</span> : null}
      {project ? <ProjectName path={path} /> : null}
    </Row>
  );
}

const UserRow = ({ account, user }: RowOf<"user"> & { readonly account: string }) => (
  <Row
    mark={<PersonAvatar person={user} account={account} size={20} />}
    href={hrefs.user(account, user.username)}
    title={user.name}
  >
    <bdi>@{user.username}</bdi>
  </Row>
);

function NoteRow({ account, note, project: found }: RowOf<"note"> & { readonly account: string }) {
  const path = useProjectPath(account, found);
  const project = path ?? found;
  const { id, noteable_iid: iid, noteable_type: type, author } = note;
  const anchor = `note_${id}`;
  const href =
    iid == null || project === ""
      ? null
      : type === "Issue"
        ? hrefs.issue(account, project, iid, anchor)
        : type === "MergeRequest"
          ? hrefs.mergeRequest(account, project, iid, {}, anchor)
          : null;
  return (
    <Row
      mark={<Mark icon={MessageSquare} words="Comment" />}
      href={href}
      title={note.body.replace(/\s+/g, " ").slice(0, 300)}
      stacks
    >
      <ProjectName path={path} number={iid == null ? "" : `${type === "MergeRequest" ? "!" : "#"}${iid}`} />
      <bdi className={styles.person}>{author?.name}</bdi>
      <Age time={note.created_at} />
    </Row>
  );
}

type FileProps = Pick<RowOf<"file">, "match" | "project" | "isWiki"> & { readonly account: string };

/** Returns the address of a file at a line, or of a wiki page. */
function hrefOfFile({ account, match, project, isWiki }: FileProps, line?: number): string {
  if (isWiki)
    return hrefs.wiki(account, project, { kind: "page", slug: match.path.replace(/\.[^./]+$/, "") });
  const search = { ref: match.ref, path: match.path };
  return hrefs.project(account, project, "files", search, line ? `L${line}` : "");
}

function FileRow({ project, ...file }: FileProps) {
  const path = useProjectPath(file.account, project);
  const line = file.match.data === "" ? undefined : file.match.startline;
  return (
    <Row
      mark={<FileIcon name={file.match.path} />}
      href={hrefOfFile({ ...file, project: path ?? project }, line)}
      title={file.match.path}
    >
      <ProjectName path={path} />
    </Row>
  );
}

function LineRow({ account, project, ...row }: RowOf<"line"> & { readonly account: string }) {
  const path = useProjectPath(account, project);
  const { line, text, marks } = nearFirstMatch(row, roomForCode(use(WorkListWidth)));
  return (
    <AppLink
      className={cx(search.hit, styles.line)}
      href={hrefOfFile({ ...row, account, project: path ?? project }, line)}
    >
      <span className={search.number}>{line}</span>
      <span className={search.code}>
        <CodeLine text={text} marks={marks} markClass={layout.match} />
      </span>
    </AppLink>
  );
}
