import { RefreshCw, X } from "lucide-react";
import { listAheadBehind } from "../../../shared/api/resources/local-repositories.ts";
import { tagRef } from "../../../shared/text/ref-name.ts";
import { useOperation } from "../../api/use-operation.ts";
import { useBanner } from "../../state/banners.ts";
import { dismissRefMoves, useRefMoves } from "../../state/ref-moves.ts";
import { Icon } from "../../ui/icon.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { AppLink } from "../addresses/app-link.tsx";
import { hrefs } from "../addresses/hrefs.ts";
import { type JoinedMove, joinMoves } from "./join-moves.ts";
import styles from "./local-repositories.module.css";

/** Refs that are listed by name; of others only their number is shown. */
const maxNamedRefs = 3;

interface MovesNoticeProps {
  readonly account: string;
  readonly project: string;
  readonly projectId: number;
}

/** A notice of the refs that git moved in an opened repository while it was on screen. */
export function MovesNotice({ account, project, projectId }: MovesNoticeProps) {
  const recent = useRefMoves((state) => state.recent);
  const mine = recent.filter((event) => event.accountId === account && event.projectId === projectId);
  const moves = joinMoves(mine).filter(({ type }) => type !== "other");
  const isShown = useBanner("moves", moves.length > 0);
  if (!isShown) return null;
  const others = moves.length - maxNamedRefs;
  return (
    <div className={styles.notice} role="status" aria-label="Moved on disk">
      <Icon of={RefreshCw} size={14} />
      <ul className={styles.moves}>
        {moves.slice(0, maxNamedRefs).map((move) => (
          <li key={move.ref}>
            <Move account={account} project={project} move={move} />
          </li>
        ))}
        {others > 0 ? <li>and {others.toLocaleString()} more</li> : null}
      </ul>
      <IconButton
        icon={X}
        size="s"
        label="Dismiss what moved on disk"
        onClick={() => dismissRefMoves({ accountId: account, projectId })}
      />
    </div>
  );
}

interface MoveProps {
  readonly account: string;
  readonly project: string;
  readonly move: JoinedMove;
}

function Move({ account, project, move }: MoveProps) {
  const { name, type, before, after, kind } = move;
  const params = { account, project };
  const counted = before !== null && after !== null && type === "branch";
  const distance = useOperation(
    listAheadBehind,
    counted ? { id: project, base: before, ids: [after] } : null,
    { account, staleTime: Number.POSITIVE_INFINITY },
  ).data?.[0];
  const subject = (
    <>
      {type === "tag" ? "Tag " : ""}
      <bdi>{name}</bdi>
    </>
  );
  if (kind === "deleted" || after === null) {
    return (
      <>
        {subject} was deleted{" "}
        {before ? (
          <AppLink href={hrefs.commit(params.account, params.project, before)}>Last commit</AppLink>
        ) : null}
      </>
    );
  }
  if (kind === "created" || before === null) {
    return (
      <>
        {subject} was created{" "}
        <AppLink
          href={hrefs.project(params.account, params.project, "commits", {
            ref: type === "tag" ? tagRef(name) : name,
          })}
        >
          Commits
        </AppLink>
      </>
    );
  }
  const ahead = distance?.ahead ?? null;
  const behind = distance?.behind ?? null;
  if (ahead === 0 && behind) {
    return (
      <>
        {subject} was moved back by {behind.toLocaleString()} {behind === 1 ? "commit" : "commits"}{" "}
        <AppLink
          href={hrefs.project(params.account, params.project, "compare", { from: after, to: before })}
          aria-label={`Show the commits that ${name} no longer has`}
        >
          Show them
        </AppLink>
      </>
    );
  }
  const news = ahead === null ? "" : `: ${ahead.toLocaleString()} new ${ahead === 1 ? "commit" : "commits"}`;
  const gone = behind ? `, ${behind.toLocaleString()} no longer on it` : "";
  return (
    <>
      {subject} {kind === "advanced" ? "moved" : "was rewritten"}
      {news}
      {gone}{" "}
      <AppLink
        href={hrefs.project(params.account, params.project, "compare", {
          from: before,
          to: after,
          ...(kind === "advanced" ? {} : { straight: "1" }),
        })}
        aria-label={`Compare ${name} with what it was`}
      >
        Compare
      </AppLink>
    </>
  );
}
