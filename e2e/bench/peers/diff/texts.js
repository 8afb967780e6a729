/** The files of a patch, each with its own piece of it and with the old and the new text of its hunks. */
export const filesOf = (patch) =>
  patch
    .split(/^(?=diff --git )/m)
    .filter(Boolean)
    .map((piece) => {
      const before = [];
      const after = [];
      const lines = piece.split("\n");
      const first = lines.findIndex((line) => line.startsWith("@@"));
      for (const line of lines.slice(first, -1)) {
        if (line[0] === " " || line[0] === "-") before.push(line.slice(1));
        if (line[0] === " " || line[0] === "+") after.push(line.slice(1));
      }
      const path = /^\+\+\+ b\/(.+)$/m.exec(piece)?.[1] ?? "";
      return { path, piece, before: before.join("\n"), after: after.join("\n") };
    });
