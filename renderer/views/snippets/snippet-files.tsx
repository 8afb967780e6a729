import { useNavigate, useSearch } from "@tanstack/react-router";
import type { Snippet } from "../../../shared/api/resources/snippet-shapes.ts";
import { FileIcon } from "../../ui/file-icon.tsx";
import { pathsOf, type SnippetAddress } from "./snippet-address.ts";
import { SnippetFile } from "./snippet-file.tsx";
import styles from "./snippets.module.css";

interface SnippetFilesProps {
  readonly place: SnippetAddress;
  readonly snippet: Snippet;
}

/** The files of a snippet: their names side by side where there are several, and one of them to read. */
export function SnippetFiles({ place, snippet }: SnippetFilesProps) {
  const paths = pathsOf(snippet);
  const { file } = useSearch({ strict: false }) as { file?: string };
  const navigate = useNavigate();
  const path = paths.find((one) => one === file) ?? paths[0] ?? "";
  return (
    <section className={styles.files} aria-label="Files">
      {paths.length > 1 ? (
        <nav className={styles.names} aria-label="Files of the snippet">
          {paths.map((one) => (
            <button
              key={one}
              type="button"
              className={styles.name}
              aria-current={one === path ? "true" : undefined}
              onClick={() => void navigate({ to: ".", search: { file: one } as never, replace: true })}
            >
              <FileIcon name={one} size={14} /> {one}
            </button>
          ))}
        </nav>
      ) : null}
      <SnippetFile key={path} {...{ place, snippet, path }} />
    </section>
  );
}
