import { ChevronDown } from "lucide-react";
import { useSyncExternalStore } from "react";
import type { Section } from "../../../../shared/trace/trace-types.ts";
import { cx } from "../../../ui/class-names.ts";
import flow from "../../../ui/flow.module.css";
import { formatSeconds } from "../../../ui/format-time.ts";
import { Icon } from "../../../ui/icon.tsx";
import layout from "../../../ui/layout.module.css";
import { stickySection } from "./enclosing-section.ts";
import log from "./log.module.css";
import { lineOfRow, type RowModel } from "./row-model.ts";
import type { RowScroller } from "./row-scroller.ts";
import styles from "./sticky-section.module.css";
import type { Folding } from "./use-sections.ts";

interface StickySectionProps {
  readonly scroller: RowScroller;
  readonly model: RowModel;
  readonly folding: Folding;
  /** Scrolls to a line, from 0. */
  readonly onGo: (line: number) => void;
}

/** The header of the section that the first line below it belongs to, while the header itself is scrolled away. */
export function StickySection({ scroller, model, folding, onGo }: StickySectionProps) {
  const { whole, belowBar } = useSyncExternalStore(scroller.subscribeTop, scroller.topRows);
  const line = lineOfRow(model, belowBar);
  const index = line === null ? null : stickySection(folding.sections, lineOfRow(model, whole) ?? line, line);
  const section = index === null ? undefined : folding.sections[index];
  if (index === null || !section) return null;
  return <Bar section={section} onGo={() => onGo(section.from)} onFold={() => folding.toggle(index)} />;
}

interface BarProps {
  readonly section: Section;
  readonly onGo: () => void;
  readonly onFold: () => void;
}

function Bar({ section, onGo, onFold }: BarProps) {
  const name = section.header || section.name;
  return (
    <div className={styles.sticky}>
      <div className={styles.stickyBar}>
        <button type="button" className={log.foldButton} aria-label={`Fold ${name}`} onClick={onFold}>
          <Icon of={ChevronDown} size={14} />
        </button>
        <button
          type="button"
          className={cx(flow.growText, layout.ellipsis, styles.stickyName)}
          title="Go to the beginning of the section"
          onClick={onGo}
        >
          {name}
        </button>
        {section.seconds === null ? null : (
          <span className={cx(layout.small, styles.duration)}>{formatSeconds(section.seconds)}</span>
        )}
      </div>
    </div>
  );
}
