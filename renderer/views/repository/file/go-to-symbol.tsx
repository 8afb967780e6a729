import {
  Box,
  Braces,
  CaseSensitive,
  Component,
  Hash,
  Heading,
  KeyRound,
  ListTree,
  type LucideIcon,
  Package,
  Pi,
  Shapes,
  SquareFunction,
  Variable,
} from "lucide-react";
import { useState } from "react";
import findStyles from "../../../features/repository/find/find.module.css";
import { useRegisterCommands } from "../../../state/commands/commands.ts";
import { FilterList } from "../../../ui/lists/filter-list.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import type { FileSymbol } from "../../../workers/symbols/outline.ts";
import styles from "./file.module.css";

const icons: Readonly<Record<FileSymbol["kind"], LucideIcon>> = {
  class: Component,
  constant: Pi,
  enum: Shapes,
  field: Box,
  function: SquareFunction,
  heading: Heading,
  interface: Braces,
  key: KeyRound,
  macro: Hash,
  member: Box,
  method: SquareFunction,
  module: Package,
  rule: Hash,
  struct: Component,
  type: CaseSensitive,
  variable: Variable,
};

/** Entries rendered at most; typing narrows them down. */
const maxEntries = 200;

interface GoToSymbolProps {
  readonly symbols: readonly FileSymbol[];
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly onChoose: (line: number) => void;
}

/** Finds a declaration of the open file by its name; registers the command that opens it. */
export function GoToSymbol({ symbols, open, onOpenChange, onChoose }: GoToSymbolProps) {
  const [query, setQuery] = useState("");
  const commands = [
    {
      id: "repository.go-to-symbol",
      title: "Go to symbol",
      section: "Repository",
      keywords: "outline function class heading",
      icon: ListTree,
      run: () => onOpenChange(true),
    },
  ];
  useRegisterCommands(commands);
  const wanted = query.trim().toLowerCase();
  const found = wanted ? symbols.filter(({ name }) => name.toLowerCase().includes(wanted)) : symbols;
  const items = found.slice(0, maxEntries).map((symbol) => ({
    id: `${symbol.from}-${symbol.name}`,
    label: symbol.name,
    marked: (
      <bdi
        className={styles.symbol}
        style={{ paddingInlineStart: wanted ? 0 : `calc(${symbol.depth} * var(--tree-indent))` }}
      >
        {symbol.name}
      </bdi>
    ),
    icon: icons[symbol.kind],
    hint: `${symbol.kind}, line ${symbol.from.toLocaleString()}`,
    line: symbol.from,
  }));
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Go to symbol" size="l">
      <FilterList
        label="Go to symbol"
        placeholder="Part of a name"
        size="l"
        query={query}
        onQuery={setQuery}
        items={items}
        empty={symbols.length === 0 ? "No symbols in this file" : "No matching symbols"}
        footer={
          <p className={findStyles.footnote} role="status">
            {found.length.toLocaleString()} {found.length === 1 ? "symbol" : "symbols"}
            {found.length > maxEntries ? `, the first ${maxEntries} are listed` : ""}
          </p>
        }
        onChoose={({ line }) => {
          onOpenChange(false);
          setQuery("");
          onChoose(line);
        }}
      />
    </Dialog>
  );
}
