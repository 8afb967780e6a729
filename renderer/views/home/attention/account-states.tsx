import { RotateCw } from "lucide-react";
import { describeProblem } from "../../../api/describe-problem.ts";
import { useHostState } from "../../../state/host-state.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import type { AccountWork } from "./use-work.ts";
import styles from "./work.module.css";

/** Age of each account's data, and which account could not be read. */
export function AccountStates({ work }: { readonly work: readonly AccountWork[] }) {
  const connectivity = useHostState((state) => state.connectivity);
  return (
    <ul className={styles.states} aria-label="Age of data">
      {work.map(({ account, asOf, error, refetch }) => (
        <li key={account.id} className={styles.state}>
          <strong>{account.name}</strong>
          <span>
            {connectivity[account.id]?.state === "offline"
              ? "offline"
              : error
                ? describeProblem(error).message
                : ""}
            {asOf === null ? null : (
              <>
                {" "}
                as of <RelativeTime time={asOf} />
              </>
            )}
          </span>
          <IconButton label={`Refresh ${account.name}`} icon={RotateCw} size="s" onClick={refetch} />
        </li>
      ))}
    </ul>
  );
}
