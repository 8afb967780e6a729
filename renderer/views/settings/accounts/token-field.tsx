import { TextField, type TextFieldProps } from "../../../ui/text-field.tsx";

type TokenFieldProps = Pick<TextFieldProps, "value" | "onChange" | "hint" | "autoFocus">;

/** The field for a personal access token. */
export const TokenField = (props: TokenFieldProps) => (
  <TextField label="Personal access token" type="password" mono autoComplete="new-password" {...props} />
);
