import { KeyRound, Plus } from "lucide-react";
import { useRef, useState } from "react";
import { listKeys } from "../../../../shared/api/resources/ssh-keys.ts";
import { useAccountId } from "../../../api/account-context.ts";
import { describeProblem } from "../../../api/describe-problem.ts";
import { useOperationAll } from "../../../api/use-operation.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import flow from "../../../ui/flow.module.css";
import { Section } from "../../../ui/section.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { useLostFocus } from "../../../ui/use-lost-focus.ts";
import styles from "../me.module.css";
import { AddKey } from "./add-key.tsx";
import { KeyRow } from "./key-row.tsx";
import { useKeyDraft } from "./use-key-draft.ts";
import { useListedKeys } from "./use-listed-keys.ts";

/** Pixels of the row of a key. */
const rowHeight = 91;

/** The SSH keys of the account's own user: list, add, delete. */
export function KeysTab() {
  const account = useAccountId();
  const keys = useOperationAll(listKeys, { per_page: 100 });
  const listed = useListedKeys(keys.data);
  const draft = useKeyDraft(account);
  const [opened, setOpened] = useState(false);
  const isAdding = opened || draft.isStarted;
  const opener = useRef<HTMLButtonElement>(null);
  useLostFocus(isAdding, () => opener.current);
  const add = (
    <Button ref={opener} variant="primary" icon={Plus} onClick={() => setOpened(true)}>
      Add key
    </Button>
  );
  return (
    <div className={styles.content}>
      <Section
        title="SSH keys"
        className={styles.wide ?? ""}
        description="Anyone with the private part of one of these keys can fetch and push as you."
        actions={isAdding || listed?.length === 0 ? null : add}
      >
        {isAdding ? <AddKey draft={draft} listed={listed ?? []} onEnd={() => setOpened(false)} /> : null}
        {keys.isPending || (keys.data && !listed) ? (
          <div className={flow.ruled}>
            <Skeleton lines={4} height={rowHeight} mark={16} label="Loading keys" />
          </div>
        ) : keys.error && !listed ? (
          <ErrorState compact {...describeProblem(keys.error)} onRetry={() => void keys.refetch()} />
        ) : listed?.length === 0 ? (
          isAdding ? null : (
            <EmptyState
              compact
              icon={KeyRound}
              title="No SSH keys yet"
              description="Add the public part of a key to fetch and push over SSH."
              actions={add}
            />
          )
        ) : (
          <ul className={flow.ruled} aria-label="SSH keys">
            {listed?.map((key) => (
              <KeyRow key={key.id} entry={key} />
            ))}
          </ul>
        )}
      </Section>
    </div>
  );
}
