import { CirclePause, CirclePlay, FolderMinus, FolderPlus, Tags, Trash2, X } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { announce } from "../../../state/announce.ts";
import { Button, IconButton } from "../../../ui/buttons/button.tsx";
import { FoldingRow } from "../../../ui/lists/folding-row.tsx";
import type { RowSelection } from "../../../ui/lists/row-selection.ts";
import type { FleetRow } from "../fleet/fleet-row.ts";
import type { LoadAll } from "../fleet/use-load-all.ts";
import type { ActionKind, BulkRequest } from "./bulk-plan.ts";
import styles from "./runners-bulk.module.css";

interface RunnerBulkBarProps {
  readonly chosen: readonly FleetRow[];
  /** All rows that are loaded and match. */
  readonly rows: readonly FleetRow[];
  /** Runners that match in all, where the service counts them. */
  readonly total: number | undefined;
  readonly loading: LoadAll;
  readonly selection: RowSelection;
  readonly onRequest: (request: BulkRequest) => void;
}

const actions = [
  { kind: "pause", label: "Pause", icon: CirclePause },
  { kind: "resume", label: "Resume", icon: CirclePlay },
  { kind: "retag", label: "Tags", icon: Tags },
  { kind: "enable", label: "Enable for project", icon: FolderPlus },
  { kind: "disable", label: "Disable for project", icon: FolderMinus },
  { kind: "delete", label: "Delete", icon: Trash2 },
] as const satisfies readonly { kind: ActionKind; label: string; icon: unknown }[];

/** Actions on the selected runners; each shows what it would do before it does anything. */
export function RunnerBulkBar({ chosen, rows, total, loading, selection, onRequest }: RunnerBulkBarProps) {
  const [selectsAll, setSelectsAll] = useState(false);
  const count = chosen.length;
  useEffect(() => announce(`${count} selected`), [count]);
  const selectAllRows = useEffectEvent(selection.selectAll);
  useEffect(() => {
    if (!selectsAll || loading.isLoading) return;
    setSelectsAll(false);
    selectAllRows();
  }, [selectsAll, loading.isLoading]);
  const all = Math.max(total ?? 0, rows.length);
  const selectAll = () => {
    if (rows.length < all) loading.loadAll();
    setSelectsAll(true);
  };
  return (
    <div className={styles.bar} role="toolbar" aria-label="Selected runners">
      <IconButton label="Clear selection" icon={X} size="s" onClick={selection.clear} />
      <strong className={styles.count}>{count.toLocaleString()} selected</strong>
      {count < all ? (
        <Button size="s" variant="ghost" loading={selectsAll} onClick={selectAll}>
          Select all {all.toLocaleString()} that match
        </Button>
      ) : null}
      <FoldingRow label="Other actions">
        {actions.map(({ kind, label, icon }) => (
          <Button
            key={kind}
            size="s"
            icon={icon}
            onClick={() => onRequest({ action: kind, runners: chosen.map(({ runner }) => runner) })}
          >
            {label}…
          </Button>
        ))}
      </FoldingRow>
    </div>
  );
}
