import {
  CalendarClock,
  CircleCheck,
  CircleDot,
  type LucideIcon,
  MessageSquare,
  Milestone,
  Pencil,
  Tag,
  UserCheck,
  UserPlus,
} from "lucide-react";
import type { RefObject } from "react";
import { type Command, useRegisterCommands } from "../../state/commands/commands.ts";
import { useSubmitBlock } from "../../ui/forms/destination.tsx";
import { useIssue } from "./issue-context.ts";
import { useIssueActions } from "./use-issue-edit.ts";

interface PageParts {
  readonly side: RefObject<HTMLElement | null>;
  /** Around the form of a new comment. */
  readonly form: RefObject<HTMLElement | null>;
}

const clickIn = (part: Element | null | undefined, label: string): void =>
  part?.querySelector<HTMLElement>(`button[aria-label="${label}"]`)?.click();

/** Registers the commands of an issue for the keyboard and the palette: those of fields press their buttons. */
export function useIssueCommands({ side, form }: PageParts): void {
  const { issue, me } = useIssue();
  const { assign, toggleState } = useIssueActions();
  const isBlocked = useSubmitBlock({}) !== null;
  const isOpen = issue.state === "opened";
  const command = (id: string, title: string, icon: LucideIcon, run: () => void): Command => ({
    id: `issue.${id}`,
    title,
    section: "Issue",
    icon,
    run,
  });
  const field = (id: string, title: string, icon: LucideIcon, button: string) =>
    command(id, title, icon, () => clickIn(side.current, button));
  const isMine = issue.assignees.some(({ id }) => id === me?.id);
  const assignSelf = () => {
    if (!me || isMine) return;
    void assign([...issue.assignees, { ...me, state: "active", avatar_url: null, web_url: "" }]);
  };
  useRegisterCommands([
    field("assign", "Assign the issue", UserPlus, "Edit assignees"),
    ...(isBlocked ? [] : [command("assign-self", "Assign the issue to yourself", UserCheck, assignSelf)]),
    field("labels", "Change labels of the issue", Tag, "Edit labels"),
    field("milestone", "Change the milestone of the issue", Milestone, "Edit milestone"),
    field("due", "Change the due date of the issue", CalendarClock, "Edit due date"),
    command("edit", "Edit title and description", Pencil, () =>
      clickIn(side.current?.parentElement, "Edit title and description"),
    ),
    command("comment", "Write a comment", MessageSquare, () =>
      form.current?.querySelector<HTMLElement>("textarea")?.focus(),
    ),
    ...(isBlocked
      ? []
      : [
          command(
            "close",
            isOpen ? "Close the issue" : "Reopen the issue",
            isOpen ? CircleCheck : CircleDot,
            () => void toggleState(),
          ),
        ]),
  ]);
}
