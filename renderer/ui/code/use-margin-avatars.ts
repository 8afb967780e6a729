import type { editor } from "monaco-editor/editor";
import { useEffect, useRef } from "react";
import avatarStyles from "../avatar.module.css";
import { avatarHue, initials } from "../avatar-style.ts";
import styles from "./code.module.css";

/** A person beside a line, as a link. */
export interface MarginAvatar {
  readonly name: string;
  /** Address within the app. */
  readonly href: string;
  /** Title of the link: who, what and when. */
  readonly label: string;
}

/** Lines beyond the view whose links exist already. */
const overscan = 20;
/** The lane of the margin that a single mark takes. */
const centerLane = 2;

/** Draws avatars as links in the margin, for the lines in view only. `avatars` is by line, from the first. */
export function useMarginAvatars(
  view: editor.IStandaloneCodeEditor | null,
  model: editor.ITextModel | null,
  avatars: readonly (MarginAvatar | null)[] | undefined,
  onOpen: ((href: string) => void) | undefined,
): void {
  const latest = useRef(onOpen);
  latest.current = onOpen;
  useEffect(() => {
    if (!view || !model || !avatars) return;
    const { classList } = view.getContainerDomNode();
    classList.add(styles.inset ?? "");
    view.updateOptions({ glyphMargin: true });
    const drawn = new Map<number, editor.IGlyphMarginWidget>();
    const update = () => {
      const wanted = new Set<number>();
      for (const { startLineNumber, endLineNumber } of view.getVisibleRanges()) {
        const last = Math.min(endLineNumber + overscan, avatars.length, model.getLineCount());
        for (let line = Math.max(1, startLineNumber - overscan); line <= last; line++) wanted.add(line);
      }
      for (const [line, widget] of drawn) {
        if (wanted.has(line)) continue;
        view.removeGlyphMarginWidget(widget);
        drawn.delete(line);
      }
      for (const line of wanted) {
        const avatar = avatars[line - 1];
        if (!avatar || drawn.has(line)) continue;
        const widget = toWidget(line, toLink(avatar, latest));
        view.addGlyphMarginWidget(widget);
        drawn.set(line, widget);
      }
    };
    const listeners = [view.onDidScrollChange(update), view.onDidLayoutChange(update)];
    update();
    return () => {
      for (const listener of listeners) listener.dispose();
      for (const [, widget] of drawn) view.removeGlyphMarginWidget(widget);
      view.updateOptions({ glyphMargin: false });
      classList.remove(styles.inset ?? "");
    };
  }, [view, model, avatars]);
}

function toWidget(line: number, node: HTMLElement): editor.IGlyphMarginWidget {
  const range = { startLineNumber: line, startColumn: 1, endLineNumber: line, endColumn: 1 };
  return {
    getId: () => `avatar-${line}`,
    getDomNode: () => node,
    getPosition: () => ({ lane: centerLane, zIndex: 1, range }),
  };
}

function toLink(
  { name, href, label }: MarginAvatar,
  onOpen: { readonly current: ((href: string) => void) | undefined },
): HTMLElement {
  const link = document.createElement("a");
  link.className = styles.avatarLink ?? "";
  link.href = href;
  link.title = label;
  link.setAttribute("aria-label", label);
  // As many tab stops as lines would be in the way; the line's commit above the text has the same link.
  link.tabIndex = -1;
  const avatar = document.createElement("span");
  avatar.className = avatarStyles.avatar ?? "";
  avatar.ariaHidden = "true";
  avatar.style.setProperty("--hue", String(avatarHue(name)));
  avatar.textContent = initials(name).slice(0, 1);
  link.append(avatar);
  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onOpen.current?.(href);
  });
  return link;
}
