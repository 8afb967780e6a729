import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { FolderX, RefreshCw, RotateCw, X } from "lucide-react";
import {
  getOriginal,
  listAheadBehind,
  type Original,
  type RefMove,
} from "../../../shared/api/resources/local-repositories.ts";
import { tagRef } from "../../../shared/text/ref-name.ts";
import { invalidateRefs } from "../../api/query-client.ts";
import { useOperation } from "../../api/use-operation.ts";
import { dismissRefMoves, type RefsMovedEvent, useBanner, useRefMoves } from "../../state/banners.ts";
import { askForRepository } from "../../state/repository-request.ts";
import { Button, IconButton } from "../../ui/buttons/button.tsx";
import { Icon } from "../../ui/marks/icon.tsx";
import { cx } from "../../ui/theme/class-names.ts";
import { AppLink } from "../addresses/app-link.tsx";
import { hrefs } from "../addresses/hrefs.ts";
import styles from "./local-repositories.module.css";
import { useRemove } from "./recent-repositories.tsx";
import { useIsLocal } from "./use-original.ts";

interface OriginalNoticeProps {
  readonly account: string;
  readonly project: string;
}

/** Notice in the views of an opened repository: that its folder is away, or what moved in it. */
export function OriginalNotice({ account, project }: OriginalNoticeProps) {
  const local = useIsLocal(account);
  const original = useOperation(getOriginal, local ? { id: project } : null, { account }).data;
  if (!original) return null;
  if (original.state !== "ready") return <Away account={account} project={project} original={original} />;
  return <MovesNotice account={account} project={project} projectId={original.project_id} />;
}

function Away({ account, project, original }: OriginalNoticeProps & { readonly original: Original }) {
  const client = useQueryClient();
  const router = useRouter();
  const remove = useRemove(account);
  const isShown = useBanner("folder", true);
  if (!isShown) return null;
  const retry = () => void invalidateRefs(client, account, { id: original.project_id, path: project });
  return (
    <div className={cx(styles.notice, styles.warning)} role="status" aria-label="Repository on disk">
      <Icon of={FolderX} size={14} />
      <span className={styles.grow}>
        {original.problem} Nothing is lost: this project works again once{" "}
        {original.state === "missing" ? "it is back" : "that is solved"}.
      </span>
      <Button size="s" icon={RotateCw} onClick={retry}>
        Retry
      </Button>
      <Button size="s" onClick={() => askForRepository({ path: original.path })}>
        Open elsewhere…
      </Button>
      <Button
        writes
        size="s"
        variant="ghost"
        onClick={() =>
          void remove(original).then((removed) => {
            if (removed) router.history.push("/");
          })
        }
      >
        Remove from list
      </Button>
    </div>
  );
}

/** Refs that are listed by name; of others only their number is shown. */
const maxNamedRefs = 3;

interface MovesNoticeProps {
  readonly account: string;
  readonly project: string;
  readonly projectId: number;
}

/** A notice of the refs that git moved in an opened repository while it was on screen. */
function MovesNotice({ account, project, projectId }: MovesNoticeProps) {
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
          straight: kind === "advanced" ? undefined : "1",
        })}
        aria-label={`Compare ${name} with what it was`}
      >
        Compare
      </AppLink>
    </>
  );
}

/** A ref that moved, over all the steps that were noticed. */
interface JoinedMove extends RefMove {
  /** The ref as people write it, and what it is. */
  readonly name: string;
  readonly type: "branch" | "tag" | "other";
}

/** Joins events, newest first, to one move for each ref; a ref that is where it was before all of them is left out. */
export function joinMoves(events: readonly Pick<RefsMovedEvent, "moved">[]): JoinedMove[] {
  const joined = new Map<string, RefMove>();
  for (const { moved } of events.toReversed()) {
    for (const move of moved) {
      const before = joined.get(move.ref);
      // Ordered by the last move, the latest at the end.
      joined.delete(move.ref);
      joined.set(move.ref, before ? { ...move, before: before.before, kind: kindOf(before, move) } : move);
    }
  }
  return [...joined.values()]
    .filter(({ before, after }) => before !== after)
    .reverse()
    .map((move) => ({ ...move, ...nameOf(move.ref) }));
}

function kindOf(first: RefMove, last: RefMove): RefMove["kind"] {
  if (first.before === null) return "created";
  if (last.after === null) return "deleted";
  return first.kind === "advanced" && last.kind === "advanced" ? "advanced" : "rewritten";
}

function nameOf(ref: string): Pick<JoinedMove, "name" | "type"> {
  const found = /^refs\/(heads|tags)\/(.+)$/.exec(ref);
  if (!found) return { name: ref, type: "other" };
  return { name: found[2] ?? ref, type: found[1] === "heads" ? "branch" : "tag" };
}
