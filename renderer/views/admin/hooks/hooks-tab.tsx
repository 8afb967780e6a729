import { Plus, Webhook } from "lucide-react";
import { useMemo, useState } from "react";
import { z } from "zod";
import { listHooks } from "../../../../shared/api/resources/system-hooks.ts";
import { useOperationPages } from "../../../api/use-operation.ts";
import { useAddressSearch } from "../../../features/addresses/use-address-search.ts";
import { ListStates } from "../../../features/paged-list/list-states.tsx";
import { LoadMore } from "../../../features/paged-list/load-more.tsx";
import { useRegisterCommands } from "../../../state/commands/commands.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import flow from "../../../ui/flow.module.css";
import { Section } from "../../../ui/section.tsx";
import { HookCard } from "./hook-card.tsx";
import { HookDialog } from "./hook-dialog.tsx";
import styles from "./hooks.module.css";

/** `hook` is the id of the one whose deliveries are shown. */
const hooksSearch = z.object({ hook: z.string().optional() });

/** System hooks with their last deliveries and actions. */
export function HooksTab({ account }: { readonly account: string }) {
  const [{ hook: open }, changeSearch] = useAddressSearch(hooksSearch);
  const [isAdding, setAdding] = useState(false);
  const hooks = useOperationPages(listHooks, { per_page: 50 });
  useRegisterCommands(
    useMemo(
      () => [
        {
          id: "admin.add-hook",
          title: "Add system hook",
          section: "Administration",
          icon: Plus,
          run: () => setAdding(true),
        },
      ],
      [],
    ),
  );
  const add = (
    <Button icon={Plus} variant="primary" onClick={() => setAdding(true)}>
      Add hook
    </Button>
  );
  const toggle = (id: number) => changeSearch({ hook: open === String(id) ? undefined : String(id) });
  return (
    <Section
      className={styles.tab ?? ""}
      title="System hooks"
      description="Each event of the whole service is sent to these URLs."
      actions={hooks.items.length > 0 ? add : null}
    >
      <ListStates
        label="Hooks"
        list={hooks}
        lines={4}
        lineHeight={56}
        compact
        empty={
          <EmptyState
            compact
            icon={Webhook}
            title="No system hooks yet"
            description="A hook informs another program about pushes, merge requests, new projects and users."
            actions={add}
          />
        }
      >
        <ul className={flow.stack} aria-label="System hooks">
          {hooks.items.map((hook) => (
            <li key={hook.id}>
              <HookCard
                {...{ account, hook }}
                isOpen={open === String(hook.id)}
                onToggle={() => toggle(hook.id)}
              />
            </li>
          ))}
        </ul>
        <LoadMore list={hooks} />
      </ListStates>
      {isAdding ? <HookDialog account={account} onClose={() => setAdding(false)} /> : null}
    </Section>
  );
}
