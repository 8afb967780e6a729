import { useState } from "react";
import { useCodeQuestion } from "../../api/confirmation.ts";
import { instantly } from "../../ui/form.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { TextField } from "../../ui/text-field.tsx";
import styles from "./code-dialog.module.css";

/** The dialog for the code that the shell printed, above any other; nothing while no request needs one. */
export function CodeDialog() {
  const asked = useCodeQuestion((state) => state.asked);
  const [code, setCode] = useState("");
  if (!asked) return null;
  const { details, isWrong } = asked;
  const respond = (typed: string | null) => {
    setCode("");
    asked.respond(typed);
  };
  return (
    <FormDialog
      onClose={() => respond(null)}
      title="Confirm with a code"
      description="Helve asks outside of this page, which a hostile document could imitate. Enter the code that it printed in the terminal it was started from."
      size="s"
      submitLabel="Confirm"
      submission={instantly(() => respond(code.trim()))}
      isReady={code.trim() !== ""}
    >
      <ul className={styles.details} aria-label="To confirm">
        {details.map((detail) => (
          <li key={detail}>{detail}</li>
        ))}
      </ul>
      <TextField
        label="Code"
        value={code}
        onChange={setCode}
        placeholder="XXXX-XXXX"
        mono
        autoFocus
        autoComplete="off"
        error={isWrong && code === "" ? "Wrong code. Check the terminal again." : undefined}
      />
    </FormDialog>
  );
}
