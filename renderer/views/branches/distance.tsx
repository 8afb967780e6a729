import { compareRefs } from "../../../shared/api/repository.ts";
import { useOperation } from "../../api/use-operation.ts";
import styles from "./branches.module.css";

interface DistanceProps {
  readonly project: string;
  /** Commits at the tips: an answer about two commits holds for good. */
  readonly base: string;
  readonly tip: string;
}

const forGood = { staleTime: Number.POSITIVE_INFINITY };

/** How many commits a branch is behind and ahead of the default branch. Asked for only while it is on screen. */
export function Distance({ project, base, tip }: DistanceProps) {
  const ahead = useOperation(compareRefs, { id: project, from: base, to: tip }, forGood);
  const behind = useOperation(compareRefs, { id: project, from: tip, to: base }, forGood);
  const count = (data: typeof ahead.data) =>
    data ? `${data.commits.length}${data.compare_timeout ? "+" : ""}` : ahead.error ? "?" : "…";
  return (
    <span className={styles.distance} title="Commits behind and ahead of the default branch">
      <span>↓ {count(behind.data)}</span> <span>↑ {count(ahead.data)}</span>
    </span>
  );
}
