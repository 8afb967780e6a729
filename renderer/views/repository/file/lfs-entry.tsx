import { HardDrive } from "lucide-react";
import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { CodeView } from "../../../ui/code/code-view.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { formatBytes } from "../../../ui/format-bytes.ts";
import type { LfsPointer } from "../../../ui/viewers/lfs-pointer.ts";

/** Explains a pointer of Git LFS: the content itself is not in the repository. */
export function LfsEntry({ pointer, text }: { readonly pointer: LfsPointer; readonly text: string }) {
  const [shown, setShown] = useState(false);
  if (shown) return <CodeView path="pointer.txt" text={text} label="Pointer" />;
  return (
    <EmptyState
      icon={HardDrive}
      title="Stored in Git LFS"
      description={
        <>
          The repository has a pointer to a file of {formatBytes(pointer.size)}, whose content is in Git LFS
          storage. Its SHA-256 is <code>{pointer.oid.slice(0, 16)}…</code>
          <CopyButton text={pointer.oid} label="Copy the content's hash" />
        </>
      }
      actions={<Button onClick={() => setShown(true)}>Show the pointer</Button>}
    />
  );
}
