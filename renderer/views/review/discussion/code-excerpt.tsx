import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useAccountId } from "../../../api/account-context.ts";
import { CodeLine } from "../../../ui/code/code-line.ts";
import changed from "../../../ui/marks/changed-lines.module.css";
import { cx } from "../../../ui/theme/class-names.ts";
import { highlightLines } from "../../../workers/highlight/highlight-engine.ts";
import { readText, textOrEmpty } from "../versions/read-text.ts";
import styles from "./discussion.module.css";
import type { SuggestedLine } from "./suggestion.ts";

interface CodeExcerptProps {
  readonly label: string;
  /** Path that the language follows from. */
  readonly path: string;
  /** The one that the repository's attributes name. */
  readonly language: string | undefined;
  readonly lines: readonly SuggestedLine[];
}

const signs = { added: "+", removed: "−", context: "" } as const;

/** A few lines of code with their numbers, as a diff draws them. */
export function CodeExcerpt({ label, path, language, lines }: CodeExcerptProps) {
  const texts = lines.map(({ text }) => text);
  const { data: tokens } = useQuery({
    queryKey: ["excerpt-tokens", path, language, texts],
    queryFn: ({ signal }) => highlightLines(path, texts, language, signal),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    // Lines keep their colours until they have those of the language that attributes name.
    placeholderData: keepPreviousData,
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

/** Bytes of a file up to which lines of it are shown in a discussion. */
const maxBytes = 2_000_000;

/** A file at a commit, whose lines are wanted. */
interface FileAtCommit {
  readonly project: string;
  readonly sha: string;
  readonly path: string;
}

/** Returns the lines of a file at a commit; null where it is not text, undefined while it loads. */
export function useFileLines(file: FileAtCommit | null): readonly string[] | null | undefined {
  const account = useAccountId();
  const { data, error } = useQuery({
    queryKey: [account, "file-lines", file?.project, file?.sha, file?.path],
    queryFn: async ({ signal }) => {
      if (!file) return null;
      const text = textOrEmpty(await readText(account, file.project, file.sha, file.path, signal, maxBytes));
      return text === null ? null : text.split("\n");
    },
    enabled: file !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return error ? null : data;
}
