import { useEffect, useState } from "react";
import { create } from "zustand";
import { instantly } from "../../ui/form.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { TextField } from "../../ui/text-field.tsx";
import styles from "./settings.module.css";

interface Question {
  /** Changes to confirm, one line each. */
  readonly details: readonly string[];
  /** Whether the code that was typed before was not the right one. */
  readonly wrong: boolean;
}

interface Asked extends Question {
  readonly respond: (code: string | null) => void;
}

const useAsked = create<{ readonly asked: Asked | null }>(() => ({ asked: null }));

/** Opens the dialog for the code that Helve printed in its terminal. Returns null when it is canceled. */
export function askForCode(question: Question): Promise<string | null> {
  useAsked.getState().asked?.respond(null);
  return new Promise((resolve) =>
    useAsked.setState({
      asked: {
        ...question,
        respond: (code) => {
          useAsked.setState({ asked: null });
          resolve(code);
        },
      },
    }),
  );
}

/** Dialog of {@link askForCode}. Leaving the settings cancels the change. */
export function ConfirmationHost() {
  const { asked } = useAsked();
  useEffect(() => () => useAsked.getState().asked?.respond(null), []);
  return asked ? <CodeDialog {...asked} /> : null;
}

function CodeDialog({ details, wrong, respond }: Asked) {
  const [code, setCode] = useState("");
  return (
    <FormDialog
      onClose={() => respond(null)}
      title="Confirm this change"
      description="This setting affects where tokens are sent or files are written. Enter the code that Helve printed in the terminal it was started from."
      size="s"
      submitLabel="Confirm"
      submission={instantly(() => respond(code.trim()))}
      isReady={code.trim() !== ""}
    >
      <ul className={styles.confirmed}>
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
        error={wrong && code === "" ? "Wrong code. Check the terminal again." : undefined}
      />
    </FormDialog>
  );
}
