import { useEffect, useState } from "react";
import { anyText } from "../../../features/addresses/search-fields.ts";
import { useAddressSearch } from "../../../features/addresses/use-address-search.ts";
import { testSearch } from "../../../features/test-reports/test-search.ts";
import type { OpenReport } from "../../../workers/junit/junit-engine.ts";
import type { TestRow } from "../../../workers/junit/junit-types.ts";

const openTestSearch = { test: anyText, group: anyText };

/**
 * Returns the position of the test that the address names, else of the first failed one, and a function that opens
 * another one. Null while it is looked up.
 */
export function useOpenTest(report: OpenReport): readonly [number | null, (test: TestRow) => void] {
  const [{ test, group = "" }, changeSearch] = useAddressSearch(openTestSearch);
  const [found, setFound] = useState<TestRow | null>(null);
  // Tests of the same name are distinguished by the selected position.
  const [chosen, setChosen] = useState<TestRow | null>(null);
  useEffect(() => {
    let canceled = false;
    const named = test === undefined ? Promise.resolve(null) : report.find(group, test);
    named
      .then((row) => row ?? report.first())
      .then(
        (row) => canceled || setFound(row),
        // A report that was closed meanwhile is followed by the one that replaces it.
        () => undefined,
      );
    return () => {
      canceled = true;
    };
  }, [report, test, group]);
  const isChosen = chosen !== null && chosen.name === test && chosen.group === group;
  const openTest = (row: TestRow) => {
    setChosen(row);
    changeSearch(testSearch(row));
  };
  return [(isChosen ? chosen : found)?.index ?? null, openTest];
}
