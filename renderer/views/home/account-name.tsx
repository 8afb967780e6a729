import { useAccountLabel } from "../../state/host-state.ts";
import { cx } from "../../ui/theme/class-names.ts";
import layout from "../../ui/theme/layout.module.css";

/** The account that a row belongs to; nothing where there is only one. */
export function AccountName({ account }: { readonly account: string }) {
  const label = useAccountLabel()(account);
  return label ? <span className={cx(layout.ellipsis, layout.muted)}>{label}</span> : null;
}
