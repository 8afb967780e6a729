import { type QueryFunctionContext, useQueries } from "@tanstack/react-query";
import { useContext, useEffect, useRef, useState } from "react";
import type { MergeRequestVersion } from "../../../../shared/api/resources/merge-request-shapes.ts";
import { useAccountId } from "../../../api/account-context.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import layout from "../../../ui/layout.module.css";
import { ReviewContext } from "../merge-request/review-context.ts";
import { fileHistoryOf, readBodies } from "./file-history.ts";
import { filesOf, versionQuery } from "./version-query.ts";
import styles from "./versions.module.css";
import type { VersionIds, VersionRange } from "./versions.ts";

interface FileHistoryProps {
  readonly versions: readonly MergeRequestVersion[];
  readonly range: VersionRange;
  readonly onSelectRange: (versionIds: VersionIds) => void;
  readonly onClose: () => void;
}

/** Selects a version range in a matrix of files by versions: a filled mark where a version changed a file again. */
export function FileHistory({ versions, range, onSelectRange, onClose }: FileHistoryProps) {
  const { project, iid } = useContext(ReviewContext);
  const account = useAccountId();
  const oldestFirst = [...versions].reverse();
  const bodies = useQueries({
    queries: oldestFirst.map(({ id }) => {
      const input = { id: project, merge_request_iid: iid, version_id: id };
      return {
        queryKey: [account, "version-bodies", project, iid, id],
        queryFn: async ({ client }: QueryFunctionContext) => {
          const { data } = await client.fetchQuery(versionQuery(account, input));
          return readBodies(filesOf(account, input, data));
        },
        staleTime: Number.POSITIVE_INFINITY,
      };
    }),
    combine: (results) => results.map(({ data }) => data),
  });
  const rows = fileHistoryOf(bodies);
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
      title="File history"
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
      <section className={styles.matrix} aria-label="File history" {...focusable}>
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
