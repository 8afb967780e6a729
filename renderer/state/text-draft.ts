import { useEffect, useRef, useState } from "react";
import { z } from "zod";
import { readDocument } from "../api/documents.ts";
import { createDocumentWriter } from "./document-writer.ts";

const stored = z.object({ type: z.literal("text"), text: z.string() });
const drafts = createDocumentWriter("drafts", () => undefined);

/** A text that is being written: on disk as it is typed, back after a kill, gone when it was sent or discarded. */
export function useDraft(key: string) {
  const [text, setText] = useState("");
  const typed = useRef(false);
  useEffect(() => {
    const reading = { current: true };
    typed.current = false;
    setText("");
    readDocument(stored, "drafts", key).then(
      (draft) => {
        // What was typed while the disk was read is newer.
        if (reading.current && !typed.current && draft) setText(draft.text);
      },
      () => undefined,
    );
    return () => {
      reading.current = false;
    };
  }, [key]);
  return {
    text,
    setText: (next: string) => {
      typed.current = true;
      setText(next);
      if (next === "") drafts.remove(key);
      else drafts.save(key, { type: "text", text: next });
    },
    clear: () => {
      typed.current = true;
      setText("");
      drafts.remove(key);
    },
  };
}
