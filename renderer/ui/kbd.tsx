import { Fragment } from "react";
import styles from "./kbd.module.css";
import { isMac, keyNames } from "./key-names.ts";

/** Keys of a shortcut as the user's keyboard prints them; `keys` such as `mod+k` or `g p`. */
export function Kbd({ keys }: { readonly keys: string }) {
  const strokes = keyNames(keys, isMac()).map((names, index) => ({ names, index }));
  return (
    <span className={styles.kbd}>
      {strokes.map(({ names, index }) => (
        <Fragment key={index}>
          {index > 0 ? <span className={styles.between}>then</span> : null}
          {names.map((name) => (
            <kbd key={name} className={styles.key}>
              {name}
            </kbd>
          ))}
        </Fragment>
      ))}
    </span>
  );
}

/** The shortcuts of one action, each of which runs it. */
export function KbdChoices({ keys }: { readonly keys: readonly string[] }) {
  return (
    <span className={styles.choices}>
      {keys.map((each, index) => (
        <span key={each} className={styles.choice}>
          {index > 0 ? <span className={styles.between}>or</span> : null}
          <Kbd keys={each} />
        </span>
      ))}
    </span>
  );
}
