import { CloudOff, Lock, Server } from "lucide-react";
import { createContext, type ReactNode, useContext } from "react";
import type { Optional } from "../../../shared/optional.ts";
import { Icon } from "../marks/icon.tsx";
import styles from "./destination.module.css";

/** Target of writes of this part of the page, such as an account's name; null where there is only one destination. */
export const DestinationContext = createContext<string | null>(null);

/** Host of the service that this part of the page writes to, while it cannot be reached; null else. */
export const AwayContext = createContext<string | null>(null);

/**
 * Reason why nothing can be changed in this part of the page, such as that its project is archived; null where it can. What
 * works all the same is below another one, of null.
 */
export const ReadOnlyContext = createContext<string | null>(null);

interface WritableProps {
  readonly children: ReactNode;
}

/** Controls that work also where nothing else can be changed, such as the one that ends that. */
export const Writable = ({ children }: WritableProps) => (
  <ReadOnlyContext value={null}>{children}</ReadOnlyContext>
);

/** Reason why a form's button cannot send it now; null where it can. */
export const SubmitBlock = createContext<string | null>(null);

/**
 * Returns the reason why a form cannot be sent now: nothing can be changed here, or its service is away and nothing sends it
 * later.
 */
export function useSubmitBlock({
  isLocal,
  isQueued,
}: Optional<{ isLocal: boolean; isQueued: boolean }>): string | null {
  const away = useContext(AwayContext);
  const readOnly = useContext(ReadOnlyContext);
  if (isLocal) return null;
  if (readOnly !== null) return readOnly;
  return away === null || isQueued ? null : `${away} cannot be reached`;
}

interface DestinationProps {
  /** Whether what is sent while the service is away waits for it. */
  readonly isQueued?: boolean;
}

/** Shows the destination beside a button that writes, where there are several; while it is away, what follows from that. */
export function Destination({ isQueued = false }: DestinationProps) {
  const name = useContext(DestinationContext);
  const away = useContext(AwayContext);
  const readOnly = useContext(ReadOnlyContext);
  if (name === null && away === null && readOnly === null) return null;
  return (
    <span className={styles.destination}>
      <Icon of={readOnly !== null ? Lock : away === null ? Server : CloudOff} size={12} />
      {name === null ? null : (
        <span>
          to <strong>{name}</strong>
        </span>
      )}
      {readOnly === null ? null : <span>{readOnly}</span>}
      {away === null || readOnly !== null ? null : (
        <span>{isQueued ? `Will be sent when ${away} is back` : `${away} cannot be reached`}</span>
      )}
    </span>
  );
}
