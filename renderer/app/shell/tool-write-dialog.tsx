import { toolRoutes } from "../../../shared/host/tools.ts";
import { callHost, toProblem } from "../../api/fetch-host.ts";
import { useSubmit } from "../../api/use-submit.ts";
import { useHostState } from "../../state/host-state.ts";
import { FormDialog } from "../../ui/overlays/form-dialog.tsx";
import { toast } from "../../ui/overlays/toast.tsx";
import styles from "./tool-write-dialog.module.css";

/** The dialog for the oldest write that a tool asks for; nothing while there is none. */
export function ToolWriteDialog() {
  const write = useHostState(({ toolWrites }) => toolWrites[0]);
  const waiting = useHostState(({ toolWrites }) => toolWrites.length);
  const submission = useSubmit(async () => {
    if (!write) return;
    await callHost(toolRoutes.send, { id: write.id });
    toast.success("Sent", { description: write.title });
  });
  if (!write) return null;
  const decline = async () => {
    try {
      await callHost(toolRoutes.decline, { id: write.id });
    } catch (error) {
      toast.problem("This was not declined", toProblem(error));
    }
  };
  const name = write.program === "" ? "A tool" : `A tool that calls itself “${write.program}”`;
  return (
    <FormDialog
      key={write.id}
      onClose={() => void decline()}
      title="A tool asks to send"
      description={`${name} asks for this. Nothing is sent unless you send it${waiting > 1 ? `; ${waiting - 1} more wait` : ""}.`}
      cancelLabel="Decline"
      submitLabel="Send"
      submission={submission}
      failureTitle="Not sent"
    >
      <p className={styles.title}>{write.title}</p>
      {write.text === "" ? null : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text scrolls by the keyboard too
        <section className={styles.text} aria-label="What will be sent" tabIndex={0}>
          {write.text}
        </section>
      )}
    </FormDialog>
  );
}
