/** A text with some of its characters marked; `positions` ascend. */
export function MarkedText({
  text,
  positions,
}: {
  readonly text: string;
  readonly positions: readonly number[];
}) {
  if (positions.length === 0) return text;
  const hit = new Set(positions);
  const runs: { from: number; text: string; marked: boolean }[] = [];
  for (let at = 0; at < text.length; at++) {
    const last = runs.at(-1);
    const marked = hit.has(at);
    if (last && last.marked === marked) last.text += text.charAt(at);
    else runs.push({ from: at, text: text.charAt(at), marked });
  }
  return runs.map((run) =>
    run.marked ? <mark key={run.from}>{run.text}</mark> : <span key={run.from}>{run.text}</span>,
  );
}
