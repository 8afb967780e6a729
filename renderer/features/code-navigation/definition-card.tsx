import { CodeLine } from "../../ui/code/code-line.ts";
import layout from "../../ui/theme/layout.module.css";
import styles from "./code-navigation.module.css";
import { type NamePlace, useFoundName } from "./find-name.ts";

interface DefinitionCardProps {
  readonly place: NamePlace;
  readonly name: string;
  /** Place of the pointer, in pixels of the window. */
  readonly x: number;
  readonly y: number;
}

/** The first lines of the definition of the name under the pointer; nothing where none is found. */
export function DefinitionCard({ place, name, x, y }: DefinitionCardProps) {
  const { matches } = useFoundName(place, name);
  const [first, ...others] = matches?.definitions ?? [];
  if (!first) return null;
  const left = Math.max(8, Math.min(x, innerWidth - 488));
  return (
    <div
      className={styles.card}
      role="tooltip"
      style={y > innerHeight / 2 ? { left, bottom: innerHeight - y + 14 } : { left, top: y + 14 }}
    >
      <div className={styles.place}>
        <span className={layout.ellipsis}>
          {first.path}:{first.line}
        </span>
        {others.length > 0 ? <span>and {others.length} more</span> : null}
      </div>
      <code className={styles.code}>
        {first.text.split("\n").map((each, i) => (
          // Lines have no identity but their position.
          <span key={`${String(i)}`}>
            <CodeLine text={each} />
          </span>
        ))}
      </code>
    </div>
  );
}
