import { RotateCw } from "lucide-react";
import { useEffect, useState } from "react";
import { describeProblem } from "../../api/describe-problem.ts";
import { Button } from "../../ui/button.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import styles from "./streaming-status.module.css";

/** Milliseconds after which it is worth saying that something is not there yet. */
const patience = 300;

interface ComingFilesProps {
  readonly changes: {
    readonly files: readonly unknown[];
    /** More files are on their way. */
    readonly coming: boolean;
    readonly error: unknown;
    readonly refetch: () => void;
  };
  /** How many files there will be, as the service tells it. */
  readonly total: string | null | undefined;
}

/** Says how many of the files are there while more are on their way, and when the rest did not come. */
export function ComingFiles({ changes, total }: ComingFilesProps) {
  const { coming, error, files, refetch } = changes;
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!coming) return;
    const timer = setTimeout(() => setLate(true), patience);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [coming]);
  const count = Number(total);
  const of = count > 0 ? ` of ${count.toLocaleString()}` : "";
  const words = `${files.length.toLocaleString()}${of} files`;
  if (coming && late) {
    return (
      <span className={styles.coming}>
        <Spinner size={12} /> {words} are here
      </span>
    );
  }
  if (!error || coming || files.length === 0) return null;
  return (
    <span className={styles.coming} role="alert">
      Only {words} came. {describeProblem(error).message}
      <Button size="s" icon={RotateCw} onClick={refetch}>
        Get the rest
      </Button>
    </span>
  );
}
