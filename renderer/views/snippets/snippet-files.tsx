import { z } from "zod";
import type { Snippet } from "../../../shared/api/resources/snippet-shapes.ts";
import { useAddressSearch } from "../../features/addresses/use-address-search.ts";
import { FileIcon } from "../../ui/file-icon.tsx";
import { pathsOf, type SnippetAddress } from "./model/snippet-address.ts";
import { SnippetFile } from "./snippet-file.tsx";
import styles from "./snippets.module.css";

interface SnippetFilesProps {
  readonly address: SnippetAddress;
  readonly snippet: Snippet;
}

const fileSearch = z.object({ file: z.string().optional() });

/** The files of a snippet: their names side by side where there are several, and one of them to read. */
export function SnippetFiles({ address, snippet }: SnippetFilesProps) {
  const paths = pathsOf(snippet);
  const [{ file }, changeSearch] = useAddressSearch(fileSearch);
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
              onClick={() => changeSearch({ file: one })}
            >
              <FileIcon name={one} size={14} /> {one}
            </button>
          ))}
        </nav>
      ) : null}
      <SnippetFile key={path} {...{ address, snippet, path }} />
    </section>
  );
}
