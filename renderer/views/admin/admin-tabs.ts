import { KeyRound, ServerCog, SquareCode, UsersRound, Webhook } from "lucide-react";
import type { IconType } from "../../ui/marks/icon.tsx";

/** A tab of Administration; `admin-view.tsx` has its content. */
interface AdminTab {
  /** Last segment of the tab's address. */
  readonly id: string;
  readonly label: string;
  readonly icon: IconType;
  /** Further words that the palette finds it by. */
  readonly keywords: string;
}

/** The tabs in their order. The first one is shown where the address names none. */
export const adminTabs = [
  { id: "users", label: "Users", icon: UsersRound, keywords: "people accounts members" },
  { id: "runners", label: "Runners", icon: ServerCog, keywords: "ci fleet machines" },
  { id: "hooks", label: "Hooks", icon: Webhook, keywords: "system webhooks events deliveries" },
  { id: "keys", label: "Keys", icon: KeyRound, keywords: "ssh fingerprint lookup" },
  { id: "snippets", label: "Snippets", icon: SquareCode, keywords: "user agent ip address spam abuse" },
] as const satisfies readonly AdminTab[];

export type AdminTabId = (typeof adminTabs)[number]["id"];
