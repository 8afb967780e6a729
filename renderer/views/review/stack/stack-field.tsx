import { ArrowDown, ArrowUp, Layers } from "lucide-react";
import { useContext, useMemo } from "react";
import type { MergeRequest } from "../../../../shared/api/resources/merge-request-shapes.ts";
import { neighbourInStack } from "../../../../shared/merge-requests/stacks.ts";
import { useAccountId } from "../../../api/account-context.ts";
import { AppLink, useGo } from "../../../features/addresses/app-link.tsx";
import { hrefs } from "../../../features/addresses/hrefs.ts";
import { MergeRequestState } from "../../../features/merge-requests/merge-request-state.tsx";
import { type Command, useRegisterCommands } from "../../../state/commands/commands.ts";
import { Link } from "../../../ui/buttons/button.tsx";
import { toast } from "../../../ui/overlays/toast.tsx";
import { cx } from "../../../ui/theme/class-names.ts";
import layout from "../../../ui/theme/layout.module.css";
import { ReviewContext } from "../merge-request/review-context.ts";
import { SidebarField } from "../sidebar/sidebar-field.tsx";
import { useStack } from "./read-stack.ts";
import styles from "./stack.module.css";

/** The stack of a merge request in its sidebar, the lowest layer first; null where it stands alone. */
export function StackField({ mergeRequest }: { readonly mergeRequest: MergeRequest }) {
  const { project } = useContext(ReviewContext);
  const account = useAccountId();
  const { data: stack } = useStack(project, mergeRequest);
  if (!stack) return null;
  return (
    <SidebarField
      title="Stack"
      action={
        <Link asChild>
          <AppLink href={hrefs.stack(account, project, mergeRequest.iid)}>
            <Layers size={14} aria-hidden /> Open stack
          </AppLink>
        </Link>
      }
    >
      <ol className={styles.compact} aria-label={`Stack on ${stack.base}`}>
        {stack.layers.map(({ mergeRequest: layer }) => (
          <li key={layer.iid} aria-current={layer.iid === mergeRequest.iid || undefined}>
            <MergeRequestState state={layer.state} />
            {layer.iid === mergeRequest.iid ? (
              <span className={cx(layout.ellipsis, layout.strong)} title={layer.title}>
                {layer.title}
              </span>
            ) : (
              <AppLink
                className={layout.ellipsis}
                href={hrefs.mergeRequest(account, project, layer.iid)}
                title={layer.title}
              >
                {layer.title}
              </AppLink>
            )}
            <span className={layout.small}>!{layer.iid}</span>
          </li>
        ))}
      </ol>
    </SidebarField>
  );
}

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
