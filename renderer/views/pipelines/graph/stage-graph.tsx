import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import type { Bridge, Job } from "../../../../shared/api/resources/job-shapes.ts";
import type { Downstream } from "../../../features/ci/use-downstream.ts";
import { useRunJobDialog } from "../../../features/ci/use-run-job-dialog.tsx";
import { useAccount } from "../../../state/host-state.ts";
import { cx } from "../../../ui/theme/class-names.ts";
import layout from "../../../ui/theme/layout.module.css";
import { DownstreamCards } from "./downstream-cards.tsx";
import styles from "./graph.module.css";
import { GraphBox } from "./graph-box.tsx";
import {
  edgePath,
  type GraphEdge,
  type GraphGeometry,
  type GraphNode,
  graphEdges,
  graphGeometry,
  impliedKeys,
  isInView,
  knownNeeds,
  layoutGraph,
  relatedKeys,
  type Viewport,
} from "./graph-geometry.ts";

const legends = {
  needs: "Lines show what each job needs. A job without a line waits for all earlier stages.",
  stages: "Each stage waits for the one before it.",
  unknown: "This service does not report what each job needs. Columns show the order of the stages.",
} as const;

interface StageGraphProps {
  readonly account: string;
  readonly project: string;
  readonly jobs: readonly Job[];
  /** Jobs that start pipelines. */
  readonly bridges: readonly Bridge[];
  /** The pipelines that they started. */
  readonly downstream: readonly Downstream[];
  readonly mayAct: boolean;
}

/**
 * A pipeline's jobs as boxes in columns by stage, with lines from each job to those that need it, and the pipelines that they started
 * beside them. Arrow keys move.
 */
export function StageGraph({
  account,
  project,
  jobs: withScripts,
  bridges,
  downstream,
  mayAct,
}: StageGraphProps) {
  const id = useId();
  const jobs = useMemo(() => [...withScripts, ...bridges], [withScripts, bridges]);
  const started = useMemo(() => new Map(downstream.map((each) => [each.bridge.id, each])), [downstream]);
  const bridgeIds = useMemo(() => new Set(bridges.map((bridge) => bridge.id)), [bridges]);
  const startedBy = ({ isGroup, entries: [entry] }: GraphNode) =>
    !isGroup && entry && bridgeIds.has(entry.job.id) ? (started.get(entry.job.id) ?? null) : undefined;
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
  const { open, dialog } = useRunJobDialog(project);
  const toggle = (key: string) =>
    setExpanded((now) => {
      const next = new Set(now);
      if (!next.delete(key)) next.add(key);
      return next;
    });
  return (
    <>
      <div className={styles.sides}>
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
                    node.stage === stage.name &&
                    (node === focused || isInView(geometry.boxOf(node), view)) ? (
                      <GraphBox
                        key={node.key}
                        account={account}
                        project={project}
                        node={node}
                        started={startedBy(node)}
                        mayAct={mayAct}
                        box={geometry.boxOf(node)}
                        isFocused={node === focused}
                        isLit={lit === null || lit.has(node.key)}
                        onFocus={() => setFocusedKey(node.key)}
                        onPoint={(isOver) => setPointedKey(isOver ? node.key : null)}
                        onToggle={() => toggle(node.key)}
                        onVariables={open}
                      />
                    ) : null,
                  )}
                </ul>
              </section>
            ))}
          </div>
        </section>
        {downstream.length > 0 ? <DownstreamCards {...{ account, project, downstream }} /> : null}
      </div>
      <p id={`${id}-legend`} className={styles.legend}>
        {legends[known]}
      </p>
      {dialog}
    </>
  );
}

/** Returns the box that an arrow key, Home or End moves to from another one; null for other keys. */
export function movedNode(key: string, current: GraphNode, nodes: readonly GraphNode[]): GraphNode | null {
  const inColumn = (column: number) => nodes.filter((node) => node.column === column);
  const own = inColumn(current.column);
  const at = own.indexOf(current);
  switch (key) {
    case "ArrowDown":
      return own[at + 1] ?? current;
    case "ArrowUp":
      return own[at - 1] ?? current;
    case "Home":
      return own[0] ?? current;
    case "End":
      return own.at(-1) ?? current;
    case "ArrowRight":
      return nearest(inColumn(current.column + 1), current.row) ?? current;
    case "ArrowLeft":
      return nearest(inColumn(current.column - 1), current.row) ?? current;
    default:
      return null;
  }
}

const nearest = (nodes: readonly GraphNode[], row: number): GraphNode | undefined =>
  nodes.toSorted((a, b) => Math.abs(a.row - row) - Math.abs(b.row - row))[0];

interface EdgeLinesProps {
  readonly edges: readonly GraphEdge[];
  readonly nodes: readonly GraphNode[];
  /** Keys of the boxes with highlighted lines; null for none. */
  readonly lit: ReadonlySet<string> | null;
  readonly geometry: GraphGeometry;
  readonly view: Viewport;
}

/** The arrows behind the boxes. Their information is part of each box's name. */
function EdgeLines({ edges, nodes, lit, geometry, view }: EdgeLinesProps) {
  const id = useId();
  const boxes = useMemo(
    () => new Map(nodes.map((node) => [node.key, geometry.boxOf(node)])),
    [nodes, geometry],
  );
  const lines = edges.flatMap(({ from, to }) => {
    const start = boxes.get(from);
    const end = boxes.get(to);
    if (!start || !end || !(isInView(start, view) || isInView(end, view))) return [];
    return [{ key: `${from}\0${to}`, path: edgePath(start, end), isLit: lit?.has(from) && lit.has(to) }];
  });
  // Highlighted lines are last, above the others.
  const sorted = lines.toSorted((a, b) => Number(a.isLit) - Number(b.isLit));
  return (
    <svg className={styles.lines} {...geometry.size} aria-hidden="true">
      <defs>
        <marker
          id={id}
          viewBox="0 0 6 6"
          refX="4"
          refY="3"
          markerWidth="5.5"
          markerHeight="5.5"
          orient="auto"
        >
          <path d="M0 0L6 3L0 6z" fill="context-stroke" />
        </marker>
      </defs>
      {sorted.map(({ key, path, isLit }) => (
        <path key={key} d={path} data-lit={isLit} markerEnd={`url(#${id})`} />
      ))}
    </svg>
  );
}

/** Pixels rendered around the viewport, and the steps in which they are updated. */
const marginPx = 400;

/** The viewport before the frame is measured: no box is within it. */
const unmeasured: Viewport = { left: -1, top: -1, right: -1, bottom: -1 };

/** Returns the part of a scrolled frame to render; null for all of it, as where `isLarge` is false. */
export function useViewport(frame: RefObject<HTMLElement | null>, isLarge: boolean): Viewport {
  const [view, setView] = useState<Viewport>(null);
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element || !isLarge) return setView(null);
    const update = () => {
      const left = Math.floor(element.scrollLeft / marginPx) * marginPx - marginPx;
      const top = Math.floor(element.scrollTop / marginPx) * marginPx - marginPx;
      const right = left + element.clientWidth + 3 * marginPx;
      const bottom = top + element.clientHeight + 3 * marginPx;
      setView((now) =>
        now?.left === left && now.top === top && now.right === right && now.bottom === bottom
          ? now
          : { left, top, right, bottom },
      );
    };
    update();
    element.addEventListener("scroll", update, { passive: true });
    const observer = new ResizeObserver(update);
    observer.observe(element);
    return () => {
      element.removeEventListener("scroll", update);
      observer.disconnect();
    };
  }, [frame, isLarge]);
  return isLarge ? (view ?? unmeasured) : null;
}
