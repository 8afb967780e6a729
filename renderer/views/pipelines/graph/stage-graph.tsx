import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from "react";
import type { Job } from "../../../../shared/api/resources/job-shapes.ts";
import { useAccount } from "../../../state/host-state.ts";
import { cx } from "../../../ui/class-names.ts";
import layout from "../../../ui/layout.module.css";
import { EdgeLines } from "./edge-lines.tsx";
import styles from "./graph.module.css";
import { GraphBox } from "./graph-box.tsx";
import { graphEdges, impliedKeys, knownNeeds, relatedKeys } from "./graph-edges.ts";
import { graphGeometry, isInView } from "./graph-geometry.ts";
import { movedNode } from "./move-focus.ts";
import { layoutGraph } from "./stage-columns.ts";
import { useViewport } from "./use-viewport.ts";

const legends = {
  needs: "Lines show what each job needs. A job without a line waits for all earlier stages.",
  stages: "Each stage waits for the one before it.",
  unknown: "This service does not report what each job needs. Columns show the order of the stages.",
} as const;

interface StageGraphProps {
  readonly account: string;
  readonly project: string;
  readonly jobs: readonly Job[];
  readonly mayAct: boolean;
}

/** A pipeline's jobs as boxes in columns by stage, with lines from each job to those that need it. Arrow keys move. */
export function StageGraph({ account, project, jobs, mayAct }: StageGraphProps) {
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set());
  const graph = useMemo(() => layoutGraph(jobs, expanded), [jobs, expanded]);
  const { nodes, stages } = graph;
  const edges = useMemo(() => graphEdges(nodes), [nodes]);
  const listsNeeds = useAccount(account)?.kind === "local";
  const known = useMemo(() => knownNeeds(nodes, listsNeeds), [nodes, listsNeeds]);
  const [focusedKey, setFocusedKey] = useState<string | null>(null);
  const [pointedKey, setPointedKey] = useState<string | null>(null);
  const [hasFocus, setHasFocus] = useState(false);
  const focused = nodes.find(({ key }) => key === focusedKey) ?? nodes[0];
  const litKey = pointedKey ?? (hasFocus ? (focused?.key ?? null) : null);
  const lit = useMemo(
    () =>
      litKey === null || known === "unknown"
        ? null
        : new Set([...relatedKeys(litKey, edges), ...impliedKeys(litKey, nodes, stages)]),
    [litKey, edges, nodes, stages, known],
  );
  const wantsFocus = useRef(false);
  useEffect(() => {
    if (!wantsFocus.current || focusedKey === null) return;
    wantsFocus.current = false;
    frame.current?.querySelector<HTMLElement>('[data-focused="true"]')?.focus();
  }, [focusedKey]);
  const view = useViewport(frame, nodes.length > 200);
  const geometry = useMemo(() => graphGeometry(graph), [graph]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !focused) return;
    if (!(event.target instanceof Element && event.target.matches("[data-focused]"))) return;
    const next = movedNode(event.key, focused, nodes);
    if (!next) return;
    event.preventDefault();
    wantsFocus.current = true;
    setFocusedKey(next.key);
  };
  const toggle = (key: string) =>
    setExpanded((now) => {
      const next = new Set(now);
      if (!next.delete(key)) next.add(key);
      return next;
    });
  return (
    <>
      <section
        ref={frame}
        className={styles.frame}
        aria-label="Stage graph"
        aria-describedby={`${id}-legend`}
        onKeyDown={onKeyDown}
        onFocus={() => setHasFocus(true)}
        onBlur={() => setHasFocus(false)}
      >
        <div className={cx(styles.canvas, lit && styles.dimming)} style={geometry.size}>
          <EdgeLines edges={edges} nodes={nodes} lit={lit} geometry={geometry} view={view} />
          {stages.map((stage, index) => (
            <section key={stage.name} aria-label={`Stage ${stage.name}`}>
              <h2
                className={styles.stage}
                style={geometry.stageBox(stage)}
                data-last={index === stages.length - 1}
                title={stage.name}
              >
                <span className={layout.ellipsis}>{stage.name}</span>{" "}
                <span className={layout.secondary}>{stage.jobs}</span>
              </h2>
              <ul>
                {nodes.map((node) =>
                  node.stage === stage.name && (node === focused || isInView(geometry.boxOf(node), view)) ? (
                    <GraphBox
                      key={node.key}
                      {...{ account, project, node, mayAct }}
                      box={geometry.boxOf(node)}
                      isFocused={node === focused}
                      isLit={lit === null || lit.has(node.key)}
                      onFocus={() => setFocusedKey(node.key)}
                      onPoint={(isOver) => setPointedKey(isOver ? node.key : null)}
                      onToggle={() => toggle(node.key)}
                    />
                  ) : null,
                )}
              </ul>
            </section>
          ))}
        </div>
      </section>
      <p id={`${id}-legend`} className={styles.legend}>
        {legends[known]}
      </p>
    </>
  );
}
