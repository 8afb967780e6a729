import type { AnyRouter } from "@tanstack/react-router";
import { Bell, KeyRound, UserRound } from "lucide-react";
import { hrefs } from "../../features/addresses/hrefs.ts";
import type { Command } from "../../state/commands/commands.ts";

const tabs = [
  { id: "go.me", title: "My profile and status", icon: UserRound, tab: "profile", keywords: "me user" },
  { id: "go.my-keys", title: "My SSH keys", icon: KeyRound, tab: "keys", keywords: "me public key" },
  {
    id: "go.my-notifications",
    title: "My notification levels",
    icon: Bell,
    tab: "notifications",
    keywords: "me watch mute email",
  },
];

/** Returns commands that open the views of the account's own user. */
export const meCommands = ({ history }: AnyRouter, account: string | undefined): Command[] =>
  account === undefined
    ? []
    : tabs.map(({ tab, ...command }) => ({
        ...command,
        section: "Go to",
        account,
        run: () => history.push(hrefs.me(account, tab)),
      }));
