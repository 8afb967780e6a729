import { Compass } from "lucide-react";
import { lazy, type RefObject, Suspense, useEffect, useEffectEvent, useMemo, useState } from "react";
import { type DiffFile, pathOf } from "../../../shared/diff/diff-file.ts";
import type { OpenDiff } from "../../../shared/diff/diff-types.ts";
import { nameAt, namesIn } from "../../../shared/text/code-names.ts";
import { useAccountId } from "../../api/account-context.ts";
import { useIsQuiet } from "../../api/quiet-context.ts";
import { useRegisterCommands } from "../../state/commands/commands.ts";
import type { DiffViewHandle } from "../../ui/diff/diff-view.tsx";
import { toast } from "../../ui/overlays/toast.tsx";
import type { NamePlace } from "./find-name.ts";
import type { WantedNames } from "./name-dialog.tsx";

const loadDialog = () => import("./name-dialog.tsx");
const NameDialog = lazy(async () => ({ default: (await loadDialog()).NameDialog }));
const DefinitionCard = lazy(async () => ({
  default: (await import("./definition-card.tsx")).DefinitionCard,
}));

const noFiles: readonly DiffFile[] = [];

interface CodeNavigationProps {
  /** Whether the diff is visible and its commands apply. */
  readonly shown: boolean;
  readonly project: string;
  readonly files: readonly DiffFile[];
  readonly view: RefObject<DiffViewHandle | null>;
  readonly open: OpenDiff | null;
  /** The commits whose difference is shown. */
  readonly commits: { readonly base: string; readonly head: string };
}

/** Kinds of files, by their extensions, that are prepared for at most. */
const maxPrepared = 3;

/** Loads what finds names in the kinds of files that are shown, once the page is quiet: the first name is found at once then. */
function usePrepared(files: readonly DiffFile[]): void {
  const isQuiet = useIsQuiet();
  const paths = useMemo(() => {
    const byKind = new Map(files.map((file) => [/[^.]*$/.exec(pathOf(file))?.[0], pathOf(file)]));
    return [...byKind.values()].slice(0, maxPrepared).join("\n");
  }, [files]);
  useEffect(() => {
    if (!isQuiet || paths === "") return;
    // Opened, the dialog reports what failed.
    loadDialog()
      .then(({ prepareNames }) => Promise.all(paths.split("\n").map(prepareNames)))
      .catch(() => undefined);
  }, [isQuiet, paths]);
}

/** A name under the pointer. */
interface PointedName {
  readonly name: string;
  readonly place: NamePlace;
  readonly x: number;
  readonly y: number;
}

/**
 * Leads from a name in a diff to its definitions and uses: a click with Ctrl or Cmd, or a command for the current line.
 * The pointer over a name with that key shows how the definition begins.
 */
export function CodeNavigation({ shown, project, files, view, open, commits }: CodeNavigationProps) {
  const account = useAccountId();
  const [wanted, setWanted] = useState<WantedNames | null>(null);
  const [pointed, setPointed] = useState<PointedName | null>(null);
  usePrepared(shown ? files : noFiles);
  const placeOf = (file: number, isOld: boolean): NamePlace | null => {
    const changed = files[file];
    if (!changed) return null;
    const path = isOld ? changed.old_path : pathOf(changed);
    return { account, project, commit: isOld ? commits.base : commits.head, path };
  };
  const nameUnder = ({ clientX: x, clientY: y }: MouseEvent): PointedName | null => {
    const found = textAt(x, y);
    const name = found && nameAt(found.text, found.offset);
    const place = found && placeOf(found.file, found.isOld);
    return name && place ? { name, place, x, y } : null;
  };
  const point = useEffectEvent((event: MouseEvent) => {
    const next = event.ctrlKey || event.metaKey ? nameUnder(event) : null;
    if (next?.name !== pointed?.name || next?.place.commit !== pointed?.place.commit) setPointed(next);
  });
  const click = useEffectEvent((event: MouseEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.button !== 0) return;
    const next = nameUnder(event);
    if (!next) return;
    event.preventDefault();
    setPointed(null);
    setWanted({ place: next.place, names: [next.name] });
  });
  useEffect(() => {
    if (!shown) return;
    const ended = new AbortController();
    const { signal } = ended;
    addEventListener("pointermove", point, { signal, passive: true });
    addEventListener("click", click, { signal });
    for (const type of ["keyup", "blur", "wheel"])
      addEventListener(type, () => setPointed(null), { signal, passive: true });
    return () => ended.abort();
  }, [shown]);
  const lookUp = async () => {
    const steps = view.current?.steps;
    if (!steps || !open) return;
    const { file, row } = steps.stepHere();
    const at = Math.max(0, row);
    const line =
      steps.mode === "split"
        ? (await open.split(file, at, at + 1)).map(({ left, right }) => right ?? left)[0]
        : (await open.unified(file, at, at + 1))[0];
    const names = line && line.kind !== "hunk" ? namesIn(line.text) : [];
    const place = placeOf(file, line?.kind === "removed");
    if (place && names.length > 0) setWanted({ place, names });
    else
      toast.info("The current line has no names", { description: "Alt with the arrows goes line by line." });
  };
  useRegisterCommands(
    shown
      ? [
          {
            id: "review.definition",
            title: "Definitions and uses of a name on the line",
            section: "Review",
            icon: Compass,
            run: () => void lookUp(),
          },
        ]
      : [],
  );
  return (
    <Suspense>
      {wanted ? <NameDialog wanted={wanted} onClose={() => setWanted(null)} /> : null}
      {pointed ? <DefinitionCard {...pointed} /> : null}
    </Suspense>
  );
}

/** A place in the text of a diff's line. */
interface TextPlace {
  readonly text: string;
  readonly offset: number;
  /** Index of the line's file. */
  readonly file: number;
  /** Whether the line is only in the file as it was before. */
  readonly isOld: boolean;
}

/** Returns the place in a diff's line at a point of the window; null where none is there. */
function textAt(x: number, y: number): TextPlace | null {
  const caret = document.caretPositionFromPoint?.(x, y);
  const node = caret?.offsetNode;
  const element = node instanceof Element ? node : node?.parentElement;
  const row = element?.closest("[data-kind]");
  const file = row?.closest<HTMLElement>("article[data-file]")?.dataset.file;
  const code = row?.lastElementChild;
  if (!caret || !node || file === undefined || !code?.contains(node)) return null;
  const before = document.createRange();
  before.setStart(code, 0);
  before.setEnd(node, caret.offset);
  return {
    text: code.textContent,
    offset: before.toString().length,
    file: Number(file),
    isOld: row?.getAttribute("data-kind") === "removed",
  };
}
