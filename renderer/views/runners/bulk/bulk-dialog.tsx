import { ActionDialog } from "./action-dialog.tsx";
import type { BulkDialogProps } from "./bulk-request.ts";
import { RunDialog } from "./run-dialog.tsx";

/** Shows what a bulk action would do, does it, and shows what became of each runner; or undoes one. */
export function BulkDialog(props: BulkDialogProps) {
  const { request, onClose, account, version } = props;
  if (request.kind === "action") return <ActionDialog {...props} request={request} />;
  return (
    <RunDialog
      {...{ account, version, onClose }}
      title="Undo"
      tasks={request.tasks}
      done="Restored"
      onDone={() => undefined}
    />
  );
}
