/** Milliseconds after which a file that has not opened is no longer waited for. */
const maxWaitMs = 10_000;

/** Marks the element that shows a file, for {@link focusFile}. */
export const shownFile = (path: string) => ({ "data-file": path });

const focusable = '.monaco-editor :is(textarea, .native-edit-context), [tabindex="0"]';

/** Moves the focus to a file that is about to open, once it is shown. A key or a click before that prevents it. */
export function focusFile(path: string): void {
  const { signal, abort } = stopOnInput();
  const until = performance.now() + maxWaitMs;
  const look = (): void => {
    if (signal.aborted || performance.now() > until) {
      abort();
      return;
    }
    const shown = document.querySelector(`[data-file="${CSS.escape(path)}"]`);
    const target = shown?.querySelector<HTMLElement>(focusable);
    // A dialog that closes returns the focus to where it was.
    const isClosing = document.querySelector("[role=dialog]") !== null;
    if (!isClosing && target && document.activeElement === target) {
      abort();
      return;
    }
    if (!isClosing) target?.focus();
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

function stopOnInput(): { readonly signal: AbortSignal; readonly abort: () => void } {
  const controller = new AbortController();
  const abort = () => controller.abort();
  // The key that chose the file is still on its way up.
  requestAnimationFrame(() => {
    for (const type of ["keydown", "pointerdown"])
      window.addEventListener(type, abort, { capture: true, signal: controller.signal });
  });
  return { signal: controller.signal, abort };
}
