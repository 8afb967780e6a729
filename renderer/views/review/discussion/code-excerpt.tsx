import { useQuery } from "@tanstack/react-query";
import changed from "../../../ui/changed-lines.module.css";
import { cx } from "../../../ui/class-names.ts";
import { CodeLine } from "../../../ui/code/code-line.ts";
import { highlightLines } from "../../../workers/highlight/highlight-engine.ts";
import styles from "./code-excerpt.module.css";
import type { SuggestedLine } from "./suggestion.ts";

interface CodeExcerptProps {
  readonly label: string;
  /** Path that the language follows from. */
  readonly path: string;
  readonly lines: readonly SuggestedLine[];
}

const signs = { added: "+", removed: "−", context: "" } as const;

/** A few lines of code with their numbers, as a diff draws them. */
export function CodeExcerpt({ label, path, lines }: CodeExcerptProps) {
  const texts = lines.map(({ text }) => text);
  const { data: tokens } = useQuery({
    queryKey: ["excerpt-tokens", path, texts],
    queryFn: ({ signal }) => highlightLines(path, texts, signal),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return (
    // Long lines scroll sideways here, which has to work by keyboard too. No landmark: a page has many of a name.
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div role="group" className={styles.excerpt} aria-label={label} {...focusable}>
      <div className={styles.rows}>
        {lines.map(({ kind, oldLine, newLine, text }, index) => (
          <div key={`${kind} ${oldLine} ${newLine}`} className={cx(styles.row, changed.row)} data-kind={kind}>
            <span className={cx(styles.gutter, changed.gutter)}>
              <span className={styles.number}>{oldLine}</span>
              <span className={styles.number}>{newLine}</span>
              <span className={styles.sign}>{signs[kind]}</span>
            </span>
            <code className={styles.text}>
              <CodeLine text={text} tokens={tokens?.[index]} />
            </code>
          </div>
        ))}
      </div>
    </div>
  );
}

const focusable = { tabIndex: 0 };
