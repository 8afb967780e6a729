import { CloudOff, Server } from "lucide-react";
import { createContext, useContext } from "react";
import type { Optional } from "../../../shared/optional.ts";
import { Icon } from "../marks/icon.tsx";
import styles from "./destination.module.css";

/** Target of writes of this part of the page, such as an account's name; null where there is only one destination. */
export const DestinationContext = createContext<string | null>(null);

/** Host of the service that this part of the page writes to, while it cannot be reached; null else. */
export const AwayContext = createContext<string | null>(null);

/** Reason why a form's button cannot send it now; null where it can. */
export const SubmitBlock = createContext<string | null>(null);

/** Returns the reason why a form cannot be sent now: its service is away, and nothing sends it later. */
export function useSubmitBlock({
  isLocal,
  isQueued,
}: Optional<{ isLocal: boolean; isQueued: boolean }>): string | null {
  const away = useContext(AwayContext);
  return away === null || isLocal || isQueued ? null : `${away} cannot be reached`;
}

interface DestinationProps {
  /** Whether what is sent while the service is away waits for it. */
  readonly isQueued?: boolean;
}

/** Shows the destination beside a button that writes, where there are several; while it is away, what follows from that. */
export function Destination({ isQueued = false }: DestinationProps) {
  const name = useContext(DestinationContext);
  const away = useContext(AwayContext);
  if (name === null && away === null) return null;
  return (
    <span className={styles.destination}>
      <Icon of={away === null ? Server : CloudOff} size={12} />
      {name === null ? null : (
        <span>
          to <strong>{name}</strong>
        </span>
      )}
      {away === null ? null : (
        <span>{isQueued ? `Will be sent when ${away} is back` : `${away} cannot be reached`}</span>
      )}
    </span>
  );
}
