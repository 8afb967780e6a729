import type { Nodes, Root } from "mdast";
import type { Data } from "unified";

/** Reader of the parser's tokens, as remark-parse declares it. */
type Extension = Exclude<NonNullable<Data["fromMarkdownExtensions"]>[number], readonly unknown[]>;

/** Follows a sign that was written with a backslash, so that it begins no reference; Unicode gives it to no character. */
const mark = "\ufdd1";
const marks = new RegExp(mark, "g");

/** Signs with which a reference or an emoji begins. */
const signs: ReadonlySet<string> = new Set("$%#&@!~^:[{");

/** Marks the escaped signs of a text. */
export const markEscapes: Extension = {
  exit: {
    characterEscapeValue(token) {
      const text = this.stack.pop();
      if (text?.type !== "text") return;
      const sign = this.sliceSerialize(token);
      text.value += signs.has(sign) ? sign + mark : sign;
      if (text.position) {
        const { line, column, offset } = token.end;
        text.position.end = { line, column, offset };
      }
    },
  },
};

/** Returns a text that has no marks. */
export const withoutMarks = (text: string): string => (text.includes(mark) ? text.replace(marks, "") : text);

/** Removes the marks from everything but the texts of a document. */
export function unmarkAddresses(tree: Root): void {
  const visit = (node: Nodes): void => {
    if (node.type === "link" || node.type === "image" || node.type === "definition") {
      node.url = withoutMarks(node.url);
      if (node.title) node.title = withoutMarks(node.title);
    }
    if (node.type === "image" || node.type === "imageReference") node.alt = withoutMarks(node.alt ?? "");
    if (node.type === "code") node.lang = withoutMarks(node.lang ?? "") || null;
    if ("children" in node) for (const child of node.children) visit(child);
  };
  visit(tree);
}
