import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { Combobox } from "../../ui/combobox.tsx";
import type { IconType } from "../../ui/icon.tsx";

/** A value of a filter. */
export interface Item {
  readonly id: string;
  readonly label: string;
  readonly hint?: string;
  readonly mark?: ReactNode;
}

export interface FilterChoiceProps {
  readonly label: string;
  readonly icon: IconType;
  readonly items: readonly Item[];
  readonly chosen: readonly string[];
  readonly onChoose: (value: string) => void;
  readonly onQuery?: (query: string) => void;
  readonly onOpenChange?: (open: boolean) => void;
  readonly loading?: boolean;
  readonly problem?: string | undefined;
}

/** A list of values of one filter, behind a button with its name. */
export function FilterChoice({ label, icon, items, chosen, onChoose, ...list }: FilterChoiceProps) {
  return (
    <Combobox
      label={label}
      trigger={
        <Button size="s" variant="ghost" icon={icon}>
          {label}
        </Button>
      }
      items={items.map((item) => ({ ...item, selected: chosen.includes(item.id) }))}
      onChoose={({ id }) => onChoose(id)}
      {...list}
    />
  );
}

/** The values that most filters have: nobody or nothing, and anybody or anything. */
export const noneOrAny = [
  { id: "None", label: "None" },
  { id: "Any", label: "Any" },
];
