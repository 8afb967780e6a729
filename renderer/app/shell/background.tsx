import { useEffect, useState } from "react";
import { useCodeQuestion } from "../../api/fetch-host.ts";
import { BulkHost } from "../../features/bulk/run-dialog.tsx";
import { OpenRepositoryDialog } from "../../features/local-repositories/open-repository-dialog.tsx";
import { useAccountLabel, useAwayHost } from "../../state/host-state.ts";
import { AwayContext, DestinationContext } from "../../ui/forms/destination.tsx";
import { instantly } from "../../ui/forms/form.tsx";
import { TextField } from "../../ui/forms/text-field.tsx";
import { ConfirmHost } from "../../ui/overlays/confirm-host.tsx";
import { FormDialog } from "../../ui/overlays/form-dialog.tsx";
import { preloadPanels } from "../../ui/overlays/late-panel.tsx";
import { Toaster } from "../../ui/overlays/toaster.tsx";
import { useLocationAccount } from "../navigation/app-location.ts";
import { CommandPalette } from "../palette/command-palette.tsx";
import { ShortcutSheet } from "../shortcuts/shortcut-sheet.tsx";
import styles from "./code-dialog.module.css";
import { OutboxSender } from "./outbox-sender.tsx";
import { ToolWriteDialog } from "./tool-write-dialog.tsx";

/** Overlays of the window, and components that render nothing. */
export function Background() {
  const label = useAccountLabel();
  const account = useLocationAccount();
  const away = useAwayHost(account);
  useEffect(() => void preloadPanels(), []);
  return (
    <>
      <OutboxSender />
      <CommandPalette />
      <ShortcutSheet />
      <OpenRepositoryDialog />
      <BulkHost />
      <DestinationContext value={account && label(account)}>
        <AwayContext value={away}>
          <ConfirmHost />
        </AwayContext>
      </DestinationContext>
      <ToolWriteDialog />
      <CodeDialog />
      <Toaster />
    </>
  );
}

/** The dialog for the code that the shell printed, above any other; nothing while no request needs one. */
function CodeDialog() {
  const asked = useCodeQuestion((state) => state.asked);
  const [code, setCode] = useState("");
  if (!asked) return null;
  const { details, isWrong } = asked;
  const respond = (typed: string | null) => {
    setCode("");
    asked.respond(typed);
  };
  return (
    <FormDialog
      onClose={() => respond(null)}
      title="Confirm with a code"
      description="Helve asks outside of this page, which a hostile document could imitate. Enter the code that it printed in the terminal it was started from."
      size="s"
      submitLabel="Confirm"
      submission={instantly(() => respond(code.trim()))}
      isReady={code.trim() !== ""}
    >
      <ul className={styles.details} aria-label="To confirm">
        {details.map((detail) => (
          <li key={detail}>{detail}</li>
        ))}
      </ul>
      <TextField
        label="Code"
        value={code}
        onChange={setCode}
        placeholder="XXXX-XXXX"
        mono
        autoFocus
        autoComplete="off"
        error={isWrong && code === "" ? "Wrong code. Check the terminal again." : undefined}
      />
    </FormDialog>
  );
}
