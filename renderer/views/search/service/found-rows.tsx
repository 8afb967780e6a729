import { History, MessageSquare, Milestone as MilestoneIcon } from "lucide-react";
import type { ReactNode } from "react";
import { getProject } from "../../../../shared/api/resources/projects.ts";
import { useOperation } from "../../../api/use-operation.ts";
import { AppLink } from "../../../features/addresses/app-link.tsx";
import { hrefs } from "../../../features/addresses/hrefs.ts";
import { PersonAvatar } from "../../../features/avatars/person-avatar.tsx";
import { IssueRow } from "../../../features/issues/issue-row.tsx";
import { projectOfMergeRequest } from "../../../features/merge-requests/merge-request-project.ts";
import { MergeRequestRow } from "../../../features/merge-requests/merge-request-row.tsx";
import { ProjectRow, projectRowHeight } from "../../../features/project-list/project-list.tsx";
import { CodeLine } from "../../../ui/code/code-line.ts";
import { Avatar } from "../../../ui/marks/avatar.tsx";
import { FileIcon } from "../../../ui/marks/file-icon.tsx";
import { Icon, type IconType } from "../../../ui/marks/icon.tsx";
import { cx } from "../../../ui/theme/class-names.ts";
import layout from "../../../ui/theme/layout.module.css";
import { RelativeTime } from "../../../ui/values/time.tsx";
import search from "../search.module.css";
import type { FoundRow } from "./found.ts";
import styles from "./service-search.module.css";

type RowOf<K extends FoundRow["kind"]> = Extract<FoundRow, { readonly kind: K }>;

/** Pixels of the rows of each kind; those of issues and merge requests depend on the window. */
export const rowHeights: Readonly<Record<Exclude<FoundRow["kind"], "issue" | "merge_request">, number>> = {
  project: projectRowHeight,
  commit: 36,
  milestone: 36,
  user: 36,
  note: 36,
  opened: 36,
  file: 30,
  line: 22,
};

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
      return <CommitRow account={account} {...row} />;
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
        <Row mark={<Mark icon={History} words="Opened before" />} href={row.work.href} title={row.work.name}>
          <ProjectName account={account} project={row.work.project} />
        </Row>
      );
  }
}

interface RowProps {
  readonly mark: ReactNode;
  /** Null where it has no page in Helve. */
  readonly href: string | null;
  readonly title: string;
  /** Further facts, at the end of the row. */
  readonly children?: ReactNode;
}

/** A row of one line: a mark, the name as a link, and what is known besides at the end. */
const Row = ({ mark, href, title, children }: RowProps) => (
  <div className={styles.row}>
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

/** The name of a project, which may be known by its id alone until it was read. */
function ProjectName({ account, project }: { readonly account: string; readonly project: string }) {
  const isId = /^\d+$/.test(project);
  const found = useOperation(getProject, isId ? { id: project } : null, {
    account,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const path = isId ? (found.data?.path_with_namespace ?? "") : project;
  return <bdi className={styles.project}>{path}</bdi>;
}

const CommitRow = ({ account, commit, project }: RowOf<"commit"> & { readonly account: string }) => (
  <Row
    mark={<Avatar name={commit.author_name} size={20} />}
    href={hrefs.commit(account, project, commit.id)}
    title={commit.title || "(no message)"}
  >
    <ProjectName account={account} project={project} />
    <bdi className={styles.person}>{commit.author_name}</bdi>
    <code>{commit.short_id}</code>
    <Age time={commit.committed_date ?? commit.created_at} />
  </Row>
);

const Age = ({ time }: { readonly time: string | null | undefined }) => (
  <span className={styles.age}>{time ? <RelativeTime time={time} /> : null}</span>
);

const Mark = ({ icon, words }: { readonly icon: IconType; readonly words: string }) => (
  <span role="img" aria-label={words} title={words} className={styles.mark}>
    <Icon of={icon} />
  </span>
);

function MilestoneRow({ account, milestone }: RowOf<"milestone"> & { readonly account: string }) {
  const project = String(milestone.project_id ?? "");
  return (
    <Row
      mark={<Mark icon={MilestoneIcon} words={milestone.state === "closed" ? "Closed" : "Active"} />}
      href={
        project && milestone.iid !== undefined ? hrefs.milestone(account, { project }, milestone.iid) : null
      }
      title={milestone.title}
    >
      {milestone.state === "closed" ? "Closed" : null}
      {milestone.due_date ? <span>Due {milestone.due_date}</span> : null}
      {project ? <ProjectName account={account} project={project} /> : null}
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

function NoteRow({ account, note, project }: RowOf<"note"> & { readonly account: string }) {
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
    >
      {author ? <bdi className={styles.person}>{author.name}</bdi> : null}
      <ProjectName account={account} project={project} />
      {iid == null ? null : <span>{`${type === "MergeRequest" ? "!" : "#"}${iid}`}</span>}
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

const FileRow = (props: FileProps) => (
  <Row
    mark={<FileIcon name={props.match.path} />}
    href={hrefOfFile(props, props.match.data === "" ? undefined : props.match.startline)}
    title={props.match.path}
  >
    <ProjectName account={props.account} project={props.project} />
  </Row>
);

const LineRow = ({ line, text, marks, ...file }: RowOf<"line"> & { readonly account: string }) => (
  <AppLink className={cx(search.hit, styles.line)} href={hrefOfFile(file, line)}>
    <span className={search.number}>{line}</span>
    <span className={search.code}>
      <CodeLine text={text} marks={marks} markClass={layout.match} />
    </span>
  </AppLink>
);
