import { Fragment } from "react";
import styles from "./kbd.module.css";
import { isMac, keyNames } from "./key-names.ts";

/** Keys of a shortcut as the user's keyboard prints them; `keys` such as `mod+k` or `g p`. */
export function Kbd({ keys }: { readonly keys: string }) {
  return (
    <span className={styles.kbd}>
      {keyNames(keys, isMac()).map((stroke, index) => (
        // The same stroke may come twice in a sequence; its place is what tells it apart.
        <Fragment key={`${index} ${stroke.join()}`}>
          {index > 0 ? <span className={styles.then}>then</span> : null}
          {stroke.map((key) => (
            <kbd key={key} className={styles.key}>
              {key}
            </kbd>
          ))}
        </Fragment>
      ))}
    </span>
  );
}
