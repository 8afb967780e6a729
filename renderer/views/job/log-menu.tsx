import {
  ArrowDownToDot,
  Clock,
  Copy,
  Download,
  FoldVertical,
  Link2,
  UnfoldVertical,
  WrapText,
} from "lucide-react";
import { MenuItem, MenuSeparator } from "../../ui/menu-item.tsx";
import { MoreMenu } from "../../ui/more-menu.tsx";
import type { LogActions } from "./log-actions.ts";

/** The menu with less frequent actions on a log. */
export function LogMenu({ actions }: { readonly actions: LogActions }) {
  const { hasSections, hasTimes, isWrapped, showsTimes } = actions;
  return (
    <MoreMenu of="this log" size="s">
      <MenuItem icon={ArrowDownToDot} command="log.go-to-line" onSelect={actions.askForLine}>
        Go to line…
      </MenuItem>
      <MenuItem icon={Link2} command="log.permalink" onSelect={actions.copyLink}>
        Copy permalink
      </MenuItem>
      <MenuItem icon={Copy} onSelect={actions.copy}>
        {actions.hasChosenLines ? "Copy chosen lines" : "Copy log"}
      </MenuItem>
      <MenuItem icon={Download} onSelect={actions.download}>
        Download raw log
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={WrapText} command="log.wrap" onSelect={actions.toggleWrap}>
        {isWrapped ? "Do not wrap lines" : "Wrap lines"}
      </MenuItem>
      {hasTimes ? (
        <MenuItem icon={Clock} command="log.times" onSelect={actions.toggleTimes}>
          {showsTimes ? "Hide timestamps" : "Show timestamps"}
        </MenuItem>
      ) : null}
      {hasSections ? (
        <>
          <MenuItem icon={FoldVertical} onSelect={() => actions.foldAll(true)}>
            Fold all sections
          </MenuItem>
          <MenuItem icon={UnfoldVertical} onSelect={() => actions.foldAll(false)}>
            Unfold all sections
          </MenuItem>
        </>
      ) : null}
    </MoreMenu>
  );
}
