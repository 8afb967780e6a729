import { cx } from "../theme/class-names.ts";
import layout from "../theme/layout.module.css";
import styles from "./skeleton.module.css";

interface SkeletonProps {
  /** Rows of a list, or lines of a text. */
  readonly lines?: number;
  /** Pixels of one of them, as of those that come: the content does not move when it arrives. */
  readonly height?: number;
  /** Pixels of the icon or picture that each of those rows begins with. */
  readonly mark?: number;
  /** Pixels of the heading above the first row. */
  readonly heading?: number;
  /** Whether it is the list of a page: its rows begin where the page's head does. */
  readonly page?: boolean;
  /** Name of the content, for assistive technology. */
  readonly label?: string;
}

/** Pixels from which it is a row of a list, and from which that has a second line. */
const [oneRow, twoLines] = [28, 40];
const textLengths = ["92%", "78%", "85%", "64%", "88%", "71%"];
const titleLengths = ["38%", "52%", "44%", "31%", "48%", "35%"];
const metaLengths = ["24%", "18%", "28%", "21%", "16%", "26%"];

/** A placeholder in the shape of the content that loads, shown only after 150 ms. */
export function Skeleton({
  lines = 1,
  height = 20,
  mark = 0,
  heading = 0,
  page = false,
  label = "Loading",
}: SkeletonProps) {
  const lengths = height < oneRow ? textLengths : titleLengths;
  return (
    <div
      className={cx(styles.lines, page && styles.page, page && layout.list)}
      role="status"
      aria-label={label}
      aria-busy="true"
    >
      {heading > 0 ? (
        <span className={cx(styles.line, styles.row)} style={{ height: heading }}>
          <span className={styles.bone} style={{ width: 96 }} />
        </span>
      ) : null}
      {Array.from({ length: lines }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows differ by their place alone
        <span key={index} className={cx(styles.line, height >= oneRow && styles.row)} style={{ height }}>
          {mark > 0 ? <span className={styles.mark} style={{ width: mark, height: mark }} /> : null}
          <span className={styles.text}>
            <span className={styles.bone} style={{ width: lengths[index % lengths.length] }} />
            {height >= twoLines ? (
              <span className={styles.bone} style={{ width: metaLengths[index % metaLengths.length] }} />
            ) : null}
          </span>
        </span>
      ))}
    </div>
  );
}
