import { defaultSchema, type Options } from "rehype-sanitize";

/** Attributes that any element may have: layout of tables and lists, direction, titles. None fetches or runs. */
const everywhere = [
  "align",
  "alt",
  "colSpan",
  "dateTime",
  "dir",
  "height",
  "id",
  "lang",
  "open",
  "rowSpan",
  "scope",
  "span",
  "start",
  "title",
  "vAlign",
  "width",
];

/**
 * Allowed parts of untrusted HTML. Narrower than GitHub's list: no `srcset`, no form attributes, no styles, nothing
 * that the page would fetch other than an image's `src`, which the page resolves itself.
 */
export const sanitizeSchema: Options = {
  ...defaultSchema,
  tagNames: [
    ...(defaultSchema.tagNames ?? []).filter((name) => name !== "picture" && name !== "source"),
    ...["abbr", "bdo", "caption", "cite", "dfn", "figcaption", "figure", "mark", "small", "time", "u", "wbr"],
  ],
  attributes: {
    a: [
      "href",
      "name",
      "dataFootnoteBackref",
      "dataFootnoteRef",
      ["className", "data-footnote-backref"],
      "ariaLabel",
    ],
    code: [["className", /^language-[\w#+.:-]{1,40}$/, "math-inline", "math-display"]],
    div: [["className", /^markdown-alert(?:-(?:note|tip|important|caution|warning))?$/]],
    p: [["className", "markdown-alert-title", "sr-only"]],
    img: ["src"],
    input: [["disabled", true], ["type", "checkbox"], "checked"],
    li: [["className", "task-list-item", "inapplicable"]],
    ol: [["className", "contains-task-list"]],
    ul: [["className", "contains-task-list"]],
    section: ["dataFootnotes", ["className", "footnotes"]],
    "*": everywhere,
  },
  // Their text is not prose.
  strip: ["script", "style"],
  protocols: { href: ["http", "https", "mailto"], src: ["http", "https"] },
};
