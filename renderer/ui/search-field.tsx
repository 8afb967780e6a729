import { Search } from "lucide-react";
import { TextField, type TextFieldProps } from "./text-field.tsx";

type SearchFieldProps = Omit<TextFieldProps, "hideLabel" | "icon" | "type"> & { readonly label: string };

/** The search or filter field of a view: its label is read aloud, and its placeholder unless there is a better one. */
export const SearchField = (props: SearchFieldProps) => (
  <TextField placeholder={props.label} {...props} type="search" icon={Search} hideLabel />
);
