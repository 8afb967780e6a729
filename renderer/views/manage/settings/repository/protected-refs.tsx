import { GitBranch, Plus, Tag, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Project } from "../../../../../shared/api/resources/projects.ts";
import {
  listProtectedBranches,
  unprotectBranch,
} from "../../../../../shared/api/resources/protected-branches.ts";
import { listProtectedTags, unprotectTag } from "../../../../../shared/api/resources/protected-tags.ts";
import { failureOf } from "../../../../api/describe-problem.ts";
import { useOperationPages } from "../../../../api/use-operation.ts";
import { useWrite } from "../../../../api/use-write.ts";
import { ListStates } from "../../../../features/paged-list/list-states.tsx";
import { LoadMore } from "../../../../features/paged-list/load-more.tsx";
import { Button, IconButton } from "../../../../ui/buttons/button.tsx";
import { Badge } from "../../../../ui/marks/badge.tsx";
import { confirm } from "../../../../ui/overlays/confirm.tsx";
import { toast } from "../../../../ui/overlays/toast.tsx";
import { Section } from "../../../../ui/panes/section.tsx";
import { EmptyState } from "../../../../ui/states/empty-state.tsx";
import { cx } from "../../../../ui/theme/class-names.ts";
import flow from "../../../../ui/theme/flow.module.css";
import layout from "../../../../ui/theme/layout.module.css";
import styles from "../settings-lists.module.css";
import { ProtectBranches, ProtectTags } from "./protect-dialogs.tsx";
import { levelsText } from "./protection-levels.ts";

interface ProtectedRefsProps {
  readonly account: string;
  readonly project: Project;
}

/** Branches and patterns that only some people may push to and merge into. */
export function ProtectedBranches({ account, project }: ProtectedRefsProps) {
  const [isAdding, setAdding] = useState(false);
  const rules = useOperationPages(listProtectedBranches, { id: project.id, per_page: 100 });
  const write = useWrite(unprotectBranch);
  const add = (
    <Button icon={Plus} variant="primary" onClick={() => setAdding(true)}>
      Protect branch
    </Button>
  );
  const remove = (name: string) =>
    unprotect({
      name,
      description: `Developers can push to ${isPattern(name) ? "the branches of this pattern" : "it"}, rewrite and delete ${isPattern(name) ? "them" : "it"}, unless another rule matches. Jobs get no protected variables.`,
      attempt: () => failureOf(write({ id: project.id, name })),
    });
  return (
    <Section
      title="Protected branches"
      description="Of several rules that match a branch the most lenient one counts. Nobody deletes a protected branch."
      actions={rules.items.length > 0 ? add : null}
    >
      <ListStates
        label="Protected branches"
        list={rules}
        lines={2}
        lineHeight={52}
        compact
        empty={
          <EmptyState
            compact
            icon={GitBranch}
            title="No protected branches"
            description="Every developer can push to all branches, rewrite and delete them."
            actions={add}
          />
        }
      >
        <ul className={styles.list} aria-label="Protected branches">
          {rules.items.map((rule) => (
            <li key={rule.name}>
              <RuleRow name={rule.name} onRemove={() => void remove(rule.name)}>
                {rule.allow_force_push ? <Badge tone="warning">Force push allowed</Badge> : null}
                <span className={cx(layout.small, styles.rights)}>
                  Push: {levelsText(rule.push_access_levels)}
                  <br />
                  Merge: {levelsText(rule.merge_access_levels)}
                </span>
              </RuleRow>
            </li>
          ))}
        </ul>
        <LoadMore list={rules} />
      </ListStates>
      {isAdding ? (
        <ProtectBranches account={account} project={project} onClose={() => setAdding(false)} />
      ) : null}
    </Section>
  );
}

/** Tags and patterns that only some people may create. */
export function ProtectedTags({ account, project }: ProtectedRefsProps) {
  const [isAdding, setAdding] = useState(false);
  const rules = useOperationPages(listProtectedTags, { id: project.id, per_page: 100 });
  const write = useWrite(unprotectTag);
  const add = (
    <Button icon={Plus} variant="primary" onClick={() => setAdding(true)}>
      Protect tag
    </Button>
  );
  const remove = (name: string) =>
    unprotect({
      name,
      description: "Developers can create and delete such tags again, and maintainers can move them.",
      attempt: () => failureOf(write({ id: project.id, name })),
    });
  return (
    <Section
      title="Protected tags"
      description="Who may create them. Nobody moves one."
      actions={rules.items.length > 0 ? add : null}
    >
      <ListStates
        label="Protected tags"
        list={rules}
        lines={2}
        lineHeight={52}
        compact
        empty={
          <EmptyState
            compact
            icon={Tag}
            title="No protected tags"
            description="Every developer can create and delete tags."
            actions={add}
          />
        }
      >
        <ul className={styles.list} aria-label="Protected tags">
          {rules.items.map((rule) => (
            <li key={rule.name}>
              <RuleRow name={rule.name} onRemove={() => void remove(rule.name)}>
                <span className={cx(layout.small, styles.rights)}>
                  Create: {levelsText(rule.create_access_levels)}
                </span>
              </RuleRow>
            </li>
          ))}
        </ul>
        <LoadMore list={rules} />
      </ListStates>
      {isAdding ? <ProtectTags account={account} project={project} onClose={() => setAdding(false)} /> : null}
    </Section>
  );
}

const isPattern = (name: string): boolean => name.includes("*");

interface RuleRowProps {
  readonly name: string;
  readonly onRemove: () => void;
  readonly children: ReactNode;
}

const RuleRow = ({ name, onRemove, children }: RuleRowProps) => (
  <div className={styles.row}>
    <div className={cx(styles.text, flow.clusterTight)}>
      <code className={styles.name}>{name}</code>
      {isPattern(name) ? <Badge>Pattern</Badge> : null}
    </div>
    {children}
    <IconButton writes size="s" icon={Trash2} label={`Unprotect ${name}`} onClick={onRemove} />
  </div>
);

interface Unprotection {
  readonly name: string;
  readonly description: string;
  readonly attempt: () => ReturnType<typeof failureOf>;
}

async function unprotect({ name, description, attempt }: Unprotection): Promise<void> {
  const isDone = await confirm({
    title: `Unprotect ${name}?`,
    description,
    confirmLabel: "Unprotect",
    danger: true,
    failureTitle: `${name} is still protected`,
    attempt,
  });
  if (isDone) toast.success(`${name} is not protected anymore`);
}
