import { GitBranch, Tag } from "lucide-react";
import { useState } from "react";
import { listCommitRefs } from "../../../shared/api/resources/commits.ts";
import { tagRef } from "../../../shared/text/ref-name.ts";
import { useAccountId } from "../../api/account-context.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { useOperationPages } from "../../api/use-operation.ts";
import { AppLink } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import styles from "./commits.module.css";

/** Refs that are shown at first. */
const initialRefs = 3;
/** Refs that are requested at once. */
export const refsPerPage = 20;

const kinds = [
  { type: "branch", one: "branch", many: "branches", icon: GitBranch },
  { type: "tag", one: "tag", many: "tags", icon: Tag },
] as const;

interface CommitRefsProps {
  readonly project: string;
  readonly sha: string;
}

/** The branches and the tags that contain a commit, as two entries of a description list. */
export const CommitRefs = (props: CommitRefsProps) =>
  kinds.map((kind) => <RefsOfKind key={kind.type} {...props} {...kind} />);

function RefsOfKind({ project, sha, type, one, many, icon }: CommitRefsProps & (typeof kinds)[number]) {
  const account = useAccountId();
  const refs = useOperationPages(listCommitRefs, { id: project, sha, type, per_page: refsPerPage });
  const [unfolded, setUnfolded] = useState(false);
  const loaded = refs.items.length;
  const shown = unfolded ? refs.items : refs.items.slice(0, initialRefs);
  const hidden = (refs.total ?? loaded) - shown.length;
  const isMore = loaded > shown.length || refs.hasNextPage;
  const more = hidden > 0 ? `${hidden.toLocaleString()} more` : "Show more";
  const showMore = () => {
    setUnfolded(true);
    if (unfolded) void refs.fetchNextPage();
  };
  if (loaded === 0 && !refs.error) return null;
  return (
    <div>
      <dt>
        In {refs.total === undefined ? "" : `${refs.total.toLocaleString()} `}
        {refs.total === 1 ? one : many}
      </dt>
      <dd className={styles.refs}>
        {shown.map(({ name }) => (
          <AppLink
            key={name}
            href={hrefs.project(account, project, "files", { ref: type === "tag" ? tagRef(name) : name })}
            className={styles.refLink}
          >
            <Badge icon={icon}>{name}</Badge>
          </AppLink>
        ))}
        {refs.error ? <span role="alert">{describeProblem(refs.error).message}</span> : null}
        {isMore ? (
          <Button
            size="s"
            variant="ghost"
            loading={refs.isFetchingNextPage}
            onClick={showMore}
            aria-label={`${more}: In ${many}`}
          >
            {more}
          </Button>
        ) : null}
      </dd>
    </div>
  );
}
