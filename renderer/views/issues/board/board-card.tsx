import { ArrowRightLeft } from "lucide-react";
import type { Issue } from "../../../../shared/api/resources/issue-shapes.ts";
import { AppLink } from "../../../features/addresses/app-link.tsx";
import { hrefs } from "../../../features/addresses/hrefs.ts";
import { PersonAvatar } from "../../../features/avatars/person-avatar.tsx";
import { DueDate, IssueFlags } from "../../../features/issues/issue-row.tsx";
import { LabelMark } from "../../../features/labels/labels.tsx";
import { IconButton } from "../../../ui/buttons/button.tsx";
import { useSubmitBlock } from "../../../ui/forms/destination.tsx";
import { Menu } from "../../../ui/overlays/menu.tsx";
import { MenuItem, MenuLabel } from "../../../ui/overlays/menu-item.tsx";
import styles from "./board.module.css";
import { type BoardColumn, columnKey, columnName } from "./board-columns.ts";

/** Pixels of a card with the space below it: two lines of its title, its labels, and what else is known. */
export const cardHeight = 116;
/** Labels and people that a card shows. */
const maxLabels = 3;
const maxPeople = 3;

interface BoardCardProps {
  readonly account: string;
  readonly project: string;
  readonly issue: Issue;
  readonly column: BoardColumn;
  readonly columns: readonly BoardColumn[];
  readonly colors: ReadonlyMap<string, string | undefined>;
  readonly onMove: (to: BoardColumn) => void;
  /** Called when it begins or ends to be dragged. */
  readonly onDrag: (isDragged: boolean) => void;
}

/** An issue of the board. It is moved by dragging it, by its menu, or by Shift with an arrow key. */
export function BoardCard(props: BoardCardProps) {
  const { account, project, issue, column, columns, colors, onMove, onDrag } = props;
  const { iid, title, labels, assignees, due_date: due, state } = issue;
  const block = useSubmitBlock({});
  const shown = labels.filter((label) => column.kind !== "label" || label !== column.label);
  const others = columns.filter((each) => columnKey(each) !== columnKey(column));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its menu and its keys do the same
    <div
      className={styles.card}
      draggable={block === null}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = "move";
        event.dataTransfer.setData("text/plain", `${project}#${iid}`);
        onDrag(true);
      }}
      onDragEnd={() => onDrag(false)}
    >
      <div className={styles.cardHead}>
        <AppLink
          className={styles.title}
          href={hrefs.issue(account, project, iid)}
          title={title}
          draggable={false}
        >
          {title}
        </AppLink>
        <span className={styles.menu}>
          <Menu
            align="end"
            trigger={<IconButton writes label={`Move #${iid}`} icon={ArrowRightLeft} size="s" />}
          >
            <MenuLabel>Move to</MenuLabel>
            {others.map((to) => (
              <MenuItem key={columnKey(to)} writes onSelect={() => onMove(to)}>
                {columnName(to)}
              </MenuItem>
            ))}
          </Menu>
        </span>
      </div>
      <div className={styles.labels} title={shown.join(", ")}>
        {shown.slice(0, maxLabels).map((label) => (
          <LabelMark key={label} name={label} color={colors.get(label)} />
        ))}
      </div>
      <div className={styles.foot}>
        <span>#{iid}</span>
        {due ? <DueDate date={due} isOpen={state === "opened"} /> : null}
        <IssueFlags issue={issue} />
        <span className={styles.people}>
          {assignees.slice(0, maxPeople).map((person) => (
            <span key={person.id} role="img" aria-label={`Assigned to ${person.name}`} title={person.name}>
              <PersonAvatar person={person} account={account} size={20} />
            </span>
          ))}
        </span>
      </div>
    </div>
  );
}
