import { useQueryClient } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useEffect } from "react";
import { invalidateResources } from "../../api/query-client.ts";
import { useDeletionProgress } from "../../features/group-tree/use-deletion-progress.ts";
import { announce } from "../../state/announce.ts";
import { endGroupDeletion, type GroupDeletion, useGroupDeletions } from "../../state/group-deletions.ts";
import { useAccounts } from "../../state/host-state.ts";
import { Icon } from "../../ui/icon.tsx";
import layout from "../../ui/layout.module.css";
import { toast } from "../../ui/toast.tsx";
import styles from "../status/status-line.module.css";

/** The status bar's groups that a service is deleting. */
export function GroupDeletions() {
  const deletions = useGroupDeletions();
  const accounts = useAccounts();
  return deletions
    .filter(({ account }) => accounts.some(({ id }) => id === account))
    .map((deletion) => <Deletion key={`${deletion.account} ${deletion.id}`} deletion={deletion} />);
}

function Deletion({ deletion }: { readonly deletion: GroupDeletion }) {
  const { account, id, path, projects } = deletion;
  const { isGone, left } = useDeletionProgress(account, id);
  const client = useQueryClient();
  useEffect(() => {
    if (!isGone) return;
    endGroupDeletion(deletion);
    toast.success(`Deleted ${path}`);
    announce(`Deleted ${path}`);
    void invalidateResources(client, account, ["groups", "projects"]);
  }, [isGone, deletion, path, account, client]);
  return (
    <span className={styles.item}>
      <Icon of={Trash2} size={13} />
      <span className={layout.ellipsis}>
        Deleting {path}
        {left !== null && projects ? ` · ${left} of ${projects} projects left` : ""}
      </span>
    </span>
  );
}
