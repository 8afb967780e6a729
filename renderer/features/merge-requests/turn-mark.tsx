import { useQuery, useQueryClient } from "@tanstack/react-query";
import { CircleCheck, CircleDashed, Eye, Hand, PencilLine } from "lucide-react";
import type { MergeRequest } from "../../../shared/api/resources/merge-request-shapes.ts";
import { type Turn, turnText } from "../../../shared/review/turn.ts";
import { useAccount } from "../../state/host-state.ts";
import { Badge } from "../../ui/marks/badge.tsx";
import { Icon, type IconType } from "../../ui/marks/icon.tsx";
import styles from "./turn.module.css";
import { turnQuery } from "./turn-query.ts";

const icons: Readonly<Record<Turn["of"], IconType>> = {
  you: Hand,
  author: PencilLine,
  reviewers: Eye,
  checks: CircleDashed,
  nobody: CircleCheck,
};

interface TurnProps {
  readonly account: string;
  /** Full path. */
  readonly project: string;
  readonly mergeRequest: MergeRequest;
}

/** Returns whose turn a merge request is for the account's user; undefined until it is known, null where it is nobody's. */
function useTurn({ account, project, mergeRequest }: TurnProps): Turn | null | undefined {
  const client = useQueryClient();
  const me = useAccount(account)?.check?.user;
  const query = turnQuery(client, { account, project, mergeRequest, me: me ?? { id: 0, username: "" } });
  const isOpen = mergeRequest.state === "opened";
  return useQuery({ ...query, enabled: isOpen && me !== undefined }).data;
}

/** Mark of a row that names whose turn its merge request is. */
export function TurnMark(props: TurnProps) {
  const turn = useTurn(props);
  if (!turn) return null;
  const text = turnText(turn);
  return (
    <span className={styles.mark} data-turn={turn.of} role="img" aria-label={text} title={text}>
      <Icon of={icons[turn.of]} size={14} />
    </span>
  );
}

/** Badge that says whose turn a merge request is, in words. */
export function TurnBadge(props: TurnProps) {
  const turn = useTurn(props);
  if (!turn) return null;
  return (
    <span className={styles.badge} title={turnText(turn)}>
      <Badge tone={turn.of === "you" ? "accent" : "neutral"} icon={icons[turn.of]}>
        {turnText(turn)}
      </Badge>
    </span>
  );
}
