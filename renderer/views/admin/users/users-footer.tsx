import { Copy, RotateCw } from "lucide-react";
import type { User } from "../../../../shared/api/resources/user-shapes.ts";
import { Button } from "../../../ui/button.tsx";
import { copyText } from "../../../ui/copy-text.ts";
import flow from "../../../ui/flow.module.css";
import { IconButton } from "../../../ui/icon-button.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import type { RowSelection } from "../../../ui/row-selection.ts";
import pane from "../../../ui/table-pane.module.css";
import { toast } from "../../../ui/toast.tsx";

interface UsersFooterProps {
  readonly list: {
    readonly items: readonly User[];
    readonly total: number | undefined;
    readonly dataUpdatedAt: number;
    readonly refetch: () => Promise<unknown>;
  };
  readonly selection: RowSelection;
}

/** The number of users, actions on the selected ones, and the age of the list. */
export function UsersFooter({ list, selection }: UsersFooterProps) {
  const { items, total = items.length } = list;
  const emails = items.flatMap(({ id, email }) => (email && selection.selected.has(id) ? [email] : []));
  const copy = async () => {
    await copyText(emails.join(", "));
    toast.success(`Copied ${emails.length} email ${emails.length === 1 ? "address" : "addresses"}`);
  };
  return (
    <section className={pane.footer} aria-label="User list">
      <span>
        {total.toLocaleString()} {total === 1 ? "user" : "users"}
      </span>
      {selection.selected.size > 0 ? (
        <>
          <span>{selection.selected.size.toLocaleString()} selected</span>
          <Button
            size="s"
            variant="ghost"
            icon={Copy}
            disabled={emails.length === 0}
            onClick={() => void copy()}
          >
            Copy email addresses
          </Button>
          <Button size="s" variant="ghost" onClick={selection.clear}>
            Clear selection
          </Button>
        </>
      ) : null}
      <span className={flow.end}>
        Updated <RelativeTime time={list.dataUpdatedAt} />
      </span>
      <IconButton label="Refresh" icon={RotateCw} size="s" onClick={() => void list.refetch()} />
    </section>
  );
}
