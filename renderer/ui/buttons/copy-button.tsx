import { Check, Copy } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import type { IconType } from "../marks/icon.tsx";
import { toast } from "../overlays/toast.tsx";
import { IconButton } from "./button.tsx";
import styles from "./copy-button.module.css";

interface CopyButtonProps {
  /** A function's result is what is copied when it is clicked. */
  readonly text: string | (() => string);
  readonly label?: string;
  readonly size?: "s" | "m";
  readonly icon?: IconType;
}

/** Copies a text, and shows that it did. */
export function CopyButton({ text, label = "Copy", size = "s", icon = Copy }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 1500);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    if (await copyText(typeof text === "string" ? text : text())) setCopied(true);
    else toast.error("Could not copy", { description: "The system did not give access to the clipboard." });
  };
  return (
    <IconButton
      label={copied ? "Copied" : label}
      icon={copied ? Check : icon}
      size={size}
      onClick={() => void copy()}
    />
  );
}

interface CopyableCodeProps {
  /** Returns what is copied. */
  readonly text: () => string;
  readonly children: ReactNode;
}

/** A block of code with a button over its corner that copies it, seen while the pointer or the focus is in it. */
export const CopyableCode = ({ text, children }: CopyableCodeProps) => (
  <div className={styles.code}>
    {children}
    <span className={styles.over}>
      <CopyButton text={text} label="Copy code" />
    </span>
  </div>
);

/** Copies a text to the clipboard. Returns false when the system refused. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
