import { Server } from "lucide-react";
import { createContext, useContext } from "react";
import styles from "./destination.module.css";
import { Icon } from "./icon.tsx";

/** Where writes of this part of the page go, such as an account's name; null where there is only one such place. */
export const DestinationContext = createContext<string | null>(null);

/** Says beside a button that writes where that goes; nothing where it can go to one place only. */
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
