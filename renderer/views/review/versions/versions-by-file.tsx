import { type QueryFunctionContext, useQueries } from "@tanstack/react-query";
import { useContext, useEffect, useRef, useState } from "react";
import type { MergeRequestVersion } from "../../../../shared/api/resources/merge-request-shapes.ts";
import { type DiffFile, sourceOf } from "../../../../shared/diff/diff-file.ts";
import { useAccountId } from "../../../api/account-context.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import layout from "../../../ui/theme/layout.module.css";
import { fingerprintInWorker } from "../../../workers/diff/diff-engine.ts";
import { ReviewContext } from "../merge-request/review-context.ts";
import { versionQuery } from "./version-query.ts";
import type { VersionIds, VersionRange } from "./version-range.ts";
import styles from "./versions.module.css";

interface VersionsByFileProps {
  readonly versions: readonly MergeRequestVersion[];
  readonly range: VersionRange;
  readonly onSelectRange: (versionIds: VersionIds) => void;
  readonly onClose: () => void;
}

/** Selects a version range in a matrix of files by versions: a filled mark where a version changed a file again. */
export function VersionsByFile({ versions, range, onSelectRange, onClose }: VersionsByFileProps) {
  const { project, iid } = useContext(ReviewContext);
  const account = useAccountId();
  const oldestFirst = [...versions].reverse();
  const bodies = useQueries({
    queries: oldestFirst.map((version) => versionBodiesQuery(account, project, iid, version)),
    combine: (results) => results.map(({ data }) => data),
  });
  const rows = versionsByFile(bodies);
  const [from, setFrom] = useState(range.from ? oldestFirst.indexOf(range.from) : -1);
  const [to, setTo] = useState(oldestFirst.indexOf(range.to));
  const last = useRef<HTMLTableCellElement>(null);
  const isRead = bodies.every(Boolean);
  // biome-ignore lint/correctness/useExhaustiveDependencies: columns have their widths once all files are read
  useEffect(() => {
    last.current?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [isRead]);
  const within = (index: number) => index > from && index <= to;
  /** Moves the nearest end of the range to the selected version. */
  const select = (index: number) => {
    if (index >= to) setTo(index);
    else setFrom(index);
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="l"
      title="Versions × files"
      description="Select a version to move the nearest end of the range."
      actions={
        <>
          <Button onClick={() => setFrom(-1)}>From target</Button>
          <Button
            variant="primary"
            onClick={() => {
              const begin = oldestFirst[from];
              const end = oldestFirst[to];
              onSelectRange({
                from: begin ? String(begin.id) : undefined,
                to: end ? String(end.id) : undefined,
              });
              onClose();
            }}
          >
            Show {from < 0 ? "target" : `version ${from + 1}`} → version {to + 1}
          </Button>
        </>
      }
    >
      <ul className={styles.legend} aria-label="Legend">
        <li>
          <span className={styles.dot} data-changed aria-hidden /> The version changed the file anew
        </li>
        <li>
          <span className={styles.dot} aria-hidden /> The same change as in the version before
        </li>
        <li>
          <span className={styles.sample} aria-hidden /> Within the range
        </li>
      </ul>
      <section className={styles.matrix} aria-label="Versions × files" {...focusable}>
        <table>
          <thead>
            <tr>
              <th scope="col">File</th>
              {oldestFirst.map((version, index) => (
                <th
                  key={version.id}
                  ref={index === to ? last : undefined}
                  scope="col"
                  data-within={within(index)}
                >
                  <Button
                    size="s"
                    variant={index === to || index === from ? "primary" : "ghost"}
                    aria-label={`Version ${index + 1}`}
                    aria-pressed={index === to || index === from}
                    onClick={() => select(index)}
                  >
                    {index + 1}
                  </Button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, maxRows).map((row) => (
              <tr key={row.path}>
                <th scope="row" title={row.path}>
                  <bdi>{row.path}</bdi>
                </th>
                {row.cells.map((cell, index) => (
                  <td key={oldestFirst[index]?.id} data-within={within(index)}>
                    {cell ? (
                      <span
                        className={styles.dot}
                        data-changed={cell === "changed"}
                        role="img"
                        aria-label={cell}
                      />
                    ) : null}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        {rows.length > maxRows ? (
          <p className={layout.muted}>{(rows.length - maxRows).toLocaleString()} more files</p>
        ) : null}
      </section>
    </Dialog>
  );
}

const focusable = { tabIndex: 0 };
/** Files that the matrix lists. */
const maxRows = 500;

/** Change of a file in a version: another one than in the previous version, the same, or none. */
type VersionChange = "changed" | "same" | null;

/** A file of a version, with a fingerprint of its change that does not depend on line numbers. */
interface FileBody {
  readonly path: string;
  readonly body: string;
}

/** Returns the fingerprints of a version's changes by file. Changes without lines count as equal. */
async function readBodies(files: readonly DiffFile[]): Promise<FileBody[]> {
  const names = await fingerprintInWorker(files.map((file) => sourceOf({ ...file, content: undefined })));
  return files.map((file, index) => ({ path: file.new_path, body: names[index] ?? "" }));
}

/** Returns the query of the fingerprints of a version's changes. */
export const versionBodiesQuery = (
  account: string,
  project: string,
  iid: number,
  version: MergeRequestVersion,
) => ({
  queryKey: [account, "version-bodies", project, iid, version.id],
  queryFn: async ({ client }: QueryFunctionContext) => {
    const { data } = await client.fetchQuery(versionQuery(account, project, iid, version));
    return readBodies(data.files);
  },
  staleTime: Number.POSITIVE_INFINITY,
});

export interface VersionsRow {
  readonly path: string;
  /** One for each version, oldest first. */
  readonly cells: readonly VersionChange[];
}

/** Files by versions; a version that was not read yet has no cells. Files with the most changes are first. */
export function versionsByFile(versions: readonly (readonly FileBody[] | undefined)[]): VersionsRow[] {
  const paths = new Map<string, VersionChange[]>();
  const last = new Map<string, string>();
  for (const [index, entries] of versions.entries()) {
    for (const { path, body } of entries ?? []) {
      const cells = paths.get(path) ?? new Array<VersionChange>(versions.length).fill(null);
      cells[index] = last.get(path) === body && cells[index - 1] ? "same" : "changed";
      last.set(path, body);
      paths.set(path, cells);
    }
  }
  const changes = (cells: readonly VersionChange[]) => cells.filter((cell) => cell === "changed").length;
  return [...paths]
    .map(([path, cells]) => ({ path, cells }))
    .sort((a, b) => changes(b.cells) - changes(a.cells) || a.path.localeCompare(b.path));
}
