/** Numbers and addresses of what has moved. */
export interface MovedNumbers {
  /** Full path of the project and web address of its service, before and after. */
  readonly source: { readonly project: string; readonly webUrl: string };
  readonly target: { readonly project: string; readonly webUrl: string };
  /** Returns the new number of an issue or merge request; null for one that was not moved. */
  readonly issue: (number: number) => number | null;
  readonly mergeRequest: (number: number) => number | null;
}

/** Person and time of a text that somebody else sends now. */
interface Written {
  readonly name: string | null;
  readonly username: string | null;
  readonly at: string | null;
}

/** Returns a person's name as text of a line in Markdown: hostile names are no markup. */
const plain = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, " ")
    .replace(/[\\`*_{}[\]<>()#+!|~@&:]/g, "\\$&")
    .trim()
    .slice(0, 200);

/** Returns `NAME (USERNAME) on DATE`. */
export function describeWritten({ name, username, at }: Written): string {
  const who = plain(name ?? "") || "somebody";
  const login = username ? ` (${plain(username)})` : "";
  const when = at && !Number.isNaN(Date.parse(at)) ? ` on ${new Date(at).toISOString().slice(0, 10)}` : "";
  return `${who}${login}${when}`;
}

/** Returns a mark that is not shown, by which a text is found again at the target. */
export const markOf = (publish: string, key: string): string =>
  `<!-- moved ${publish.slice(0, 8)} ${key.replace(/[^\w:.-]/g, "_")} -->`;

/** Returns a text as it is sent: a line of who wrote it, the rewritten text, and its mark. */
export function composeText(line: string, text: string, mark: string): string {
  return [`*${line}*`, text, mark].filter((part) => part !== "").join("\n\n");
}

/**
 * Returns a text with its references and links as the target has them. Mentions are code, since they would notify whoever
 * has the name there, and lines that a service would carry out as commands are text.
 */
export function rewriteText(text: string, moved: MovedNumbers): string {
  const outsideCode = splitCode(text).map(({ part, isCode }) =>
    isCode ? part : quietMentions(rewriteReferences(rewriteLinks(part, moved), moved)),
  );
  // In code as well: services differ in where a fence ends.
  return outsideCode.join("").replace(/^([ \t]*)\/(?=[a-z_]+(?:[ \t]|\r?$))/gim, "$1\\/");
}

interface TextPart {
  readonly part: string;
  readonly isCode: boolean;
}

/** Returns a Markdown text in parts, with its fenced blocks and spans of code by themselves. */
function splitCode(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let fence: string | null = null;
  let block = "";
  const flush = (isCode: boolean) => {
    if (isCode) parts.push({ part: block, isCode });
    else parts.push(...splitSpans(block));
    block = "";
  };
  for (const line of text.split(/(?<=\n)/)) {
    const [, sign = ""] = /^ {0,3}(`{3,}|~{3,})/.exec(line) ?? [];
    if (fence === null && sign !== "") {
      flush(false);
      fence = sign;
      block = line;
    } else if (fence !== null && sign.startsWith(fence) && line.trim() === sign) {
      block += line;
      flush(true);
      fence = null;
    } else block += line;
  }
  flush(fence !== null);
  return parts;
}

/** Returns a text without fences in parts, with its spans of code, which end in the line where they begin, by themselves. */
function splitSpans(text: string): TextPart[] {
  const parts: TextPart[] = [];
  for (const line of text.split(/(?<=\n)/)) {
    let from = 0;
    let opened: { readonly sign: string; readonly at: number } | null = null;
    for (const { 0: sign, index } of line.matchAll(/`+/g)) {
      if (opened === null) opened = { sign, at: index };
      else if (opened.sign === sign) {
        parts.push({ part: line.slice(from, opened.at), isCode: false });
        from = index + sign.length;
        parts.push({ part: line.slice(opened.at, from), isCode: true });
        opened = null;
      }
    }
    parts.push({ part: line.slice(from), isCode: false });
  }
  return parts;
}

/** Rewrites addresses of issues and merge requests of the project, and of everything else of it that keeps its name. */
function rewriteLinks(text: string, { source, target, issue, mergeRequest }: MovedNumbers): string {
  const from = `${source.webUrl}/${source.project}`;
  const to = `${target.webUrl}/${target.project}`;
  // Not another project whose path begins with this one's.
  const ends = /(?:\.git)?(?![\w-])(?!\.\w)/y;
  const numbered = /(\/(?:-\/)?(issues|merge_requests)\/)(\d{1,9})(?!\d)(?:#note_\d+)?/y;
  let rewritten = "";
  let at = 0;
  for (let found = text.indexOf(from); found >= 0; found = text.indexOf(from, found + from.length)) {
    const after = found + from.length;
    ends.lastIndex = after;
    if (!ends.test(text)) continue;
    rewritten += text.slice(at, found);
    numbered.lastIndex = after;
    const [whole = "", path = "", kind, number = ""] = numbered.exec(text) ?? [];
    const moved = kind === "issues" ? issue(Number(number)) : mergeRequest(Number(number));
    // What was not moved is where it was.
    if (kind === undefined) rewritten += to;
    else rewritten += moved === null ? from + whole : to + path + moved;
    at = after + whole.length;
  }
  return rewritten + text.slice(at);
}

/** Rewrites `#1` and `!1`, and `group/project#1` of this project. */
function rewriteReferences(text: string, { source, target, issue, mergeRequest }: MovedNumbers): string {
  return text.replace(
    /(?<![\w&/#!.-])((?:[\w.-]+\/)+[\w.-]+)?([#!])(\d{1,9})(?![\w])/g,
    (whole, project: string | undefined, sign: string, number: string) => {
      if (project !== undefined && project !== source.project) return whole;
      const moved = sign === "#" ? issue(Number(number)) : mergeRequest(Number(number));
      if (moved === null) return whole;
      return `${project === undefined ? "" : target.project}${sign}${moved}`;
    },
  );
}

/** Names as services find them in a text. */
const quietMentions = (text: string): string =>
  text.replace(/(?<![\w`./@-])@([a-z0-9_](?:[\w./-]*[\w-])?)/gi, "`@$1`");
