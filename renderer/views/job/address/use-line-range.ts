import { useLocation, useRouter } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";
import { extendRange, type LineRange, readLineRange, writeLineRange } from "../../../ui/code/line-range.ts";

export interface ChosenLines {
  /** From 1; null where no line is chosen. */
  readonly range: LineRange | null;
  choose(range: LineRange | null): void;
  /** A click on a line's number, from 0; `extend` extends the range. */
  readonly click: (line: number, extend: boolean) => void;
}

/** The lines after `#` in the address. */
export function useLineRange(): ChosenLines {
  const { history } = useRouter();
  const hash = useLocation({ select: (location) => location.hash });
  const range = useMemo(() => readLineRange(hash), [hash]);
  const choose = useCallback(
    (next: LineRange | null) => {
      const { pathname, search } = history.location;
      history.replace(pathname + search + (next ? `#${writeLineRange(next)}` : ""));
    },
    [history],
  );
  const click = useCallback(
    (line: number, extend: boolean) => {
      const before = readLineRange(history.location.hash);
      const isOnlyOne = before?.from === line + 1 && before.to === line + 1;
      choose(isOnlyOne && !extend ? null : extendRange(before, line + 1, extend));
    },
    [history, choose],
  );
  return { range, choose, click };
}
