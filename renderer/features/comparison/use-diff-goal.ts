import { useLocation } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { type DiffFile, pathOf } from "../../../shared/diff/diff-file.ts";
import type { DiffGoal } from "../../ui/diff/diff-model.ts";

/** A file by the SHA-1 of its path, and a line by its numbers before and after, as GitLab writes them. */
const placeForm = /^([0-9a-f]{40})(?:_(\d{1,9})_(\d{1,9}))?$/;

/** Returns the file and the line of a diff that the address names; null for none, and while it is looked up. */
export function useDiffGoal(files: readonly DiffFile[], enabled = true): DiffGoal | null {
  const place = useLocation({ select: ({ hash }) => (placeForm.test(hash) ? hash : "") });
  const [goal, setGoal] = useState<DiffGoal | null>(null);
  useEffect(() => {
    if (place === "" || !enabled) return setGoal(null);
    let left = false;
    void findGoal(place, files).then((found) => left || setGoal((now) => (isSame(now, found) ? now : found)));
    return () => {
      left = true;
    };
  }, [place, files, enabled]);
  return goal;
}

const isSame = (a: DiffGoal | null, b: DiffGoal | null): boolean =>
  a?.file === b?.file && a?.line?.line === b?.line?.line && a?.line?.side === b?.line?.side;

async function findGoal(place: string, files: readonly DiffFile[]): Promise<DiffGoal | null> {
  const [, wanted, before, after] = placeForm.exec(place) ?? [];
  for (const [file, changed] of files.entries()) {
    if ((await sha1(pathOf(changed))) !== wanted) continue;
    const [oldLine, newLine] = [Number(before ?? 0), Number(after ?? 0)];
    if (newLine > 0) return { file, line: { file, side: "new", line: newLine } };
    return { file, ...(oldLine > 0 ? { line: { file, side: "old", line: oldLine } } : {}) };
  }
  return null;
}

async function sha1(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest("SHA-1", new TextEncoder().encode(text));
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
