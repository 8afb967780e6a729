import { Plus } from "lucide-react";
import { type Key, type ReactNode, useState } from "react";
import type { Optional } from "../../../shared/optional.ts";
import { type Command, useRegisterCommands } from "../../state/commands/commands.ts";
import { Button } from "../../ui/buttons/button.tsx";
import type { IconType } from "../../ui/marks/icon.tsx";
import { Section } from "../../ui/panes/section.tsx";
import { EmptyState } from "../../ui/states/empty-state.tsx";
import { cx } from "../../ui/theme/class-names.ts";
import flow from "../../ui/theme/flow.module.css";
import layout from "../../ui/theme/layout.module.css";
import { ListStates } from "../paged-list/list-states.tsx";
import { LoadMore, type PagedItems } from "../paged-list/load-more.tsx";
import styles from "./settings-list.module.css";

export interface SettingsListProps<T>
  extends Optional<{
    /** Of the section. */
    className: string;
    /** Of the list: rows between lines where left out. */
    listClassName: string;
    /** Name of the items where the title has a text that is not spoken well. */
    label: string;
    /** Items that are listed where not all of the list are. */
    items: readonly T[];
    /** Command of the palette that opens the form, too. */
    command: Pick<Command, "id" | "title" | "section">;
    lines: number;
  }> {
  readonly title: string;
  readonly description: ReactNode;
  readonly list: PagedItems & { readonly items: readonly T[] };
  readonly itemKey: (item: T) => Key;
  readonly empty: { readonly icon: IconType; readonly title: string; readonly description: string };
  /** Pixels of a row of the placeholder. */
  readonly lineHeight: number;
  /** Label of the button that opens {@link form}. */
  readonly add: string;
  /** The form for a new one. */
  readonly form: (close: () => void) => ReactNode;
  /** Further buttons. */
  readonly actions?: ReactNode;
  readonly children: (item: T) => ReactNode;
}

/** A section with a list of what was set up, such as webhooks or keys, and the form that adds to it. */
export function SettingsList<T>(props: SettingsListProps<T>) {
  const { title, description, list, items = list.items, command, empty, children } = props;
  const [isAdding, setAdding] = useState(false);
  const close = () => setAdding(false);
  useRegisterCommands(command ? [{ ...command, icon: Plus, run: () => setAdding(true) }] : noCommands);
  const actions = (
    <>
      {props.actions}
      <Button writes="form" icon={Plus} variant="primary" onClick={() => setAdding(true)}>
        {props.add}
      </Button>
    </>
  );
  return (
    <Section
      title={title}
      description={description}
      className={props.className}
      actions={items.length > 0 ? actions : null}
    >
      <ListStates
        label={props.label ?? title}
        list={list}
        lines={props.lines ?? 3}
        lineHeight={props.lineHeight}
        compact
        isEmpty={items.length === 0}
        empty={<EmptyState compact {...empty} actions={actions} />}
      >
        <ul className={props.listClassName ?? styles.list} aria-label={title}>
          {items.map((item) => (
            <li key={props.itemKey(item)}>{children(item)}</li>
          ))}
        </ul>
        <LoadMore list={list} />
      </ListStates>
      {isAdding ? props.form(close) : null}
    </Section>
  );
}

const noCommands: readonly Command[] = [];

interface SettingsRowProps {
  readonly name: string;
  /** Whether the name is one that programs read. */
  readonly isCode?: boolean;
  /** Badges beside the name. */
  readonly marks: ReactNode;
  /** Lines below the name. */
  readonly note?: ReactNode;
  /** Content at the end of the row, its menu last. */
  readonly children: ReactNode;
}

/** A row of a {@link SettingsList}. */
export const SettingsRow = ({ name, isCode = false, marks, note, children }: SettingsRowProps) => (
  <div className={styles.row}>
    <div className={styles.text}>
      <div className={flow.clusterTight}>
        {isCode ? (
          <code className={styles.code}>{name}</code>
        ) : (
          <span className={cx(layout.strong, styles.note)}>{name}</span>
        )}
        {marks}
      </div>
      {note ? <div className={cx(layout.small, styles.note)}>{note}</div> : null}
    </div>
    {children}
  </div>
);
