/**
 * Kinds of tokens that code is coloured by, in the order of their numbers. The page gives each a colour per theme,
 * so that a theme switch colours nothing anew.
 */
export const tokenKinds = [
  "plain",
  "comment",
  "keyword",
  "string",
  "number",
  "constant",
  "type",
  "function",
  "variable",
  "property",
  "parameter",
  "tag",
  "attribute",
  "operator",
  "punctuation",
  "link",
  "heading",
  "strong",
  "emphasis",
  "inserted",
  "deleted",
] as const;
export type TokenKind = (typeof tokenKinds)[number];

/** TextMate scopes by the kind that they are drawn as; later ones win. */
export const scopesByKind: readonly (readonly [TokenKind, readonly string[]])[] = [
  ["operator", ["keyword.operator", "storage.type.function.arrow"]],
  ["punctuation", ["punctuation", "meta.brace"]],
  ["variable", ["variable", "support.variable"]],
  [
    "property",
    [
      "variable.other.property",
      "variable.other.object.property",
      "support.type.property-name",
      "meta.object-literal.key",
      "support.type.property-name.json",
    ],
  ],
  ["parameter", ["variable.parameter"]],
  ["comment", ["comment", "punctuation.definition.comment"]],
  [
    "keyword",
    ["keyword", "storage", "variable.language", "keyword.operator.new", "keyword.operator.expression"],
  ],
  ["string", ["string", "punctuation.definition.string", "constant.other.symbol", "markup.inline.raw"]],
  ["number", ["constant.numeric", "keyword.other.unit"]],
  [
    "constant",
    [
      "constant.language",
      "constant.character.escape",
      "variable.other.constant",
      "constant.other",
      "support.constant",
    ],
  ],
  [
    "type",
    [
      "entity.name.type",
      "entity.name.class",
      "support.type",
      "support.class",
      "entity.other.inherited-class",
      "entity.name.namespace",
    ],
  ],
  ["function", ["entity.name.function", "support.function", "meta.function-call.generic"]],
  ["tag", ["entity.name.tag", "punctuation.definition.tag"]],
  ["attribute", ["entity.other.attribute-name", "meta.decorator", "entity.name.function.decorator"]],
  ["link", ["markup.underline.link", "string.other.link"]],
  ["heading", ["markup.heading", "entity.name.section"]],
  ["strong", ["markup.bold"]],
  ["emphasis", ["markup.italic"]],
  ["inserted", ["markup.inserted"]],
  ["deleted", ["markup.deleted"]],
];
