import { BulkHost } from "../../features/bulk/run-dialog.tsx";
import { OpenRepositoryDialog } from "../../features/local-repositories/open-repository-dialog.tsx";
import { useAccountLabel } from "../../state/account-label.ts";
import { ConfirmHost } from "../../ui/confirm.tsx";
import { DestinationContext } from "../../ui/destination.tsx";
import { Toaster } from "../../ui/toaster.tsx";
import { useLocationAccount } from "../navigation/use-app-location.ts";
import { OutboxSender } from "../outbox/outbox-sender.tsx";
import { CommandPalette } from "../palette/command-palette.tsx";
import { ShortcutSheet } from "../shortcuts/shortcut-sheet.tsx";
import { CodeDialog } from "./code-dialog.tsx";

/** Overlays of the window, and components that render nothing. */
export function Background() {
  const label = useAccountLabel();
  const account = useLocationAccount();
  return (
    <>
      <OutboxSender />
      <CommandPalette />
      <ShortcutSheet />
      <OpenRepositoryDialog />
      <BulkHost />
      <DestinationContext value={account && label(account)}>
        <ConfirmHost />
      </DestinationContext>
      <CodeDialog />
      <Toaster />
    </>
  );
}
