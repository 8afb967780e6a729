import type { Parser } from "@lezer/common";

/** Kind of a symbol, in the words that people filter by. */
export type SymbolKind =
  | "class"
  | "constant"
  | "enum"
  | "field"
  | "function"
  | "heading"
  | "interface"
  | "key"
  | "macro"
  | "member"
  | "method"
  | "module"
  | "rule"
  | "struct"
  | "type"
  | "variable";

/** Rule that makes a declaration of a grammar a symbol. */
export interface Declaration {
  readonly kind: SymbolKind;
  /** Nodes that contain the name, the first that is found; a slash leads to a child. None: the node's own text. */
  readonly name?: readonly string[];
  /** Every node of that name makes a symbol of its own, as in `const a = 1, b = 2`. */
  readonly each?: boolean;
}

export interface Grammar {
  readonly parser: Parser;
  readonly declarations: Readonly<Record<string, Declaration>>;
}

const named = (kind: SymbolKind, ...name: string[]): Declaration => ({ kind, name });
const each = (kind: SymbolKind, ...name: string[]): Declaration => ({ kind, name, each: true });

async function script(dialect: string): Promise<Grammar> {
  const { parser } = await import("@lezer/javascript");
  return {
    parser: parser.configure({ dialect }),
    declarations: {
      ClassDeclaration: named("class", "VariableDefinition"),
      InterfaceDeclaration: named("interface", "TypeDefinition"),
      TypeAliasDeclaration: named("type", "TypeDefinition"),
      EnumDeclaration: named("enum", "TypeDefinition"),
      EnumBody: each("member", "PropertyName"),
      NamespaceDeclaration: named("module", "VariableDefinition"),
      FunctionDeclaration: named("function", "VariableDefinition"),
      MethodDeclaration: named("method", "PropertyDefinition", "PrivatePropertyDefinition"),
      PropertyDeclaration: named("field", "PropertyDefinition", "PrivatePropertyDefinition"),
      PropertyType: named("field", "PropertyDefinition"),
      MethodType: named("method", "PropertyDefinition"),
      VariableDeclaration: each("variable", "VariableDefinition"),
    },
  };
}

const cpp = async (): Promise<Grammar> => ({
  parser: (await import("@lezer/cpp")).parser,
  declarations: {
    NamespaceDefinition: named("module", "Identifier"),
    ClassSpecifier: named("class", "TypeIdentifier", "ScopedTypeIdentifier"),
    StructSpecifier: named("struct", "TypeIdentifier", "ScopedTypeIdentifier"),
    UnionSpecifier: named("struct", "TypeIdentifier"),
    EnumSpecifier: named("enum", "TypeIdentifier"),
    Enumerator: named("member", "Identifier"),
    FieldDeclaration: each("field", "FieldIdentifier", "PointerDeclarator/FieldIdentifier"),
    FunctionDefinition: named("function", ...cppFunctions),
    PreprocDirective: named("macro", "Identifier"),
    TypeDefinition: named("type", "TypeIdentifier"),
    AliasDeclaration: named("type", "TypeIdentifier"),
    Declaration: each("variable", "InitDeclarator/Identifier"),
  },
});

const functionNames = [
  "Identifier",
  "FieldIdentifier",
  "ScopedIdentifier",
  "OperatorName",
  "DestructorName",
  "TypeIdentifier",
];
const cppFunctions = [
  "FunctionDeclarator",
  "PointerDeclarator/FunctionDeclarator",
  "ReferenceDeclarator/FunctionDeclarator",
].flatMap((at) => functionNames.map((name) => `${at}/${name}`));

const styles = async (): Promise<Grammar> => ({
  parser: (await import("@lezer/css")).parser,
  declarations: {
    RuleSet: { kind: "rule" },
    MediaStatement: { kind: "module" },
    SupportsStatement: { kind: "module" },
    AtRule: { kind: "module" },
    KeyframesStatement: { kind: "module" },
  },
});

const yaml = async (): Promise<Grammar> => ({
  parser: (await import("@lezer/yaml")).parser,
  declarations: { Pair: named("key", "Key") },
});

const headings = [1, 2, 3, 4, 5, 6].flatMap((level) => [`ATXHeading${level}`, `SetextHeading${level}`]);

/** Grammars by the highlighter's name of the language; each is fetched when a file of it is first read. */
const grammars: Readonly<Record<string, () => Promise<Grammar>>> = {
  typescript: () => script("ts"),
  tsx: () => script("ts jsx"),
  javascript: () => script("jsx"),
  jsx: () => script("jsx"),
  c: cpp,
  cpp,
  css: styles,
  scss: styles,
  less: styles,
  yaml,
  // JSON is a subset of YAML, and the tree of its keys is the same.
  json: yaml,
  jsonc: yaml,
  go: async () => ({
    parser: (await import("@lezer/go")).parser,
    declarations: {
      FunctionDecl: named("function", "DefName"),
      MethodDecl: named("method", "FieldName"),
      TypeSpec: named("type", "DefName"),
      FieldDecl: each("field", "FieldName"),
      MethodElem: named("method", "FieldName"),
      ConstSpec: each("constant", "DefName"),
      VarSpec: each("variable", "DefName"),
    },
  }),
  python: async () => ({
    parser: (await import("@lezer/python")).parser,
    declarations: {
      ClassDefinition: named("class", "VariableName"),
      FunctionDefinition: named("function", "VariableName"),
      AssignStatement: named("variable", "VariableName"),
    },
  }),
  rust: async () => ({
    parser: (await import("@lezer/rust")).parser,
    declarations: {
      ModItem: named("module", "BoundIdentifier"),
      StructItem: named("struct", "TypeIdentifier"),
      UnionItem: named("struct", "TypeIdentifier"),
      EnumItem: named("enum", "TypeIdentifier"),
      EnumVariant: named("member", "Identifier"),
      TraitItem: named("interface", "TypeIdentifier"),
      ImplItem: { kind: "class" },
      FunctionItem: named("function", "BoundIdentifier"),
      FieldDeclaration: named("field", "FieldIdentifier"),
      ConstItem: named("constant", "BoundIdentifier"),
      StaticItem: named("variable", "BoundIdentifier"),
      TypeItem: named("type", "TypeIdentifier"),
      MacroDefinition: named("macro", "Identifier"),
    },
  }),
  java: async () => ({
    parser: (await import("@lezer/java")).parser,
    declarations: {
      ClassDeclaration: named("class", "Definition"),
      InterfaceDeclaration: named("interface", "Definition"),
      AnnotationTypeDeclaration: named("interface", "Identifier"),
      EnumDeclaration: named("enum", "Definition"),
      EnumConstant: named("member", "Definition"),
      RecordDeclaration: named("class", "Definition"),
      MethodDeclaration: named("method", "Definition"),
      ConstructorDeclaration: named("method", "Definition"),
      FieldDeclaration: each("field", "VariableDeclarator/Definition"),
    },
  }),
  php: async () => ({
    parser: (await import("@lezer/php")).parser,
    declarations: {
      NamespaceDefinition: named("module", "Name"),
      ClassDeclaration: named("class", "Name"),
      InterfaceDeclaration: named("interface", "Name"),
      TraitDeclaration: named("interface", "Name"),
      EnumDeclaration: named("enum", "Name"),
      EnumCase: named("member", "Name"),
      FunctionDefinition: named("function", "Name"),
      MethodDeclaration: named("method", "Name"),
      ConstDeclaration: each("constant", "VariableDeclarator/Name"),
      PropertyDeclaration: each("field", "VariableDeclarator/VariableName"),
    },
  }),
  markdown: async () => ({
    parser: (await import("@lezer/markdown")).parser,
    declarations: Object.fromEntries(headings.map((name) => [name, { kind: "heading" } as const])),
  }),
};

/** The grammar of a language, by the highlighter's name of it; null where there is none. */
export async function grammarOf(language: string): Promise<Grammar | null> {
  return (await grammars[language]?.()) ?? null;
}
