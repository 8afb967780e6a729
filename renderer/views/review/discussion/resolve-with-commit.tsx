import { GitCommitHorizontal } from "lucide-react";
import { useContext } from "react";
import { listMergeRequestCommits } from "../../../../shared/api/resources/merge-requests.ts";
import { describeProblem } from "../../../api/describe-problem.ts";
import { useOperation } from "../../../api/use-operation.ts";
import { IconButton } from "../../../ui/buttons/button.tsx";
import { Menu } from "../../../ui/overlays/menu.tsx";
import { MenuItem, MenuLabel } from "../../../ui/overlays/menu-item.tsx";
import { ReviewContext } from "../merge-request/review-context.ts";

/** Commits that the menu offers, newest first. */
const offered = 20;

interface ResolveWithCommitProps {
  /** Time when the thread was begun: a commit of before cannot be the response to it. */
  readonly since: string;
  /** Sends a reply with this text, and resolves the thread. */
  readonly onResolve: (reply: string) => void;
}

/** Menu of the commits since a thread was begun: it resolves the thread with a reply that names one. */
export function ResolveWithCommit(props: ResolveWithCommitProps) {
  return (
    <Menu
      trigger={<IconButton writes="form" size="s" icon={GitCommitHorizontal} label="Resolve with a commit" />}
    >
      <Commits {...props} />
    </Menu>
  );
}

function Commits({ since, onResolve }: ResolveWithCommitProps) {
  const { project, iid } = useContext(ReviewContext);
  const { data, error } = useOperation(listMergeRequestCommits, {
    id: project,
    merge_request_iid: iid,
    per_page: offered,
  });
  // A rebase gives commits new dates, and a clock may be wrong: without a later one all are offered.
  const begun = Date.parse(since);
  const later = (data ?? []).filter(
    (commit) => Date.parse(commit.committed_date ?? commit.created_at ?? "") > begun,
  );
  const commits = later.length > 0 ? later : (data ?? []);
  if (error) return <MenuLabel>{describeProblem(error).title}</MenuLabel>;
  if (!data) return <MenuLabel>Loading the commits…</MenuLabel>;
  if (commits.length === 0) return <MenuLabel>No commits</MenuLabel>;
  return (
    <>
      <MenuLabel>Resolve with a reply that names</MenuLabel>
      {commits.map(({ id, short_id, title }) => (
        <MenuItem
          key={id}
          writes
          mark={<code>{short_id}</code>}
          onSelect={() => onResolve(`Resolved in ${short_id}.`)}
        >
          {title}
        </MenuItem>
      ))}
    </>
  );
}
