import { Archive, Layers, Radio, Scissors } from "lucide-react";
import type { Original } from "../../../shared/api/resources/local-repositories.ts";
import { Badge } from "../../ui/marks/badge.tsx";

/** Badges of an opened repository, each explained on hover and in {@link OriginalDetails}. */
export function OriginalBadges({ original }: { readonly original: Original }) {
  return (
    <>
      {original.state === "ready" ? (
        <Badge icon={Radio} tone="added" title="Read from disk. Changes made with git appear here at once.">
          Live
        </Badge>
      ) : (
        <Badge tone="warning">Not there</Badge>
      )}
      {original.shallow ? (
        <Badge icon={Scissors} title={shallowText}>
          Shallow
        </Badge>
      ) : null}
      {original.partial ? (
        <Badge icon={Layers} title={partialText}>
          Partial
        </Badge>
      ) : null}
      {original.read_only ? (
        <Badge icon={Archive} title={readOnlyText}>
          Read-only
        </Badge>
      ) : null}
    </>
  );
}

const shallowText =
  "The history ends early, as in a clone with --depth. git fetch --unshallow fetches the rest.";
const partialText =
  "Some files are not on this computer, as in a clone with --filter. Helve fetches nothing by itself; git checkout or git fetch does.";
const readOnlyText = "Nothing can be committed here.";

/** The same as entries of a description list. */
export function OriginalDetails({ original }: { readonly original: Original }) {
  const notes = [
    ...(original.shallow ? [["History", shallowText]] : []),
    ...(original.partial ? [["Objects", partialText]] : []),
    ...(original.read_only ? [["Writing", readOnlyText]] : []),
  ];
  return (
    <>
      <dt>On disk</dt>
      <dd>
        <code>{original.path}</code>
      </dd>
      {notes.map(([term, text]) => (
        <div key={term} style={{ display: "contents" }}>
          <dt>{term}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </>
  );
}
