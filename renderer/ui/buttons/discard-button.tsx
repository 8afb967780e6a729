import { Button, type ButtonProps } from "./button.tsx";
import styles from "./discard-button.module.css";

interface DiscardButtonProps extends Pick<ButtonProps, "size" | "icon" | "disabled" | "onClick"> {
  /** Whether there is something to discard; else the button only closes the form. */
  readonly isChanged?: boolean;
}

/** Discards what was typed. At the other end of its row than the button that sends, which it must not be mistaken for. */
export const DiscardButton = ({ isChanged = true, ...button }: DiscardButtonProps) => (
  <Button variant="ghost" className={styles.discard} {...button}>
    {isChanged ? "Discard" : "Cancel"}
  </Button>
);
