import { Server } from "lucide-react";
import { createContext, useContext } from "react";
import { Icon } from "../marks/icon.tsx";
import styles from "./destination.module.css";

/** Target of writes of this part of the page, such as an account's name; null where there is only one destination. */
export const DestinationContext = createContext<string | null>(null);

/** Shows the destination beside a button that writes; nothing where there is only one. */
export function Destination() {
  const name = useContext(DestinationContext);
  if (name === null) return null;
  return (
    <span className={styles.destination}>
      <Icon of={Server} size={12} />
      <span>
        to <strong>{name}</strong>
      </span>
    </span>
  );
}
