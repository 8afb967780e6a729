import type { ReactNode } from "react";
import { Checkbox } from "../../ui/forms/checkbox.tsx";
import layout from "../../ui/theme/layout.module.css";
import styles from "./hooks.module.css";

interface EventChoiceProps<F extends string> {
  readonly kinds: readonly { readonly field: F; readonly label: string; readonly description?: string }[];
  readonly isOn: (field: F) => boolean;
  readonly onChange: (field: F, on: boolean) => void;
  readonly note?: ReactNode;
}

/** Checkboxes for the kinds of events that a hook gets. */
export const EventChoice = <F extends string>({ kinds, isOn, onChange, note }: EventChoiceProps<F>) => (
  <fieldset className={styles.events}>
    <legend className={styles.legend}>Events</legend>
    {kinds.map(({ field, label, description }) => (
      <Checkbox
        key={field}
        label={label}
        description={description}
        checked={isOn(field)}
        onChange={(checked) => onChange(field, checked)}
      />
    ))}
    {note ? <p className={layout.muted}>{note}</p> : null}
  </fieldset>
);

/** Checkbox for a check of the receiver's certificate. */
export const CertificateChoice = ({
  checked,
  onChange,
}: {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}) => (
  <Checkbox
    label="Check the certificate"
    description="Switch off only for a receiver with a self-signed certificate: without the check anyone on the network can read events and token."
    checked={checked}
    onChange={onChange}
  />
);
