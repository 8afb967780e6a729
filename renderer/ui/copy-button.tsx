import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { copyText } from "./copy-text.ts";
import type { IconType } from "./icon.tsx";
import { IconButton } from "./icon-button.tsx";
import { toast } from "./toast-store.ts";

export interface CopyButtonProps {
  readonly text: string;
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
    if (await copyText(text)) setCopied(true);
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
