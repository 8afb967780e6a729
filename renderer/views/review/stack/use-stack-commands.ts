import { ArrowDown, ArrowUp } from "lucide-react";
import { useMemo } from "react";
import type { MergeRequest } from "../../../../shared/api/resources/merge-request-shapes.ts";
import { neighbourInStack } from "../../../../shared/merge-requests/stacks.ts";
import { useAccountId } from "../../../api/account-context.ts";
import { useGo } from "../../../features/addresses/app-link.tsx";
import { hrefs } from "../../../features/addresses/hrefs.ts";
import { type Command, useRegisterCommands } from "../../../state/commands/commands.ts";
import { toast } from "../../../ui/overlays/toast.tsx";
import { useStack } from "./read-stack.ts";

const noCommands: readonly Command[] = [];

/** Registers the commands that go up and down the stack of a merge request, on the tab that is shown. */
export function useStackCommands(project: string, mergeRequest: MergeRequest | undefined, tab: string): void {
  const account = useAccountId();
  const go = useGo();
  const { data: stack } = useStack(project, mergeRequest);
  const iid = mergeRequest?.iid;
  const commands = useMemo(() => {
    if (!stack || iid === undefined) return noCommands;
    const goTo = (step: 1 | -1) => () => {
      const next = neighbourInStack(stack, iid, step);
      if (next) go(hrefs.mergeRequest(account, project, next.iid, tab === "overview" ? {} : { tab }));
      else toast.success(step === 1 ? "This is the top of the stack" : "This is the bottom of the stack");
    };
    const section = "Review";
    return [
      { id: "review.next-in-stack", title: "Next in stack", section, icon: ArrowUp, run: goTo(1) },
      { id: "review.previous-in-stack", title: "Previous in stack", section, icon: ArrowDown, run: goTo(-1) },
    ];
  }, [stack, iid, account, project, tab, go]);
  useRegisterCommands(commands);
}
