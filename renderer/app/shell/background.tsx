import { ConfirmHost } from "../../ui/confirm.tsx";
import { Toaster } from "../../ui/toaster.tsx";
import { OutboxSender } from "../outbox/outbox-sender.tsx";
import { CommandPalette } from "../palette/command-palette.tsx";
import { ShortcutSheet } from "../shortcuts/shortcut-sheet.tsx";

/** What floats above the window when it is asked for, and what works unseen. */
export const Background = () => (
  <>
    <OutboxSender />
    <CommandPalette />
    <ShortcutSheet />
    <ConfirmHost />
    <Toaster />
  </>
);
